/* vectors_float.h: functions of two float32, computed in double and rounded once: within 0.6 units in the
 * last place, so that well-known values are exact.  If a lane is not in a function's domain (subnormal,
 * infinite, nan), the function sets its bit in *rest, and libm computes it. */
#ifndef TB_VECTORS_FLOAT_H
#define TB_VECTORS_FLOAT_H

#include "core/kernels/math/complex.h"
#include "core/kernels/math/vectors.h"

/* Lanes whose bits are not those of a positive, normal number. */
static inline tb_i tb_is_odd(tb_i x) { return (tb_i)((tb_u)x + 0x7f800000u) > -0x01000001; }

/* Polynomials are minimax approximations; a comment gives their error relative to the result. */

#if TB_LANES == 8
/* For positive, normal floats given by their bits.  z = 2^-k x lies in one of 16 intervals from 0.699 on; the
 * tables hold the inverse of each interval's middle and the middle's logarithm, which is 0 for the interval
 * around 1. */
static inline tb_d tb_log2_lanes(tb_u bits)
{
    static const double inverse[16] = {
        0x1.661ec6a5122f9p+0, 0x1.571ed3c506b3ap+0, 0x1.49539e3b2d067p+0, 0x1.3c995a47babe7p+0,
        0x1.30d190130d190p+0, 0x1.25e22708092f1p+0, 0x1.1bb4a4046ed29p+0, 0x1.12358e75d3033p+0,
        0x1.0953f39010954p+0, 0x1.0000000000000p+0, 0x1.e573ac901e574p-1, 0x1.ca4b3055ee191p-1,
        0x1.b2036406c80d9p-1, 0x1.9c2d14ee4a102p-1, 0x1.886e5f0abb04ap-1, 0x1.767dce434a9b1p-1,
    };
    static const double logarithm[16] = {
        -0x1.efec61b011f85p-2, -0x1.b0b67f4f46812p-2,
        -0x1.7418acebbf18fp-2, -0x1.39de8e1559f6ep-2,
        -0x1.01d9bbcfa61d4p-2, -0x1.97c1cb13c7ec0p-3,
        -0x1.2f9e32d5bfdd1p-3, -0x1.960caf9abb7c1p-4,
        -0x1.a6f9c377dd31dp-5, 0x0.0p+0,
        0x1.3aa2fdd27f1bfp-4,  0x1.476a9f983f74dp-3,
        0x1.e840be74e6a4dp-3,  0x1.406463b1b0448p-2,
        0x1.88e9c72e0b224p-2,  0x1.ce0a4923a587dp-2,
    };
    const tb_u above = bits - 0x3f330000u;
    const tb_l interval = (tb_l)_mm512_cvtepi32_epi64((__m256i)((tb_i)above >> 19));
    const tb_d k = tb_widen_i((tb_i)above >> 23), z = tb_widen((tb_f)(bits - (above & ~0x7fffffu)));
    const tb_d r = tb_fma(z, tb_entry(inverse, interval), TB_EVERY_D(-1.0)), r2 = r * r;
    tb_d p = tb_fma(r, TB_EVERY_D(-0x1.ed1e67c3a768bp-3), TB_EVERY_D(0x1.27c13c3981003p-2));
    const tb_d q = tb_fma(r, TB_EVERY_D(-0x1.71546a3162c13p-2), TB_EVERY_D(0x1.ec709732fef41p-2));
    const tb_d s = tb_fma(r, TB_EVERY_D(-0x1.71547652f1d0fp-1), TB_EVERY_D(0x1.71547652bdac8p+0));
    p = tb_fma(tb_fma(p, r2, q), r2, s); /* 2^-38 */
    return tb_fma(r, p, tb_entry(logarithm, interval) + k);
}

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
    return (tb_d)_mm512_scalef_pd(q, k);
}
#else
/* For positive, normal floats given by their bits, from s = (z - 1) / (z + 1). */
static inline tb_d tb_log2_lanes(tb_u bits)
{
    const tb_u above = bits - 0x3f3504f3u;
    const tb_d k = tb_widen_i((tb_i)above >> 23), z = tb_widen((tb_f)(bits - (above & ~0x7fffffu)));
    const tb_d s = (z - 1) / (z + 1), u = s * s, u2 = u * u;
    const tb_d high = tb_fma(u, TB_EVERY_D(0x1.5cea83649742cp-2), TB_EVERY_D(0x1.a58d66e6b36a0p-2));
    const tb_d middle = tb_fma(u, TB_EVERY_D(0x1.2777803a9e365p-1), TB_EVERY_D(0x1.ec709d1250488p-1));
    const tb_d p = tb_fma(tb_fma(high, u2, middle), u, TB_EVERY_D(0x1.71547652bee6ep+1)); /* 2^-36 */
    return tb_fma(s, p, k);
}

