/* vector_math_rows.h: kernels over vectors of 8 * TB_LANES bytes, through the functions of
 * libmvec (vector_math.inc) or of vectors_float.h (vectors.inc).  An element's result does not
 * depend on its index: the last ones are computed in a vector, too.
 * Its includer includes libmvec.h before it sets the target. */
#ifndef TB_VECTOR_MATH_ROWS_H
#define TB_VECTOR_MATH_ROWS_H

#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/vectors_double.h"
#include "core/kernels/math/vectors_float.h"

typedef float tb_v_f32 __attribute__((vector_size(8 * TB_LANES)));
typedef double tb_v_f64 __attribute__((vector_size(8 * TB_LANES)));

#if TB_LANES == 8
#define TB_LIBMVEC_F32(name) "_ZGVeN16v_" name "f"
#define TB_LIBMVEC_F64(name) "_ZGVeN8v_" name
#else
#define TB_LIBMVEC_F32(name) "_ZGVdN8v_" name "f"
#define TB_LIBMVEC_F64(name) "_ZGVdN4v_" name
#endif

/* The lanes of y that `rest` names, by libm. */
#define TB_LANES_LEFT(SUFFIX, T, V)                                                                  \
    static __attribute__((noinline)) V tb_by_libm_##SUFFIX(V y, V a, V b, unsigned rest,             \
                                                           tb_kernel libm,                           \
                                                           const tb_kernel_context *context)         \
    {                                                                                                \
        static const int64_t inner[] = {sizeof(T), sizeof(T), sizeof(T)}, outer[3] = {0};            \
        enum { W = sizeof(V) / sizeof(T) };                                                          \
        T out[W], in_a[W], in_b[W];                                                                  \
        memcpy(out, &y, sizeof y);                                                                   \
        memcpy(in_a, &a, sizeof a);                                                                  \
        memcpy(in_b, &b, sizeof b);                                                                  \
        if (rest == TB_ALL_LANES)                                                                    \
            libm((char *[]){(char *)out, (char *)in_a, (char *)in_b}, inner, outer, W, 1, context);        \
        for (int k = 0; k < W && rest != TB_ALL_LANES; k++)                                          \
            if (rest >> k & 1)                                                                       \
                libm((char *[]){(char *)&out[k], (char *)&in_a[k], (char *)&in_b[k]}, inner, outer, 1, 1, \
                     context);                                                                       \
        memcpy(&y, out, sizeof y);                                                                   \
        return y;                                                                                    \
    }

TB_LANES_LEFT(f32, float, tb_f)
TB_LANES_LEFT(f64, double, tb_d)
#undef TB_LANES_LEFT

/* What is left of a power by its own means, then by libm. */
static __attribute__((noinline)) tb_f tb_pow_left(tb_f y, tb_f a, tb_f b, unsigned rest, tb_kernel libm,
                                                  const tb_kernel_context *context)
{
    y = tb_pow_left_lanes_f32(y, a, b, &rest);
    return rest ? tb_by_libm_f32(y, a, b, rest, libm, context) : y;
}
static __attribute__((noinline)) tb_f tb_pow_number_left(tb_f y, tb_f a, tb_f b, unsigned rest,
                                                         tb_kernel libm, const tb_kernel_context *context)
{
    TB_PARAMETER(double, power, 0)
    y = tb_pow_number_left_lanes_f32(y, a, power, &rest);
    return rest ? tb_by_libm_f32(y, a, b, rest, libm, context) : y;
}

static __attribute__((noinline)) tb_d tb_pow_left_f64(tb_d y, tb_d a, tb_d b, unsigned rest, tb_kernel libm,
                                                      const tb_kernel_context *context)
{
    unsigned still;
    const tb_d power = tb_pow_left_lanes_f64(a, b, &still);
    (void)y, (void)rest; /* the other lanes come out the same */
    return still ? tb_by_libm_f64(power, a, b, still, libm, context) : power;
}

/* torch's shortcuts for a number as the exponent, step by step; is there one? */
#define TB_WAY(EXPR)                                                                             \
    TB_INDEPENDENT                                                                               \
    for (int64_t i = 0; i < n0; i++) {                                                           \
        const __typeof__(*o) a = pa[i];                                                          \
        o[i] = EXPR;                                                                             \
    }
#define TB_SHORT_WAYS(SUFFIX, T, F)                                                              \
    static int tb_short_way_##SUFFIX(char *const p[], const int64_t outer[], int64_t n0,    \
                                     int64_t n1, double power)                                   \
    {                                                                                            \
        if (power != 3 && power != -1 && power != -2 && power != 0.5 && power != -0.5)           \
            return 0;                                                                            \
        for (int64_t j = 0; j < n1; j++) {                                                       \
            T *o = (T *)(p[0] + j * outer[0]);                                              \
            const T *pa = (const T *)(p[1] + j * outer[1]);                                 \
            if (power == 3) {                                                                    \
                TB_WAY(a *a *a)                                                                  \
            } else if (power == -1) {                                                            \
                TB_WAY(1 / a)                                                                    \
            } else if (power == -2) {                                                            \
                TB_WAY(1 / (a * a))                                                              \
            } else if (power == 0.5) {                                                           \
                TB_WAY(sqrt##F(a))                                                               \
            } else {                                                                             \
                TB_WAY(1 / sqrt##F(a))                                                           \
            }                                                                                    \
        }                                                                                        \
        return 1;                                                                                \
    }
#define TB_SHORT_WAY(SUFFIX)                                                                     \
    if (inner[1] == 0)                                                                           \
        return libm(p, inner, outer, n0, n1, context);                                           \
    if (tb_short_way_##SUFFIX(p, outer, n0, n1, power))                                          \
        return 0;

TB_SHORT_WAYS(f32, float, f)
TB_SHORT_WAYS(f64, double, )
#undef TB_SHORT_WAYS
#undef TB_WAY

#include "core/kernels/generated/vector_math_kernels.inc"

#endif
