/* doubles_exponential.h: exponentials of one float64, hyperbolic functions and erf: within 1 unit in the last
 * place.  A number's tail is the part that rounding lost, which is added last.  The same bits on every level. */
#ifndef TB_DOUBLES_EXPONENTIAL_H
#define TB_DOUBLES_EXPONENTIAL_H

#include "core/kernels/math/vectors_double.h"

#include <stddef.h>

#define TB_ROUND_SHIFT_D 0x1.8p52 /* as TB_ROUND_SHIFT, for a number below 2^51 */

/* The number 2^k (high + tail); k is the integer in bits / 16, rounded down. */
typedef struct {
    tb_d high, tail, sixteen_k;
    tb_l bits;
} tb_power_d;

/* (1 + q) 2^(n / 16) for the integer n in the low bits of `shifted`. */
static inline tb_power_d tb_power_lanes_d(tb_d q, tb_d shifted)
{
    const tb_l bits = (tb_l)shifted;
    const tb_d high = tb_entry(tb_powers, bits);
    return (tb_power_d){high, tb_fma(high, q, tb_entry(tb_power_tails, bits)), shifted - TB_ROUND_SHIFT_D,
                        bits};
}

/* e^x, or e^(x + *tail) if tail is not NULL, for x from -756 to 710. */
static inline __attribute__((always_inline)) tb_power_d tb_power_of_e_d(tb_d x, const tb_d *tail)
{
    const tb_d shifted = tb_fma(x, TB_EVERY_D(0x1.71547652b82fep+4), TB_EVERY_D(TB_ROUND_SHIFT_D));
    const tb_d n = shifted - TB_ROUND_SHIFT_D, near = tb_fma(n, TB_EVERY_D(-0x1.62e42fefa39efp-5), x);
    const tb_d rest = tb_fma(n, TB_EVERY_D(-0x1.abc9e3b39803fp-60), near);
    const tb_d r = tail ? rest + *tail : rest, r2 = r * r;
    const tb_d c0 = tb_fma(r, TB_EVERY_D(0x1.5555555555557p-3), TB_EVERY_D(0x1.0000000000001p-1));
    const tb_d c2 = tb_fma(r, TB_EVERY_D(0x1.11111110ab3f4p-7), TB_EVERY_D(0x1.55555554e8d7cp-5));
    const tb_d c4 = tb_fma(r, TB_EVERY_D(0x1.a01b65ca21311p-13), TB_EVERY_D(0x1.6c17ede652076p-10));
    return tb_power_lanes_d(tb_fma(r2, tb_fma(tb_fma(c4, r2, c2), r2, c0), r), shifted);
}

/* 2^k y, rounded once, for y up to 2.  It is 0 below k = -1075, without an underflow, as in tb_scale_v. */
static inline tb_d tb_scale_d(tb_d y, const tb_power_d *power)
{
    const tb_mask is_number = TB_COMPARE(power->sixteen_k, TB_EVERY_D(-1075.0 * 16), _CMP_NLT_UQ);
#if TB_LANES == 8
    return (tb_d)_mm512_maskz_scalef_pd(is_number, y, power->sixteen_k * 0x1p-4);
#else
    y = tb_choose(is_number, y, (tb_d){0});
    const tb_ul k = (tb_ul)power->bits >> 4, half = (tb_ul)power->bits >> 5; /* but for their highest bits */
    return y * (tb_d)((half + 1023) << 52) * (tb_d)((k - half + 1023) << 52);
#endif
}

/* 2^(k - less), which must be normal. */
static inline tb_d tb_unit_of(const tb_power_d *power, int less)
{
    return (tb_d)((((tb_ul)power->bits >> 4) + (uint64_t)(1023 - less)) << 52);
}

static inline tb_d tb_exp_lanes_f64(tb_d a)
{
    const tb_d x = tb_least(TB_EVERY_D(710.0), tb_most(TB_EVERY_D(-746.0), a));
    const tb_power_d power = tb_power_of_e_d(x, NULL);
    return tb_scale_d(power.high + power.tail, &power);
}