static inline tb_d tb_exp2_lanes(tb_d a)
{
    a = tb_least(tb_most(a, TB_EVERY_D(-1000.0)), TB_EVERY_D(1000.0));
    const tb_d shifted = a + 0x1.8p52, r = a - (shifted - 0x1.8p52), r2 = r * r;
    const tb_d one = tb_fma(r, TB_EVERY_D(0x1.62e430d04349bp-1), TB_EVERY_D(0x1.ffffffff4e0afp-1));
    const tb_d two = tb_fma(r, TB_EVERY_D(0x1.c6aecc57bec1ap-5), TB_EVERY_D(0x1.ebfbe10e266c8p-3));
    tb_d p = tb_fma(r, TB_EVERY_D(0x1.5f48c6455998ap-10), TB_EVERY_D(0x1.3b2995fa2f81fp-7));
    p = tb_fma(r2, TB_EVERY_D(0x1.4498fa765e46fp-13), p);
    p = tb_fma(tb_fma(p, r2, two), r2, one); /* 2^-29 */
    return (tb_d)((tb_ul)p + ((tb_ul)shifted << 52));
}
#endif

static inline tb_f tb_pow_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    const tb_i x = (tb_i)a, size_of_b = (tb_i)b & INT32_MAX;
    *rest = tb_bits_of_i(tb_is_odd(x) | (size_of_b > 0x52ffffff)); /* from 2^39 on */
    return tb_narrow(tb_exp2_lanes(tb_widen(b) * tb_log2_lanes((tb_u)(x & INT32_MAX))));
}

/* Computes the lanes that tb_pow_lanes_f32 leaves if a is not above 0, given the powers of |a|; *rest: those
 * left to libm. */
static inline tb_f tb_pow_left_lanes_f32(tb_f power, tb_f a, tb_f b, unsigned *rest)
{
    const tb_i x = (tb_i)a, size = x & INT32_MAX, size_of_b = (tb_i)b & INT32_MAX;
    const tb_i whole = tb_to_i(b), is_zero = size == 0;
    const tb_i is_whole = (tb_from_i(whole) == b) | (size_of_b >= 0x4b800000); /* 2^24 */
    const tb_f of_zero = (tb_f)((b < 0) & 0x7f800000);
    power = tb_pick(is_zero & (b != 0), of_zero, power);
    power = (tb_f)((tb_i)power | ((x < 0) & ~is_zero & ~is_whole));
    *rest =
        tb_bits_of_i(((size != 0) & (size < 0x00800000)) | (size >= 0x7f800000) | (size_of_b > 0x52ffffff));
    return (tb_f)((tb_i)power ^ ((x < 0) & is_whole & (tb_i)((tb_u)whole << 31)));
}

static inline tb_f tb_hypot_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    const tb_d x = tb_widen(a), y = tb_widen(b), length = tb_root(x * x + y * y);
    *rest = tb_bits_of(TB_COMPARE(length, length, _CMP_UNORD_Q));
    return tb_narrow(length);
}

