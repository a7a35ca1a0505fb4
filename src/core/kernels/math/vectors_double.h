/* vectors_double.h: functions of float64 whose steps keep more bits than a double has: within 0.6 units in
 * the last place. */
#ifndef TB_VECTORS_DOUBLE_H
#define TB_VECTORS_DOUBLE_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/vectors.h"

/* log(2^-less x) as a sum of two doubles, for positive, normal numbers given by their bits.  z = 2^-k x lies in one
 * of 16 intervals from 0.7 on; the inverse of each interval's middle has few bits, so that r = z / middle - 1
 * is known exactly in two parts. */
static inline tb_d tb_log_lanes(tb_ul bits, tb_d less, tb_d *tail)
{
    static const double inverse[16] = {
        0x1.66p+0, 0x1.57p+0, 0x1.49p+0, 0x1.3dp+0, 0x1.31p+0, 0x1.26p+0, 0x1.1cp+0, 0x1.12p+0,
        0x1.09p+0, 0x1.00p+0, 0x1.e6p-1, 0x1.cap-1, 0x1.b2p-1, 0x1.9cp-1, 0x1.88p-1, 0x1.76p-1,
    };
    static const double logarithm[16] = {
        -0x1.5767717456000p-2, -0x1.2b9303ab8a000p-2,
        -0x1.00e6c45ad5000p-2, -0x1.b5b519e8fc000p-3,
        -0x1.66acd4272a000p-3, -0x1.1b72ad52f6000p-3,
        -0x1.a926d3a4ac000p-4, -0x1.16536eea38000p-4,
        -0x1.1b0d989240000p-5, 0x0.0p+0,
        0x1.aaef2d0fb0000p-5,  0x1.c885801bc4000p-4,
        0x1.527e5e4a1c000p-3,  0x1.bd087383be000p-3,
        0x1.1178e8227e000p-2,  0x1.419b423d5f000p-2,
    };
    static const double more[16] = {
        0x1.64ead9524d7cap-44,  0x1.6db12d6bfb0a5p-45,
        -0x1.cc68d52e01203p-50, 0x1.4b722ec011f31p-44,
        -0x1.aa1bdbfc6c785p-44, -0x1.e80a41811a396p-45,
        -0x1.563650bd22a9cp-44, 0x1.47c5e768fa309p-46,
        0x1.3401e9ae889bbp-44,  0x0.0p+0,
        0x1.0fc1a353bb42ep-45,  0x1.646d1c65aacd3p-45,
        -0x1.4e60b8d4b411dp-44, -0x1.d4bc4595412b6p-45,
        0x1.1ef78ce2d07f2p-44,  -0x1.ce379226de3ecp-44,
    };
    const tb_ul above = bits - UINT64_C(0x3fe6600000000000);
    const tb_l interval = (tb_l)(above >> 48);
    const tb_d k = tb_exponent_of(above) - less, z = (tb_d)(bits - (above & ~UINT64_C(0xfffffffffffff)));
    const tb_d c = tb_entry(inverse, interval), product = z * c, r = product - 1;
    const tb_d r_tail = tb_fma(z, c, -product), r2 = r * r, r4 = r2 * r2;
    const tb_d c0 = tb_fma(r, TB_EVERY_D(-0x1.fffffffffff97p-3), TB_EVERY_D(0x1.5555555555555p-2));
    const tb_d c2 = tb_fma(r, TB_EVERY_D(-0x1.55555556ac1ddp-3), TB_EVERY_D(0x1.99999999997dfp-3));
    const tb_d c4 = tb_fma(r, TB_EVERY_D(-0x1.ffffda4b5fcc7p-4), TB_EVERY_D(0x1.249249277536cp-3));
    const tb_d c6 = tb_fma(r, TB_EVERY_D(-0x1.9a5e2e6f96192p-4), TB_EVERY_D(0x1.c71c3a4f43636p-4));
    const tb_d high = tb_fma(tb_fma(r2, TB_EVERY_D(0x1.753af879fd2b1p-4), c6), r2, c4);
    const tb_d p = tb_fma(high, r4, tb_fma(c2, r2, c0)); /* (log(1 + r) - r + r^2 / 2) / r^3 */
    const tb_d whole = tb_fma(k, TB_EVERY_D(0x1.62e42fefa3800p-1), tb_entry(logarithm, interval));
    const tb_d rest = tb_fma(k, TB_EVERY_D(0x1.ef35793c76730p-45), tb_entry(more, interval));
    const tb_d half = r * -0.5, square = half * r;
    const tb_d one = whole + r, one_tail = (whole - one) + r;
    const tb_d two = one + square, two_tail = (one - two) + square;
    const tb_d low = tb_fma(r2 * r, p, tb_fma(r2 - r, r_tail, r_tail)) + tb_fma(half, r, -square);
    const tb_d all = low + ((rest + one_tail) + two_tail), sum = two + all;
    *tail = (two - sum) + all;
    return sum;
}

