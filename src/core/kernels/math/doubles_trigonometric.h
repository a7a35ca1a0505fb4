/* doubles_trigonometric.h: sine, cosine, tangent and their inverses of one float64: within 1 unit in the last
 * place.  The same bits on every level. */
#ifndef TB_DOUBLES_TRIGONOMETRIC_H
#define TB_DOUBLES_TRIGONOMETRIC_H

#include "core/base/arithmetic.h"
#include "core/kernels/math/doubles_exponential.h"

#define TB_FAR_D 0x1p40 /* angles from here on are reduced by tb_reduce_far */
#define TB_HALF_PI_D 0x1.921fb54442d18p+0
#define TB_HALF_PI_TAIL_D 0x1.1a62633145c07p-54

/* An angle, k pi/2 + r + tail; k is in the low bits of `quadrant`. */
typedef struct {
    tb_d r, tail;
    tb_ul quadrant;
} tb_angle;

/* pi/2 has three parts: subtracting k times the first one is exact, and both parts of the product with the
 * second are used.  That is enough for angles below 2^40. */
static inline tb_angle tb_angle_of(tb_d a)
{
    const tb_d shifted = tb_fma(a, TB_EVERY_D(0x1.45f306dc9c883p-1), TB_EVERY_D(TB_ROUND_SHIFT_D));
    const tb_d k = shifted - TB_ROUND_SHIFT_D, near = tb_fma(k, TB_EVERY_D(-TB_HALF_PI_D), a);
    const tb_d r = near - k * TB_HALF_PI_TAIL_D;
    const tb_d lost = tb_fma(k, TB_EVERY_D(-TB_HALF_PI_TAIL_D), near - r);
    return (tb_angle){r, tb_fma(k, TB_EVERY_D(0x1.f1976b7ed8fbcp-110), lost), (tb_ul)shifted};
}

/* The bits of 2 / pi after 64 zeros. */
static const uint64_t tb_two_over_pi[] = {0,
                                          UINT64_C(0xa2f9836e4e441529),
                                          UINT64_C(0xfc2757d1f534ddc0),
                                          UINT64_C(0xdb6295993c439041),
                                          UINT64_C(0xfe5163abdebbc561),
                                          UINT64_C(0xb7246e3a424dd2e0),
                                          UINT64_C(0x06492eea09d1921c),
                                          UINT64_C(0xfe1deb1cb129a73e),
                                          UINT64_C(0xe88235f52ebb4484),
                                          UINT64_C(0xe99c7026b45f7e41),
                                          UINT64_C(0x3991d639835339f4),
                                          UINT64_C(0x9c845f8bbdf9283b),
                                          UINT64_C(0x1ff897ffde05980f),
                                          UINT64_C(0xef2f118b5a0a6d1f),
                                          UINT64_C(0x6d367ecf27cb09b7),
                                          UINT64_C(0x4f463f669e5fea2d),
                                          UINT64_C(0x7527bac7ebe5f17b),
                                          UINT64_C(0x3d0739f78a5292ea),
                                          UINT64_C(0x6bfb5fb11f8d5d08),
                                          UINT64_C(0x56033046fc7b6bab),
                                          UINT64_C(0xf0cfbc209af4361d)};

/* Reduces a, finite and from 2^40 on in size: with a = m 2^e, m times those 192 bits of 2 / pi that are worth 2
 * and less in a * 2 / pi.  The product's 2 highest bits are the quadrant, the others its fraction, here between
 * -1/2 and 1/2; its first and its second 64 bits make the two results, times `unit`. */
