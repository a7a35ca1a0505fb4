/* vectors_float.h: functions of two float32: within 1 unit in the last place, and exact where the results are
 * floats.  Most compute halves of a vector in doubles and round once. */
#ifndef TB_VECTORS_FLOAT_H
#define TB_VECTORS_FLOAT_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/vectors_double.h"
#include "core/kernels/math/vectors_exponential.h"
#include "core/kernels/math/vectors_logarithm.h"
#include "core/kernels/math/vectors_trigonometric.h"

/* Polynomials are minimax approximations; a comment gives their error relative to the result. */

#if TB_LANES == 8
/* z from 0.75 to 1.5, and k, for 2^k z = |a|, if that is not 0 nor infinite. */
static inline tb_v tb_normalised(tb_v a, tb_v *k)
{
    const tb_v z = (tb_v)_mm512_getmant_ps(a, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero);
    const __m512 exponent = _mm512_getexp_ps(a);
    const tb_mask_v is_upper = TB_COMPARE_V(z, TB_EVERY_V(1.0f), _CMP_LT_OQ);
    *k = (tb_v)_mm512_mask_add_ps(exponent, is_upper, exponent, _mm512_set1_ps(1));
    return z;
}

/* log2(2^k z).  Each of the numbers i / 20 is the middle of an interval of z; the tables hold its inverse and
 * its logarithm at i modulo 16. */
static inline tb_d tb_log2_lanes(tb_d z, tb_d k)
{
    static const double inverse[16] = {
        0x1.4000000000000p+0, 0x1.2d2d2d2d2d2d3p+0, 0x1.1c71c71c71c72p+0, 0x1.0d79435e50d79p+0,
        0x1.0000000000000p+0, 0x1.e79e79e79e79ep-1, 0x1.d1745d1745d17p-1, 0x1.bd37a6f4de9bdp-1,
        0x1.aaaaaaaaaaaabp-1, 0x1.999999999999ap-1, 0x1.89d89d89d89d9p-1, 0x1.7b425ed097b42p-1,
        0x1.6db6db6db6db7p-1, 0x1.611a7b9611a7cp-1, 0x1.5555555555555p-1, 0x1.5555555555555p+0,
    };
    static const double logarithm[16] = {
        -0x1.49a784bcd1b8bp-2,
        -0x1.e02f51a35ad8cp-3,
        -0x1.374d65d9e6091p-3,
        -0x1.2f1b3bd2f9e12p-4,
        0x0.0p+0,
        0x1.20508f547edfdp-4,
        0x1.199b728cb9d0ap-3,
        0x1.9cf236bbeb385p-3,
        0x1.0d58e42b1da16p-2,
        0x1.49a784bcd1b8ap-2,
        0x1.83988d0c1f60bp-2,
        0x1.bb59b5fafc55cp-2,
        0x1.f113baed305dbp-2,
        0x1.12758696ea514p-1,
        0x1.2b803473f7ad2p-1,
        -0x1.a8ff971810a5dp-2,
    };
    const tb_l interval = (tb_l)tb_fma(z, TB_EVERY_D(20.0), TB_EVERY_D(0x1.8p52));
    const tb_d r = tb_fma(z, tb_entry(inverse, interval), TB_EVERY_D(-1.0)), r2 = r * r;
    tb_d p = tb_fma(r, TB_EVERY_D(-0x1.ed0e5d2212790p-3), TB_EVERY_D(0x1.27d0e8a0bfad6p-2));
    const tb_d q = tb_fma(r, TB_EVERY_D(-0x1.71546de83468dp-2), TB_EVERY_D(0x1.ec7094256947fp-2));
    const tb_d s = tb_fma(r, TB_EVERY_D(-0x1.71547652c9365p-1), TB_EVERY_D(0x1.71547652c1ea5p+0));
    p = tb_fma(tb_fma(p, r2, q), r2, s); /* 2^-36 */
    return tb_fma(r, p, tb_entry(logarithm, interval) + k);
}