/* 2^(i / 16), and what rounding loses of it. */
static const double tb_powers[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};
static const double tb_power_tails[16] = {
    0x0.0p+0,
    0x1.8a62e4adc610bp-54,
    -0x1.19041b9d78a76p-55,
    0x1.9b07eb6c70573p-54,
    0x1.6f46ad23182e4p-55,
    0x1.ada0911f09ebcp-55,
    0x1.d4397afec42e2p-56,
    0x1.6324c054647adp-54,
    -0x1.bdd3413b26456p-54,
    -0x1.41577ee04992fp-55,
    0x1.6e9f156864b27p-54,
    0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54,
    0x1.11065895048ddp-55,
    0x1.2ed02d75b3707p-55,
    -0x1.e9c23179c2893p-54,
};

/* 2^a for a function of float32, which rounds it; 0, without an underflow, where it would be rounded to 0. */
#if TB_LANES == 8
/* For |a| below 2^47. */
static inline tb_d tb_exp2_lanes(tb_d a)
{
    static const double power[16] = {
        0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
        0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
        0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
        0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
    };
    const tb_d shifted = a + 0x1.8p48, k = shifted - 0x1.8p48, r = a - k;
    const tb_d near = tb_entry(power, (tb_l)shifted);
    const tb_d p = tb_fma(r, TB_EVERY_D(0x1.c6b46a165e429p-5), TB_EVERY_D(0x1.ebfff45addf1fp-3));
    const tb_d q = tb_fma(tb_fma(r, p, TB_EVERY_D(0x1.62e42feb1d4e9p-1)), r * near, near); /* 2^-29 */
    return (tb_d)_mm512_maskz_scalef_pd(TB_COMPARE(k, TB_EVERY_D(-152.0), _CMP_NLT_UQ), q, k);
}
#else
static inline tb_d tb_exp2_lanes(tb_d a)
{
    const tb_mask is_number = TB_COMPARE(a, TB_EVERY_D(-152.0), _CMP_NLT_UQ);
    a = tb_least(tb_most(a, TB_EVERY_D(-1000.0)), TB_EVERY_D(1000.0));
    const tb_d shifted = a + 0x1.8p52, r = a - (shifted - 0x1.8p52), r2 = r * r;
    const tb_d one = tb_fma(r, TB_EVERY_D(0x1.62e430d04349bp-1), TB_EVERY_D(0x1.ffffffff4e0afp-1));
    const tb_d two = tb_fma(r, TB_EVERY_D(0x1.c6aecc57bec1ap-5), TB_EVERY_D(0x1.ebfbe10e266c8p-3));
    tb_d p = tb_fma(r, TB_EVERY_D(0x1.5f48c6455998ap-10), TB_EVERY_D(0x1.3b2995fa2f81fp-7));
    p = tb_fma(r2, TB_EVERY_D(0x1.4498fa765e46fp-13), p);
    p = tb_fma(tb_fma(p, r2, two), r2, one); /* 2^-29 */
    return tb_choose(is_number, (tb_d)((tb_ul)p + ((tb_ul)shifted << 52)), (tb_d){0});
}
#endif

