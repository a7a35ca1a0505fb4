/* vectors_logarithm.h: logarithms of one float32, and the inverse hyperbolic functions, which are logarithms:
 * within 1 unit in the last place, in whole vectors of floats, as in vectors_exponential.h. */
#ifndef TB_VECTORS_LOGARITHM_H
#define TB_VECTORS_LOGARITHM_H

#include "core/kernels/math/vectors.h"

#include <stddef.h>

/* The tables of a base: x = 2^k z, with z in one of 16 intervals from 0.75 on, each with the inverse of about
 * its middle and the middle's logarithm.  The middle is chosen so that its logarithm has 16 bits after the
 * point, to within 2^-31: then its sum with k times the logarithm of 2 is exact.  The logarithm of 1 + r is
 * scale r + c[0] r + c[1] r^2 + ... */
typedef struct {
    float inverse[16], logarithm[16], two, two_tail, scale, c[5];
} tb_base;

static const tb_base tb_base_e = {
    {
        0x1p+0f,
        0x1.d4b2f8p-1f,
        0x1.b9cd86p-1f,
        0x1.a48136p-1f,
        0x1.8f119p-1f,
        0x1.7deacp-1f,
        0x1.6bf76cp-1f,
        0x1.5bc826p-1f,
        0x1.4d53b6p+0f,
        0x1.41f962p+0f,
        0x1.35c0cp+0f,
        0x1.298142p+0f,
        0x1.1f36dep+0f,
        0x1.147d58p+0f,
        0x1.0b5ecap+0f,
        0x1p+0f,
    },
    {
        0x0p+0f,
        0x1.69fp-4f,
        0x1.2ep-3f,
        0x1.933p-3f,
        0x1.fe58p-3f,
        0x1.2c28p-2f,
        0x1.5d74p-2f,
        0x1.8c08p-2f,
        -0x1.0e48p-2f,
        -0x1.d598p-3f,
        -0x1.8658p-3f,
        -0x1.33b8p-3f,
        -0x1.d74p-4f,
        -0x1.3b6p-4f,
        -0x1.64p-5f,
        0x0p+0f,
    },
    0x1.62e4p-1f,
    0x1.7f7d1cp-20f,
    1,
    {0, -0x1.000002p-1f, 0x1.5558dep-2f, -0x1.00078cp-2f, 0x1.7feea2p-3f}, /* 2^-33 of 1 */
};
static const tb_base tb_base_2 = {
    {
        0x1p+0f,
        0x1.d384dep-1f,
        0x1.ba6bc8p-1f,
        0x1.a4657ep-1f,
        0x1.8fb8cep-1f,
        0x1.7c270cp-1f,
        0x1.6b7b36p-1f,
        0x1.5d6704p-1f,
        0x1.4d82e4p+0f,
        0x1.424e88p+0f,
        0x1.345356p+0f,
        0x1.28cc0ep+0f,
        0x1.2086dep+0f,
        0x1.15375ep+0f,
        0x1.0bb80ap+0f,
        0x1p+0f,
    },
    {
        0x0p+0f,
        0x1.0c88p-3f,
        0x1.af9p-3f,
        0x1.2338p-2f,
        0x1.6db8p-2f,
        0x1.b7ep-2f,
        0x1.fa2p-2f,
        0x1.1a3ep-1f,
        -0x1.86cp-2f,
        -0x1.5444p-2f,
        -0x1.12cp-2f,
        -0x1.b4e8p-3f,
        -0x1.6168p-3f,
        -0x1.d68p-4f,
        -0x1.088p-4f,
        0x0p+0f,
    },
    1,
    0,
    0x1.715476p+0f,
    {0x1.56d63cp-27f, -0x1.71547ap-1f, 0x1.ec7842p-2f, -0x1.716a74p-2f, 0x1.13c2dcp-2f}, /* 2^-33 of 1 */
};
static const tb_base tb_base_10 = {
    {
        0x1p+0f,
        0x1.d43cfcp-1f,
        0x1.babc4ap-1f,
        0x1.a3851cp-1f,
        0x1.903d96p-1f,
        0x1.7c88ep-1f,
        0x1.6b6e04p-1f,
        0x1.5d5b6cp-1f,
        0x1.4dd974p+0f,
        0x1.4072fp+0f,
        0x1.352b14p+0f,
        0x1.28c784p+0f,
        0x1.1f614cp+0f,
        0x1.16926ap+0f,
        0x1.0cbcb2p+0f,
        0x1p+0f,
    },
    {
        0x0p+0f,
        0x1.3dep-5f,
        0x1.029p-4f,
        0x1.626p-4f,
        0x1.b61p-4f,
        0x1.07fp-3f,
        0x1.30d8p-3f,
        0x1.53f8p-3f,
        -0x1.d85p-4f,
        -0x1.8f7p-4f,
        -0x1.4fbp-4f,
        -0x1.06fp-4f,
        -0x1.9b6p-5f,
        -0x1.2cap-5f,
        -0x1.598p-6f,
        0x0p+0f,
    },
    0x1.344p-2f,
    0x1.3509f8p-18f,
    0x1.bcb7b2p-2f,
    {-0x1.bac334p-27f, -0x1.bcb7b6p-3f, 0x1.287f1p-3f, -0x1.bcd058p-4f, 0x1.4bf66cp-4f}, /* 2^-35 of 1 */
};

