/* vectors_trigonometric.h: sine, cosine, tangent and their inverses of one float32: within 1 unit in the last
 * place, in whole vectors of floats, as in vectors_exponential.h. */
#ifndef TB_VECTORS_TRIGONOMETRIC_H
#define TB_VECTORS_TRIGONOMETRIC_H

#include "core/kernels/math/vectors.h"

#define TB_HALF_PI 0x1.921fb6p+0f
#define TB_HALF_PI_TAIL -0x1.777a5cp-25f

/* The angle from the nearest multiple of pi/2, to 2^-60, for floats from 2^17 on; *quadrant: the multiple, by
 * its lowest two bits.  A float is an integer of 24 bits times a power of 2, which selects 96 bits of 2/pi; of
 * their product, the 64 bits are computed that begin with 2: those above count full turns. */
static inline tb_d tb_far_angle(tb_d a, tb_d *quadrant)
{
    static const uint64_t two_over_pi[2][16] = {
        /* its bits from every eighth on, then from 32 higher */
        {
            0x95993c439041fe51,
            0x6295993c439041fe,
            0xdb6295993c439041,
            0xc0db6295993c4390,
            0xddc0db6295993c43,
            0x34ddc0db6295993c,
            0xf534ddc0db629599,
            0xd1f534ddc0db6295,
            0x57d1f534ddc0db62,
            0x2757d1f534ddc0db,
            0xfc2757d1f534ddc0,
            0x29fc2757d1f534dd,
            0x1529fc2757d1f534,
            0x441529fc2757d1f5,
            0x4e441529fc2757d1,
            0x6e4e441529fc2757,
        },
        {
            0xddc0db6295993c43,
            0x34ddc0db6295993c,
            0xf534ddc0db629599,
            0xd1f534ddc0db6295,
            0x57d1f534ddc0db62,
            0x2757d1f534ddc0db,
            0xfc2757d1f534ddc0,
            0x29fc2757d1f534dd,
            0x1529fc2757d1f534,
            0x441529fc2757d1f5,
            0x4e441529fc2757d1,
            0x6e4e441529fc2757,
            0x836e4e441529fc27,
            0xf9836e4e441529fc,
            0xa2f9836e4e441529,
            0x00a2f9836e4e4415,
        },
    };
    const tb_ul bits = (tb_ul)tb_fabs(a), lowest = 1160 - (bits >> 52), byte = (lowest + 7) >> 3;
    const tb_ul integer = ((bits >> 29 & 0x7fffff) | 0x800000) << (-lowest & 7);
    const tb_ul low = (tb_ul)tb_entry((const double *)two_over_pi[0], (tb_l)byte);
    const tb_ul high = (tb_ul)tb_entry((const double *)two_over_pi[1], (tb_l)byte);
    const tb_ul product = (tb_product(integer, high >> 32) << 32) + tb_product(integer, high) +
                          (tb_product(integer, low) >> 32);
    const tb_ul nearest = (product + (UINT64_C(1) << 61)) >> 62;
    *quadrant = tb_with(__builtin_convertvector((tb_l)nearest, tb_d), tb_sign_of(a));
    const tb_d angle = __builtin_convertvector((tb_l)(product - (nearest << 62)), tb_d);
    return (tb_d)((tb_l)(angle * 0x1.921fb54442d18p-62) ^ (tb_l)tb_sign_of(a));
}

/* a, in the lanes of is_far, as r + *tail in a quadrant: see below. */
static __attribute__((noinline)) tb_v tb_in_far_quadrant(tb_v a, tb_mask_v is_far, tb_v r, tb_v *tail,
                                                         tb_vi *quadrant)
{
    tb_d first_k, second_k;
    const tb_d first = tb_far_angle(tb_first_half(a), &first_k);
    const tb_d other = tb_far_angle(tb_second_half(a), &second_k);
    const tb_v angle = tb_join(first, other), far_k = tb_join(first_k, second_k) + TB_ROUND_SHIFT;
    const tb_v far_tail = tb_join(first - tb_first_half(angle), other - tb_second_half(angle));
    *tail = tb_choose_v(is_far, far_tail, *tail);
    *quadrant = (tb_vi)tb_choose_v(is_far, far_k, (tb_v)*quadrant);
    return tb_choose_v(is_far, angle + (a - a), r); /* nan if a is infinite or nan */
}

/* a = k pi/2 + r + tail; k is in the low bits of *quadrant.  pi/2 has three parts: subtracting k times the
 * first one is exact, and both parts of the product with the second are used. */
