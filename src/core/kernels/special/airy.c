/* airy.c: Airy's function Ai.  With z = 2/3 |x|^(3/2): beyond 1.5 a smooth function of 1 / z times exp(-z); below -3 sines
 * and cosines of z times smooth functions of 1 / z^2; between them the power series. */
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

#include <math.h>

static double series(double x)
{
    const double w = x * x * x;
    double even = 0, odd = 0;
    for (int i = TB_COUNT_OF_RATIO(tb_airy_series) - 1; i >= 0; i--) {
        even = even * w + tb_airy_series[0][i];
        odd = odd * w + tb_airy_series[1][i];
    }
    return even + odd * x;
}

double tb_airy_ai(double x)
{
    const double root = sqrt(fabs(x)), z = 2 * fabs(x) * root / 3;
    if (isinf(x))
        return NAN; /* as in torch */
    if (x > 103.892)
        return 0; /* as in torch */
    if (x > 1.5)
        return TB_RATIO(tb_airy_right, 1 / z) * exp(-z) / (2 * TB_ROOT_OF_PI * sqrt(root));
    if (!(x < -3))
        return series(x);
    const double s = sin(z), c = cos(z), y = 1 / (z * z);
    const double p = TB_RATIO(tb_airy_sines, y), q = TB_RATIO(tb_airy_cosines, y) / z;
    return (p * (s + c) - q * (c - s)) / (TB_ROOT_OF_2PI * sqrt(root));
}
