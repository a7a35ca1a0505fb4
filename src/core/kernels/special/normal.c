/* normal.c: the normal distribution, its inverse function and that of erf. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"
#include "core/kernels/math/erfcx.h"

#include <math.h>

#define ROOT_OF_2 1.41421356237309504880
#define ROOT_OF_HALF 0.70710678118654752440

double tb_ndtr(double x) { return 0.5 * erfc(-x * ROOT_OF_HALF); }

double tb_log_ndtr(double x)
{
    const double t = x * ROOT_OF_HALF;
    return x < -1 ? log(tb_erfcx_f64(-t) / 2) - t * t : log1p(-0.5 * erfc(t));
}

/* The inverse of erf at y, where p = (1 - |y|) / 2. */
static double quantile(double y, double p)
{
    if (fabs(y) <= 0.85)
        return y * TB_RATIO(tb_quantile_near, 0.7225 - y * y);
    if (p == 0)
        return copysign(INFINITY, y);
    const double t = sqrt(-log(p)); /* nan for a negative p */
    return copysign(t <= 5 ? TB_RATIO(tb_quantile_middle, t - 1.609375) : TB_RATIO(tb_quantile_far, t - 5),
                    y);
}

double tb_ndtri(double p) { return ROOT_OF_2 * quantile(2 * p - 1, p < 0.5 ? p : 1 - p); }

double tb_erfinv(double y) { return quantile(y, (1 - fabs(y)) / 2); }