static inline tb_d tb_exp2_lanes_f64(tb_d a)
{
    const tb_d x = tb_least(TB_EVERY_D(1025.0), tb_most(TB_EVERY_D(-1076.0), a));
    const tb_d shifted = x + TB_ROUND_SHIFT_D / 16, r = x - (shifted - TB_ROUND_SHIFT_D / 16), r2 = r * r;
    const tb_d c0 = tb_fma(r, TB_EVERY_D(0x1.ebfbdff82c597p-3), TB_EVERY_D(0x1.62e42fefa39efp-1));
    const tb_d c2 = tb_fma(r, TB_EVERY_D(0x1.3b2ab6fadf5f9p-7), TB_EVERY_D(0x1.c6b08d704a0c8p-5));
    const tb_d c4 = tb_fma(r, TB_EVERY_D(0x1.430a67dae4b9dp-13), TB_EVERY_D(0x1.5d87fe77c624cp-10));
    const tb_d top = tb_fma(r2, TB_EVERY_D(0x1.ffce1881ab9bp-17), c4);
    const tb_d q = r * tb_fma(r2, tb_fma(r2, top, c2), c0);
    const tb_power_d power = tb_power_lanes_d(q, shifted * 16);
    return tb_scale_d(power.high + power.tail, &power);
}

/* 1 / (1 + e^-a); it is 0, as in torch, if e^-a exceeds the largest double. */
static inline tb_d tb_sigmoid_lanes_f64(tb_d a)
{
    const tb_d least = TB_EVERY_D(-0x1.62e42fefa39efp+9), one = TB_EVERY_D(1.0);
    const tb_mask is_low = TB_COMPARE(a, least, _CMP_LT_OQ);
    const tb_d x = tb_least(TB_EVERY_D(40.0), tb_choose(is_low, (tb_d){0}, a));
    const tb_power_d power = tb_power_of_e_d(-x, NULL);
    const tb_d high = power.high + power.tail, tail = power.tail - (high - power.high);
    const tb_d term = tb_scale_d(high, &power), more = tb_most(one, term), sum = 1 + term, inverse = 1 / sum;
    const tb_d sum_tail = (tb_least(one, term) - (sum - more)) + tb_scale_d(tail, &power);
    const tb_d off = tb_less_product(inverse, sum_tail, tb_less_product(inverse, sum, one));
    return tb_choose(is_low, (tb_d){0}, tb_fma(inverse, off, inverse));
}

/* ---- expm1 and hyperbolic functions ---- */

/* x = k ln 2 + r, with the integer k in the low bits of `shifted`; sinh(r) = r + s, cosh(r) = 1 + c. */
typedef struct {
    tb_d r, s, c, shifted;
} tb_parts;

static inline tb_parts tb_parts_of(tb_d x)
{
    const tb_d shifted = tb_fma(x, TB_EVERY_D(0x1.71547652b82fep+0), TB_EVERY_D(TB_ROUND_SHIFT_D));
    const tb_d k = shifted - TB_ROUND_SHIFT_D, near = tb_fma(k, TB_EVERY_D(-0x1.62e42fefa39efp-1), x);
    const tb_d r = tb_fma(k, TB_EVERY_D(-0x1.abc9e3b39803fp-56), near), u = r * r, u2 = u * u;
    const tb_d tail = tb_fma(k, TB_EVERY_D(-0x1.abc9e3b39803fp-56), near - r);
    const tb_d s0 = tb_fma(u, TB_EVERY_D(0x1.111111110f649p-7), TB_EVERY_D(0x1.5555555555559p-3));
    const tb_d s2 = tb_fma(u, TB_EVERY_D(0x1.71ddf7d2f41dp-19), TB_EVERY_D(0x1.a01a01b01318dp-13));
    const tb_d s = tb_fma(u2, tb_fma(u2, TB_EVERY_D(0x1.af5fb3b62492dp-26), s2), s0); /* 2^-61 */
    const tb_d c1 = tb_fma(u, TB_EVERY_D(0x1.6c16c16c14204p-10), TB_EVERY_D(0x1.555555555555bp-5));
    const tb_d c3 = tb_fma(u, TB_EVERY_D(0x1.27e4c616371dbp-22), TB_EVERY_D(0x1.a01a01b0d9908p-16));
    const tb_d high = tb_fma(u2, tb_fma(u2, TB_EVERY_D(0x1.1f93e9fc79be7p-29), c3), c1);
    const tb_d c = tb_fma(u2, high, tb_fma(u, TB_EVERY_D(0.5), r * tail)); /* 2^-70 */
    return (tb_parts){r, tb_fma(u * r, s, tb_fma(tail, c, tail)), c, shifted};
}