/* exp(a + tail) for |a| < 700, or for |a| < 760 if is_far. */
static inline __attribute__((always_inline)) tb_d tb_exp_lanes(tb_d a, tb_d tail, int is_far)
{
    const tb_d shifted = tb_fma(a, TB_EVERY_D(0x1.71547652b82fep+4), TB_EVERY_D(0x1.8p52));
    const tb_d k = shifted - 0x1.8p52, near = tb_fma(-k, TB_EVERY_D(0x1.62e42fefa39efp-5), a);
    const tb_d r = tb_fma(-k, TB_EVERY_D(0x1.abc9e3b39803fp-60), near) + tail, r2 = r * r;
    const tb_l index = (tb_l)shifted;
    const tb_d c0 = tb_fma(r, TB_EVERY_D(0x1.5555555555557p-3), TB_EVERY_D(0x1.0000000000001p-1));
    const tb_d c2 = tb_fma(r, TB_EVERY_D(0x1.11111110ab3f4p-7), TB_EVERY_D(0x1.55555554e8d7cp-5));
    const tb_d c4 = tb_fma(r, TB_EVERY_D(0x1.a01b65ca21311p-13), TB_EVERY_D(0x1.6c17ede652076p-10));
    const tb_d q = tb_fma(r2, tb_fma(tb_fma(c4, r2, c2), r2, c0), r); /* exp(r) - 1 */
    const tb_d t = tb_entry(tb_powers, index), result = t + tb_fma(t, q, tb_entry(tb_power_tails, index));
    const tb_ul exponent = (tb_ul)index >> 4, half = (tb_ul)index >> 5; /* but for their highest bits */
    const tb_mask is_number =
        TB_COMPARE(k, TB_EVERY_D(-1075.0 * 16), _CMP_NLT_UQ); /* else 0, without underflow */
    if (is_far)
        return tb_choose(is_number, result, (tb_d){0}) * (tb_d)((half + 1023) << 52) *
               (tb_d)((exponent - half + 1023) << 52);
    return (tb_d)((tb_ul)result + (exponent << 52));
}

/* The powers where a is not above 0 and finite or b is nan; otherwise y, which is |a| to the power of b.  1 to the
 * power of nan and nan to the power of 0 are 1, but for signalling nans, as in libm. */
#define TB_SPECIAL_POWERS(SUFFIX, V, I, PICK, FLOOR, QUIET)                                          \
    static inline V tb_special_powers_##SUFFIX(V a, V b, V y)                                        \
    {                                                                                                \
        const V zero = {0}, size = (V)((I)a & ~(I)-zero), half = b / 2, infinite = INFINITY - zero, one = zero + 1; \
        const I is_whole = FLOOR(b) == b, is_odd = is_whole & (FLOOR(half) != half);                 \
        const I is_limit = (size == zero) | (size == infinite), is_infinite = (b > zero) == (size > one);       \
        const I sign = (I)a & (I)-zero;                                                              \
        const I signalling = ((a != a) & (((I)a & (QUIET)) == 0)) | ((b != b) & (((I)b & (QUIET)) == 0)); \
        y = PICK(is_limit, (V)(is_infinite & (I)infinite), y);                                       \
        y = (V)((I)y | ((a < zero) & ~is_limit & ~is_whole));                                        \
        y = (V)((I)y ^ (is_odd & sign));                                                             \
        y = PICK((a != a) | (b != b), a + b, y);                                                     \
        return PICK(((a == one) | (b == zero)) & ~signalling, one, y);                               \
    }

TB_SPECIAL_POWERS(f32, tb_v, tb_vi, tb_pick_v, tb_floor_v, 1 << 22)
TB_SPECIAL_POWERS(f64, tb_d, tb_l, tb_pick_d, tb_floor_of_d, INT64_C(1) << 51)
#undef TB_SPECIAL_POWERS

/* Any power: |a| is normalised, and the exponent is limited, since a larger one changes nothing. */
static __attribute__((noinline)) tb_d tb_any_power(tb_d a, tb_d b)
{
    const tb_d size = tb_fabs(a), power = tb_least(TB_EVERY_D(0x1p900), tb_most(TB_EVERY_D(-0x1p900), b));
    const tb_l is_tiny = size < 0x1p-1022;
    tb_d tail;
    const tb_d normal = tb_pick_d(is_tiny, size * 0x1p54, size),
               less = (tb_d)(is_tiny & (tb_l)TB_EVERY_D(54.0));
    const tb_d log = tb_log_lanes((tb_ul)normal, less, &tail), product = power * log;
    const tb_d limited = tb_least(TB_EVERY_D(750.0), tb_most(TB_EVERY_D(-750.0), product));
    const tb_d rest = tb_pick_d(product == limited, tb_fma(power, log, -product) + power * tail, (tb_d){0});
    return tb_special_powers_f64(a, b, tb_exp_lanes(limited, rest, 1));
}

