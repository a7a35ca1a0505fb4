/* vectors_special.h: the inverse of erf, quantiles of the normal distribution, Bessel's and Airy's functions and erfcx,
 * in doubles; float32 is rounded once.  The steps are those of core/kernels/special. */
#ifndef TB_VECTORS_SPECIAL_H
#define TB_VECTORS_SPECIAL_H

#include "core/kernels/math/doubles_logarithm.h"
#include "core/kernels/math/doubles_trigonometric.h"
#include "core/kernels/math/erfcx.h"
#include "core/kernels/special/ratios.h"
#include "core/kernels/special/special.h"

/* The quotient of two polynomials of the same number of coefficients at x. */
static inline __attribute__((always_inline)) tb_d tb_ratio_lanes(const double *top, const double *bottom,
                                                                 int count, tb_d x)
{
    tb_d p = TB_EVERY_D(top[count - 1]), q = TB_EVERY_D(bottom[count - 1]);
#pragma GCC unroll 16
    for (int i = count - 2; i >= 0; i--) {
        p = tb_fma(p, x, TB_EVERY_D(top[i]));
        q = tb_fma(q, x, TB_EVERY_D(bottom[i]));
    }
    return p / q;
}

#define TB_RATIO_LANES(table, x) \
    tb_ratio_lanes((table)[0], (table)[1], TB_COUNT_OF_RATIO(table), x)

/* The inverse of erf at y, where p = (1 - |y|) / 2. */
static inline __attribute__((always_inline)) tb_d tb_quantile_lanes(tb_d y, tb_d p, const int is_float)
{
    const tb_d left = tb_less_product(y, y, TB_EVERY_D(0.7225));
    tb_d x =
        y * (is_float ? TB_RATIO_LANES(tb_quantile_near_f32, left) : TB_RATIO_LANES(tb_quantile_near, left));
    const tb_mask is_tail = TB_COMPARE(tb_fabs(y), TB_EVERY_D(0.85), _CMP_NLE_UQ);
    if (tb_bits_of(is_tail)) {
        const tb_d t = tb_root(-tb_log_lanes_f64(p)), above = t - 1.609375;
        tb_d tail = is_float ? TB_RATIO_LANES(tb_quantile_middle_f32, above)
                             : TB_RATIO_LANES(tb_quantile_middle, above);
        const tb_mask is_far = TB_COMPARE(t, TB_EVERY_D(5.0), _CMP_GT_OQ);
        if (TB_RARELY(tb_bits_of(is_far))) {
            tail = tb_choose(is_far, TB_RATIO_LANES(tb_quantile_far, t - 5), tail);
            tail = tb_choose(TB_COMPARE(p, (tb_d){0}, _CMP_EQ_OQ), TB_EVERY_D((double)INFINITY), tail);
        }
        x = tb_choose(is_tail, tb_with(tail, tb_sign_of(y)), x);
    }
    return x;
}

static __attribute__((noinline)) tb_d tb_quantile_f64(tb_d y, tb_d p) { return tb_quantile_lanes(y, p, 0); }
static __attribute__((noinline)) tb_d tb_quantile_f32(tb_d y, tb_d p) { return tb_quantile_lanes(y, p, 1); }

#define TB_ERFINV(a, quantile) quantile(a, (1 - tb_fabs(a)) * 0.5)
#define TB_NDTRI(a, quantile) quantile(2 * (a)-1, tb_least(1 - (a), a)) * 0x1.6a09e667f3bcdp+0

/* The modified Bessel function of order 0 or 1 at x from 0 on, times exp(-x). */
static inline __attribute__((always_inline)) tb_d tb_bessel_lanes(tb_d x, const int order)
{
    const tb_d near = TB_RATIO_LANES(tb_bessel_near[order], x), y = order ? near * x : near;
    const tb_mask is_far = TB_COMPARE(x, TB_EVERY_D(8.0), _CMP_GT_OQ);
    if (!tb_bits_of(is_far))
        return y;
    return tb_choose(is_far, TB_RATIO_LANES(tb_bessel_far[order], 0.125 - 1 / x) / tb_root(x), y);
}

