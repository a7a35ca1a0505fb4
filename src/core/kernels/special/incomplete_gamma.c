/* incomplete_gamma.c: the incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x).
 *
 * For large a and x near a, both are computed by an expansion that holds on both sides of a
 * (https://dlmf.nist.gov/8.12).  Otherwise P is computed by a series for x below a (8.11.4), and Q by a
 * continued fraction for x above a (8.9.2), or by the series of 1 - P for small x (8.7.3); the other function
 * is 1 minus that. */
#include "core/kernels/special/special.h"
#include "core/kernels/math/complex.h"
#include "core/platform/platform.h"

#include <math.h>
#include <stdbool.h>

enum { LARGE = 20, MOST_TERMS = 2000 };

/* Of a sum, the part that the terms left out may have. */
static double least(bool narrow) { return narrow ? 0x1p-31 : 0x1p-53; }

/* 1 / gamma(1 + a) for a from 0 to LARGE; a polynomial up to 1, by interpolation at Chebyshev's points, to 5e-19 */
static double reciprocal_gamma(double a)
{
    static const double c[] = {1,
                               0.57721566490153269405,
                               -0.65587807152023979499,
                               -0.042002635034564143736,
                               0.16653861139044779671,
                               -0.04219773464081281342,
                               -0.0096219709473145778339,
                               0.0072189405444411121105,
                               -0.0011651587514510774839,
                               -0.00021526222615287758277,
                               0.00012808396519598863876,
                               -0.000020172222461425587698,
                               -1.2260549452566737084e-6,
                               1.1300185638252898579e-6,
                               -2.1625295038834287726e-7,
                               1.6830710938973938247e-8};
    double sum = 0, product = 1;
    for (; a > 1; a -= 1)
        product *= a;
    for (int i = (int)(sizeof c / sizeof *c) - 1; i >= 0; i--)
        sum = sum * a + c[i];
    return sum / product;
}

/* log(gamma(1 + a)), for small a without the digits that 1 + a loses. */
static double log_gamma_above_1(double a)
{
    static const double c[] = {-0.57721566490153286061, 0.82246703342411321824,  -0.40068563438653142847,
                               0.27058080842778454788,  -0.20738555102867398527, 0.16955717699740818995};
    double sum = 0;
    if (a > 1e-3)
        return tb_log_gamma(1 + a);
    for (int i = (int)(sizeof c / sizeof *c) - 1; i >= 0; i--)
        sum = (sum + c[i]) * a;
    return sum;
}

/* s - log(1 + s) for s = x / a - 1 */
static double log_excess(double a, double x)
{
    const double s = (x - a) / a;
    if (fabs(s) > 0.1)
        return s - log(x / a);
    double sum = 0;
    for (int k = 18; k > 1; k--)
        sum = (k & 1 ? -1. : 1.) / k + s * sum;
    return s * s * sum;
}

/* x ** a * exp(-x) / gamma(a + 1) */
static double factor(double a, double x, bool narrow)
{
    if (a < LARGE && narrow)
        return exp(a * log(x) - x) * reciprocal_gamma(a);
    if (a < LARGE) {
        const double half = exp(-x / 2); /* exp(-x) may be 0 although the product is not */
        return half == 0 ? 0 : pow(x, a) * half * half * reciprocal_gamma(a);
    }
    const double z = 1 / (a * a), exponent = a * log_excess(a, x);
    if (exponent > 750)
        return 0;
    const double stirling = (1. / 12 - z * (1. / 360 - z * (1. / 1260 - z * (1. / 1680 - z / 1188)))) / a;
    return exp(-exponent - stirling) / sqrt(2 * TB_PI * a);
}

/* ---- x near a large a ---- */

/* The coefficients of eta ** n / a ** k, row by row for k = 0, 1, ...; computed with 50 digits from those of
 * Stirling's series and of x / a - 1 as a series of eta. */
