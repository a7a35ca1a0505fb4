/* real.h: functions of real numbers for the kernels that need more than one line. */
#ifndef TB_REAL_H
#define TB_REAL_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/convert.h"
#include "core/kernels/math/erfcx.h"
#include "core/kernels/special/special.h"
#include "core/platform/platform.h"

static inline float tb_lgamma_f32(float a) { return tb_log_gammaf(a); }
static inline double tb_lgamma_f64(double a) { return tb_log_gamma(a); }

#define TB_REAL_FUNCTIONS(SUFFIX, T, F)                                                          \
    /* a + c * (b - a) for small weights c, b - (1 - c) * (b - a) for others: two comparisons, so that the  \
     * loop is vectorised beside a single c as well */                                           \
    static inline T tb_lerp_##SUFFIX(T a, T b, T c)                                              \
    {                                                                                            \
        const T size = c < 0 ? -c : c;                                                           \
        return (size < (T)0.5 ? a : b) - (size < (T)0.5 ? -c : (T)1 - c) * (b - a);              \
    }                                                                                            \
    static inline T tb_nan_to_num_##SUFFIX(T a, double nan, double posinf, double neginf)        \
    {                                                                                            \
        const T finite = a == (T)INFINITY ? (T)posinf : a == -(T)INFINITY ? (T)neginf : a;       \
        return a != a ? (T)nan : finite;                                                         \
    }                                                                                            \
    static inline T tb_limit_to_6_##SUFFIX(T a)                                                  \
    {                                                                                            \
        const T positive = a < 0 ? 0 : a;                                                        \
        return positive > 6 ? 6 : positive;                                                      \
    }                                                                                            \
    /* exp(a) of float32 may be subnormal; where it is 0, so is mish, as in torch. */            \
    static inline T tb_mish_##SUFFIX(T a)                                                        \
    {                                                                                            \
        const T e = exp##F(a);                                                                   \
        if (sizeof(T) == 4 && a < -80 && e > 0)                                                  \
            return a * exp##F(a / 2) * exp##F(a / 2);                                            \
        return a * tanh##F(log1p##F(e));                                                         \
    }                                                                                            \
    static inline T tb_sinc_##SUFFIX(T a)                                                        \
    {                                                                                            \
        const T z = (T)TB_PI * a;                                                                \
        return a == 0 ? 1 : sin##F(z) / z;                                                       \
    }                                                                                            \
    /* Positive decimals scale by multiplying, so that the powers are whole numbers. */          \
    static inline T tb_round_decimals_##SUFFIX(T a, int64_t decimals)                            \
    {                                                                                            \
        const T scale = (T)pow(10, fabs((double)decimals));                                      \
        return decimals < 0 ? rint##F(a / scale) * scale : rint##F(a * scale) / scale;           \
    }

TB_REAL_FUNCTIONS(f32, float, f)
TB_REAL_FUNCTIONS(f64, double, )
#undef TB_REAL_FUNCTIONS

/* torch computes logit in the half types themselves, rounding every step; a negative eps does not clamp. */
#define TB_LOGIT(SUFFIX, T, F, ROUND) \
    static inline T tb_logit_##SUFFIX(T a, T eps) \
    { \
        const T most = ROUND(1 - eps), limited = eps < 0 ? a : a < eps ? eps : a > most ? most : a; \
        return log##F(ROUND(limited / ROUND(1 - limited))); \
    }

TB_LOGIT(f16, float, f, tb_round_f16)
TB_LOGIT(bf16, float, f, tb_round_bf16)
TB_LOGIT(f32, float, f, )
TB_LOGIT(f64, double, , )
#undef TB_LOGIT

/* Of frexp: the mantissa, from 1/2 up to 1, and the exponent of 2, read from the bits; denormal numbers are scaled
 * first.  0, inf and nan are their own mantissas, and have the exponent 0. */
#define TB_FREXP(SUFFIX, T, BITS, DIGITS, MOST, LEAST)                                \
    static inline BITS tb_scaled_bits_##SUFFIX(T a)                                   \
    {                                                                                 \
        const T scaled = a < LEAST && a > -LEAST ? a * ((BITS)1 << DIGITS) : a;       \
        BITS bits;                                                                    \
        memcpy(&bits, &scaled, sizeof bits);                                          \
        return bits;                                                                  \
    }                                                                                 \
    static inline T tb_mantissa_##SUFFIX(T a)                                         \
    {                                                                                 \
        const BITS field = (BITS)MOST << DIGITS, bits = tb_scaled_bits_##SUFFIX(a);   \
        const BITS half = (bits & ~field) | (BITS)(MOST / 2 - 1) << DIGITS;           \
        T mantissa;                                                                   \
        memcpy(&mantissa, &half, sizeof mantissa);                                    \
        return a == 0 || (bits & field) == field ? a : mantissa;                      \
    }                                                                                 \
    static inline T tb_exponent_##SUFFIX(T a)                                         \
    {                                                                                 \
        const BITS field = tb_scaled_bits_##SUFFIX(a) >> DIGITS & MOST;               \
        const int32_t shift = a < LEAST && a > -LEAST ? DIGITS : 0;                   \
        return a == 0 || field == MOST ? 0 : (T)((int32_t)field - MOST / 2 + 1 - shift); \
    }

TB_FREXP(f32, float, uint32_t, 23, 0xff, 0x1p-126f)
TB_FREXP(f64, double, uint64_t, 52, 0x7ff, 0x1p-1022)
#undef TB_FREXP

#define TB_COMPLEX_PARTS(TYPE, SUFFIX)                                                        \
    static inline TYPE TYPE##_nan_to_num(TYPE a, double nan, double posinf, double neginf)    \
    {                                                                                         \
        return (TYPE){tb_nan_to_num_##SUFFIX(a.re, nan, posinf, neginf),                      \
                      tb_nan_to_num_##SUFFIX(a.im, nan, posinf, neginf)};                     \
    }

TB_COMPLEX_PARTS(tb_c64, f32)
TB_COMPLEX_PARTS(tb_c128, f64)
#undef TB_COMPLEX_PARTS

#endif
