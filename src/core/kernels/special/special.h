/* special.h: functions of doubles that libm lacks; narrower floats are computed as doubles and rounded once.
 *
 * Every function accepts any number. */
#ifndef TB_SPECIAL_H
#define TB_SPECIAL_H

#include <stdint.h>

/* Modified Bessel functions of the first kind, of orders 0 and 1, and the same times exp(-|x|): bessel.c */
double tb_i0(double x);
double tb_i0e(double x);
double tb_i1(double x);
double tb_i1e(double x);

/* Modified Bessel functions of orders 0 and 1: of the first kind, of the second and the same times exp(x): bessel.c */
enum {
    TB_BESSEL_I0,
    TB_BESSEL_I1,
    TB_BESSEL_K0,
    TB_BESSEL_K1,
    TB_BESSEL_SCALED_K0,
    TB_BESSEL_SCALED_K1,
};
double tb_bessel(double x, int64_t kind);

/* gamma.c */
double tb_digamma(double x);
double tb_trigamma(double x);
/* The n-th derivative of digamma; n > 1. */
double tb_polygamma(double x, int64_t n);
/* The sum of (q + k) ** -x over k = 0, 1, ...; nan for x < 1. */
double tb_zeta(double x, double q);

/* The lower and the upper incomplete gamma functions, divided by gamma(a): incomplete_gamma.c */
double tb_igamma(double a, double x);
double tb_igammac(double a, double x);

/* The normal distribution, its logarithm and the inverse functions: normal.c */
double tb_ndtr(double x);
double tb_log_ndtr(double x);
double tb_ndtri(double p);
double tb_erfinv(double y);

#endif