static inline tb_f tb_atan2_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    const tb_d y = tb_widen(a), x = tb_widen(b), height = tb_fabs(y), width = tb_fabs(x);
    const tb_mask steep = TB_COMPARE(height, width, _CMP_GT_OQ);
    const tb_d t = tb_least(height, width) / tb_most(width, height); /* nan if either is, in this order */
    const tb_d u = t * t, u2 = u * u, u4 = u2 * u2;
    const tb_d c0 = tb_fma(u, TB_EVERY_D(-0x1.555536b44c4bdp-2), TB_EVERY_D(0x1.ffffffedc894ap-1));
    const tb_d c2 = tb_fma(u, TB_EVERY_D(-0x1.241b7675e9d99p-3), TB_EVERY_D(0x1.999113ec0983cp-3));
    const tb_d c4 = tb_fma(u, TB_EVERY_D(-0x1.57d17abd8a777p-4), TB_EVERY_D(0x1.c06bef429b9b0p-4));
    const tb_d c6 = tb_fma(u, TB_EVERY_D(-0x1.fd4e85837de4fp-6), TB_EVERY_D(0x1.d9ca6eeaf0737p-5));
    const tb_d c8 = tb_fma(u, TB_EVERY_D(-0x1.d48933c72f472p-10), TB_EVERY_D(0x1.646b21e3da005p-7));
    const tb_d low = tb_fma(c2, u2, c0), high = tb_fma(tb_fma(c8, u2, c6), u2, c4);
    tb_d angle = t * tb_fma(high, u4, low); /* 2^-28.8 */
    angle = tb_choose(steep, 0x1.921fb54442d18p+0 - angle, angle);
    angle = tb_choose(tb_is_negative_d(x), 0x1.921fb54442d18p+1 - angle, angle);
    const tb_f result = tb_narrow(tb_with(angle, tb_sign_of(y)));
    *rest = tb_bits_of_i(result != result);
    return result;
}

/* Exact: see tb_fmodf. */
static inline tb_f tb_fmod_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    const tb_d x = tb_widen(a), y = tb_widen(b), quotient = x / y;
    const tb_mask few = TB_COMPARE(tb_fabs(quotient), TB_EVERY_D(0x1p28), _CMP_LT_OQ);
    const tb_mask finite = TB_COMPARE(tb_fabs(y), TB_EVERY_D((double)INFINITY), _CMP_LT_OQ);
    const tb_f left = tb_narrow(x - y * tb_whole(quotient));
    *rest = tb_bits_of(tb_both(few, finite)) ^ TB_ALL_LANES;
    return (tb_f)((tb_i)left | (tb_i)tb_sign_of_f(a));
}

/* The same for doubles: below 2**52 the quotient, truncated, is at most one off, and the remainder is
 * exact. */
static inline tb_d tb_fmod_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    const tb_d quotient = a / b, size = tb_fabs(b);
    const tb_mask few = TB_COMPARE(tb_fabs(quotient), TB_EVERY_D(0x1p52), _CMP_LT_OQ);
    const tb_mask finite = TB_COMPARE(size, TB_EVERY_D((double)INFINITY), _CMP_LT_OQ);
    const tb_d left = tb_fma(-tb_whole(quotient), b, a), sign = tb_sign_of(a);
    const tb_d over = (tb_d)((left != 0) & ((left < 0) ^ (a < 0)) & (tb_l)tb_with(size, sign));
    *rest = tb_bits_of(tb_both(few, finite)) ^ TB_ALL_LANES;
    return tb_with(left + over, sign);
}

/* Remainders, and the steps of tb_floor_divide_... */
#define TB_LANES_QUOTIENTS(SUFFIX, T, V, I, SIGN, PICK, FLOOR)                                   \
    static inline V tb_remainder_lanes_##SUFFIX(V a, V b, unsigned *rest)                        \
    {                                                                                            \
        const V left = tb_fmod_lanes_##SUFFIX(a, b, rest);                                       \
        return PICK((left != 0) & ((b < 0) ^ (left < 0)), left + b, left);                       \
    }                                                                                            \
    static inline V tb_floor_divide_lanes_##SUFFIX(V a, V b, unsigned *rest)                     \
    {                                                                                            \
        const V left = tb_fmod_lanes_##SUFFIX(a, b, rest), one = (T)1 - (V){0};                  \
        V quotient = (a - left) / b;                                                             \
        quotient -= (V)((left != 0) & ((b < 0) ^ (left < 0)) & (I)one);                          \
        const V down = FLOOR(quotient);                                                          \
        const V whole = down + (V)((quotient - down > (T)0.5) & (I)one);                         \
        return PICK(quotient == 0, (V)(((I)a ^ (I)b) & SIGN), whole);                            \
    }

TB_LANES_QUOTIENTS(f32, float, tb_f, tb_i, INT32_MIN, tb_pick, tb_floor_of)
TB_LANES_QUOTIENTS(f64, double, tb_d, tb_l, INT64_MIN, tb_pick_d, tb_floor_of_d)
#undef TB_LANES_QUOTIENTS