static const struct {
    int n;
    double c[15];
} expansion[] = {
    {15,
     {-0.33333333333333333, 0.083333333333333333, -0.014814814814814815, 0.0011574074074074074,
      0.0003527336860670194, -0.00017875514403292181, 3.9192631785224378e-5, -2.1854485106799922e-6,
      -1.85406221071516e-6, 8.296711340953086e-7, -1.7665952736826079e-7, 6.7078535434014986e-9,
      1.0261809784240308e-8, -4.3820360184533532e-9, 9.1476995822367902e-10}},
    {15,
     {-0.0018518518518518519, -0.0034722222222222222, 0.0026455026455026455, -0.00099022633744855967,
      0.00020576131687242798, -4.0187757201646091e-7, -1.8098550334489978e-5, 7.6491609160811101e-6,
      -1.6120900894563446e-6, 4.6471278028074343e-9, 1.378633446915721e-7, -5.752545603517705e-8,
      1.1951628599778147e-8, -1.7543241719747648e-11, -1.0091543710600413e-9}},
    {14,
     {0.0041335978835978836, -0.0026813271604938272, 0.00077160493827160494, 2.0093878600823045e-6,
      -0.00010736653226365161, 5.2923448829120125e-5, -1.2760635188618728e-5, 3.4235787340961381e-8,
      1.3721957309062933e-6, -6.298992138380055e-7, 1.4280614206064242e-7, -2.0477098421990866e-10,
      -1.4092529910867521e-8, 6.228974084922022e-9}},
    {13,
     {0.00064943415637860082, 0.00022947209362139918, -0.00046918949439525571, 0.00026772063206283885,
      -7.5618016718839764e-5, -2.3965051138672967e-7, 1.1082654115347302e-5, -5.6749528269915966e-6,
      1.4230900732435884e-6, -2.7861080291528142e-11, -1.6958404091930277e-7, 8.0994649053880824e-8,
      -1.9111168485973654e-8}},
    {11,
     {-0.0008618882909167117, 0.00078403922172006663, -0.00029907248030319018, -1.4638452578843418e-6,
      6.6414982154651222e-5, -3.9683650471794347e-5, 1.1375726970678419e-5, 2.5074972262375328e-10,
      -1.6954149536558306e-6, 8.9075075322053097e-7, -2.2929348340008049e-7}},
    {9,
     {-0.00033679855336635815, -6.9728137583658578e-5, 0.00027727532449593921, -0.00019932570516188848,
      6.7977804779372078e-5, 1.419062920643967e-7, -1.3594048189768693e-5, 8.0184702563342015e-6,
      -2.2914811765080952e-6}},
    {9,
     {0.00053130793646399222, -0.00059216643735369388, 0.00027087820967180448, 7.9023532326603279e-7,
      -8.1539693675619688e-5, 5.6116827531062497e-5, -1.8329116582843376e-5, -3.0796134506033048e-9,
      3.4651553688036091e-6}},
    {8,
     {0.00034436760689237767, 5.1717909082605922e-5, -0.00033493161081142236, 0.0002812695154763237,
      -0.00010976582244684731, -1.2741009095484485e-7, 2.7744451511563644e-5, -1.8263488805711333e-5}},
    {6,
     {-0.00065262391859530942, 0.00083949872067208728, -0.00043829709854172101, -6.969091458420552e-7,
      0.00016644846642067548, -0.00012783517679769219}},
    {5,
     {-0.00059676129019274625, -7.2048954160200106e-5, 0.00067823088376673284, -0.00064014752602627585,
      0.00027750107634328704}},
    {3, {0.0013324454494800656, -0.0019144384985654775, 0.0011089369134596637}},
    {1, {0.001579727660730835}}};