static inline void tb_reduce_far(double a, double *r, double *tail, uint64_t *quadrant)
{
    uint64_t bits, word[3];
    memcpy(&bits, &a, sizeof a);
    const uint64_t m = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x10000000000000);
    const unsigned first = (unsigned)(bits >> 52 & 0x7ff) - 1075 - 2 + 64;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t *from = tb_two_over_pi + first / 64 + i;
        word[i] = from[0] << (first & 63) | from[1] >> 1 >> (~first & 63);
    }
    const tb_uint128 carry = (tb_uint128)m * word[2] >> 64;
    const tb_uint128 product = (tb_uint128)m * word[1] + carry + ((tb_uint128)(m * word[0]) << 64);
    const int spare = __builtin_clrsbll((int64_t)(product << 2 >> 64)); /* bits that a small fraction lacks */
    const tb_int128 fraction = (tb_int128)(product << 2 << spare);
    const uint64_t unit_bits = (uint64_t)(1023 - 64 - spare) << 52;
    double unit;
    memcpy(&unit, &unit_bits, sizeof unit);
    unit = a < 0 ? -unit : unit;
    const double high = (double)(int64_t)(fraction >> 74) * (unit * 0x1p10);
    const double low = (double)(uint64_t)(fraction >> 10) * (unit * 0x1p-54);
    const double part = high * TB_HALF_PI_D, more = high * TB_HALF_PI_TAIL_D + low * TB_HALF_PI_D;
    const double lost = fma(high, TB_HALF_PI_D, -part) + more;
    *r = part + lost;
    *tail = lost - (*r - part);
    const uint64_t nearest = (uint64_t)(product >> 126) + (uint64_t)(product >> 125 & 1);
    *quadrant = a < 0 ? -nearest : nearest;
}

/* As tb_angle_of, where some angles may be far. */
static tb_angle tb_far_angle_of(tb_d a)
{
    tb_angle angle = tb_angle_of(a);
    double from[TB_LANES], r[TB_LANES], tail[TB_LANES];
    uint64_t quadrant[TB_LANES];
    memcpy(from, &a, sizeof a);
    memcpy(r, &angle.r, sizeof r);
    memcpy(tail, &angle.tail, sizeof tail);
    memcpy(quadrant, &angle.quadrant, sizeof quadrant);
    for (int i = 0; i < TB_LANES; i++)
        if (fabs(from[i]) >= TB_FAR_D && isfinite(from[i]))
            tb_reduce_far(from[i], r + i, tail + i, quadrant + i);
    memcpy(&angle.r, r, sizeof r);
    memcpy(&angle.tail, tail, sizeof tail);
    memcpy(&angle.quadrant, quadrant, sizeof quadrant);
    return angle;
}

/* The sine and the cosine of r + tail, or both times the same factor. */
typedef struct {
    tb_pair sine, cosine;
} tb_circle;

/* r + r u s and 1 - u / 2 + u^2 c for u = r^2, and what the tail adds to them. */
static inline tb_circle tb_circle_of(const tb_angle *angle, tb_d u, tb_d s, tb_d c)
{
    const tb_d r = angle->r, tail = angle->tail, half = r * -0.5;
    const tb_d less = tb_fma(half, r, TB_EVERY_D(1.0)), lost = tb_fma(half, r, 1 - less);
    return (tb_circle){{r, tb_fma(u * r, s, tail * less)}, {less, tb_fma(u * u, c, tb_fma(-r, tail, lost))}};
}

static inline tb_mask tb_is_uneven(tb_ul a)
{
#if TB_LANES == 8
    return _mm512_test_epi64_mask((__m512i)a, _mm512_set1_epi64(1));
#else
    return (__m256d)(a << 63);
#endif
}