static inline tb_d tb_pow_lanes_f64(tb_d a, tb_d b)
{
    tb_d tail;
    const tb_d log = tb_log_lanes((tb_ul)a, (tb_d){0}, &tail), product = b * log;
    const tb_d power = tb_exp_lanes(product, tb_fma(b, log, -product) + b * tail, 0);
    const tb_mask is_normal = tb_both(TB_COMPARE(a, TB_EVERY_D(0x1p-1022), _CMP_GE_OQ),
                                      TB_COMPARE(a, TB_EVERY_D((double)INFINITY), _CMP_LT_OQ));
    const tb_mask inside = tb_both(is_normal, TB_COMPARE(tb_fabs(product), TB_EVERY_D(700.0), _CMP_LT_OQ));
    if (TB_RARELY(tb_bits_of(inside) ^ TB_ALL_LANES))
        return tb_choose(inside, power, tb_any_power(a, b));
    return power;
}

/* The exponent is a number; b holds it as well. */
static inline tb_d tb_pow_number_lanes_f64(tb_d a, tb_d b, double power)
{
    (void)power;
    return tb_pow_lanes_f64(a, b);
}

/* The angle between 0 and pi whose tangent is low / high, or high / low if it is steep, or minus that if it is
 * behind pi / 2.  q is low / high, or, above tan(pi / 8), their difference over their sum, both in two parts.
 * The angle is a multiple of pi / 4, plus or minus the arc tangent of q. */
static inline tb_d tb_angle_lanes(tb_d low, tb_d high, tb_mask is_steep, tb_mask is_behind)
{
    const tb_d none = {0}, minus = TB_EVERY_D(-0.0);
    const tb_mask is_far = TB_COMPARE(low, high * 0x1.a827999fcef32p-2, _CMP_GT_OQ);
    const tb_l turn = (tb_l)tb_choose(is_steep, minus, none) ^ (tb_l)tb_choose(is_behind, minus, none);
    const tb_d less = high - low, less_tail = (high - less) - low;
    const tb_d more = high + low, more_tail = (high - more) + low;
    const tb_d over = tb_choose(is_far, -less, low), over_tail = tb_choose(is_far, -less_tail, none);
    const tb_d under = tb_choose(is_far, more, high), under_tail = tb_choose(is_far, more_tail, none);
    const tb_d inverse = 1 / under, q = over * inverse, z = q * q, z2 = z * z, z4 = z2 * z2;
    const tb_d q_tail = (tb_fma(-q, under, over) + (over_tail - q * under_tail)) * inverse;
    const tb_d c0 = tb_fma(z, TB_EVERY_D(0x1.99999999958ebp-3), TB_EVERY_D(-0x1.555555555553dp-2));
    const tb_d c2 = tb_fma(z, TB_EVERY_D(0x1.c71c70e7a1c0ap-4), TB_EVERY_D(-0x1.24924922b11f2p-3));
    const tb_d c4 = tb_fma(z, TB_EVERY_D(0x1.3b111c6390ca3p-4), TB_EVERY_D(-0x1.745cf90b0c41ep-4));
    const tb_d c6 = tb_fma(z, TB_EVERY_D(0x1.df1166d56307cp-5), TB_EVERY_D(-0x1.10ebdd932ad28p-4));
    const tb_d c8 = tb_fma(z, TB_EVERY_D(0x1.37ed37993c433p-5), TB_EVERY_D(-0x1.9cdc23af02b6ep-5));
    const tb_d top = tb_fma(z2, TB_EVERY_D(-0x1.259d34ccb8ccap-6), c8);
    const tb_d p = tb_fma(tb_fma(top, z4, tb_fma(c6, z2, c4)), z4, tb_fma(c2, z2, c0)); /* 2^-59 */
    const tb_d tail = tb_fma(q * z, p, tb_fma(-q_tail, z, q_tail));
    const tb_d eighth = (tb_d)((tb_l)tb_choose(is_far, TB_EVERY_D(1.0), none) | turn);
    const tb_d of_x = tb_choose(is_behind, TB_EVERY_D(4.0), none);
    const tb_d quarters = tb_choose(is_steep, TB_EVERY_D(2.0), of_x) + eighth;
    const tb_d base = quarters * 0x1.921fb54442d18p-1;
    const tb_d base_tail =
        tb_fma(quarters, TB_EVERY_D(0x1.921fb54442d18p-1), -base) + quarters * 0x1.1a62633145c07p-55;
    const tb_d arc = (tb_d)((tb_l)q ^ turn), sum = base + arc;
    return sum + (((base - sum) + arc) + (base_tail + (tb_d)((tb_l)tail ^ turn)));
}