static double near_large(double a, double x, bool upper, bool narrow)
{
    /* those beyond are below 2^-31 of the result */
    const int rows = narrow ? 5 : sizeof expansion / sizeof *expansion, columns = narrow ? 9 : 15;
    const double exponent = log_excess(a, x), eta = copysign(sqrt(2 * exponent), x - a);
    const double side = upper ? 1 : -1;
    double sum = 0;
    for (int k = rows - 1; k >= 0; k--) {
        double row = 0;
        for (int n = (expansion[k].n < columns ? expansion[k].n : columns) - 1; n >= 0; n--)
            row = row * eta + expansion[k].c[n];
        sum = sum / a + row;
    }
    return 0.5 * erfc(side * eta * sqrt(a / 2)) + side * exp(-a * exponent) / sqrt(2 * TB_PI * a) * sum;
}

/* ---- other operands ---- */

static double lower_series(double a, double x, bool narrow)
{
    const double first = factor(a, x, narrow);
    double sum = 1, term = 1, n = a + 1;
    if (first == 0)
        return 0;
    for (int i = 0; i < MOST_TERMS && term > least(narrow) * sum; i += 2, n += 2) {
        const double step = x / (n * (n + 1)); /* one division for two terms */
        sum += term * (step * (n + 1) + step * x);
        term *= step * x;
    }
    return fmin(first * sum, 1);
}

static double upper_series(double a, double x, bool narrow)
{
    double sum = 0, power = 1, term = 1;
    for (int n = 1; n < MOST_TERMS && fabs(term) > least(narrow) * fabs(sum); n++) {
        power *= -x / n;
        term = power / (a + n);
        sum += term;
    }
    const double log_first = a * log(x) - log_gamma_above_1(a);
    return -expm1(log_first) - a * exp(log_first) * sum;
}

/* By the numerators p and denominators q of successive convergents: two are compared without a division. */
static double upper_fraction(double a, double x, bool narrow)
{
    const double large = 0x1p400, scale = factor(a, x, narrow);
    double b = x + 1 - a, p = 1, q = b, previous_p = 0, previous_q = 1;
    if (scale == 0)
        return 0;
    for (int i = 1; i < MOST_TERMS; i++) {
        const double numerator = i * (a - i);
        b += 2;
        const double next_p = b * p + numerator * previous_p, next_q = b * q + numerator * previous_q;
        const bool close = fabs(next_p * q - p * next_q) <= least(narrow) * fabs(next_p * q);
        const double unit = fabs(next_q) > large ? 1 / large : 1;
        previous_p = p * unit;
        previous_q = q * unit;
        p = next_p * unit;
        q = next_q * unit;
        if (close)
            break;
    }
    return a * scale * p / q;
}

static double upper(double a, double x, bool narrow)
{
    if (x > 1.1)
        return x < a ? 1 - lower_series(a, x, narrow) : upper_fraction(a, x, narrow);
    const bool small = x <= 0.5 ? -0.4 / log(x) < a : x * 1.1 < a;
    return small ? 1 - lower_series(a, x, narrow) : upper_series(a, x, narrow);
}

static double lower(double a, double x, bool narrow)
{
    return x > 1 && x > a ? 1 - upper(a, x, narrow) : lower_series(a, x, narrow);
}

/* ---- any operands ---- */

/* The ends of the domain, tested in torch's order, which matters if the other operand is nan. */
static double either(double a, double x, bool is_upper, bool narrow)
{
    if (a < 0 || x < 0 || (a == 0 && !(x > 0)) || (isinf(a) && isinf(x)))
        return NAN;
    if (a == 0 || x == 0 || isinf(a) || isinf(x)) {
        const bool whole = a == 0 || isinf(x); /* the whole integral lies below x */
        return whole != is_upper;
    }
    if (a != a || x != x)
        return NAN;
    if (a > LARGE && fabs(x - a) < 0.3 * a)
        return near_large(a, x, is_upper, narrow);
    return is_upper ? upper(a, x, narrow) : lower(a, x, narrow);
}

double tb_igamma(double a, double x, bool narrow) { return either(a, x, false, narrow); }
double tb_igammac(double a, double x, bool narrow) { return either(a, x, true, narrow); }
