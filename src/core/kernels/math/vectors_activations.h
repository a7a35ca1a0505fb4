/* vectors_activations.h: activations and logit, made of exponentials and logarithms, in whole vectors of floats or doubles. */
#ifndef TB_VECTORS_ACTIVATIONS_H
#define TB_VECTORS_ACTIVATIONS_H

#include "core/kernels/math/doubles_exponential.h"
#include "core/kernels/math/doubles_logarithm.h"
#include "core/kernels/math/vectors_exponential.h"
#include "core/kernels/math/vectors_logarithm.h"

/* mish: with e = exp(a), tanh(log(1 + e)) is (e^2 + 2 e) / (e^2 + 2 e + 2), which is 1 from FLAT on, and e from
 * DEEP down, where e of float32 may be subnormal; 0 is 0, as in torch. */
#define TB_DEEP_f32(a) tb_bits_of_v(TB_COMPARE_V(a, TB_EVERY_V(-80.0f), _CMP_LT_OQ))
#define TB_DEEP_f64(a) 0
/* Whether elu needs an exponential. */
#define TB_NEGATIVE_f32(a) tb_bits_of_v(TB_COMPARE_V(a, TB_EVERY_V(0.0f), _CMP_LT_OQ))
#define TB_NEGATIVE_f64(a) tb_bits_of(TB_COMPARE(a, TB_EVERY_D(0.0), _CMP_LT_OQ))
#define TB_ACTIVATIONS(SUFFIX, T, V, EVERY, LEAST, PICK, FLAT, DEEP)                                        \
    static inline V tb_gelu_lanes_##SUFFIX(V a)                                                             \
    {                                                                                                       \
        return a * (T)0.5 * (1 + tb_erf_lanes_##SUFFIX(a * (T)0.70710678118654752440));                     \
    }                                                                                                       \
    static inline V tb_gelu_tanh_lanes_##SUFFIX(V a)                                                        \
    {                                                                                                       \
        const V inner = (T)0.79788456080286535588 * (a + (T)0.044715 * (a * a * a));                        \
        return a * (T)0.5 * (1 + tb_tanh_lanes_##SUFFIX(inner));                                            \
    }                                                                                                       \
    static inline V tb_silu_lanes_##SUFFIX(V a) { return a * tb_sigmoid_lanes_##SUFFIX(a); }                \
    static inline V tb_mish_lanes_##SUFFIX(V a)                                                             \
    {                                                                                                       \
        const V e = tb_exp_lanes_##SUFFIX(LEAST(EVERY((T)FLAT), a)), q = e * (e + 2);                       \
        const V y = a * (q / (q + 2));                                                                      \
        if (!TB_RARELY(TB_DEEP_##SUFFIX(a)))                                                                \
            return y;                                                                                       \
        const V root = tb_exp_lanes_##SUFFIX(a * (T)0.5);                                                   \
        return PICK((a < (T)DEEP) & (e > 0), a * root * root, y);                                           \
    }                                                                                                       \
    static inline V tb_elu_lanes_##SUFFIX(V a, T alpha, T scale, T input_scale)                             \
    {                                                                                                       \
        const V y = a * scale;                                                                              \
        if (!TB_NEGATIVE_##SUFFIX(a))                                                                       \
            return y;                                                                                       \
        return PICK(a < 0, tb_expm1_lanes_##SUFFIX(a * input_scale) * (alpha * scale), y);                  \
    }                                                                                                       \
    static inline V tb_softplus_lanes_##SUFFIX(V a, T beta, T threshold)                                    \
    {                                                                                                       \
        const V x = a * beta;                                                                               \
        return PICK(x > threshold, a, tb_log1p_lanes_##SUFFIX(tb_exp_lanes_##SUFFIX(x)) / beta);            \
    }

TB_ACTIVATIONS(f32, float, tb_v, TB_EVERY_V, tb_least_v, tb_pick_v, 20, -80)
TB_ACTIVATIONS(f64, double, tb_d, TB_EVERY_D, tb_least, tb_pick_d, 40, -700)
#undef TB_DEEP_f32
#undef TB_DEEP_f64
#undef TB_NEGATIVE_f32
#undef TB_NEGATIVE_f64
#undef TB_ACTIVATIONS

/* The steps of tb_logit_... */
#define TB_LOGIT_LANES(SUFFIX, T, V, EVERY, PICK, LOG)                                                         \
    static inline V tb_logit_lanes_##SUFFIX(V a, T eps)                                                        \
    {                                                                                                          \
        const V least = EVERY(eps), most = tb_round_lanes_##SUFFIX(1 - least);                                 \
        if (eps >= 0)                                                                                          \
            a = PICK(a < least, least, PICK(a > most, most, a));                                               \
        return LOG(tb_round_lanes_##SUFFIX(a / tb_round_lanes_##SUFFIX(1 - a)));                               \
    }

TB_LOGIT_LANES(f16, float, tb_v, TB_EVERY_V, tb_pick_v, tb_log_lanes_f32)
TB_LOGIT_LANES(bf16, float, tb_v, TB_EVERY_V, tb_pick_v, tb_log_lanes_f32)
TB_LOGIT_LANES(f32, float, tb_v, TB_EVERY_V, tb_pick_v, tb_log_lanes_f32)
TB_LOGIT_LANES(f64, double, tb_d, TB_EVERY_D, tb_pick_d, tb_log_lanes_f64)
#undef TB_LOGIT_LANES

#endif