/* The sine of the angle + turns pi/2. */
static inline __attribute__((always_inline)) tb_d tb_sine_of(const tb_angle *angle, unsigned turns)
{
    const tb_d u = angle->r * angle->r, u2 = u * u;
    const tb_d s0 = tb_fma(u, TB_EVERY_D(0x1.111111110f99ep-7), TB_EVERY_D(-0x1.555555555554ap-3));
    const tb_d s2 = tb_fma(u, TB_EVERY_D(0x1.71de358cbb98cp-19), TB_EVERY_D(-0x1.a01a019c2eb34p-13));
    const tb_d s4 = tb_fma(u, TB_EVERY_D(0x1.5d9691c6b3b6cp-33), TB_EVERY_D(-0x1.ae5e745226b31p-26));
    const tb_d s = tb_fma(u2, tb_fma(u2, s4, s2), s0); /* 2^-57 */
    const tb_d c0 = tb_fma(u, TB_EVERY_D(-0x1.6c16c16c15e7bp-10), TB_EVERY_D(0x1.5555555555552p-5));
    const tb_d c2 = tb_fma(u, TB_EVERY_D(-0x1.27e4f8ca39097p-22), TB_EVERY_D(0x1.a01a019dd5851p-16));
    const tb_d c4 = tb_fma(u, TB_EVERY_D(-0x1.8fe8b740f38c4p-37), TB_EVERY_D(0x1.1eea647cc35f5p-29));
    const tb_circle circle = tb_circle_of(angle, u, s, tb_fma(u2, tb_fma(u2, c4, c2), c0)); /* 2^-63 */
    const tb_d sine = circle.sine.first + circle.sine.second;
    const tb_d cosine = circle.cosine.first + circle.cosine.second;
    const tb_mask across = tb_is_uneven(angle->quadrant);
    const tb_d y = turns ? tb_choose(across, sine, cosine) : tb_choose(across, cosine, sine);
    return (tb_d)((tb_ul)y ^ ((angle->quadrant + turns) >> 1 << 63));
}

/* y for an odd function, where -0 stays -0. */
static inline tb_d tb_unless_zero_d(tb_d a, tb_d y)
{
#if TB_LANES == 8
    return (tb_d)_mm512_fixupimm_pd(y, a, _mm512_set1_epi64(1 << 8), 0);
#else
    return tb_choose(TB_COMPARE(a, (tb_d){0}, _CMP_EQ_OQ), a, y);
#endif
}

static inline tb_pair tb_choose_pair(tb_mask m, tb_pair a, tb_pair b)
{
    return (tb_pair){tb_choose(m, a.first, b.first), tb_choose(m, a.second, b.second)};
}

/* As a quotient, the tangent needs fewer terms than sine and cosine. */
static inline __attribute__((always_inline)) tb_d tb_tangent_of(const tb_angle *angle)
{
    const tb_d u = angle->r * angle->r, u2 = u * u;
    const tb_d s0 = tb_fma(u, TB_EVERY_D(0x1.f84b3b56e3623p-8), TB_EVERY_D(-0x1.5555555555556p-3));
    const tb_d s2 = tb_fma(u, TB_EVERY_D(0x1.0bd91a117e975p-22), TB_EVERY_D(-0x1.d2c8d5fc2fa1dp-14));
    const tb_d c0 = tb_fma(u, TB_EVERY_D(-0x1.1d76dade264acp-10), TB_EVERY_D(0x1.501a787bed791p-5));
    const tb_d c = tb_fma(u2, TB_EVERY_D(0x1.f364b7e100b75p-18), c0);
    const tb_circle circle = tb_circle_of(angle, u, tb_fma(u2, s2, s0), c); /* 2^-63 */
    const tb_mask across = tb_is_uneven(angle->quadrant);
    const tb_pair over = tb_choose_pair(across, circle.cosine, circle.sine);
    return tb_negate(across, tb_quotient(over, tb_choose_pair(across, circle.sine, circle.cosine)));
}

/* tb_NAME_lanes_f64 has the code twice: for all vectors, and for those with far angles. */
#define TB_OF_ANGLE(name, expression)                                                       \
    static __attribute__((noinline)) tb_d tb_##name##_far_lanes(tb_d a)                     \
    {                                                                                       \
        const tb_angle angle = tb_far_angle_of(a);                                          \
        return expression;                                                                  \
    }                                                                                       \
    static inline tb_d tb_##name##_lanes_f64(tb_d a)                                        \
    {                                                                                       \
        if (TB_RARELY(tb_bits_of(TB_COMPARE(tb_fabs(a), TB_EVERY_D(TB_FAR_D), _CMP_GE_OQ)))) \
            return tb_##name##_far_lanes(a);                                                \
        const tb_angle angle = tb_angle_of(a);                                              \
        return expression;                                                                  \
    }