static __attribute__((noinline)) tb_d tb_bessel_0(tb_d x) { return tb_bessel_lanes(x, 0); }
static __attribute__((noinline)) tb_d tb_bessel_1(tb_d x) { return tb_bessel_lanes(x, 1); }

static inline tb_d tb_i0e_lanes_f64(tb_d a) { return tb_bessel_0(tb_fabs(a)); }
static inline tb_d tb_i0_lanes_f64(tb_d a) { return tb_i0e_lanes_f64(a) * tb_exp_lanes_f64(tb_fabs(a)); }

/* 0 for -0, as in torch. */
static inline tb_d tb_i1e_lanes_f64(tb_d a)
{
    const tb_d y = tb_bessel_1(tb_fabs(a));
    return tb_choose(TB_COMPARE(a, (tb_d){0}, _CMP_LT_OQ), -y, y);
}
static inline tb_d tb_i1_lanes_f64(tb_d a) { return tb_i1e_lanes_f64(a) * tb_exp_lanes_f64(tb_fabs(a)); }

/* The Bessel function of the first or the second kind and order 0 or 1, by the steps of bessel.c. */
static inline tb_d tb_bessel_near_lanes(tb_d x, int order, int second)
{
    const tb_d square = x * x;
    tb_d j = TB_RATIO_LANES(tb_bessel_first_kind[order], square);
    for (int i = 0; i < 2; i++) {
        const double *r = tb_bessel_roots[order][i];
        j *= (x - r[0] - r[1]) * (x + r[0]);
    }
    j = order ? j * x : j;
    if (!second)
        return j;
    const tb_d y = TB_RATIO_LANES(tb_bessel_second_kind[order], square), log = tb_log_lanes_f64(x);
    return order ? y * x + TB_TWO_OVER_PI * (j * log - 1 / x) : y + TB_TWO_OVER_PI * log * j;
}

static inline tb_d tb_bessel_far_lanes(tb_d x, int order, int second)
{
    const tb_d y = 25 / (x * x), p = TB_RATIO_LANES(tb_bessel_in_phase[order], y);
    const tb_d q = TB_RATIO_LANES(tb_bessel_out_of_phase[order], y) / x;
    const tb_d s = tb_sin_lanes_f64(x), c = tb_cos_lanes_f64(x), plus = s + c, minus = s - c;
    const tb_d cosine = order ? minus : plus, sine = order ? -plus : minus;
    return (second ? p * sine + q * cosine : p * cosine - q * sine) / (TB_ROOT_OF_PI * tb_root(x));
}

static __attribute__((noinline)) tb_d tb_bessel_of_kind(tb_d a, int order, int second)
{
    const tb_d x = tb_fabs(a), none = {0};
    const tb_mask is_far = TB_COMPARE(x, TB_EVERY_D(5.0), _CMP_GT_OQ);
    const unsigned far = tb_bits_of(is_far);
    tb_d y = none;
    if (far != TB_ALL_LANES)
        y = tb_bessel_near_lanes(x, order, second);
    if (far)
        y = tb_choose(is_far, tb_bessel_far_lanes(x, order, second), y);
    if (second) {
        const tb_d least = tb_choose(TB_COMPARE(a, none, _CMP_EQ_OQ), TB_EVERY_D(-(double)INFINITY),
                                     TB_EVERY_D((double)NAN));
        return tb_choose(TB_COMPARE(a, none, _CMP_GT_OQ), y, least);
    }
    return order ? (tb_d)((tb_ul)y ^ (tb_ul)tb_sign_of(a)) : y;
}

static inline tb_d tb_bessel_lanes_f64(tb_d a, int64_t kind)
{
    return tb_bessel_of_kind(a, (int)(kind & 1), kind >= TB_BESSEL_Y0);
}