#else
/* z from 0.7 to 1.42, and k, for 2^k z = |a|, if that is not 0 nor infinite. */
static inline tb_v tb_normalised(tb_v a, tb_v *k)
{
    tb_v size = tb_fabs_v(a), less = {0};
    const tb_mask_v is_tiny = TB_COMPARE_V(size, TB_EVERY_V(0x1p-126f), _CMP_LT_OQ);
    if (TB_RARELY(tb_bits_of_v(is_tiny))) {
        size = tb_choose_v(is_tiny, size * 0x1p24f, size);
        less = tb_choose_v(is_tiny, TB_EVERY_V(24.0f), less);
    }
    const tb_vu above = (tb_vu)size - 0x3f3504f3u;
    *k = (tb_v)_mm256_cvtepi32_ps((__m256i)((tb_vi)above >> 23)) - less;
    return (tb_v)((tb_vu)size - (above & ~0x7fffffu));
}

/* log2(2^k z), from s = (z - 1) / (z + 1). */
static inline tb_d tb_log2_lanes(tb_d z, tb_d k)
{
    const tb_d s = (z - 1) / (z + 1), u = s * s, u2 = u * u;
    const tb_d high = tb_fma(u, TB_EVERY_D(0x1.5cea83649742cp-2), TB_EVERY_D(0x1.a58d66e6b36a0p-2));
    const tb_d middle = tb_fma(u, TB_EVERY_D(0x1.2777803a9e365p-1), TB_EVERY_D(0x1.ec709d1250488p-1));
    const tb_d p = tb_fma(tb_fma(high, u2, middle), u, TB_EVERY_D(0x1.71547652bee6ep+1)); /* 2^-36 */
    return tb_fma(s, p, k);
}
#endif

/* Any power, but for signs and limits.  The exponent is limited, since a larger one gives 0, 1 or infinity, too. */
static inline tb_v tb_power_in_doubles(tb_v a, tb_v b)
{
    tb_v k;
    const tb_v z = tb_normalised(a, &k),
               power = tb_least_v(TB_EVERY_V(0x1p39f), tb_most_v(TB_EVERY_V(-0x1p39f), b));
    const tb_d first = tb_log2_lanes(tb_first_half(z), tb_first_half(k)) * tb_first_half(power);
    const tb_d second = tb_log2_lanes(tb_second_half(z), tb_second_half(k)) * tb_second_half(power);
    return tb_join(tb_exp2_lanes(first), tb_exp2_lanes(second));
}

#if TB_LANES == 8
/* z lies in one of 32 intervals from 0.75 on, each with the inverse of about its middle, which has so few bits
 * that r = z / middle - 1 is a float, and the middle's logarithm, with 16 bits after the point and a tail. */