/* The sum of two numbers, of which the second may be larger than a rounding error. */
typedef struct {
    tb_d first, second;
} tb_pair;

/* over / under */
static inline tb_d tb_quotient(tb_pair over, tb_pair under)
{
    const tb_d inverse = 1 / (under.first + under.second), q = (over.first + over.second) * inverse;
    const tb_d left = tb_less_product(q, under.first, over.first) + over.second;
    return tb_fma(tb_less_product(q, under.second, left), inverse, q);
}

/* 2^(k - less), which must be normal, for the integer k in the low bits of `shifted`. */
static inline tb_d tb_power_of_two(tb_d shifted, int less)
{
    return (tb_d)(((tb_ul)shifted << 52) + ((uint64_t)(1023 - less) << 52));
}

/* (e^x - 1) / 2^scale */
static inline __attribute__((always_inline)) tb_pair tb_expm1_of(const tb_parts *parts, int scale)
{
    const tb_d unit = tb_power_of_two(parts->shifted, scale),
               one = tb_power_of_two(TB_EVERY_D(TB_ROUND_SHIFT_D), scale);
    const tb_d less = unit - one, more = unit * parts->r, sum = less + more;
    const tb_d lost = (more - (sum - less)) + ((unit - less) - one);
    return (tb_pair){sum, tb_fma(unit, parts->s + parts->c, lost)};
}

static inline tb_d tb_expm1_lanes_f64(tb_d a)
{
    const tb_parts parts = tb_parts_of(tb_least(TB_EVERY_D(710.0), tb_most(TB_EVERY_D(-40.0), a)));
    const tb_mask is_small = TB_COMPARE(tb_fabs(a), TB_EVERY_D(0x1p-54), _CMP_LT_OQ);
    const tb_pair half = tb_expm1_of(&parts, 1);
    return tb_choose(is_small, a, 2 * (half.first + half.second));
}

/* m / (m + 2) for m = e^2x - 1 */
static inline tb_d tb_tanh_lanes_f64(tb_d a)
{
    const tb_d x = tb_fabs(a), two = TB_EVERY_D(2.0);
    const tb_parts parts = tb_parts_of(tb_least(TB_EVERY_D(44.0), x + x));
    const tb_pair m = tb_expm1_of(&parts, 0);
    const tb_d more = tb_most(two, m.first), sum = m.first + 2, lost = tb_least(two, m.first) - (sum - more);
    return tb_with(tb_quotient(m, (tb_pair){sum, lost + m.second}), tb_sign_of(a));
}

/* 2 (first + second r + rest), with first and second a quarter of 2^k - 2^-k and 2^k + 2^-k. */
static inline tb_d tb_sinh_lanes_f64(tb_d a)
{
    const tb_d x = tb_fabs(a);
    const tb_parts parts = tb_parts_of(tb_least(TB_EVERY_D(710.6), x));
    const tb_d few = tb_least(parts.shifted, TB_EVERY_D(TB_ROUND_SHIFT_D + 60));
    const tb_d up = tb_power_of_two(parts.shifted, 2), down = tb_power_of_two(2 * TB_ROUND_SHIFT_D - few, 2);
    const tb_d first = up - down, second = up + down, product = second * parts.r, sum = first + product;
    const tb_d lost = (product - (sum - first)) + ((up - first) - down);
    const tb_d low = tb_fma(first, parts.c, tb_fma(second, parts.s, lost));
    const tb_d y = 2 * (sum + (tb_fma(second, parts.r, -product) + low));
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0x1p-28), _CMP_LT_OQ); /* x^3 is below half a unit */
    return tb_with(tb_choose(is_small, x, y), tb_sign_of(a));
}

static inline tb_d tb_cosh_lanes_f64(tb_d a)
{
    const tb_power_d power = tb_power_of_e_d(tb_least(TB_EVERY_D(710.6), tb_fabs(a)), NULL);
    const tb_d quarter = tb_unit_of(&power, 2);
    const tb_d high = power.high * quarter, tail = power.tail * quarter, sum = high + tail;
    const tb_d inverse = 0.0625 / tb_least(TB_EVERY_D(0x1p200), sum); /* never subnormal, which is slow */
    return 2 * (high + (tail + inverse));
}

/* ---- erf ---- */

