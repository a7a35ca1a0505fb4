/* integers.h: division, powers and common divisors of the integer types for the kernels, HELP(name)(a, b) in
 * the operator table.  No undefined behaviour: overflow wraps around, as in torch's builds, and INT_MIN / -1
 * is INT_MIN.  Divisors are not 0: tb_run checks that first (has_zero.h).  But memory may change after that
 * check, and a divisor that is 0 nevertheless must not end the process: it gives 0. */
#ifndef TB_INTEGERS_H
#define TB_INTEGERS_H

#include <stdint.h>

/* A function, so that the compiler does not warn that uint8 is never negative. */
static inline int tb_is_negative(int64_t a) { return a < 0; }

/* Narrow types are computed in int, where dividing by -1 cannot overflow. */
#define TB_BY_MINUS_ONE(T, b) (sizeof(T) >= sizeof(int) && (b) == (T)-1)

#define TB_INTEGER_FUNCTIONS(SUFFIX, T)                                                          \
    static inline T tb_negate_##SUFFIX(T a) { return (T)(0 - (uint64_t)a); }                     \
    static inline T tb_size_##SUFFIX(T a) { return tb_is_negative(a) ? tb_negate_##SUFFIX(a) : a; }          \
    static inline T tb_div_trunc_##SUFFIX(T a, T b)                                              \
    {                                                                                            \
        return b == 0 ? 0 : TB_BY_MINUS_ONE(T, b) ? tb_negate_##SUFFIX(a) : (T)(a / b);          \
    }                                                                                            \
    static inline T tb_fmod_##SUFFIX(T a, T b)                                                   \
    {                                                                                            \
        return b == 0 || TB_BY_MINUS_ONE(T, b) ? 0 : (T)(a % b);                                 \
    }                                                                                            \
    static inline T tb_floor_divide_##SUFFIX(T a, T b)                                           \
    {                                                                                            \
        const int down = tb_fmod_##SUFFIX(a, b) != 0 && tb_is_negative(a) != tb_is_negative(b);  \
        return (T)(tb_div_trunc_##SUFFIX(a, b) - down);                                          \
    }                                                                                            \
    static inline T tb_remainder_##SUFFIX(T a, T b)                                              \
    {                                                                                            \
        const T rest = tb_fmod_##SUFFIX(a, b);                                                   \
        return (T)(rest != 0 && tb_is_negative(rest) != tb_is_negative(b) ? rest + b : rest);    \
    }                                                                                            \
    /* A negative power is 0 but for 1 and -1. */                                                \
    static inline T tb_pow_##SUFFIX(T a, T b)                                                    \
    {                                                                                            \
        uint64_t result = 1, square = (uint64_t)a, left = (uint64_t)b;                           \
        if (tb_is_negative(b))                                                                               \
            return a == 1 ? 1 : a == (T)-1 ? (T)(b % 2 ? -1 : 1) : 0;                            \
        for (; left; left >>= 1, square *= square)                                               \
            result *= left & 1 ? square : 1;                                                     \
        return (T)result;                                                                        \
    }                                                                                            \
    /* The smallest number has no size of its own and stays negative, as in torch. */            \
    static inline T tb_gcd_##SUFFIX(T a, T b)                                                    \
    {                                                                                            \
        a = tb_size_##SUFFIX(a);                                                                 \
        b = tb_size_##SUFFIX(b);                                                                 \
        while (a != 0) {                                                                         \
            const T rest = tb_fmod_##SUFFIX(b, a);                                               \
            b = a;                                                                               \
            a = rest;                                                                            \
        }                                                                                        \
        return b;                                                                                \
    }

TB_INTEGER_FUNCTIONS(u8, uint8_t)
TB_INTEGER_FUNCTIONS(i8, int8_t)
TB_INTEGER_FUNCTIONS(i16, int16_t)
TB_INTEGER_FUNCTIONS(i32, int32_t)
TB_INTEGER_FUNCTIONS(i64, int64_t)
#undef TB_INTEGER_FUNCTIONS

/* W: the type in which the multiple is computed and made positive. */
#define TB_LCM(SUFFIX, T, WIDE, W)                                                               \
    static inline T tb_lcm_##SUFFIX(T a, T b)                                                    \
    {                                                                                            \
        const T divisor = tb_gcd_##SUFFIX(a, b);                                                 \
        if (divisor == 0)                                                                        \
            return 0;                                                                            \
        const W times = (W)tb_div_trunc_##WIDE(a, divisor);                                      \
        return (T)tb_size_##WIDE((W)((uint64_t)times * (uint64_t)b));                            \
    }

TB_LCM(u8, uint8_t, i32, int32_t)
TB_LCM(i8, int8_t, i32, int32_t)
TB_LCM(i16, int16_t, i32, int32_t)
TB_LCM(i32, int32_t, i32, int32_t)
TB_LCM(i64, int64_t, i64, int64_t)
#undef TB_LCM

#endif