static const float tb_log2_tables[3][32] = {
    {0x1p+0f,    0x1.e8p-1f, 0x1.d8p-1f, 0x1.dp-1f,  0x1.cp-1f,  0x1.b8p-1f, 0x1.a8p-1f, 0x1.ap-1f,
     0x1.98p-1f, 0x1.88p-1f, 0x1.8p-1f,  0x1.78p-1f, 0x1.7p-1f,  0x1.68p-1f, 0x1.6p-1f,  0x1.58p-1f,
     0x1.5p+0f,  0x1.48p+0f, 0x1.48p+0f, 0x1.4p+0f,  0x1.38p+0f, 0x1.3p+0f,  0x1.3p+0f,  0x1.28p+0f,
     0x1.2p+0f,  0x1.2p+0f,  0x1.18p+0f, 0x1.1p+0f,  0x1.1p+0f,  0x1.08p+0f, 0x1.08p+0f, 0x1p+0f},
    {0,
     0x1.1bbp-4f,
     0x1.e0bp-4f,
     0x1.22d8p-3f,
     0x1.8a88p-3f,
     0x1.bfc8p-3f,
     0x1.169cp-2f,
     0x1.32cp-2f,
     0x1.4f7p-2f,
     0x1.8a88p-2f,
     0x1.a9p-2f,
     0x1.c818p-2f,
     0x1.e7ep-2f,
     0x1.042cp-1f,
     0x1.14c6p-1f,
     0x1.25cp-1f,
     -0x1.91bcp-2f,
     -0x1.6e24p-2f,
     -0x1.6e24p-2f,
     -0x1.49a8p-2f,
     -0x1.244p-2f,
     -0x1.fbcp-3f,
     -0x1.fbcp-3f,
     -0x1.acf8p-3f,
     -0x1.5cp-3f,
     -0x1.5cp-3f,
     -0x1.08c8p-3f,
     -0x1.664p-4f,
     -0x1.664p-4f,
     -0x1.6bap-5f,
     -0x1.6bap-5f,
     0},
    {0,
     0x1.953002p-19f,
     0x1.ae8f3p-20f,
     0x1.6e155ap-18f,
     0x1.80abfcp-19f,
     -0x1.858p-19f,
     0x1.4d8fc6p-24f,
     -0x1.1c8f12p-22f,
     -0x1.134c4ep-20f,
     0x1.80abfcp-18f,
     -0x1.a39fbep-20f,
     0x1.dc2d46p-18f,
     -0x1.40358ep-19f,
     -0x1.5a32c2p-20f,
     -0x1.3e032ep-18f,
     0x1.408c78p-18f,
     0x1.5db83ap-20f,
     0x1.e3263p-18f,
     0x1.e3263p-18f,
     0x1.ed0cbap-20f,
     -0x1.eac382p-20f,
     -0x1.6b9026p-19f,
     -0x1.6b9026p-19f,
     0x1.0e9258p-18f,
     -0x1.a39fbep-19f,
     -0x1.a39fbep-19f,
     0x1.3b992cp-18f,
     0x1.20a6dep-21f,
     0x1.20a6dep-21f,
     -0x1.a6eb1ep-18f,
     -0x1.a6eb1ep-18f,
     0},
};

static __attribute__((noinline)) tb_v tb_rare_powers(tb_v a, tb_v b)
{
    return tb_special_powers_f32(a, b, tb_power_in_doubles(a, b));
}

/* Where the result is normal by far: 2^(b (log + log_tail)), each with its tail. */
static inline tb_v tb_pow_lanes_f32(tb_v a, tb_v b)
{
    tb_v k;
    const tb_v z = tb_normalised(a, &k);
    const tb_vi i = (tb_vi)z >> 18;
    const tb_v r = tb_fma_v(z, tb_entry_of_32(tb_log2_tables[0], i), TB_EVERY_V(-1.0f));
    const tb_v base = k + tb_entry_of_32(tb_log2_tables[1], i), scale = TB_EVERY_V(0x1.715476p+0f);
    tb_v p = tb_fma_v(r, TB_EVERY_V(-0x1.e18358p-3f), TB_EVERY_V(0x1.279d7cp-2f));
    p = tb_fma_v(r, p, TB_EVERY_V(-0x1.715556p-2f));
    p = tb_fma_v(r, p, TB_EVERY_V(0x1.ec709cp-2f));
    p = tb_fma_v(r, p, TB_EVERY_V(-0x1.3de08cp-27f)); /* 2^-39 */
    const tb_v c = tb_fma_v(r, TB_EVERY_V(-0x1.715476p-1f), scale);
    const tb_v lost = tb_fma_v(r, TB_EVERY_V(-0x1.715476p-1f), scale - c) + 0x1.4ae0cp-26f;
    const tb_v c_tail = tb_fma_v(r, p, lost), s = r * c, log = base + s;
    const tb_v s_tail = tb_fma_v(r, c_tail, tb_fma_v(r, c, -s)) + tb_entry_of_32(tb_log2_tables[2], i);
    const tb_v log_tail = ((base - log) + s) + s_tail, product = b * log;
    const tb_v tail = tb_fma_v(b, log_tail, tb_fma_v(b, log, -product));
    const tb_v shifted = product + tail + TB_ROUND_SHIFT / 16, whole = shifted - TB_ROUND_SHIFT / 16;
    const tb_v x = (product - whole) + tail;
    tb_v q = tb_fma_v(x, TB_EVERY_V(0x1.c6aceep-5f), TB_EVERY_V(0x1.ebfff4p-3f));
    q = tb_fma_v(x, q, TB_EVERY_V(0x1.62e43p-1f)); /* 2^-29 */
    const tb_power power = tb_power_lanes(q * x, whole, (tb_vi)shifted);
    const tb_mask_v is_special = _mm512_fpclass_ps_mask(a, 0xdf); /* not positive and finite */
    const tb_mask_v is_far = TB_COMPARE_V(tb_fabs_v(product), TB_EVERY_V(125.0f), _CMP_NLT_UQ);
    const tb_v y = (tb_v)_mm512_maskz_scalef_ps((tb_mask_v)~is_far, power.high + power.tail, whole);
    if (TB_RARELY(is_special | is_far))
        return tb_choose_v(is_special | is_far, tb_rare_powers(a, b), y);
    return y;
}
#else
static __attribute__((noinline)) tb_v tb_rare_powers(tb_v a, tb_v b, tb_v y)
{
    return tb_special_powers_f32(a, b, y);
}