static inline tb_v tb_in_quadrant(tb_v a, tb_v *tail, tb_vi *quadrant)
{
    const tb_v shifted = tb_fma_v(a, TB_EVERY_V(0x1.45f306p-1f), TB_EVERY_V(TB_ROUND_SHIFT)),
               k = shifted - TB_ROUND_SHIFT, size = tb_fabs_v(a);
    const tb_v near = tb_fma_v(k, TB_EVERY_V(-TB_HALF_PI), a);
    tb_v r = near - k * TB_HALF_PI_TAIL;
    *tail = tb_fma_v(k, TB_EVERY_V(-TB_HALF_PI_TAIL), near - r);
    *tail = tb_fma_v(k, TB_EVERY_V(0x1.ee59dap-50f), *tail);
    *quadrant = (tb_vi)shifted;
    const tb_mask_v is_far = TB_COMPARE_V(size, TB_EVERY_V(0x1p17f), _CMP_GE_OQ);
    const unsigned far = tb_bits_of_v(is_far);
    if (TB_RARELY(far) && far != tb_bits_of_v(TB_COMPARE_V(size, TB_EVERY_V(INFINITY), _CMP_EQ_OQ))) {
        tb_v any_tail = *tail;
        tb_vi any_quadrant = *quadrant;
        r = tb_in_far_quadrant(a, is_far, r, &any_tail, &any_quadrant);
        *tail = any_tail;
        *quadrant = any_quadrant;
    }
    return r;
}

/* The sine of a + turns pi/2. */
static inline __attribute__((always_inline)) tb_v tb_sine_lanes(tb_v a, unsigned turns)
{
    tb_v tail;
    tb_vi quadrant;
    const tb_v r = tb_in_quadrant(a, &tail, &quadrant), r2 = r * r, half = r2 * 0.5f, less = 1 - half;
    tb_v s = tb_fma_v(r2, TB_EVERY_V(-0x1.9954e8p-13f), TB_EVERY_V(0x1.11077ap-7f));
    s = tb_fma_v(r2, s, TB_EVERY_V(-0x1.555546p-3f));
    const tb_v sine = r + tb_fma_v(r2 * r, s, tail); /* 2^-28 */
    tb_v c = tb_fma_v(r2, TB_EVERY_V(0x1.99ebaep-16f), TB_EVERY_V(-0x1.6c0c3p-10f));
    c = tb_fma_v(r2, c, TB_EVERY_V(0x1.55554ap-5f));
    const tb_v lost = tb_fma_v(-r, tail, (1 - less) - half);
    const tb_v cosine = less + tb_fma_v(r2 * r2, c, lost); /* 2^-33 */
    const tb_mask_v across = tb_is_uneven_v(quadrant);
    const tb_v y = turns ? tb_choose_v(across, sine, cosine) : tb_choose_v(across, cosine, sine);
    return (tb_v)((tb_vu)y ^ (((tb_vu)quadrant + turns) >> 1 << 31));
}

static inline tb_v tb_sin_lanes_f32(tb_v a) { return tb_unless_zero(a, tb_sine_lanes(a, 0)); }

static inline tb_v tb_cos_lanes_f32(tb_v a) { return tb_sine_lanes(a, 1); }

static inline tb_v tb_tan_lanes_f32(tb_v a)
{
    tb_v tail;
    tb_vi quadrant;
    const tb_v r = tb_in_quadrant(a, &tail, &quadrant), r2 = r * r;
    tb_v p = tb_fma_v(r2, TB_EVERY_V(0x1.1e6316p-8f), TB_EVERY_V(0x1.b2df5p-14f));
    p = tb_fma_v(r2, p, TB_EVERY_V(0x1.62a8fcp-7f));
    p = tb_fma_v(r2, p, TB_EVERY_V(0x1.5cc6eap-6f));
    p = tb_fma_v(r2, p, TB_EVERY_V(0x1.bad94p-5f));
    p = tb_fma_v(r2, p, TB_EVERY_V(0x1.110dap-3f));
    p = tb_fma_v(r2, p, TB_EVERY_V(0x1.55556p-2f)); /* 2^-29 */
    const tb_v r3 = r * r2, t = tb_fma_v(r3, p, r);
    const tb_v slope = tb_fma_v(r2, TB_EVERY_V(1.5f), TB_EVERY_V(1.0f)); /* about 1 + t^2 */
    const tb_v t_tail = tb_fma_v(tail, slope, tb_fma_v(r3, p, r - t));
    const tb_v y = t + t_tail, y_tail = t_tail - (y - t), guess = tb_inverse_v(y);
    const tb_v off = tb_fma_v(guess, y_tail, tb_fma_v(guess, y, TB_EVERY_V(-1.0f)));
    return tb_unless_zero(a, tb_choose_v(tb_is_uneven_v(quadrant), tb_fma_v(guess, off, -guess), y));
}

/* ---- inverses ---- */

/* atan(t) = t + t u (the result) for u = t^2 up to 1. */
static inline tb_v tb_arc_terms(tb_v u)
{
    tb_v p = tb_fma_v(u, TB_EVERY_V(-0x1.d5a1bp-10f), TB_EVERY_V(0x1.6551ep-7f));
    p = tb_fma_v(u, p, TB_EVERY_V(-0x1.fe7d2ap-6f));
    p = tb_fma_v(u, p, TB_EVERY_V(0x1.da9c34p-5f));
    p = tb_fma_v(u, p, TB_EVERY_V(-0x1.5825eep-4f));
    p = tb_fma_v(u, p, TB_EVERY_V(0x1.c0946cp-4f));
    p = tb_fma_v(u, p, TB_EVERY_V(-0x1.242116p-3f));
    p = tb_fma_v(u, p, TB_EVERY_V(0x1.9991e2p-3f));
    return tb_fma_v(u, p, TB_EVERY_V(-0x1.55553cp-2f)); /* 2^-28 */
}