/* erf(x) / x - 1 for |x| up to 1, by v = x^2 - 1/2, whose terms are small. */
static inline tb_d tb_small_erf_lanes_d(tb_d u)
{
    const tb_d v = u - 0.5, v2 = v * v, v4 = v2 * v2;
    const tb_d p2 = tb_fma(v, TB_EVERY_D(-0x1.2b902b7b2f3f2p-6), TB_EVERY_D(0x1.454368017b0d5p-4));
    const tb_d p4 = tb_fma(v, TB_EVERY_D(-0x1.263991b7ce07p-11), TB_EVERY_D(0x1.c82aa249a9f3dp-9));
    const tb_d p6 = tb_fma(v, TB_EVERY_D(-0x1.429e94536378ep-17), TB_EVERY_D(0x1.4866392e8a7dap-14));
    const tb_d p8 = tb_fma(v, TB_EVERY_D(-0x1.bf8c61afcf36ep-24), TB_EVERY_D(0x1.1ad511bf28ccep-20));
    const tb_d p10 = tb_fma(v, TB_EVERY_D(-0x1.ad468d46b89fdp-31), TB_EVERY_D(0x1.4416e54faf55cp-27));
    const tb_d high = tb_fma(v4, tb_fma(v4, p10, tb_fma(v2, p8, p6)), tb_fma(v2, p4, p2));
    return tb_fma(v, tb_fma(v, high, TB_EVERY_D(-0x1.1fd16292151fdp-2)),
                  TB_EVERY_D(-0x1.1ae14dc34815bp-5)); /* 2^-57 */
}

/* 1 - e^-x^2 p, where p is a polynomial of (x - 5/4) / (x + 5/4), for |a| = x from 1 on. */
static inline tb_d tb_erf_lanes_f64(tb_d a)
{
    const tb_d x = tb_least(TB_EVERY_D(6.0), tb_fabs(a)), u = x * x,
               small = tb_fma(x, tb_small_erf_lanes_d(u), x);
    const tb_d t = (x - 1.25) / (x + 1.25), t2 = t * t, t4 = t2 * t2;
    const tb_d p2 = tb_fma(t, TB_EVERY_D(0x1.ce82c10342315p-6), TB_EVERY_D(0x1.29d0b82ba0f32p-3));
    const tb_d p4 = tb_fma(t, TB_EVERY_D(-0x1.faa2fa12ee2d1p-8), TB_EVERY_D(-0x1.c4365197fb572p-7));
    const tb_d p6 = tb_fma(t, TB_EVERY_D(0x1.ae395f09fa629p-10), TB_EVERY_D(-0x1.49cbbbd508f78p-15));
    const tb_d p8 = tb_fma(t, TB_EVERY_D(0x1.d37dc5b75b831p-16), TB_EVERY_D(0x1.abfeaec145113p-11));
    const tb_d p10 = tb_fma(t, TB_EVERY_D(-0x1.2a103c0b19b9p-13), TB_EVERY_D(-0x1.b368ab176c38dp-13));
    const tb_d p12 = tb_fma(t, TB_EVERY_D(0x1.c25dde193a8d1p-17), TB_EVERY_D(-0x1.260aba7b4b5b1p-15));
    const tb_d top = tb_fma(t4, TB_EVERY_D(0x1.6d63c81a1068dp-15), tb_fma(t2, p12, p10));
    const tb_d high = tb_fma(t4, tb_fma(t4, top, tb_fma(t2, p8, p6)), tb_fma(t2, p4, p2));
    const tb_d p = tb_fma(t, tb_fma(t, high, TB_EVERY_D(-0x1.0b4ac097c96e4p-1)),
                          TB_EVERY_D(0x1.78a692138767ap-2)); /* 2^-58 of 1 */
    const tb_power_d power = tb_power_of_e_d(-u, NULL);
    const tb_d y = tb_less_product((power.high + power.tail) * tb_unit_of(&power, 0), p, TB_EVERY_D(1.0));
    return tb_with(tb_choose(TB_COMPARE(x, TB_EVERY_D(1.0), _CMP_LT_OQ), small, y), tb_sign_of(a));
}

/* erfc(x) for x from 0.5 to 27.5, as e^-x^2 p / (x + 5 / 8); p, between 0.57 and 0.69, is a polynomial of
 * t = (x - 4) / (x + 4). */
