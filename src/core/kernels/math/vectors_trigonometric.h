/* vectors_trigonometric.h: sine, cosine, tangent and their inverses of one float32: within 1 unit in the last
 * place, in whole vectors of floats, as in vectors_exponential.h. */
#ifndef TB_VECTORS_TRIGONOMETRIC_H
#define TB_VECTORS_TRIGONOMETRIC_H

#include "core/kernels/math/vectors.h"

#define TB_HALF_PI 0x1.921fb6p+0f
#define TB_HALF_PI_TAIL -0x1.777a5cp-25f

/* Angles from 2^17 on are left to libm: reducing them by multiples of pi/2 needs more bits. */
static inline unsigned tb_is_far(tb_v a)
{
    return tb_bits_of_v(TB_COMPARE_V(tb_fabs_v(a), TB_EVERY_V(0x1p17f), _CMP_NLT_UQ));
}

/* a = k pi/2 + r + tail; k is in the low bits of *quadrant.  pi/2 has three parts: subtracting k times the
 * first one is exact, and both parts of the product with the second are used. */
static inline tb_v tb_in_quadrant(tb_v a, tb_v *tail, tb_vi *quadrant)
{
    const tb_v shifted = tb_fma_v(a, TB_EVERY_V(0x1.45f306p-1f), TB_EVERY_V(TB_ROUND_SHIFT)),
               k = shifted - TB_ROUND_SHIFT;
    const tb_v near = tb_fma_v(k, TB_EVERY_V(-TB_HALF_PI), a), second = TB_EVERY_V(TB_HALF_PI_TAIL);
    const tb_v part = k * second, r = near - part;
    const tb_v lost = ((near - r) - part) - tb_fma_v(k, second, -part);
    *tail = tb_fma_v(k, TB_EVERY_V(0x1.ee59dap-50f), lost);
    *quadrant = (tb_vi)shifted;
    return r;
}

/* The sine of a + turns pi/2. */
static inline __attribute__((always_inline)) tb_v tb_sine_lanes(tb_v a, unsigned turns, unsigned *rest)
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
    *rest = tb_is_far(a);
    return (tb_v)((tb_vu)y ^ (((tb_vu)quadrant + turns) >> 1 << 31));
}

/* y for an odd function, where -0 stays -0. */
static inline tb_v tb_unless_zero(tb_v a, tb_v y)
{
    return tb_choose_v(TB_COMPARE_V(a, (tb_v){0}, _CMP_EQ_OQ), a, y);
}

static inline tb_v tb_sin_lanes_f32(tb_v a, unsigned *rest)
{
    return tb_unless_zero(a, tb_sine_lanes(a, 0, rest));
}

static inline tb_v tb_cos_lanes_f32(tb_v a, unsigned *rest) { return tb_sine_lanes(a, 1, rest); }

static inline tb_v tb_tan_lanes_f32(tb_v a, unsigned *rest)
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
    const tb_v w = tb_fma_v(r2, p, tb_fma_v(r, r, -r2) * p), t = tb_fma_v(r, w, r); /* r + r^3 p */
    const tb_v t_tail = tb_fma_v(r, w, r - t) + tb_fma_v(tail * 4, w, tail); /* about tail (1 + t^2) */
    const tb_v y = t + t_tail, guess = tb_inverse_v(y), y_tail = t_tail - (y - t);
    const tb_v off = tb_fma_v(guess, y_tail, tb_fma_v(guess, y, TB_EVERY_V(-1.0f)));
    *rest = tb_is_far(a);
    return tb_unless_zero(a, tb_choose_v(tb_is_uneven_v(quadrant), tb_fma_v(guess, off, -guess), y));
}

/* ---- inverses ---- */

