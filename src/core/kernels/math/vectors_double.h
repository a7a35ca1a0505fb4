/* vectors_double.h: functions of float64 whose steps keep more bits than a double has: within 0.6 units in
 * the last place.  Lanes in *rest are left to other code, as in vectors_float.h. */
#ifndef TB_VECTORS_DOUBLE_H
#define TB_VECTORS_DOUBLE_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/vectors.h"

/* log(x) as a sum of two doubles, for positive, normal numbers given by their bits.  z = 2^-k x lies in one
 * of 16 intervals from 0.7 on; the inverse of each interval's middle has few bits, so that r = z / middle - 1
 * is known exactly in two parts. */
static inline tb_d tb_log_lanes(tb_ul bits, tb_d *tail)
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
    const tb_d k = tb_exponent_of(above), z = (tb_d)(bits - (above & ~UINT64_C(0xfffffffffffff)));
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

/* exp(a + tail) for |a| < 700. */
static inline tb_d tb_exp_lanes(tb_d a, tb_d tail)
{
    static const double power[16] = {
        0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
        0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
        0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
        0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
    };
    static const double more[16] = {
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
    const tb_d shifted = tb_fma(a, TB_EVERY_D(0x1.71547652b82fep+4), TB_EVERY_D(0x1.8p52));
    const tb_d k = shifted - 0x1.8p52, near = tb_fma(-k, TB_EVERY_D(0x1.62e42fefa39efp-5), a);
    const tb_d r = tb_fma(-k, TB_EVERY_D(0x1.abc9e3b39803fp-60), near) + tail, r2 = r * r;
    const tb_l index = (tb_l)shifted;
    const tb_d c0 = tb_fma(r, TB_EVERY_D(0x1.5555555555557p-3), TB_EVERY_D(0x1.0000000000001p-1));
    const tb_d c2 = tb_fma(r, TB_EVERY_D(0x1.11111110ab3f4p-7), TB_EVERY_D(0x1.55555554e8d7cp-5));
    const tb_d c4 = tb_fma(r, TB_EVERY_D(0x1.a01b65ca21311p-13), TB_EVERY_D(0x1.6c17ede652076p-10));
    const tb_d q = tb_fma(r2, tb_fma(tb_fma(c4, r2, c2), r2, c0), r); /* exp(r) - 1 */
    const tb_d t = tb_entry(power, index), result = t + tb_fma(t, q, tb_entry(more, index));
    return (tb_d)((tb_ul)result + ((tb_ul)(index >> 4) << 52));
}

/* For positive, normal numbers given by their bits; `inside`: where the result is also normal. */
static inline tb_d tb_power_of_size(tb_ul bits, tb_d b, tb_mask *inside)
{
    tb_d tail;
    const tb_d log = tb_log_lanes(bits, &tail), a = b * log;
    *inside = TB_COMPARE(tb_fabs(a), TB_EVERY_D(700.0), _CMP_LT_OQ);
    return tb_exp_lanes(a, tb_fma(b, log, -a) + b * tail);
}

static inline tb_mask tb_is_normal(tb_d size)
{
    return tb_both(TB_COMPARE(size, TB_EVERY_D(0x1p-1022), _CMP_GE_OQ),
                   TB_COMPARE(size, TB_EVERY_D((double)INFINITY), _CMP_LT_OQ));
}

static inline tb_d tb_pow_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    tb_mask inside;
    const tb_d power = tb_power_of_size((tb_ul)a, b, &inside);
    *rest = tb_bits_of(tb_both(tb_is_normal(a), inside)) ^ TB_ALL_LANES;
    return power;
}

/* Computes the lanes that tb_pow_lanes_f64 leaves if a is not above 0; *rest: those left to libm. */
static inline tb_d tb_pow_left_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    const tb_d size = tb_fabs(a), half = b * 0.5;
    const tb_l is_zero = size == 0, negative = a < 0, sign = (tb_l)a & INT64_MIN;
    const tb_l is_whole = tb_floor_of_d(b) == b, is_odd = is_whole & (tb_floor_of_d(half) != half);
    tb_mask inside;
    tb_d power = tb_power_of_size((tb_ul)size, b, &inside);
    power = (tb_d)((tb_l)power | (negative & ~is_whole));
    *rest = tb_bits_of(tb_both(tb_is_normal(size), inside)) ^ TB_ALL_LANES;
    const tb_d of_zero =
        tb_pick_d(b == 0, TB_EVERY_D(1.0), (tb_d)((b < 0) & (tb_l)TB_EVERY_D((double)INFINITY)));
    *rest &= ~tb_bits_of(tb_both(TB_COMPARE(size, (tb_d){0}, _CMP_EQ_OQ), TB_COMPARE(b, b, _CMP_ORD_Q)));
    return (tb_d)((tb_l)tb_pick_d(is_zero, of_zero, power) ^ (is_odd & sign));
}