/* The logarithm of x, or of 2^*more (x + *tail) where these are not NULL; *tail is below a unit of x. */
static inline __attribute__((always_inline)) tb_v tb_logarithm_lanes(tb_v x, const tb_v *tail,
                                                                     const tb_v *more, const tb_base *base)
{
#if TB_LANES == 8
    const tb_v z = (tb_v)_mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    tb_v k;
    if (tail) { /* x is not subnormal */
        k = (tb_v)_mm512_getexp_ps(x * 0x1.555556p-1f) + (more ? *more + 1 : TB_EVERY_V(1.0f));
    } else {
        const __m512 exponent = _mm512_getexp_ps(x);
        const tb_mask_v is_upper = TB_COMPARE_V(z, TB_EVERY_V(1.0f), _CMP_LT_OQ);
        k = (tb_v)_mm512_mask_add_ps(exponent, is_upper, exponent, _mm512_set1_ps(1));
    }
    const tb_v scaled_tail = tail ? (tb_v)_mm512_scalef_ps(*tail, -k) : x;
#else
    const tb_v given = x;
    tb_v added = more ? *more : (tb_v){0};
    const unsigned special = tb_bits_of_v((__m256)((tb_vi)((tb_vu)x + 0x7f800000u) > -0x02000001));
    if (TB_RARELY(special)) {
        const tb_mask_v is_tiny = TB_COMPARE_V(x, TB_EVERY_V(0x1p-126f), _CMP_LT_OQ);
        const tb_mask_v is_huge = TB_COMPARE_V(x, TB_EVERY_V(0x1p126f), _CMP_GE_OQ);
        x = tb_choose_v(is_huge, x * 0.5f, tb_choose_v(is_tiny, x * 0x1p24f, x));
        added = tb_choose_v(is_huge, added + 1, tb_choose_v(is_tiny, added - 24, added));
    }
    const tb_vu above = (tb_vu)x - 0x3f400000u, exponent = above & ~0x7fffffu;
    const tb_v k = (tb_v)_mm256_cvtepi32_ps((__m256i)((tb_vi)above >> 23)) + added;
    const tb_v z = (tb_v)((tb_vu)x - exponent);
    const tb_v scaled_tail = tail ? *tail * (tb_v)(0x3f800000u - exponent) : x;
#endif
    const tb_vi interval = (tb_vi)z >> 19;
    const tb_v inverse = tb_entry_v(base->inverse, interval),
               of_middle = tb_entry_v(base->logarithm, interval);
    const tb_v r = tb_fma_v(z, inverse, TB_EVERY_V(-1.0f)), scale = TB_EVERY_V(base->scale);
    const tb_v near = base->two == 1 ? k + of_middle : tb_fma_v(k, TB_EVERY_V(base->two), of_middle);
    const tb_v sum = base->scale == 1 ? near + r : tb_fma_v(r, scale, near);
    tb_v lost = base->scale == 1 ? r - (sum - near) : tb_fma_v(r, scale, near - sum);
    if (base->two != 1)
        lost = tb_fma_v(k, TB_EVERY_V(base->two_tail), lost);
    if (tail) {
        const tb_v of_tail = scaled_tail * inverse;
        lost += tb_fma_v(-of_tail, tb_fma_v(-r, r, r), of_tail); /* of_tail / (1 + r) */
    }
    tb_v q = tb_fma_v(r, TB_EVERY_V(base->c[4]), TB_EVERY_V(base->c[3]));
    q = tb_fma_v(r, q, TB_EVERY_V(base->c[2]));
    q = tb_fma_v(r, q, TB_EVERY_V(base->c[1]));
    q = base->c[0] == 0 ? r * q : tb_fma_v(r, q, TB_EVERY_V(base->c[0]));
    tb_v y = sum + tb_fma_v(r, q, lost);
#if TB_LANES == 8
    /* zeros: -inf; negative numbers: nan; inf: inf */
    return (tb_v)_mm512_fixupimm_ps(y, x, _mm512_set1_epi32(4 << 8 | 3 << 16 | 5 << 20 | 3 << 24), 0);
#else
    if (TB_RARELY(special)) {
        const tb_v infinite = TB_EVERY_V(INFINITY);
        y = tb_choose_v(TB_COMPARE_V(given, (tb_v){0}, _CMP_EQ_OQ), -infinite, y);
        y = tb_choose_v(TB_COMPARE_V(given, (tb_v){0}, _CMP_LT_OQ), TB_EVERY_V(NAN), y);
        y = tb_choose_v(TB_COMPARE_V(given, infinite, _CMP_NLT_UQ), given, y);
    }
    return y;
#endif
}

