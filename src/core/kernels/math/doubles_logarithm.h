/* doubles_logarithm.h: logarithms of one float64, and the inverse hyperbolic functions, which are logarithms:
 * within 1 unit in the last place, as in vectors_logarithm.h.  The same bits on every level. */
#ifndef TB_DOUBLES_LOGARITHM_H
#define TB_DOUBLES_LOGARITHM_H

#include "core/kernels/math/vectors.h"

#include <stddef.h>

/* The tables of a base, as tb_base: the middles' logarithms have 42 bits after the point, to within 2^-66. */
typedef struct {
    double inverse[16], logarithm[16], two, two_tail, scale, c[10];
} tb_base_d;

static const tb_base_d tb_base_d_e = {
    {0x1p+0, 0x1.d41d421415568p-1, 0x1.bacf918ed50aep-1, 0x1.a41a41d99bc74p-1, 0x1.8f9c193337647p-1,
     0x1.7d05f44b01cb9p-1, 0x1.6c16c19edfdcbp-1, 0x1.5c9882eb7422ap-1, 0x1.4e5e0aa5e47aep+0,
     0x1.41414171ece0bp+0, 0x1.3521cfdfba3a9p+0, 0x1.29e412c49a9e1p+0, 0x1.1f704806aed92p+0,
     0x1.15b1e620e046ep+0, 0x1.0c340833ff67ap+0, 0x1p+0},
    {0x0p+0, 0x1.6f0d267e9cp-4, 0x1.29552e4d66p-3, 0x1.9525a8ca6ep-3, 0x1.fb9185af68p-3, 0x1.2e8e2b247dp-2,
     0x1.5d1bdb66abp-2, 0x1.89a337d86fp-2, -0x1.1178e8be8ap-2, -0x1.d103805c9cp-3, -0x1.823c177f4cp-3,
     -0x1.365fcc09p-3, -0x1.da7278978p-4, -0x1.4d311836f4p-4, -0x1.7d7b6de808p-5, 0x0p+0},
    0x1.62e42fefa38p-1,
    0x1.ef35793c7673p-45,
    0x1p+0,
    {0, -0x1.0000000000001p-1, 0x1.5555555555e79p-2, -0x1.fffffffff86d6p-3, 0x1.99999982245cbp-3,
     -0x1.555554935ee19p-3, 0x1.2492d13baf3dfp-3, -0x1.0009cda52a9c7p-3, 0x1.c58bacb50d7b7p-4,
     -0x1.66bac3d827523p-4},
};
static const tb_base_d tb_base_d_2 = {
    {0x1p+0, 0x1.d41d41f801b6dp-1, 0x1.bacf9168fb10cp-1, 0x1.a41a41b42064fp-1, 0x1.8f9c190fdda58p-1,
     0x1.7d05f43c0ff25p-1, 0x1.6c16c19008a6bp-1, 0x1.5c9882db2d49dp-1, 0x1.4e5e0a8d5d41ap+0,
     0x1.414141619a698p+0, 0x1.3521cfc509136p+0, 0x1.29e412afa8ef8p+0, 0x1.1f7047f69ad3dp+0,
     0x1.15b1e60d03e59p+0, 0x1.0c34082401f64p+0, 0x1p+0},
    {0x0p+0, 0x1.08c587eb1cp-3, 0x1.acf5e21aa8p-3, 0x1.24407a7887p-2, 0x1.6e221c8814p-2, 0x1.b47ebee6fdp-2,
     0x1.f7a855fad7p-2, 0x1.1bf311a1598p-1, -0x1.8a898120bdp-2, -0x1.4f6fbbc1aep-2, -0x1.169c058dcap-2,
     -0x1.bfc67b2ca2p-3, -0x1.563dc3b0bcp-3, -0x1.e0b1b05cdp-4, -0x1.132e61be88p-4, 0x0p+0},
    0x1p+0,
    0,
    0x1.71547652b82fep+0,
    {0x1.777d0ffda0d4p-56, -0x1.71547652b83p-1, 0x1.ec709dc3a112dp-2, -0x1.71547652b2b97p-2,
     0x1.2776c4fe0de2ep-2, -0x1.ec709cabcc047p-3, 0x1.a61826fde5269p-3, -0x1.71629af9ccc26p-3,
     0x1.4729fbb34940ap-3, -0x1.02c4c7b069e61p-3},
};
static const tb_base_d tb_base_d_10 = {
    {0x1p+0, 0x1.d41d4277cc64ap-1, 0x1.bacf91dfe0c92p-1, 0x1.a41a4225b41a1p-1, 0x1.8f9c19800850ap-1,
     0x1.7d05f4918e8cdp-1, 0x1.6c16c1e355821p-1, 0x1.5c988332c2fb4p-1, 0x1.4e5e0ae4578e2p+0,
     0x1.414141adadfccp+0, 0x1.3521d019534fbp+0, 0x1.29e41301a67a3p+0, 0x1.1f7048400d97cp+0,
     0x1.15b1e64a24a26p+0, 0x1.0c340866edeb9p+0, 0x1p+0},
    {0x0p+0, 0x1.3ed114be58p-5, 0x1.024289cd68p-4, 0x1.5fe80263e8p-4, 0x1.b8de4ae4f8p-4, 0x1.06cbd55e3cp-3,
     0x1.2f3b67f90cp-3, 0x1.55e8c3e282p-3, -0x1.db11efd1bcp-4, -0x1.93e7e06824p-4, -0x1.4f7aafea3p-4,
     -0x1.0d966f17dcp-4, -0x1.9c197f9488p-5, -0x1.21681f81ap-5, -0x1.4b59ec52dp-6, 0x0p+0},
    0x1.34413509f8p-2,
    -0x1.80433b83b532ap-44,
    0x1.bcb7b1526e50ep-2,
    {0x1.95355baaafaep-57, -0x1.bcb7b1526e511p-3, 0x1.287a7636f4b4fp-3, -0x1.bcb7b15267bdp-4,
     0x1.63c62760c4f83p-4, -0x1.287a758e7ae6cp-4, 0x1.fc40927ecd5e8p-5, -0x1.bcc8b905afa0fp-5,
     0x1.89f1d8450ab34p-5, -0x1.3796a9d3c3c3cp-5},
};