/* The exponent is a number; b holds it as well. */
static inline tb_d tb_pow_number_lanes_f64(tb_d a, tb_d b, double power, unsigned *rest)
{
    (void)power;
    return tb_pow_lanes_f64(a, b, rest);
}

/* q is the smaller absolute value over the larger, or, above tan(pi / 8), their difference over their sum,
 * both in two parts.  The angle is a multiple of pi / 4, plus or minus the arc tangent of q. */
static inline tb_d tb_atan2_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    const tb_d y = tb_fabs(a), x = tb_fabs(b), low = tb_least(y, x), high = tb_most(y, x);
    const tb_l steep = y > x, far = low > high * 0x1.a827999fcef32p-2, behind = (tb_l)b < 0;
    const tb_l turn = (steep ^ behind) & INT64_MIN; /* where it is subtracted */
    const tb_d less = high - low, less_tail = (high - less) - low;
    const tb_d more = high + low, more_tail = (high - more) + low;
    const tb_d over = tb_pick_d(far, -less, low), over_tail = (tb_d)(far & (tb_l)-less_tail);
    const tb_d under = tb_pick_d(far, more, high), under_tail = (tb_d)(far & (tb_l)more_tail);
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
    const tb_d eighth = (tb_d)((far & (tb_l)TB_EVERY_D(1.0)) | turn);
    const tb_d quarters = tb_pick_d(steep, TB_EVERY_D(2.0), (tb_d)(behind & (tb_l)TB_EVERY_D(4.0))) + eighth;
    const tb_d base = quarters * 0x1.921fb54442d18p-1;
    const tb_d base_tail =
        tb_fma(quarters, TB_EVERY_D(0x1.921fb54442d18p-1), -base) + quarters * 0x1.1a62633145c07p-55;
    const tb_d arc = (tb_d)((tb_l)q ^ turn), sum = base + arc;
    const tb_d angle = sum + (((base - sum) + arc) + (base_tail + (tb_d)((tb_l)tail ^ turn)));
    const tb_mask high_inside = tb_both(TB_COMPARE(high, TB_EVERY_D(0x1p500), _CMP_LT_OQ),
                                        TB_COMPARE(high, TB_EVERY_D(0x1p-500), _CMP_GT_OQ));
    const tb_mask low_inside =
        tb_either(TB_COMPARE(low, TB_EVERY_D(0x1p-400), _CMP_GT_OQ), TB_COMPARE(low, (tb_d){0}, _CMP_EQ_OQ));
    *rest =
        tb_bits_of(tb_both(tb_both(high_inside, low_inside), TB_COMPARE(a, b, _CMP_ORD_Q))) ^ TB_ALL_LANES;
    return tb_with(tb_fabs(angle), tb_sign_of(a));
}

/* log(1 + a) for a from 0 to 1, from s = a / (2 + a); within a unit in the last place. */
static inline tb_d tb_log1p_lanes_f64(tb_d a)
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

/* As tb_log_of_sum_lanes; the factor is scale + scale_tail. */
static inline tb_d tb_log_of_sum_lanes_f64(tb_d a, tb_d b, double scale, double scale_tail, double unit,
                                           unsigned *rest)
{
    const tb_d apart = (tb_d)((tb_l)(a - b) | INT64_MIN), limited = tb_most(apart, TB_EVERY_D(-690.0));
    const tb_d power = limited * scale,
               tail = tb_fma(limited, TB_EVERY_D(scale), -power) + limited * scale_tail;
    const tb_d most = tb_pick_d((a != a) | (a >= b), a, b);
    const tb_d more = tb_log1p_lanes_f64(tb_exp_lanes(power, tail)) * unit, sum = most + more;
    const tb_mask tiny = tb_both(TB_COMPARE(apart, TB_EVERY_D(-690.0), _CMP_LT_OQ),
                                 TB_COMPARE(tb_fabs(most), TB_EVERY_D(1.0), _CMP_LT_OQ));
    *rest = tb_bits_of(tb_either(tiny, TB_COMPARE(tb_fabs(sum), more, _CMP_LT_OQ)));
    return sum;
}

static inline tb_d tb_logaddexp_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    return tb_log_of_sum_lanes_f64(a, b, 1, 0, 1, rest);
}

static inline tb_d tb_logaddexp2_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    return tb_log_of_sum_lanes_f64(a, b, TB_LN2, 0x1.abc9e3b39803fp-56, 1 / TB_LN2, rest);
}

#endif