/* Above 1: pi/2 + atan(-1 / x). */
static inline tb_v tb_atan_lanes_f32(tb_v a)
{
    const tb_v x = tb_least_v(TB_EVERY_V(0x1p100f), tb_fabs_v(a)), one = TB_EVERY_V(1.0f);
    const tb_mask_v steep = TB_COMPARE_V(x, one, _CMP_GT_OQ);
    const tb_v t = tb_choose_v(steep, -1 / x, x);
    const tb_v tail = tb_choose_v(steep, tb_fma_v(t, x, one) * t, (tb_v){0}); /* what -1 / x loses */
    const tb_v base = tb_choose_v(steep, TB_EVERY_V(TB_HALF_PI), (tb_v){0});
    const tb_v u = t * t, t3 = t * u, p = tb_arc_terms(u);
    const tb_v of_base =
        tb_fma_v(tail, TB_EVERY_V(0.52f / TB_HALF_PI), TB_EVERY_V(TB_HALF_PI_TAIL / TB_HALF_PI));
    const tb_v y = tb_fma_v(t3, p, base + t), lost = tb_fma_v(t3, p, (base - y) + t);
    return tb_with_sign_of(y + tb_fma_v(base, of_base, lost), a);
}

/* For |a| = x: asin(s + tail) = s + tail + u.  Up to 0.5, s = x; above, s = ((1 - x) / 2)^(1/2), and the
 * angle is half of acos(x). */
typedef struct {
    tb_mask_v is_large;
    tb_v s, u;
} tb_arc;

static inline tb_arc tb_arc_lanes(tb_v a)
{
    const tb_v x = tb_fabs_v(a), half = tb_fma_v(x, TB_EVERY_V(-0.5f), TB_EVERY_V(0.5f));
    const tb_mask_v is_large = TB_COMPARE_V(x, TB_EVERY_V(0.5f), _CMP_GT_OQ);
    const tb_v root = tb_root_v(half), inverse = (tb_v)(0x7e7311c7u - (tb_vu)root); /* of 2 root, to 6% */
    const tb_v tail = tb_choose_v(is_large, tb_fma_v(-root, root, half) * inverse, (tb_v){0});
    const tb_v s = tb_choose_v(is_large, root, x), z = tb_choose_v(is_large, half, x * x), z2 = z * z;
    const tb_v p0 = tb_fma_v(z, TB_EVERY_V(0x1.33389ep-4f), TB_EVERY_V(0x1.55554cp-3f));
    const tb_v p2 = tb_fma_v(z, TB_EVERY_V(0x1.04af34p-5f), TB_EVERY_V(0x1.6caab6p-5f));
    const tb_v p4 = tb_fma_v(z, TB_EVERY_V(0x1.33d432p-5f), TB_EVERY_V(0x1.d7924cp-7f));
    const tb_v p = tb_fma_v(z2, tb_fma_v(z2, p4, p2), p0); /* 2^-31 */
    return (tb_arc){is_large, s, tb_fma_v(p, z * s, tail)};
}

static inline tb_v tb_asin_lanes_f32(tb_v a)
{
    const tb_arc arc = tb_arc_lanes(a);
    const tb_v two = arc.s + arc.s, less = TB_HALF_PI - two, lost = (TB_HALF_PI - less) - two;
    const tb_v large = less + (lost - tb_fma_v(arc.u, TB_EVERY_V(2.0f), TB_EVERY_V(-TB_HALF_PI_TAIL)));
    return tb_with_sign_of(tb_choose_v(arc.is_large, large, arc.s + arc.u), a);
}

/* whole - part (s + u); whole and part are pi/2 and 1 or -1 up to |a| = 0.5, 0 and -2 above it, pi and 2
 * below -0.5. */
static inline tb_v tb_acos_lanes_f32(tb_v a)
{
    /* up to 2^-30 it is pi/2; subnormal numbers are slow */
    const tb_mask_v is_tiny = TB_COMPARE_V(tb_fabs_v(a), TB_EVERY_V(0x1p-30f), _CMP_LT_OQ);
    const tb_arc arc = tb_arc_lanes(tb_choose_v(is_tiny, (tb_v){0}, a));
    const tb_vi sign = (tb_vi)tb_sign_of_v(a);
    const tb_v left = (tb_v)((sign >> 31) & (tb_vi)TB_EVERY_V(2 * TB_HALF_PI));
    const tb_v whole = tb_choose_v(arc.is_large, left, TB_EVERY_V(TB_HALF_PI));
    const tb_v part =
        tb_with_sign(tb_choose_v(arc.is_large, TB_EVERY_V(-2.0f), TB_EVERY_V(1.0f)), (tb_v)sign);
    const tb_v s = arc.s * part, u = arc.u * part, less = whole - s, lost = (whole - less) - s;
    const tb_v ratio = TB_EVERY_V(-TB_HALF_PI_TAIL / TB_HALF_PI);
    return less + (lost - tb_fma_v(whole, ratio, u));
}

#endif