static inline tb_v tb_pow_lanes_f32(tb_v a, tb_v b)
{
    const tb_v y = tb_power_in_doubles(a, b);
    const tb_vi is_special = (tb_vi)((tb_vu)a + 0x7f800000u) > -0x01000001;
    const unsigned special = tb_bits_of_v((tb_mask_v)(is_special | (b != b)));
    return TB_RARELY(special) ? tb_rare_powers(a, b, y) : y;
}
#endif

/* The exponent is a number; b holds it as well, rounded to float. */
static inline tb_v tb_pow_number_lanes_f32(tb_v a, tb_v b, double power)
{
    (void)power;
    return tb_pow_lanes_f32(a, b);
}

/* x * log(y) */
static inline tb_v tb_xlogy_lanes_f32(tb_v a, tb_v b)
{
    const tb_v product =
        tb_choose_v(TB_COMPARE_V(a, (tb_v){0}, _CMP_EQ_OQ), (tb_v){0}, a * tb_log_lanes_f32(b));
    return tb_choose_v(TB_COMPARE_V(b, b, _CMP_UNORD_Q), b, product);
}

/* The angle is q, the smaller size over the larger one, or what q leaves of pi/2 or pi.  Both sizes are first
 * scaled so that the larger one is about 1. */
static inline tb_v tb_atan2_lanes_f32(tb_v a, tb_v b)
{
    const tb_v y = tb_fabs_v(a), x = tb_fabs_v(b), one = TB_EVERY_V(1.0f), infinite = TB_EVERY_V(INFINITY);
    const tb_v least = tb_least_v(y, x), most = tb_most_v(x, y); /* one is nan if a or b is, in this order */
#if TB_LANES == 8
    const tb_v high = (tb_v)_mm512_getmant_ps(most, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src);
    const tb_v low = (tb_v)_mm512_scalef_ps(least, -(tb_v)_mm512_getexp_ps(most));
#else
    const tb_vi wanted = 0x7f000000 - ((tb_vi)most & 0x7f800000);
    const tb_v scale = (tb_v)_mm256_max_epi32((__m256i)wanted, _mm256_set1_epi32(0x00800000));
    const tb_v high = most * scale, low = least * scale;
#endif
    const tb_v guess = tb_inverse_v(high), inverse = tb_fma_v(guess, tb_fma_v(-guess, high, one), guess);
    tb_v q = low * inverse, tail = tb_fma_v(-q, high, low) * inverse;
    const tb_v both = y + x; /* 0, infinite or nan if a limit is asked for */
    const tb_mask_v is_zero = TB_COMPARE_V(both, (tb_v){0}, _CMP_EQ_OQ);
    if (TB_RARELY(tb_bits_of_v(is_zero) | tb_bits_of_v(TB_COMPARE_V(both, infinite, _CMP_NLT_UQ)))) {
        const tb_vi is_limit = (most == 0) | (most == infinite);
        q = tb_pick_v(is_limit, tb_pick_v(least == infinite, one, least * 0.0f), q);
        tail = tb_pick_v(is_limit, (tb_v){0}, tail);
    }
    const tb_mask_v is_steep = TB_COMPARE_V(y, x, _CMP_GT_OQ);
    const tb_v of_x = tb_choose_v(tb_is_negative_v(b), TB_EVERY_V(2 * TB_HALF_PI), (tb_v){0});
    const tb_v base = tb_choose_v(is_steep, TB_EVERY_V(TB_HALF_PI), of_x);
    const tb_v turn = tb_with_sign(tb_choose_v(is_steep, TB_EVERY_V(-0.0f), (tb_v){0}), tb_sign_of_v(b));
    const tb_v arc = tb_with_sign(q, turn), u = q * q, arc3 = arc * u, p = tb_arc_terms(u);
    const tb_v angle = tb_fma_v(arc3, p, base + arc), lost = tb_fma_v(arc3, p, (base - angle) + arc);
    const tb_v of_base = tb_fma_v(base, TB_EVERY_V(TB_HALF_PI_TAIL / TB_HALF_PI), lost);
    tail *= tb_fma_v(u, TB_EVERY_V(-0.5f), TB_EVERY_V(1.0f)); /* about 1 / (1 + u) */
    return tb_with_sign_of(angle + (of_base + tb_with_sign(tail, turn)), a);
}