TB_OF_ANGLE(sin, tb_unless_zero_d(a, tb_sine_of(&angle, 0)))
TB_OF_ANGLE(cos, tb_sine_of(&angle, 1))
TB_OF_ANGLE(tan, tb_unless_zero_d(a, tb_tangent_of(&angle)))
#undef TB_OF_ANGLE

/* ---- inverses ---- */

/* base + arc tangent of t: t = x up to 0.5, (x - 1) / (x + 1) up to 2, -1 / x above. */
static inline tb_d tb_atan_lanes_f64(tb_d a)
{
    const tb_d x = tb_least(TB_EVERY_D(0x1p100), tb_fabs(a)), one = TB_EVERY_D(1.0), more = x + 1;
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0.5), _CMP_LT_OQ);
    const tb_mask is_large = TB_COMPARE(x, TB_EVERY_D(2.0), _CMP_GT_OQ);
    const tb_d over = tb_choose(is_small, x, tb_choose(is_large, -one, x - 1));
    const tb_d under = tb_choose(is_small, one, tb_choose(is_large, x, more));
    const tb_d under_tail = tb_choose(tb_either(is_small, is_large), (tb_d){0}, x - (more - 1));
    const tb_d eighths = tb_choose(is_small, (tb_d){0}, tb_choose(is_large, TB_EVERY_D(2.0), one));
    const tb_d inverse = 1 / under, t = over * inverse, u = t * t, u2 = u * u, u4 = u2 * u2;
    const tb_d t_tail = tb_fma(-t, under_tail, tb_fma(-t, under, over)) * inverse;
    const tb_d p0 = tb_fma(u, TB_EVERY_D(0x1.9999999994fedp-3), TB_EVERY_D(-0x1.555555555553fp-2));
    const tb_d p2 = tb_fma(u, TB_EVERY_D(0x1.c71c70e0ceeaap-4), TB_EVERY_D(-0x1.2492492275168p-3));
    const tb_d p4 = tb_fma(u, TB_EVERY_D(0x1.3b119b7b2f435p-4), TB_EVERY_D(-0x1.745cfb9158c3fp-4));
    const tb_d p6 = tb_fma(u, TB_EVERY_D(0x1.e0129a1fab6c5p-5), TB_EVERY_D(-0x1.10f679443d413p-4));
    const tb_d p8 = tb_fma(u, TB_EVERY_D(0x1.58a6d313436a6p-5), TB_EVERY_D(-0x1.a43fba6002f9cp-5));
    const tb_d p10 = tb_fma(u, TB_EVERY_D(0x1.521c234c68d6cp-7), TB_EVERY_D(-0x1.c68af70b719bbp-6));
    const tb_d high = tb_fma(u4, tb_fma(u2, p10, p8), tb_fma(u2, p6, p4));
    const tb_d p = tb_fma(u4, high, tb_fma(u2, p2, p0)); /* 2^-57 */
    const tb_d base = eighths * (TB_HALF_PI_D / 2), sum = base + t;
    const tb_d lost = tb_fma(eighths, TB_EVERY_D(TB_HALF_PI_TAIL_D / 2), (t - (sum - base)) + t_tail);
    return tb_with(sum + tb_fma(u * t, p, lost), tb_sign_of(a));
}

/* For |a| = x: asin(s + tail) = s + tail + u.  Up to 0.5, s = x; above, s = ((1 - x) / 2)^(1/2), and the
 * angle is half of acos(x). */
typedef struct {
    tb_mask is_large;
    tb_d s, u;
} tb_arc_d;