/* Sizes outside a wide range are scaled; the quotient alone is the angle if it is below 2^-30. */
static inline tb_d tb_atan2_lanes_f64(tb_d a, tb_d b)
{
    const tb_d y = tb_fabs(a), x = tb_fabs(b), low = tb_least(y, x), high = tb_most(y, x);
    const tb_mask is_steep = TB_COMPARE(y, x, _CMP_GT_OQ), is_behind = tb_is_negative_d(b);
    tb_d angle = tb_angle_lanes(low, high, is_steep, is_behind);
    const tb_mask high_inside = tb_both(TB_COMPARE(high, TB_EVERY_D(0x1p500), _CMP_LT_OQ),
                                        TB_COMPARE(high, TB_EVERY_D(0x1p-500), _CMP_GT_OQ));
    const tb_mask low_inside =
        tb_either(TB_COMPARE(low, TB_EVERY_D(0x1p-400), _CMP_GT_OQ), TB_COMPARE(low, (tb_d){0}, _CMP_EQ_OQ));
    const tb_mask inside = tb_both(tb_both(high_inside, low_inside), TB_COMPARE(a, b, _CMP_ORD_Q));
    if (TB_RARELY(tb_bits_of(inside) ^ TB_ALL_LANES)) {
        const tb_d infinite = TB_EVERY_D((double)INFINITY), one = TB_EVERY_D(1.0);
        const tb_d scale = tb_pick_d(high > 1, TB_EVERY_D(0x1p-600), TB_EVERY_D(0x1p600));
        const tb_l is_limit = (high == 0) | (high == infinite);
        const tb_d near = tb_pick_d(is_limit, tb_pick_d(low == infinite, one, (tb_d){0}), low * scale);
        const tb_d far = tb_pick_d(is_limit, one, high * scale);
        tb_d any = tb_angle_lanes(near, far, is_steep, is_behind);
        any = tb_pick_d(~is_limit & (y < x) & ((tb_l)b >= 0) & (near < far * 0x1p-30), low / high, any);
        any = tb_pick_d((a != a) | (b != b), a + b, any);
        angle = tb_choose(inside, angle, any);
    }
    return tb_with(tb_fabs(angle), tb_sign_of(a));
}

/* log(1 + a) for a from 0 to 1, from s = a / (2 + a); within a unit in the last place. */
static inline tb_d tb_log1p_of_power(tb_d a)
{
    const tb_d s = a / (a + 2), u = s * s, u2 = u * u, u4 = u2 * u2;
    const tb_d c0 = tb_fma(u, TB_EVERY_D(0x1.99999999a0840p-2), TB_EVERY_D(0x1.5555555555535p-1));
    const tb_d c2 = tb_fma(u, TB_EVERY_D(0x1.c71c741f8bf3ap-3), TB_EVERY_D(0x1.2492492085781p-2));
    const tb_d c4 = tb_fma(u, TB_EVERY_D(0x1.3b1de322dea07p-3), TB_EVERY_D(0x1.745cb39b7874fp-3));
    const tb_d c6 = tb_fma(u, TB_EVERY_D(0x1.efdd81e2c7187p-4), TB_EVERY_D(0x1.106768acaf5a8p-3));
    const tb_d c8 = tb_fma(u, TB_EVERY_D(0x1.5c8a512f963c6p-3), TB_EVERY_D(0x1.559c5608a8b5dp-4));
    const tb_d high = tb_fma(tb_fma(c8, u2, c6), u2, c4);
    const tb_d p = tb_fma(high, u4, tb_fma(c2, u2, c0)); /* 2^-58 */
    return a - s * (a - u * p);
}

static inline tb_d tb_exp_of_product(tb_d a, double factor, double factor_tail)
{
    const tb_d product = a * factor;
    return tb_exp_lanes(product, tb_fma(a, TB_EVERY_D(factor), -product) + a * factor_tail, 0);
}

