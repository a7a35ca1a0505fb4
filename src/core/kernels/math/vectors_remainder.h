/* vectors_remainder.h: fmod, remainder and floor division of float32 and float64, all exact. */
#ifndef TB_VECTORS_REMAINDER_H
#define TB_VECTORS_REMAINDER_H

#include "core/kernels/math/vectors.h"

/* Any quotient is only as precise as a double, so that each step leaves a part of a, which the next step
 * reduces. */
static __attribute__((noinline)) tb_d tb_fmod_by_steps(tb_d a, tb_d b)
{
    const tb_d size = tb_fabs(b), infinite = TB_EVERY_D((double)INFINITY);
    const tb_mask has_remainder =
        tb_both(TB_COMPARE(tb_fabs(a), infinite, _CMP_LT_OQ), TB_COMPARE(size, (tb_d){0}, _CMP_GT_OQ));
    tb_d left = tb_choose(has_remainder, a, TB_EVERY_D((double)NAN));
    for (;;) {
        const tb_mask more = TB_COMPARE(tb_fabs(left), size, _CMP_GE_OQ);
        if (!tb_bits_of(more))
            return left;
        tb_d unit = b, count = left / unit;
        while (tb_bits_of(tb_both(more, TB_COMPARE(tb_fabs(count), infinite, _CMP_EQ_OQ)))) {
            const tb_mask over = TB_COMPARE(tb_fabs(count), infinite, _CMP_EQ_OQ);
            unit = tb_choose(over, unit * 0x1p500, unit);
            count = left / unit;
        }
        left = tb_choose(more, tb_fma(-tb_whole(count), unit, left), left);
    }
}

/* For quotients below `most`, a - b trunc(a / b) is exact, and at most one |b| off if they exceed 2^28 (and a
 * and b are floats). */
static inline __attribute__((always_inline)) tb_d tb_fmod_lanes(tb_d a, tb_d b, double most)
{
    const tb_d quotient = a / b, size = tb_fabs(b);
    tb_d left = tb_fma(-tb_whole(quotient), b, a);
    const tb_mask is_far = TB_COMPARE(tb_fabs(quotient), TB_EVERY_D(most), _CMP_NLT_UQ);
    const tb_mask is_nan = TB_COMPARE(left, left, _CMP_UNORD_Q);
    const unsigned special = tb_bits_of(tb_either(is_far, is_nan));
    if (TB_RARELY(special))
        left = tb_fmod_by_steps(a, b);
    if (most > 0x1p28 || special)
        left = tb_choose(
            tb_both(TB_COMPARE(left, (tb_d){0}, _CMP_NEQ_OQ), tb_is_negative_d((tb_d)((tb_l)left ^ (tb_l)a))),
            left + tb_with(size, tb_sign_of(a)), left);
    return left;
}

static inline tb_d tb_fmod_lanes_f64(tb_d a, tb_d b)
{
    return tb_with(tb_fmod_lanes(a, b, 0x1p52), tb_sign_of(a));
}

static inline tb_v tb_fmod_lanes_f32(tb_v a, tb_v b)
{
    const tb_d first = tb_fmod_lanes(tb_first_half(a), tb_first_half(b), 0x1p28);
    const tb_d second = tb_fmod_lanes(tb_second_half(a), tb_second_half(b), 0x1p28);
    return tb_with_sign_of(tb_join(first, second), a);
}

static inline tb_v tb_fmod_lanes_f16(tb_v a, tb_v b) { return tb_fmod_lanes_f32(a, b); }
static inline tb_v tb_fmod_lanes_bf16(tb_v a, tb_v b) { return tb_fmod_lanes_f32(a, b); }

/* The steps of tb_remainder_... */
#define TB_LANES_REMAINDER(SUFFIX, V, I, COMPARE, CHOOSE, IS_NEGATIVE)                                   \
    static inline V tb_remainder_lanes_##SUFFIX(V a, V b)                                                 \
    {                                                                                                     \
        const V left = tb_fmod_lanes_##SUFFIX(a, b), zero = {0};                                          \
        const V same_sign = CHOOSE(IS_NEGATIVE((V)((I)left ^ (I)b)), left + b, left);                     \
        return CHOOSE(COMPARE(left, zero, _CMP_EQ_OQ), left, same_sign);                                  \
    }

TB_LANES_REMAINDER(f32, tb_v, tb_vi, TB_COMPARE_V, tb_choose_v, tb_is_negative_v)
TB_LANES_REMAINDER(f64, tb_d, tb_l, TB_COMPARE, tb_choose, tb_is_negative_d)
#undef TB_LANES_REMAINDER

/* The steps of tb_floor_divide_... */
#define TB_LANES_FLOOR_DIVIDE(SUFFIX, V, I, SIGN, COMPARE, CHOOSE, IS_NEGATIVE, FLOOR)                    \
    static inline V tb_floor_divide_lanes_##SUFFIX(V a, V b)                                              \
    {                                                                                                     \
        const V left = tb_fmod_lanes_##SUFFIX(a, b), zero = {0}, one = zero + 1;                          \
        const V differs = CHOOSE(IS_NEGATIVE((V)((I)left ^ (I)b)), one, zero);                            \
        const V whole = CHOOSE(COMPARE(b, zero, _CMP_EQ_OQ), a, tb_round_lanes_##SUFFIX(a - left)) / b;   \
        const V quotient = tb_round_lanes_##SUFFIX(                                                       \
            tb_round_lanes_##SUFFIX(whole) - CHOOSE(COMPARE(left, zero, _CMP_EQ_OQ), zero, differs));     \
        const V down = FLOOR(quotient), half = one / 2;                                                   \
        const V rest = tb_round_lanes_##SUFFIX(quotient - down);                                          \
        const V rounded = CHOOSE(COMPARE(rest, half, _CMP_GT_OQ), down + 1, down);                        \
        return CHOOSE(COMPARE(quotient, zero, _CMP_EQ_OQ), (V)(((I)a ^ (I)b) & SIGN), rounded);           \
    }

TB_LANES_FLOOR_DIVIDE(f16, tb_v, tb_vi, INT32_MIN, TB_COMPARE_V, tb_choose_v, tb_is_negative_v, tb_floor_v)
TB_LANES_FLOOR_DIVIDE(bf16, tb_v, tb_vi, INT32_MIN, TB_COMPARE_V, tb_choose_v, tb_is_negative_v, tb_floor_v)
TB_LANES_FLOOR_DIVIDE(f32, tb_v, tb_vi, INT32_MIN, TB_COMPARE_V, tb_choose_v, tb_is_negative_v, tb_floor_v)
TB_LANES_FLOOR_DIVIDE(f64, tb_d, tb_l, INT64_MIN, TB_COMPARE, tb_choose, tb_is_negative_d, tb_floor_of_d)
#undef TB_LANES_FLOOR_DIVIDE

#endif
