/* binary_functions.h: quotients, limits, powers and logarithms of two real or complex numbers for the
 * kernels, HELP(name) and CALL(name) in the operator table.
 *
 * Where torch computes in a half type step by step, so do the functions with suffix f16 and bf16, on float32
 * values: each step is rounded to the half type. */
#ifndef TB_BINARY_FUNCTIONS_H
#define TB_BINARY_FUNCTIONS_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/convert.h"

static inline float tb_round_f32(float a) { return a; }
static inline double tb_round_f64(double a) { return a; }

/* fmodf in few steps rather than one bit at a time: up to 2**28 the quotient in double lies on the same side
 * of every integer as the exact one, and the remainder is exact. */
static inline float tb_fmodf(float a, float b)
{
    const double quotient = (double)a / b;
    if (!(fabs(quotient) < 0x1p28) || isinf(b))
        return fmodf(a, b);
    const double rest = a - (double)b * (int32_t)quotient;
    return rest == 0 ? copysignf(0, a) : (float)rest;
}
static inline double tb_fmod(double a, double b) { return fmod(a, b); }

/* SUFFIX: the type that each step is rounded to; T: the type of the computation, whose C functions end in
 * F. */
#define TB_QUOTIENTS(SUFFIX, T, F)                                                                 \
    static inline T tb_div_trunc_##SUFFIX(T a, T b) { return trunc##F(tb_round_##SUFFIX(a / b)); } \
    static inline T tb_floor_divide_##SUFFIX(T a, T b)                                             \
    {                                                                                              \
        const T whole = a / b, rest = tb_fmod##F(a, b);                                            \
        if (b == 0)                                                                                \
            return whole;                                                                          \
        T quotient = tb_round_##SUFFIX(tb_round_##SUFFIX(a - rest) / b);                           \
        if (rest != 0 && (b < 0) != (rest < 0))                                                    \
            quotient = tb_round_##SUFFIX(quotient - 1);                                            \
        if (quotient == 0)                                                                         \
            return copysign##F(0, tb_round_##SUFFIX(whole));                                       \
        const T down = floor##F(quotient);                                                         \
        return tb_round_##SUFFIX(quotient - down) > (T)0.5 ? down + 1 : down;                      \
    }                                                                                              \
    static inline T tb_xlogy_##SUFFIX(T a, T b)                                                    \
    {                                                                                              \
        const T product = a * tb_round_##SUFFIX(log##F(b));                                        \
        return b != b ? b : a == 0 ? 0 : product;                                                  \
    }                                                                                              \
    static inline T tb_xlog1py_##SUFFIX(T a, T b)                                                  \
    {                                                                                              \
        const T product = a * tb_round_##SUFFIX(log1p##F(b));                                      \
        return b != b ? b : a == 0 ? 0 : product;                                                  \
    }

TB_QUOTIENTS(f16, float, f)
TB_QUOTIENTS(bf16, float, f)
TB_QUOTIENTS(f32, float, f)
TB_QUOTIENTS(f64, double, )
#undef TB_QUOTIENTS

/* The result is nan if either operand is. */
#define TB_REMAINDER_AND_LIMITS(SUFFIX, T, F)                                                         \
    static inline T tb_remainder_##SUFFIX(T a, T b)                                                   \
    {                                                                                                 \
        const T rest = tb_fmod##F(a, b);                                                              \
        return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;                                  \
    }                                                                                                 \
    static inline T tb_at_least_##SUFFIX(T a, T low) { return ((a < low) | (low != low)) ? low : a; } \
    static inline T tb_at_most_##SUFFIX(T a, T high) { return ((a > high) | (high != high)) ? high : a; }

TB_REMAINDER_AND_LIMITS(f32, float, f)
TB_REMAINDER_AND_LIMITS(f64, double, )
#undef TB_REMAINDER_AND_LIMITS

/* ---- fmax and fmin ---- */

/* As in C's own functions, only a quiet NaN counts as missing: a signalling one makes the result NaN.  With
 * the sign bit set, bits order as signed integers: infinity, signalling NaNs (FIRST to LAST), quiet NaNs; so
 * each test is one comparison, which vectorises best.  If both are equal, the first is taken. */