/* By the steps of airy.c. */
static inline tb_d tb_airy_near_lanes(tb_d x)
{
    const tb_d w = x * x * x;
    tb_d even = {0}, odd = {0};
#pragma GCC unroll 16
    for (int i = TB_COUNT_OF_RATIO(tb_airy_series) - 1; i >= 0; i--) {
        even = tb_fma(even, w, TB_EVERY_D(tb_airy_series[0][i]));
        odd = tb_fma(odd, w, TB_EVERY_D(tb_airy_series[1][i]));
    }
    return tb_fma(odd, x, even);
}

static inline tb_d tb_airy_right_lanes(tb_d z, tb_d root)
{
    return TB_RATIO_LANES(tb_airy_right, 1 / z) * tb_exp_lanes_f64(-z) / (2 * TB_ROOT_OF_PI * tb_root(root));
}

static inline tb_d tb_airy_left_lanes(tb_d z, tb_d root)
{
    const tb_d s = tb_sin_lanes_f64(z), c = tb_cos_lanes_f64(z), y = 1 / (z * z);
    const tb_d p = TB_RATIO_LANES(tb_airy_sines, y), q = TB_RATIO_LANES(tb_airy_cosines, y) / z;
    return (p * (s + c) - q * (c - s)) / (TB_ROOT_OF_2PI * tb_root(root));
}

static __attribute__((noinline)) tb_d tb_airy_ai_lanes_f64(tb_d x)
{
    const tb_d size = tb_fabs(x), root = tb_root(size), z = 2 * size * root / 3, none = {0};
    const tb_mask is_right = TB_COMPARE(x, TB_EVERY_D(1.5), _CMP_GT_OQ);
    const tb_mask is_left = TB_COMPARE(x, TB_EVERY_D(-3.0), _CMP_LT_OQ);
    tb_d y = none;
    if (tb_bits_of(tb_either(is_right, is_left)) != TB_ALL_LANES)
        y = tb_airy_near_lanes(x);
    if (tb_bits_of(is_right)) {
        y = tb_choose(is_right, tb_airy_right_lanes(z, root), y);
        y = tb_choose(TB_COMPARE(x, TB_EVERY_D(103.892), _CMP_GT_OQ), none, y); /* as in torch */
    }
    if (tb_bits_of(is_left))
        y = tb_choose(is_left, tb_airy_left_lanes(z, root), y);
    return tb_choose(TB_COMPARE(size, TB_EVERY_D((double)INFINITY), _CMP_EQ_OQ), TB_EVERY_D((double)NAN), y);
}

/* By the steps of erfcx.h. */
static __attribute__((noinline)) tb_d tb_erfcx_lanes_f64(tb_d a)
{
    const tb_d x = tb_fabs(a), t = (x - 3.75) / (x + 3.75), twice = t + t;
    tb_d last = {0}, sum = {0};
#pragma GCC unroll 32
    for (int i = TB_ERFCX_TERMS - 1; i > 0; i--) {
        const tb_d next = tb_fma(twice, sum, tb_erfcx_series[i] - last);
        last = sum;
        sum = next;
    }
    tb_d y = tb_fma(t, sum, tb_erfcx_series[0] - last) / (1 + 2 * x);
    y = tb_choose(TB_COMPARE(x, TB_EVERY_D(1e9), _CMP_GT_OQ), TB_INVERSE_ROOT_OF_PI / x, y);
    const tb_mask is_left = TB_COMPARE(a, (tb_d){0}, _CMP_LT_OQ);
    if (!tb_bits_of(is_left))
        return y;
    const tb_d b = tb_choose(TB_COMPARE(a, TB_EVERY_D(-27.0), _CMP_LT_OQ), TB_EVERY_D(-30.0), a);
    const tb_d high = (tb_d)((tb_ul)b >> 29 << 29), rest = (b - high) * (b + high); /* high * high is exact */
    return tb_choose(is_left, 2 * (tb_exp_lanes_f64(high * high) * tb_exp_lanes_f64(rest)) - y, y);
}

