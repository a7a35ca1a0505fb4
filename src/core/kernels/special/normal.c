/* normal.c: the normal distribution, its inverse function and that of erf.
 *
 * The inverse functions improve a first estimate twice by Halley's method, which triples the number of
 * correct digits. */
#include "core/kernels/special/special.h"
#include "core/kernels/math/erfcx.h"

#include <math.h>

#define ROOT_OF_2 1.41421356237309504880
#define ROOT_OF_HALF 0.70710678118654752440
#define ROOT_OF_PI 1.77245385090551602730
#define LOG_ROOT_OF_2_PI 0.91893853320467274178

double tb_ndtr(double x) { return 0.5 * erfc(-x * ROOT_OF_HALF); }

double tb_log_ndtr(double x)
{
    const double t = x * ROOT_OF_HALF;
    return x < -1 ? log(tb_erfcx_f64(-t) / 2) - t * t : log1p(-0.5 * erfc(t));
}

/* For |y| up to 1/2. */
static double erfinv_near_0(double y)
{
    const double z = y * y;
    double x =
        y * (0.88622692545 + z * (0.23201366653 + z * (0.12755617611 + z * (0.08655212924 + z * 0.065))));
    for (int i = 0; i < 2; i++) {
        const double newton = (erf(x) - y) * (ROOT_OF_PI / 2) * exp(x * x);
        x -= newton / (1 + x * newton);
    }
    return x;
}

/* For 0 < p <= 1/4; the first estimate is 26.2.23 of Abramowitz and Stegun.  Everything is divided by the
 * density, which may be too small for a double. */
static double ndtri_of_tail(double p)
{
    const double log_p = log(p), t = sqrt(-2 * log_p);
    double x =
        (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (int i = 0; i < 2; i++) {
        const double below = ROOT_OF_PI * ROOT_OF_HALF * tb_erfcx_f64(-x * ROOT_OF_HALF);
        const double newton = below - exp(log_p + x * x / 2 + LOG_ROOT_OF_2_PI);
        x -= newton / (1 + x * newton / 2);
    }
    return x;
}

double tb_ndtri(double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    if (p == 0 || p == 1)
        return p == 0 ? -INFINITY : INFINITY;
    if (p < 0.25)
        return ndtri_of_tail(p);
    return p > 0.75 ? -ndtri_of_tail(1 - p) : ROOT_OF_2 * erfinv_near_0(2 * p - 1);
}

double tb_erfinv(double y)
{
    const double size = fabs(y);
    if (!(size <= 1))
        return NAN;
    if (size == 1)
        return copysign(INFINITY, y);
    return size <= 0.5 ? erfinv_near_0(y) : copysign(ROOT_OF_HALF * ndtri_of_tail((1 - size) / 2), y);
}