static inline tb_arc_d tb_arc_lanes_d(tb_d a)
{
    const tb_d x = tb_fabs(a), half = tb_fma(x, TB_EVERY_D(-0.5), TB_EVERY_D(0.5));
    const tb_mask is_large = TB_COMPARE(x, TB_EVERY_D(0.5), _CMP_GT_OQ);
    const tb_d root = tb_root(half);
    const tb_d inverse = (tb_d)(UINT64_C(0x7fce6238502484ba) - (tb_ul)root); /* of 2 root, to 6% */
    const tb_d tail = tb_choose(is_large, tb_fma(-root, root, half) * inverse, (tb_d){0});
    const tb_d s = tb_choose(is_large, root, x), z = tb_choose(is_large, half, x * x);
    const tb_d z2 = z * z, z4 = z2 * z2;
    const tb_d p0 = tb_fma(z, TB_EVERY_D(0x1.3333333354138p-4), TB_EVERY_D(0x1.55555555554afp-3));
    const tb_d p2 = tb_fma(z, TB_EVERY_D(0x1.f1c72837f4a31p-6), TB_EVERY_D(0x1.6db6db50cccdfp-5));
    const tb_d p4 = tb_fma(z, TB_EVERY_D(0x1.1c675c7ca49b9p-6), TB_EVERY_D(0x1.6e8a496696969p-6));
    const tb_d p6 = tb_fma(z, TB_EVERY_D(0x1.8cd653c87fc8cp-7), TB_EVERY_D(0x1.c74f36dbef322p-7));
    const tb_d p8 = tb_fma(z, TB_EVERY_D(0x1.36126d2ffff1cp-6), TB_EVERY_D(0x1.bb4418d596fabp-8));
    const tb_d p10 = tb_fma(z, TB_EVERY_D(0x1.00b565b23ba73p-5), TB_EVERY_D(-0x1.f67e4bed9c6b8p-7));
    const tb_d high = tb_fma(z4, tb_fma(z2, p10, p8), tb_fma(z2, p6, p4));
    const tb_d p = tb_fma(z4, high, tb_fma(z2, p2, p0)); /* 2^-55 */
    return (tb_arc_d){is_large, s, tb_fma(p, z * s, tail)};
}

static inline tb_d tb_asin_lanes_f64(tb_d a)
{
    const tb_arc_d arc = tb_arc_lanes_d(a);
    const tb_d two = arc.s + arc.s, less = TB_HALF_PI_D - two, lost = (TB_HALF_PI_D - less) - two;
    const tb_d large = less + (lost - tb_fma(arc.u, TB_EVERY_D(2.0), TB_EVERY_D(-TB_HALF_PI_TAIL_D)));
    return tb_with(tb_choose(arc.is_large, large, arc.s + arc.u), tb_sign_of(a));
}

/* whole - part (s + u); whole and part are pi/2 and 1 or -1 up to |a| = 0.5, 0 and -2 above it, pi and 2
 * below -0.5. */
static inline tb_d tb_acos_lanes_f64(tb_d a)
{
    /* up to 2^-60 it is pi/2; subnormal numbers are slow */
    const tb_mask is_tiny = TB_COMPARE(tb_fabs(a), TB_EVERY_D(0x1p-60), _CMP_LT_OQ);
    const tb_arc_d arc = tb_arc_lanes_d(tb_choose(is_tiny, (tb_d){0}, a));
    const tb_d left = tb_choose(tb_is_negative_d(a), TB_EVERY_D(2 * TB_HALF_PI_D), (tb_d){0});
    const tb_d whole = tb_choose(arc.is_large, left, TB_EVERY_D(TB_HALF_PI_D));
    const tb_d size = tb_choose(arc.is_large, TB_EVERY_D(-2.0), TB_EVERY_D(1.0));
    const tb_d part = (tb_d)((tb_l)size ^ (tb_l)tb_sign_of(a));
    const tb_d s = arc.s * part, u = arc.u * part, less = whole - s, lost = (whole - less) - s;
    return less + (lost - tb_fma(whole, TB_EVERY_D(-TB_HALF_PI_TAIL_D / TB_HALF_PI_D), u));
}

#endif