static inline tb_v tb_log_lanes_f32(tb_v a) { return tb_logarithm_lanes(a, NULL, NULL, &tb_base_e); }
static inline tb_v tb_log2_lanes_f32(tb_v a) { return tb_logarithm_lanes(a, NULL, NULL, &tb_base_2); }
static inline tb_v tb_log10_lanes_f32(tb_v a) { return tb_logarithm_lanes(a, NULL, NULL, &tb_base_10); }

static inline tb_v tb_log1p_lanes_f32(tb_v a)
{
    const tb_v one = TB_EVERY_V(1.0f), more = tb_most_v(one, a), less = tb_least_v(one, a), sum = more + less;
    const tb_v tail = less - (sum - more);
    return tb_with_sign_of(tb_logarithm_lanes(sum, &tail, NULL, &tb_base_e), a); /* -0 stays -0 */
}

/* ---- inverse hyperbolic functions ---- */

/* log((1 + x) / (1 - x)) / 2 */
static inline tb_v tb_atanh_lanes_f32(tb_v a)
{
    const tb_v one = TB_EVERY_V(1.0f), x = tb_fabs_v(a), over = 1 + x, over_tail = x - (over - 1);
    const tb_v under = 1 - x, under_tail = (1 - under) - x, guess = tb_inverse_v(under);
    const tb_v inverse = tb_fma_v(guess, tb_fma_v(-guess, under, one), guess);
    tb_v quotient = over * inverse;
    if (TB_RARELY(tb_bits_of_v(TB_COMPARE_V(x, one, _CMP_NLT_UQ)))) {
        quotient = tb_choose_v(TB_COMPARE_V(x, one, _CMP_EQ_OQ), TB_EVERY_V(INFINITY), quotient);
        quotient = tb_choose_v(TB_COMPARE_V(x, one, _CMP_GT_OQ), -one, quotient);
    }
    const tb_v left = tb_fma_v(-quotient, under, over);
    const tb_v tail = (left + tb_fma_v(-quotient, under_tail, over_tail)) * inverse;
    return tb_with_sign_of(tb_logarithm_lanes(quotient, &tail, NULL, &tb_base_e) * 0.5f, a);
}

/* The square root of square + tail, which has its own tail. */
static inline tb_v tb_root_lanes(tb_v square, tb_v tail, tb_v *root_tail)
{
    const tb_v root = tb_root_v(square), left = tb_fma_v(-root, root, square) + tail;
    *root_tail = left * (tb_inverse_v(tb_most_v(root, TB_EVERY_V(0x1p-50f))) * 0.5f);
    return root;
}

/* log(sum + tail), where sum is x and the root of a number that is about x^2; the square of a large x is
 * infinite, but its sum is 2 x. */
static inline tb_v tb_log_of_twice(tb_v x, tb_v sum, tb_v tail)
{
    const tb_mask_v is_large = TB_COMPARE_V(x, TB_EVERY_V(0x1p60f), _CMP_NLT_UQ);
    tb_v more = {0};
    if (TB_RARELY(tb_bits_of_v(is_large))) {
        sum = tb_choose_v(is_large, x, sum);
        tail = tb_choose_v(is_large, more, tail);
        more = tb_choose_v(is_large, TB_EVERY_V(1.0f), more);
    }
    return tb_logarithm_lanes(sum, &tail, &more, &tb_base_e);
}

/* log(x + (x^2 + 1)^(1/2)); below 2^-8 by the power series. */
static inline tb_v tb_asinh_lanes_f32(tb_v a)
{
    const tb_v x = tb_fabs_v(a), x2 = x * x, square = x2 + 1, of_x2 = square - 1;
    const tb_v tail = ((1 - (square - of_x2)) + (x2 - of_x2)) + tb_fma_v(x, x, -x2);
    tb_v root_tail;
    const tb_v root = tb_root_lanes(square, tail, &root_tail), sum = root + x;
    const tb_v large = tb_log_of_twice(x, sum, (x - (sum - root)) + root_tail);
    const tb_v small = tb_fma_v(x * x2, TB_EVERY_V(-0x1.555556p-3f), x);
    const tb_mask_v is_small = TB_COMPARE_V(x, TB_EVERY_V(0x1p-8f), _CMP_LT_OQ);
    return tb_with_sign_of(tb_choose_v(is_small, small, large), a);
}

/* log(x + (x^2 - 1)^(1/2)); the square has the sign of x, so that below 1 there is no root. */
static inline tb_v tb_acosh_lanes_f32(tb_v x)
{
    const tb_v size = tb_fabs_v(x), x2 = x * size, square = x2 - 1;
    const tb_v tail = ((x2 - square) - 1) + tb_fma_v(x, size, -x2);
    tb_v root_tail;
    const tb_v root = tb_root_lanes(square, tail, &root_tail), sum = x + root;
    return tb_log_of_twice(x, sum, (root - (sum - x)) + root_tail);
}

#endif
