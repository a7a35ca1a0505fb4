/* bessel.c: Bessel functions of orders 0 and 1.  Up to 5 they are quotients of polynomials in x^2, those of the second
 * kind beside a logarithm; beyond, sines and cosines of x times quotients in 25 / x^2. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>
#include <stdbool.h>

static double near_j(double x, int order)
{
    double y = TB_RATIO(tb_bessel_first_kind[order], x * x);
    for (int i = 0; i < 2; i++) {
        const double *r = tb_bessel_roots[order][i];
        y *= (x - r[0] - r[1]) * (x + r[0]);
    }
    return order ? y * x : y;
}

static double near_y(double x, int order)
{
    const double y = TB_RATIO(tb_bessel_second_kind[order], x * x), j = near_j(x, order);
    return order ? y * x + TB_TWO_OVER_PI * (j * log(x) - 1 / x) : y + TB_TWO_OVER_PI * log(x) * j;
}

/* sqrt(2 / (pi x)) times p cos(t) - q sin(t), or p sin(t) + q cos(t), where t is x - pi/4, or x - 3 pi/4. */
static double far(double x, int order, bool second)
{
    const double y = 25 / (x * x), p = TB_RATIO(tb_bessel_in_phase[order], y),
                 q = TB_RATIO(tb_bessel_out_of_phase[order], y) / x;
    const double s = sin(x), c = cos(x), plus = s + c, minus = s - c;
    const double cosine = order ? minus : plus, sine = order ? -plus : minus;
    return (second ? p * sine + q * cosine : p * cosine - q * sine) / (TB_ROOT_OF_PI * sqrt(x));
}

double tb_bessel(double x, int64_t kind)
{
    const int order = (int)(kind & 1);
    const bool second = kind >= TB_BESSEL_Y0;
    if (second && !(x > 0))
        return x == 0 ? -INFINITY : NAN;
    const double size = fabs(x);
    const double y = size > 5 ? far(size, order, second) : second ? near_y(size, order) : near_j(size, order);
    return order && signbit(x) ? -y : y;
}