#define TB_EXTREMA(SUFFIX, T, BITS, SIGNED, SIGN, FIRST, LAST)                                           \
    static inline BITS tb_nan_order_##SUFFIX(T a)                                                        \
    {                                                                                                    \
        BITS bits;                                                                                       \
        memcpy(&bits, &a, sizeof a);                                                                     \
        return bits | SIGN;                                                                              \
    }                                                                                                    \
    static inline int tb_is_quiet_nan_##SUFFIX(T a)                                                      \
    {                                                                                                    \
        return (SIGNED)tb_nan_order_##SUFFIX(a) > (SIGNED)(LAST);                                        \
    }                                                                                                    \
    static inline int tb_is_signalling_nan_##SUFFIX(T a)                                                       \
    {                                                                                                    \
        return (SIGNED)(tb_nan_order_##SUFFIX(a) - (FIRST) + SIGN) <= (SIGNED)((LAST) - (FIRST) + SIGN); \
    }                                                                                                    \
    static inline T tb_fmax_##SUFFIX(T a, T b)                                                           \
    {                                                                                                    \
        return (a < b) | tb_is_quiet_nan_##SUFFIX(a) | tb_is_signalling_nan_##SUFFIX(b) ? b : a;               \
    }                                                                                                    \
    static inline T tb_fmin_##SUFFIX(T a, T b)                                                           \
    {                                                                                                    \
        return (a > b) | tb_is_quiet_nan_##SUFFIX(a) | tb_is_signalling_nan_##SUFFIX(b) ? b : a;               \
    }

TB_EXTREMA(f32, float, uint32_t, int32_t, 0x80000000u, 0xff800001u, 0xffbfffffu)
TB_EXTREMA(f64, double, uint64_t, int64_t, 0x8000000000000000u, 0xfff0000000000001u, 0xfff7ffffffffffffu)
#undef TB_EXTREMA

/* ---- complex powers ---- */

#define TB_COMPLEX_POWERS(TYPE, C, F)                                                               \
    static inline TYPE TYPE##_pow(TYPE a, TYPE b)                                                   \
    {                                                                                               \
        const C _Complex z = cpow##F(__builtin_complex(a.re, a.im), __builtin_complex(b.re, b.im)); \
        return (TYPE){creal##F(z), cimag##F(z)};                                                    \
    }

TB_COMPLEX_POWERS(tb_c64, float, f)
TB_COMPLEX_POWERS(tb_c128, double, )
#undef TB_COMPLEX_POWERS

/* ---- logarithms of sums of powers ---- */

#define TB_LOGARITHMS(SUFFIX, T, F)                                                                  \
    static inline T tb_logaddexp_##SUFFIX(T a, T b)                                                  \
    {                                                                                                \
        const T most = a != a || a >= b ? a : b;                                                     \
        return isinf(a) && a == b ? a : most + log1p##F(exp##F(-fabs##F(a - b)));                    \
    }                                                                                                \
    static inline T tb_logaddexp2_##SUFFIX(T a, T b)                                                 \
    {                                                                                                \
        const T most = a != a || a >= b ? a : b;                                                     \
        return isinf(a) && a == b ? a : most + log1p##F(exp2##F(-fabs##F(a - b))) * (T)(1 / TB_LN2); \
    }

/* For complex numbers: by the larger real part, a nan first.  For finite arguments that are not above 0, the
 * exponential function has the same bits as C's own, in half the time. */
#define TB_COMPLEX_LOGADDEXP(TYPE, R, F)                                                         \
    static inline TYPE TYPE##_logaddexp(TYPE a, TYPE b)                                          \
    {                                                                                            \
        const TYPE low = a.re < b.re ? a : b, most = a.re < b.re ? b : a;                        \
        if (a.re != a.re || a.im != a.im || b.re != b.re || b.im != b.im)                        \
            return (TYPE){NAN, NAN};                                                             \
        if (isinf(low.re) && low.re == most.re)                                                  \
            return low.re < 0 ? low : TYPE##_log(TYPE##_add(TYPE##_exp(low), TYPE##_exp(most))); \
        const TYPE apart = TYPE##_sub(low, most);                                                \
        TYPE power;                                                                              \
        if (isfinite(apart.re) && isfinite(apart.im)) {                                          \
            const R size = exp##F(apart.re);                                                     \
            power = (TYPE){size * cos##F(apart.im), size * sin##F(apart.im)};                    \
        } else {                                                                                 \
            power = TYPE##_exp(apart);                                                           \
        }                                                                                        \
        return TYPE##_add(TYPE##_log1p(power), most);                                            \
    }

TB_COMPLEX_LOGADDEXP(tb_c64, float, f)
TB_COMPLEX_LOGADDEXP(tb_c128, double, )
#undef TB_COMPLEX_LOGADDEXP

TB_LOGARITHMS(f32, float, f)
TB_LOGARITHMS(f64, double, )
#undef TB_LOGARITHMS

/* ---- the next number ---- */

/* Of numbers that are not 0, the bits are in the order of the absolute values. */
#define TB_NEXTAFTER(SUFFIX, T, BITS, LEAST, TO_BITS, FROM_BITS)                                            \
    static inline T tb_nextafter_##SUFFIX(T a, T b)                                                         \
    {                                                                                                       \
        const int is_larger = (a < b) == (a > 0);                                                           \
        T next = FROM_BITS((BITS)(TO_BITS(a) - 1 + 2 * (BITS)is_larger));                                   \
        next = a == 0 ? (b > 0 ? (T)LEAST : -(T)LEAST) : next;                                              \
        next = a == b ? b : next;                                                                           \
        return a != a || b != b ? a + b : next;                                                             \
    }

#define TB_BITS_OF(SUFFIX, T, BITS)                \
    static inline BITS tb_bits_of_##SUFFIX(T a)    \
    {                                              \
        BITS bits;                                 \
        memcpy(&bits, &a, sizeof bits);            \
        return bits;                               \
    }                                              \
    static inline T tb_##SUFFIX##_of_bits(BITS bits) \
    {                                              \
        T a;                                       \
        memcpy(&a, &bits, sizeof a);               \
        return a;                                  \
    }

TB_BITS_OF(f32, float, uint32_t)
TB_BITS_OF(f64, double, uint64_t)
#undef TB_BITS_OF

TB_NEXTAFTER(f16, float, uint16_t, 0x1p-24f, tb_f32_to_f16, tb_f16_to_f32)
TB_NEXTAFTER(bf16, float, uint16_t, 0x1p-133f, tb_f32_to_bf16, tb_bf16_to_f32)
TB_NEXTAFTER(f32, float, uint32_t, 0x1p-149f, tb_bits_of_f32, tb_f32_of_bits)
TB_NEXTAFTER(f64, double, uint64_t, 0x1p-1074, tb_bits_of_f64, tb_f64_of_bits)
#undef TB_NEXTAFTER

#endif