/* What the logarithm of x is where x is not positive and finite: -infinity, infinity or nan; elsewhere y. */
static inline tb_d tb_at_limits(tb_d y, tb_d x)
{
#if TB_LANES == 8
    /* from the lowest digit: two kinds of nan, 0, 1, -infinity, infinity, negative, positive */
    return (tb_d)_mm512_fixupimm_pd(y, x, _mm512_set1_epi64(0x03530422), 0);
#else
    const tb_d of_zero =
        tb_choose(TB_COMPARE(x, (tb_d){0}, _CMP_EQ_OQ), TB_EVERY_D((double)-INFINITY), x + x);
    const tb_d other = tb_choose(TB_COMPARE(x, (tb_d){0}, _CMP_LT_OQ), TB_EVERY_D((double)NAN), of_zero);
    return tb_choose(tb_both(TB_COMPARE(x, (tb_d){0}, _CMP_GT_OQ),
                             TB_COMPARE(x, TB_EVERY_D((double)INFINITY), _CMP_LT_OQ)),
                     y, other);
#endif
}

/* The logarithm of 2^more x, or of x + *tail if tail is not NULL; *tail is below a unit of x. */
static inline __attribute__((always_inline)) tb_d tb_logarithm_lanes_d(tb_d x, const tb_d *tail, tb_d more,
                                                                       const tb_base_d *base)
{
#if TB_LANES == 8
    const tb_d z = (tb_d)_mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);
    const tb_d e = (tb_d)_mm512_getexp_pd(x) - (tb_d)_mm512_getexp_pd(z), k = e + more;
    const tb_d scaled_tail = tail ? (tb_d)_mm512_scalef_pd(*tail, -e) : x;
#else
    const tb_mask subnormal = TB_COMPARE(x, TB_EVERY_D(0x1p-1022), _CMP_LT_OQ);
    const tb_ul bits = (tb_ul)tb_choose(subnormal, x * 0x1p54, x);
    const tb_ul above = bits - UINT64_C(0x3fe8000000000000), exponent = above & ~UINT64_C(0xfffffffffffff);
    const tb_d e = tb_exponent_of(above), z = (tb_d)(bits - exponent);
    const tb_d k = e + tb_choose(subnormal, more - 54, more);
    const tb_d scaled_tail = tail ? *tail * (tb_d)(UINT64_C(0x4000000000000000) - exponent) * 0.5 : x;