static inline tb_d tb_large_erfc_lanes_d(tb_d x)
{
    const tb_d square = x * x, over = x + 4, under = x + 0.625, both = 1 / (over * under);
    const tb_d over_tail = x - (over - 4), w = both * (under * 8); /* t = 1 - w */
    const tb_d w_off = tb_less_product(w, over_tail, tb_less_product(w, over, TB_EVERY_D(8.0)));
    const tb_d t = tb_less_product(w * 0.125, w_off, 1 - w);
    const tb_d under_tail = x - (under - 0.625), s = both * over;
    const tb_d s_tail = s * tb_less_product(s, under_tail, tb_less_product(s, under, TB_EVERY_D(1.0)));
    const tb_d t2 = t * t, t4 = t2 * t2;
    const tb_d q0 = tb_fma(t, TB_EVERY_D(0x1.1ef6c91ca7eddp-5), TB_EVERY_D(-0x1.a2963e4f0441bp-4));
    const tb_d q2 = tb_fma(t, TB_EVERY_D(-0x1.2e4718b651b1ap-5), TB_EVERY_D(0x1.bae6f15158376p-7));
    const tb_d q4 = tb_fma(t, TB_EVERY_D(-0x1.df4723bbb38e7p-6), TB_EVERY_D(0x1.3f4eaa7ce5114p-5));
    const tb_d q6 = tb_fma(t, TB_EVERY_D(-0x1.f181738b6ccdcp-8), TB_EVERY_D(0x1.162c00b52a662p-6));
    const tb_d q8 = tb_fma(t, TB_EVERY_D(-0x1.9024d5829e68ap-12), TB_EVERY_D(0x1.3caeaaaf2d1b1p-9));
    const tb_d q10 = tb_fma(t, TB_EVERY_D(0x1.300d709545307p-14), TB_EVERY_D(-0x1.78763fecc944cp-14));
    const tb_d q12 = tb_fma(t, TB_EVERY_D(-0x1.5ff17af0c4161p-18), TB_EVERY_D(-0x1.a152c41459c4ep-17));
    const tb_d q14 = tb_fma(t, TB_EVERY_D(0x1.eb4f61bbf436bp-24), TB_EVERY_D(0x1.78303775fc879p-19));
    const tb_d q16 = tb_fma(t, TB_EVERY_D(0x1.39da94eb21fd8p-25), TB_EVERY_D(-0x1.ac2079741b7p-22));
    const tb_d q18 = tb_fma(t, TB_EVERY_D(-0x1.b1bab462b2008p-28), TB_EVERY_D(0x1.b254214ab0681p-25));
    const tb_d high = tb_fma(t4, tb_fma(t4, TB_EVERY_D(-0x1.517f55255d24bp-28), tb_fma(t2, q18, q16)),
                             tb_fma(t2, q14, q12));
    const tb_d low = tb_fma(t4, tb_fma(t2, q10, q8), tb_fma(t2, q6, q4));
    const tb_d q = tb_fma(t4, tb_fma(t4 * t4, high, low), tb_fma(t2, q2, q0));
    const tb_d first = TB_EVERY_D(0x1.446a2ace24489p-1),
               more = tb_fma(t, q, TB_EVERY_D(0x1.be7b2af4c62a8p-55)); /* 2^-58 */
    const tb_d p = first + more, p_tail = more - (p - first), y = s * p;
    const tb_d y_tail = tb_fma(s, p, -y) + tb_fma(s, p_tail, s_tail * p);
    const tb_d rest = -tb_fma(x, x, -square);
    const tb_power_d power = tb_power_of_e_d(-square, &rest);
    const tb_d tail = tb_fma(power.tail, y, power.high * y_tail);
    return tb_scale_d(tb_fma(power.high, y, tail), &power);
}

static inline tb_d tb_erfc_lanes_f64(tb_d a)
{
    /* up to 2^-60 it is 1; subnormal numbers are slow */
    a = tb_choose(TB_COMPARE(tb_fabs(a), TB_EVERY_D(0x1p-60), _CMP_LT_OQ), (tb_d){0}, a);
    const tb_d x = tb_least(TB_EVERY_D(27.5), tb_fabs(a)), less = 1 - a, lost = (1 - less) - a;
    const tb_d small = less + tb_less_product(a, tb_small_erf_lanes_d(a * a), lost),
               y = tb_large_erfc_lanes_d(x);
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0.5), _CMP_LT_OQ);
    return tb_choose(is_small, small, tb_choose(tb_is_negative_d(a), 2 - y, y));
}

#endif