static inline tb_d tb_erfinv_lanes_f64(tb_d a) { return TB_ERFINV(a, tb_quantile_f64); }
static inline tb_d tb_ndtri_lanes_f64(tb_d a) { return TB_NDTRI(a, tb_quantile_f64); }

/* ---- digamma: the steps of gamma.c ---- */

static inline tb_d tb_digamma_above_0(tb_d x)
{
    enum { TERMS = sizeof tb_digamma_series / sizeof *tb_digamma_series };
    const tb_d one = TB_EVERY_D(1.0), none = {0}, far = TB_EVERY_D(10.0);
    tb_d steps = none, sum = none;
    for (tb_mask low; tb_bits_of(low = TB_COMPARE(x, far, _CMP_LT_OQ)); x += tb_choose(low, one, none))
        steps -= tb_choose(low, 1 / x, none);
    const tb_d z = 1 / (x * x);
    for (int i = TERMS - 1; i >= 0; i--)
        sum = sum * z + tb_digamma_series[i];
    return steps + tb_log_lanes_f64(x) - 0.5 / x - sum * z;
}

static inline tb_d tb_digamma_lanes_f64(tb_d x)
{
    const tb_d none = {0}, infinite = TB_EVERY_D((double)INFINITY);
    const tb_mask is_below = TB_COMPARE(x, none, _CMP_LT_OQ), is_0 = TB_COMPARE(x, none, _CMP_EQ_OQ);
    tb_d y = tb_digamma_above_0(tb_choose(is_below, 1 - x, tb_choose(is_0, infinite, x)));
    if (tb_bits_of(is_below)) {
        const tb_d fraction = x - tb_whole(x), tangent = tb_tan_lanes_f64(TB_PI * fraction);
        const tb_mask is_integer = TB_COMPARE(fraction, none, _CMP_EQ_OQ);
        const tb_d reflected = y - TB_PI / tangent;
        y = tb_choose(is_below, tb_choose(is_integer, TB_EVERY_D((double)NAN), reflected), y);
    }
    return tb_choose(is_0, tb_with(infinite, tb_sign_of(-x)), y);
}

/* Of floats, whose halves are computed as doubles. */
#define TB_FLOAT_LANES(name, of_a, ...)                             \
    static inline tb_v tb_##name##_lanes_f32(tb_v all, ##__VA_ARGS__) \
    {                                                  \
        tb_d half[2];                                  \
        for (int i = 0; i < 2; i++) {                  \
            const tb_d a = i ? tb_second_half(all) : tb_first_half(all); \
            half[i] = of_a;                            \
        }                                              \
        return tb_join(half[0], half[1]);              \
    }
TB_FLOAT_LANES(erfinv, TB_ERFINV(a, tb_quantile_f32))
TB_FLOAT_LANES(ndtri, TB_NDTRI(a, tb_quantile_f32))
TB_FLOAT_LANES(i0, tb_i0_lanes_f64(a))
TB_FLOAT_LANES(i0e, tb_i0e_lanes_f64(a))
TB_FLOAT_LANES(i1, tb_i1_lanes_f64(a))
TB_FLOAT_LANES(i1e, tb_i1e_lanes_f64(a))
TB_FLOAT_LANES(airy_ai, tb_airy_ai_lanes_f64(a))
TB_FLOAT_LANES(erfcx, tb_erfcx_lanes_f64(a))
TB_FLOAT_LANES(digamma, tb_digamma_lanes_f64(a))
TB_FLOAT_LANES(bessel, tb_bessel_lanes_f64(a, kind), int64_t kind)
#undef TB_FLOAT_LANES
#undef TB_ERFINV
#undef TB_NDTRI

#endif
