/* complex.h: functions of complex numbers for the kernels, CALL(name)(a) in the operator table.
 *
 * Most are C's own, as torch's are through std::complex.  The others are written out as torch computes them,
 * since special values and the last bits depend on it: logarithms to other bases, log1p, expm1, exp2, rsqrt,
 * sigmoid, sgn, sinc, acos.  Where torch's builds differ, they follow the AVX2 build, in its loop over
 * vectors.  Relies on: C99's complex functions. */
#ifndef TB_COMPLEX_H
#define TB_COMPLEX_H

#include "core/kernels/math/types.h"

#include <complex.h>
#undef I

#define TB_PI 3.14159265358979323846
#define TB_LN2 0.693147180559945309417
#define TB_LN10 2.302585092994045684018

#define TB_COMPLEX64_CALL(name)                                         \
    static inline tb_c64 tb_c64_##name(tb_c64 a)                        \
    {                                                                   \
        const float _Complex z = c##name##f(__builtin_complex(a.re, a.im)); \
        return (tb_c64){crealf(z), cimagf(z)};                          \
    }
#define TB_COMPLEX_CALL(name)                                           \
    TB_COMPLEX64_CALL(name)                                             \
    static inline tb_c128 tb_c128_##name(tb_c128 a)                     \
    {                                                                   \
        const double _Complex z = c##name(__builtin_complex(a.re, a.im)); \
        return (tb_c128){creal(z), cimag(z)};                           \
    }

TB_COMPLEX_CALL(sqrt)
TB_COMPLEX_CALL(exp)
TB_COMPLEX_CALL(log)
TB_COMPLEX_CALL(sin)
TB_COMPLEX_CALL(cos)
TB_COMPLEX_CALL(tan)
TB_COMPLEX_CALL(asin)
TB_COMPLEX64_CALL(acos)
TB_COMPLEX_CALL(atan)
TB_COMPLEX_CALL(sinh)
TB_COMPLEX_CALL(cosh)
TB_COMPLEX_CALL(tanh)
TB_COMPLEX_CALL(asinh)
TB_COMPLEX_CALL(acosh)
TB_COMPLEX_CALL(atanh)
#undef TB_COMPLEX_CALL
#undef TB_COMPLEX64_CALL

/* torch's AVX2 build computes pi / 2 - asin in complex128, which loses the sign of an imaginary part of 0; it
 * also loses small real parts, which are kept here. */
static inline tb_c128 tb_c128_acos(tb_c128 a)
{
    const double _Complex z = cacos(__builtin_complex(a.re, a.im));
    return (tb_c128){creal(z), cimag(z) == 0 ? 0 : cimag(z)};
}

/* TYPE's functions, for real type R, whose C functions end in F. */
#define TB_COMPLEX_FORMULAS(TYPE, R, F) \
    static inline R TYPE##_abs(TYPE a) { return hypot##F(a.re, a.im); } \
    static inline R TYPE##_angle(TYPE a) { return atan2##F(a.im, a.re); } \
    static inline TYPE TYPE##_scale(TYPE a, R by) { return (TYPE){a.re * by, a.im * by}; } \
    static inline TYPE TYPE##_sgn(TYPE a) \
    { \
        const R size = TYPE##_abs(a); \
        return size == 0 ? (TYPE){0, 0} : (TYPE){a.re / size, a.im / size}; \
    } \
    static inline TYPE TYPE##_inverse(TYPE a) { return TYPE##_div((TYPE){1, 0}, a); } \
    static inline TYPE TYPE##_rsqrt(TYPE a) { return TYPE##_inverse(TYPE##_sqrt(a)); } \
    static inline TYPE TYPE##_exp2(TYPE a) { return TYPE##_exp(TYPE##_scale(a, (R)TB_LN2)); } \
    static inline TYPE TYPE##_log2(TYPE a) \
    { \
        const TYPE z = TYPE##_log(a); \
        return (TYPE){z.re / (R)TB_LN2, z.im / (R)TB_LN2}; \
    } \
    static inline TYPE TYPE##_log10(TYPE a) \
    { \
        const TYPE z = TYPE##_log(a); \
        return (TYPE){z.re / (R)TB_LN10, z.im / (R)TB_LN10}; \
    } \
    static inline TYPE TYPE##_expm1(TYPE a) \
    { \
        const R half = sin##F(a.im / 2); \
        return (TYPE){expm1##F(a.re) * cos##F(a.im) - 2 * half * half, exp##F(a.re) * sin##F(a.im)}; \
    } \
    /* log(1 + a), corrected for what 1 + a lost of a. */ \
    static inline TYPE TYPE##_log1p(TYPE a) \
    { \
        const TYPE u = {a.re + 1, a.im}, kept = {u.re - 1, u.im}; \
        if (u.re == 1 && u.im == 0) \
            return a; \
        const TYPE z = TYPE##_log(u); \
        return kept.re == a.re && kept.im == a.im ? z : TYPE##_mul(z, TYPE##_div(a, kept)); \
    } \
    static inline TYPE TYPE##_sigmoid(TYPE a) \
    { \
        const TYPE z = TYPE##_exp((TYPE){-a.re, -a.im}); \
        return TYPE##_inverse((TYPE){1 + z.re, z.im}); \
    } \
    static inline TYPE TYPE##_silu(TYPE a) \
    { \
        const TYPE z = TYPE##_exp((TYPE){-a.re, -a.im}); \
        return TYPE##_div(a, (TYPE){1 + z.re, 0 + z.im}); /* not -0 */ \
    } \
    static inline TYPE TYPE##_sinc(TYPE a) \
    { \
        const TYPE z = TYPE##_mul((TYPE){(R)TB_PI, 0}, a); \
        return a.re == 0 && a.im == 0 ? (TYPE){1, 0} : TYPE##_div(TYPE##_sin(z), z); \
    }

TB_COMPLEX_FORMULAS(tb_c64, float, f)
TB_COMPLEX_FORMULAS(tb_c128, double, )
#undef TB_COMPLEX_FORMULAS

#endif