#endif
    const tb_l interval = (tb_l)((tb_ul)z >> 48);
    const tb_d inverse = tb_entry(base->inverse, interval), of_middle = tb_entry(base->logarithm, interval);
    const tb_d r = tb_fma(z, inverse, TB_EVERY_D(-1.0)), scale = TB_EVERY_D(base->scale);
    const tb_d near = base->two == 1 ? k + of_middle : tb_fma(k, TB_EVERY_D(base->two), of_middle);
    const tb_d sum = base->scale == 1 ? near + r : tb_fma(r, scale, near);
    tb_d lost = base->scale == 1 ? r - (sum - near) : tb_fma(r, scale, near - sum);
    if (base->two != 1)
        lost = tb_fma(k, TB_EVERY_D(base->two_tail), lost);
    if (tail) {
        const tb_d part = scaled_tail * inverse;
        lost += tb_fma(-part, tb_fma(-r, r, r), part); /* part / (1 + r) */
    }
    const double *c = base->c;
    const tb_d r2 = r * r, c1 = tb_fma(r, TB_EVERY_D(c[2]), TB_EVERY_D(c[1]));
    const tb_d c3 = tb_fma(r, TB_EVERY_D(c[4]), TB_EVERY_D(c[3]));
    const tb_d c5 = tb_fma(r, TB_EVERY_D(c[6]), TB_EVERY_D(c[5]));
    const tb_d c7 = tb_fma(r, TB_EVERY_D(c[8]), TB_EVERY_D(c[7]));
    const tb_d high = tb_fma(r2, tb_fma(r2, TB_EVERY_D(c[9]), c7), c5);
    const tb_d q = tb_fma(r2, tb_fma(r2, high, c3), c1);
    const tb_d rest = c[0] == 0 ? r * q : tb_fma(r, q, TB_EVERY_D(c[0]));
    return tb_at_limits(sum + tb_fma(r, rest, lost), x);
}

static inline tb_d tb_log_lanes_f64(tb_d a) { return tb_logarithm_lanes_d(a, NULL, (tb_d){0}, &tb_base_d_e); }

static inline tb_d tb_log2_lanes_f64(tb_d a)
{
    return tb_logarithm_lanes_d(a, NULL, (tb_d){0}, &tb_base_d_2);
}

static inline tb_d tb_log10_lanes_f64(tb_d a)
{
    return tb_logarithm_lanes_d(a, NULL, (tb_d){0}, &tb_base_d_10);
}

static inline tb_d tb_log1p_lanes_f64(tb_d a)
{
    const tb_d one = TB_EVERY_D(1.0), more = tb_most(one, a), less = tb_least(one, a), sum = more + less;
    const tb_d tail = less - (sum - more), y = tb_logarithm_lanes_d(sum, &tail, (tb_d){0}, &tb_base_d_e);
    return tb_with(y, tb_sign_of(a)); /* -0 stays -0 */
}

/* ---- inverse hyperbolic functions ---- */

/* log((1 + x) / (1 - x)) / 2 */
static inline tb_d tb_atanh_lanes_f64(tb_d a)
{
    const tb_d x = tb_fabs(a), over = 1 + x, over_tail = x - (over - 1);
    const tb_d under = 1 - x, under_tail = (1 - under) - x, inverse = 1 / under;
    const tb_d quotient = over * inverse, left = tb_fma(-quotient, under, over);
    const tb_d tail = (left + tb_fma(-quotient, under_tail, over_tail)) * inverse;
    const tb_d y = tb_logarithm_lanes_d(quotient, &tail, (tb_d){0}, &tb_base_d_e);
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0x1p-28), _CMP_LT_OQ); /* x^3 is below half a unit */
    return tb_with(tb_choose(is_small, x, y * 0.5), tb_sign_of(a));
}

/* log(x + (x^2 + one)^(1/2)) for one = 1 or -1; log(2 x) from 2^40 on. */
static inline tb_d tb_log_of_root_lanes(tb_d x, double one)
{
    const tb_mask is_large = TB_COMPARE(x, TB_EVERY_D(0x1p40), _CMP_GT_OQ);
    const tb_d limited = tb_least(TB_EVERY_D(0x1p41), x), x2 = limited * limited, square = x2 + one;
    const tb_d lost = one < 0 ? (x2 - square) - 1 : (1 - (square - (square - 1))) + (x2 - (square - 1));
    const tb_d square_tail = lost + tb_fma(limited, limited, -x2), root = tb_root(square);
    const tb_d left = tb_fma(-root, root, square) + square_tail;
    const tb_d root_tail = left * (0.5 / tb_most(TB_EVERY_D(0x1p-200), root));
    const tb_d most = one < 0 ? limited : root, least = one < 0 ? root : limited, sum = most + least;
    const tb_d sum_tail = tb_choose(is_large, (tb_d){0}, (least - (sum - most)) + root_tail);
    const tb_d more = tb_choose(is_large, TB_EVERY_D(1.0), (tb_d){0});
    return tb_logarithm_lanes_d(tb_choose(is_large, x, sum), &sum_tail, more, &tb_base_d_e);
}

static inline tb_d tb_asinh_lanes_f64(tb_d a)
{
    const tb_d x = tb_fabs(a), y = tb_log_of_root_lanes(x, 1);
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0x1p-28), _CMP_LT_OQ);
    return tb_with(tb_choose(is_small, x, y), tb_sign_of(a));
}

static inline tb_d tb_acosh_lanes_f64(tb_d a)
{
    return tb_log_of_root_lanes(tb_most(TB_EVERY_D(-2.0), a), -1); /* nan below 1 */
}

#endif
