/* gamma.c: the digamma function and its derivatives, Hurwitz's zeta function. */
#include "core/kernels/special/special.h"
#include "core/kernels/math/complex.h"
#include "core/platform/platform.h"

#include <math.h>

/* ---- digamma ---- */

/* psi(x) = psi(x + 1) - 1 / x up to 10, then Stirling's series: log(x) - 1 / (2 x) minus the sum of B_2k / (2
 * k x ** 2k); negative numbers by reflection.  The order of additions is torch's, which matters near the
 * zeros. */
static double digamma_above_0(double x)
{
    enum { TERMS = sizeof tb_digamma_series / sizeof *tb_digamma_series };
    double steps = 0, sum = 0;
    for (; x < 10; x += 1)
        steps -= 1 / x;
    const double z = 1 / (x * x);
    for (int i = TERMS - 1; i >= 0; i--)
        sum = sum * z + tb_digamma_series[i];
    return steps + log(x) - 0.5 / x - sum * z;
}

double tb_digamma(double x)
{
    const double fraction = x - trunc(x);
    if (x == 0)
        return copysign(INFINITY, -x);
    if (!(x < 0))
        return digamma_above_0(x);
    return fraction == 0 ? NAN : digamma_above_0(1 - x) - TB_PI / tan(TB_PI * fraction);
}

/* ---- zeta ---- */

enum { DIRECT = 9, FAR = 1000 };

/* Euler-Maclaurin summation: some terms, then the integral of the others and corrections with Bernoulli
 * numbers. */
static double zeta_above(double x, double q)
{
    static const double c[] = {/* (2 k)! / B_2k */
                               12.,
                               -720.,
                               30240.,
                               -1209600.,
                               47900160.,
                               -1307674368000. / 691,
                               74724249600.,
                               -10670622842880000. / 3617,
                               5109094217170944000. / 43867,
                               -802857662698291200000. / 174611,
                               15511210043330985984e4 / 854513,
                               -1.6938241367317436694528e27 / 236364091};
    const double least = 0x1p-53;
    double sum = pow(q, -x), term = 0;
    for (int i = 0; i < DIRECT || q <= DIRECT; i++) {
        q += 1;
        term = pow(q, -x);
        sum += term;
        if (fabs(term) < least * fabs(sum))
            return sum;
    }
    sum += term * q / (x - 1) - term / 2;
    double factor = 1, k = 0;
    for (int i = 0; i < (int)(sizeof c / sizeof *c); i++) {
        factor *= x + k;
        term /= q;
        const double correction = factor * term / c[i];
        sum += correction;
        if (fabs(correction) < least * fabs(sum))
            break;
        factor *= x + k + 1;
        term /= q;
        k += 2;
    }
    return sum;
}

/* For q far below 0 and an integer x: the terms of negative numbers are those from `first` to -q, up to the
 * sign. */
static double zeta_far_below(double x, double q)
{
    const double first = -q - floor(-q), sign = fabs(fmod(x, 2)) == 1 ? -1 : 1;
    const double rest = x > 30 ? 0 : zeta_above(x, 1 - q); /* terms beyond -q: negligible for x > 30 */
    return sign * zeta_above(x, first) + zeta_above(x, 1 - first) - sign * rest;
}

double tb_zeta(double x, double q)
{
    if (x == 1)
        return INFINITY;
    if (x < 1)
        return NAN;
    if (q <= 0 && q == floor(q))
        return INFINITY;
    if (x != x || q != q || (q < 0 && x != floor(x)))
        return NAN;
    return q < -FAR ? zeta_far_below(x, q) : zeta_above(x, q);
}

/* ---- derivatives of digamma ---- */

double tb_trigamma(double x)
{
    if (x > 0)
        return x > 1e17 ? 1 / x : tb_zeta(2, x);
    const double sine = sin(TB_PI * (x - trunc(x))); /* 0 for a negative integer, nan for -inf */
    return TB_PI * TB_PI / (sine * sine) - tb_zeta(2, 1 - x);
}

double tb_polygamma(double x, int64_t n)
{
    const double factorial = exp(tb_log_gamma((double)n + 1));
    return (n & 1 ? factorial : -factorial) * tb_zeta((double)n + 1, x);
}