/* ---- a number as the exponent ---- */

/* The exponent is rounded to float; from 2^39 on libm computes. */
static inline tb_f tb_pow_number_lanes_f32(tb_f a, tb_f b, double number, unsigned *rest)
{
    (void)b;
    const float power = (float)number;
    const tb_i x = (tb_i)a;
    *rest = fabsf(power) < 0x1p39f ? tb_bits_of_i(tb_is_odd(x)) : TB_ALL_LANES;
    return tb_narrow(tb_exp2_lanes((double)power * tb_log2_lanes((tb_u)(x & INT32_MAX))));
}

static inline tb_f tb_pow_number_left_lanes_f32(tb_f y, tb_f a, double number, unsigned *rest)
{
    const float power = (float)number;
    const tb_i x = (tb_i)a, size = x & INT32_MAX, is_zero = size == 0, none = {0};
    const int is_whole = floorf(power) == power, is_odd = is_whole && 2 * floorf(power / 2) != power;
    if (!(fabsf(power) < 0x1p39f))
        return y;
    y = tb_pick(is_zero, TB_EVERY_F(power < 0 ? INFINITY : power == 0), y);
    y = (tb_f)((tb_i)y | (is_whole ? none : (x < 0) & ~is_zero));
    *rest = tb_bits_of_i(((size != 0) & (size < 0x00800000)) | (size >= 0x7f800000));
    return (tb_f)((tb_i)y ^ (is_odd ? x & INT32_MIN : none));
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

/* Each step is rounded to float as in tb_logaddexp_f32.  Where most of the sum cancels, the last bits of the
 * steps would matter: libm computes there. */
static inline tb_f tb_log_of_sum_lanes(tb_f a, tb_f b, double scale, float unit, unsigned *rest)
{
    const tb_d apart = tb_widen((tb_f)((tb_i)(a - b) | INT32_MIN)) * scale;
    const tb_f power = tb_narrow(tb_exp2_lanes(tb_most(apart, TB_EVERY_D(-1000.0))));
    const tb_f most = tb_pick((a != a) | (a >= b), a, b);
    const tb_f more = tb_narrow(tb_log1p_lanes(tb_widen(power))) * unit, sum = most + more;
    *rest = tb_bits_of_i((tb_f)((tb_i)sum & INT32_MAX) < more);
    return sum;
}

static inline tb_f tb_logaddexp_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    return tb_log_of_sum_lanes(a, b, 1 / TB_LN2, 1, rest);
}

static inline tb_f tb_logaddexp2_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    return tb_log_of_sum_lanes(a, b, 1, (float)(1 / TB_LN2), rest);
}

/* x * log(y), both steps rounded to float as in tb_xlogy_f32. */
static inline tb_f tb_xlogy_lanes_f32(tb_f a, tb_f b, unsigned *rest)
{
    const tb_i y = (tb_i)b;
    const tb_f product = a * tb_narrow(tb_log2_lanes((tb_u)y) * TB_LN2);
    *rest = tb_bits_of_i(tb_is_odd(y));
    return tb_pick(a == 0, (tb_f){0}, product);
}

/* ---- lengths ---- */

/* For operands whose squares keep all their bits; the root's own error is computed and subtracted. */
static inline tb_d tb_hypot_lanes_f64(tb_d a, tb_d b, unsigned *rest)
{
    const tb_d x = tb_least(tb_fabs(a), tb_fabs(b)), y = tb_most(tb_fabs(a), tb_fabs(b));
    const tb_d xx = x * x, yy = y * y, h = tb_root(xx + yy), hh = h * h;
    const tb_d lost = (tb_fma(-x, x, xx) + tb_fma(-y, y, yy)) - tb_fma(-h, h, hh);
    const tb_d error = (((hh - yy) - xx) + lost) / (h + h);
    const tb_mask inside = tb_both(TB_COMPARE(y, TB_EVERY_D(0x1p500), _CMP_LT_OQ),
                                   TB_COMPARE(x, TB_EVERY_D(0x1p-400), _CMP_GT_OQ));
    *rest = tb_bits_of(tb_both(inside, TB_COMPARE(a, b, _CMP_ORD_Q))) ^ TB_ALL_LANES;
    return h - error;
}

#endif