/* ---- lengths ---- */

static inline tb_v tb_hypot_lanes_f32(tb_v a, tb_v b)
{
    const tb_d x = tb_first_half(a), y = tb_first_half(b), z = tb_second_half(a), w = tb_second_half(b);
    const tb_v length = tb_join(tb_root(x * x + y * y), tb_root(z * z + w * w)),
               infinite = TB_EVERY_V(INFINITY);
    if (TB_RARELY(tb_bits_of_v(TB_COMPARE_V(length, length, _CMP_UNORD_Q))))
        return tb_pick_v((tb_fabs_v(a) == infinite) | (tb_fabs_v(b) == infinite), infinite, length);
    return length;
}

/* ---- logarithms of sums of powers ---- */

/* log(1 + a) for a from 0 to 1, from s = a / (2 + a). */
static inline tb_d tb_log1p_lanes(tb_d a)
{
    const tb_d s = a / (a + 2), u = s * s, u2 = u * u;
    const tb_d high = tb_fma(u, TB_EVERY_D(0x1.f438ddca16f4dp-3), TB_EVERY_D(0x1.b610ff1a78537p-3));
    const tb_d middle = tb_fma(u, TB_EVERY_D(0x1.2514583715321p-2), TB_EVERY_D(0x1.9996228de0bafp-2));
    const tb_d low = tb_fma(u, TB_EVERY_D(0x1.555559a2559bdp-1), TB_EVERY_D(0x1.ffffffff22df0p+0));
    return s * tb_fma(tb_fma(high, u2, middle), u2, low); /* 2^-32 */
}

/* log(base^a + base^b) / log(base), for scale = log2(base) and unit = 1 / log(base).  Each step is rounded to
 * float, as in tb_logaddexp_f32. */
static inline tb_v tb_log_of_sum_lanes(tb_v a, tb_v b, double scale, float unit)
{
    const tb_v apart = tb_most_v((tb_v)((tb_vi)(a - b) | INT32_MIN), TB_EVERY_V(-600.0f));
    const tb_v power =
        tb_join(tb_exp2_lanes(tb_first_half(apart) * scale), tb_exp2_lanes(tb_second_half(apart) * scale));
    const tb_v more =
        tb_join(tb_log1p_lanes(tb_first_half(power)), tb_log1p_lanes(tb_second_half(power))) * unit;
    const tb_v any = tb_most_v(a, b);
    return tb_choose_v(TB_COMPARE_V(a, a, _CMP_UNORD_Q), a, any) + more;
}

static inline tb_v tb_logaddexp_lanes_f32(tb_v a, tb_v b) { return tb_log_of_sum_lanes(a, b, 1 / TB_LN2, 1); }

static inline tb_v tb_logaddexp2_lanes_f32(tb_v a, tb_v b)
{
    return tb_log_of_sum_lanes(a, b, 1, (float)(1 / TB_LN2));
}

#endif
