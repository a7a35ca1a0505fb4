/* bessel.c: modified Bessel functions of the first kind, of orders 0 and 1.  exp(-x) times the function is
 * smooth in x up to 8; beyond, it is smooth in 1 / x after multiplication by sqrt(x). */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>

/* exp(-x) times the function, for x from 0 on. */
static double scaled(double x, int order)
{
    if (x > 8)
        return TB_RATIO(tb_bessel_far[order], 0.125 - 1 / x) / sqrt(x);
    const double y = TB_RATIO(tb_bessel_near[order], x);
    return order ? y * x : y;
}

double tb_i0e(double x) { return scaled(fabs(x), 0); }
double tb_i1e(double x) { return x < 0 ? -scaled(-x, 1) : scaled(fabs(x), 1); } /* 0 for -0, as in torch */
double tb_i0(double x) { return scaled(fabs(x), 0) * exp(fabs(x)); }
double tb_i1(double x) { return tb_i1e(x) * exp(fabs(x)); }