/* Above 1: pi/2 - atan(1 / x). */
static inline tb_v tb_atan_lanes_f32(tb_v a, unsigned *rest)
{
    *rest = 0;
    const tb_v x = tb_least_v(TB_EVERY_V(0x1p100f), tb_fabs_v(a)), inverse = 1 / x, one = TB_EVERY_V(1.0f);
    const tb_mask_v steep = TB_COMPARE_V(x, one, _CMP_GT_OQ);
    const tb_v t = tb_choose_v(steep, inverse, x), u = t * t, u2 = u * u, u4 = u2 * u2;
    const tb_v p1 = tb_fma_v(u, TB_EVERY_V(-0x1.24211ap-3f), TB_EVERY_V(0x1.9991ecp-3f));
    const tb_v p3 = tb_fma_v(u, TB_EVERY_V(-0x1.5825f2p-4f), TB_EVERY_V(0x1.c0946cp-4f));
    const tb_v p5 = tb_fma_v(u, TB_EVERY_V(-0x1.fe7d24p-6f), TB_EVERY_V(0x1.da9c2ep-5f));
    const tb_v p7 = tb_fma_v(u, TB_EVERY_V(-0x1.d5a1aap-10f), TB_EVERY_V(0x1.6551e2p-7f));
    const tb_v high = tb_fma_v(u4, tb_fma_v(u2, p7, p5), tb_fma_v(u2, p3, p1));
    const tb_v p = u * tb_fma_v(u, high, TB_EVERY_V(-0x1.55553ep-2f)); /* 2^-28 */
    const tb_v slope = tb_fma_v(u, TB_EVERY_V(-0.5f), one); /* about 1 / (1 + u) */
    const tb_v tail = tb_fma_v(-inverse, x, one) * (t * slope), less = TB_HALF_PI - t;
    const tb_v lost = ((TB_HALF_PI - less) - t) - (tail - TB_HALF_PI_TAIL);
    const tb_v near = tb_fma_v(-t, p, less), large = near + (tb_fma_v(-t, p, less - near) + lost);
    const tb_v y = tb_choose_v(steep, large, tb_fma_v(t, p, t));
    return tb_with_sign(y, tb_sign_of_v(a));
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
    const tb_v root = tb_root_v(half), inverse = tb_inverse_v(tb_most_v(root + root, TB_EVERY_V(0x1p-30f)));
    const tb_v tail = tb_choose_v(is_large, tb_fma_v(-root, root, half) * inverse, (tb_v){0});
    const tb_v s = tb_choose_v(is_large, root, x), z = tb_choose_v(is_large, half, x * x), z2 = z * z;
    const tb_v p0 = tb_fma_v(z, TB_EVERY_V(0x1.33389ep-4f), TB_EVERY_V(0x1.55554cp-3f));
    const tb_v p2 = tb_fma_v(z, TB_EVERY_V(0x1.04af34p-5f), TB_EVERY_V(0x1.6caab6p-5f));
    const tb_v p4 = tb_fma_v(z, TB_EVERY_V(0x1.33d432p-5f), TB_EVERY_V(0x1.d7924cp-7f));
    const tb_v p = tb_fma_v(z2, tb_fma_v(z2, p4, p2), p0); /* 2^-31 */
    return (tb_arc){is_large, s, tb_fma_v(p, z * s, tail)};
}

static inline tb_v tb_asin_lanes_f32(tb_v a, unsigned *rest)
{
    *rest = 0;
    const tb_arc arc = tb_arc_lanes(a);
    const tb_v two = arc.s + arc.s, less = TB_HALF_PI - two, lost = (TB_HALF_PI - less) - two;
    const tb_v large = less + (lost - tb_fma_v(arc.u, TB_EVERY_V(2.0f), TB_EVERY_V(-TB_HALF_PI_TAIL)));
    return tb_with_sign(tb_choose_v(arc.is_large, large, arc.s + arc.u), tb_sign_of_v(a));
}

/* whole - part (s + u); whole and part are pi/2 and 1 or -1 up to |a| = 0.5, 0 and -2 above it, pi and 2
 * below -0.5. */
static inline tb_v tb_acos_lanes_f32(tb_v a, unsigned *rest)
{
    *rest = 0;
    const tb_arc arc = tb_arc_lanes(a);
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
