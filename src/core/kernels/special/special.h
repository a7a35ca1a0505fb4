/* special.h: functions of doubles that libm lacks; narrower floats are computed as doubles and rounded once.
 *
 * Every function accepts any number. */
#ifndef TB_SPECIAL_H
#define TB_SPECIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Modified Bessel functions of the first kind, of orders 0 and 1, and the same times exp(-|x|): modified_bessel.c */
double tb_i0(double x);
double tb_i0e(double x);
double tb_i1(double x);
double tb_i1e(double x);

/* Modified Bessel functions of orders 0 and 1: of the first kind, of the second, and that times exp(x). */
enum {
    TB_MODIFIED_BESSEL_I0,
    TB_MODIFIED_BESSEL_I1,
    TB_MODIFIED_BESSEL_K0,
    TB_MODIFIED_BESSEL_K1,
    TB_SCALED_MODIFIED_BESSEL_K0,
    TB_SCALED_MODIFIED_BESSEL_K1,
};
double tb_modified_bessel(double x, int64_t kind);

/* Bessel functions of orders 0 and 1, of the first and the second kind: bessel.c */
enum {
    TB_BESSEL_J0,
    TB_BESSEL_J1,
    TB_BESSEL_Y0,
    TB_BESSEL_Y1,
};
double tb_bessel(double x, int64_t kind);

/* Airy's function Ai: airy.c */
double tb_airy_ai(double x);

/* Orthogonal polynomials: polynomials.c */
enum {
    TB_CHEBYSHEV_T,
    TB_CHEBYSHEV_U,
    TB_CHEBYSHEV_V,
    TB_CHEBYSHEV_W,
    TB_SHIFTED_CHEBYSHEV, /* the same four, of 2x - 1 */
    TB_HERMITE_H = TB_SHIFTED_CHEBYSHEV + 4,
    TB_HERMITE_HE,
    TB_LAGUERRE,
    TB_LEGENDRE,
};
/* `narrow`: for float32, which the higher of Hermite's polynomials do not fit. */
double tb_polynomial(double x, double degree, int64_t kind, bool narrow);

/* gamma.c */
/* Of Stirling's series: B_2k / (2 k). */
static const double tb_digamma_series[] = {1. / 12,  -1. / 120,     1. / 252, -1. / 240,
                                           1. / 132, -691. / 32760, 1. / 12};
double tb_digamma(double x);
double tb_trigamma(double x);
/* The n-th derivative of digamma; n > 1. */
double tb_polygamma(double x, int64_t n);
/* The sum of (q + k) ** -x over k = 0, 1, ...; nan for x < 1. */
double tb_zeta(double x, double q);

/* The lower and the upper incomplete gamma functions, divided by gamma(a): incomplete_gamma.c.  `narrow`: for
 * float32, which fewer terms suffice for. */
double tb_igamma(double a, double x, bool narrow);
double tb_igammac(double a, double x, bool narrow);

/* The normal distribution, its logarithm and the inverse functions: normal.c */
double tb_ndtr(double x);
double tb_log_ndtr(double x);
double tb_ndtri(double p);
double tb_erfinv(double y);

#endif