/* As tb_log_of_sum_lanes; the factor is scale + scale_tail.  What is tiny beside a small operand is the square
 * of its root; where the sum cancels, the last bits of the logarithm matter. */
static inline tb_d tb_log_of_sum_lanes_f64(tb_d a, tb_d b, double scale, double scale_tail, double unit)
{
    const tb_d apart = (tb_d)((tb_l)(a - b) | INT64_MIN), any = tb_most(a, b);
    const tb_d most = tb_choose(TB_COMPARE(a, a, _CMP_UNORD_Q), a, any);
    const tb_d power = tb_exp_of_product(tb_most(apart, TB_EVERY_D(-690.0)), scale, scale_tail);
    tb_d more = tb_log1p_of_power(power) * unit;
    const tb_mask cancels = TB_COMPARE(tb_fabs(most + more), more, _CMP_LT_OQ);
    if (TB_RARELY(tb_bits_of(cancels))) {
        tb_d tail;
        const tb_d sum = 1 + power, log = tb_log_lanes((tb_ul)sum, (tb_d){0}, &tail);
        more = tb_choose(cancels, (log + (tail + (power - (sum - 1)) / sum)) * unit, more);
    }
    const tb_mask is_tiny = tb_both(TB_COMPARE(apart, TB_EVERY_D(-690.0), _CMP_LT_OQ),
                                    TB_COMPARE(tb_fabs(most), TB_EVERY_D(1.0), _CMP_LT_OQ));
    if (TB_RARELY(tb_bits_of(is_tiny))) {
        const tb_d limited = tb_most(apart, TB_EVERY_D(-1380.0));
        const tb_d root = tb_exp_of_product(limited, scale / 2, scale_tail / 2);
        more = tb_choose(is_tiny, root * unit * root, more);
    }
    return most + more;
}

static inline tb_d tb_logaddexp_lanes_f64(tb_d a, tb_d b) { return tb_log_of_sum_lanes_f64(a, b, 1, 0, 1); }

static inline tb_d tb_logaddexp2_lanes_f64(tb_d a, tb_d b)
{
    return tb_log_of_sum_lanes_f64(a, b, TB_LN2, 0x1.abc9e3b39803fp-56, 1 / TB_LN2);
}

/* ---- lengths ---- */

/* For x <= y whose squares keep all their bits; the root's own error is computed and subtracted. */
static inline tb_d tb_length_lanes(tb_d x, tb_d y)
{
    const tb_d xx = x * x, yy = y * y, h = tb_root(xx + yy), hh = h * h;
    const tb_d lost = (tb_fma(-x, x, xx) + tb_fma(-y, y, yy)) - tb_fma(-h, h, hh);
    return h - (((hh - yy) - xx) + lost) / (h + h);
}

static inline tb_d tb_hypot_lanes_f64(tb_d a, tb_d b)
{
    const tb_d x = tb_least(tb_fabs(a), tb_fabs(b)), y = tb_most(tb_fabs(a), tb_fabs(b));
    const tb_mask in_range = tb_both(TB_COMPARE(y, TB_EVERY_D(0x1p500), _CMP_LT_OQ),
                                     TB_COMPARE(x, TB_EVERY_D(0x1p-400), _CMP_GT_OQ));
    const tb_mask inside = tb_both(in_range, TB_COMPARE(a, b, _CMP_ORD_Q));
    const tb_d length = tb_length_lanes(x, y);
    if (TB_RARELY(tb_bits_of(inside) ^ TB_ALL_LANES)) {
        const tb_d one = TB_EVERY_D(1.0), infinite = TB_EVERY_D((double)INFINITY);
        const tb_d down = tb_pick_d(y > 0x1p500, TB_EVERY_D(0x1p-600), one);
        const tb_d scale = tb_pick_d(y < 0x1p-300, TB_EVERY_D(0x1p600), down);
        tb_d any = tb_length_lanes(x * scale, y * scale) / scale;
        any = tb_pick_d(x < y * 0x1p-60, y, any);
        any = tb_pick_d((a != a) | (b != b), a + b, tb_pick_d(y == 0, y, any));
        any = tb_pick_d((tb_fabs(a) == infinite) | (tb_fabs(b) == infinite), infinite, any);
        return tb_choose(inside, length, any);
    }
    return length;
}

#endif
