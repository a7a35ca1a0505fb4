/* vectors_gamma.h: lgamma of float32, computed in doubles and rounded once: within 1 unit in the last place, also
 * beside its zeros. */
#ifndef TB_VECTORS_GAMMA_H
#define TB_VECTORS_GAMMA_H

#include "core/kernels/math/doubles_logarithm.h"

/* Of v from 0 on.  Up to 4.5 from t, the distance of v from 2 after up to two steps of 1, and the logarithm of
 * the factors that these leave; above by Stirling's series. */
static inline tb_d tb_lgamma_lanes(tb_d v)
{
    const tb_d one = TB_EVERY_D(1.0), none = {0};
    v = tb_least(TB_EVERY_D(0x1p200), v);
    const tb_mask lowest = TB_COMPARE(v, TB_EVERY_D(0.5), _CMP_LT_OQ);
    const tb_mask low = TB_COMPARE(v, TB_EVERY_D(1.5), _CMP_LT_OQ);
    const tb_mask high = TB_COMPARE(v, TB_EVERY_D(2.5), _CMP_GE_OQ);
    const tb_mask highest = TB_COMPARE(v, TB_EVERY_D(3.5), _CMP_GE_OQ);
    const tb_mask is_far = TB_COMPARE(v, TB_EVERY_D(4.5), _CMP_GE_OQ);
    const tb_d down = tb_choose(high, v - 1, one), second = tb_choose(highest, v - 2, one);
    const tb_d factors = tb_choose(low, v, down) * tb_choose(lowest, v + 1, second);
    const tb_d log = tb_log_lanes_f64(tb_choose(is_far, v, factors)) - tb_choose(is_far, one, none);

    const tb_d up = tb_choose(lowest, none, tb_choose(low, TB_EVERY_D(-1.0), TB_EVERY_D(-2.0)));
    const tb_d t = v + tb_choose(highest, TB_EVERY_D(-4.0), tb_choose(high, TB_EVERY_D(-3.0), up)),
               t2 = t * t;
    const tb_d q0 = tb_fma(t, TB_EVERY_D(0x1.4a34cc4a60f55p-2), TB_EVERY_D(0x1.b0ee6072093d3p-2));
    const tb_d q2 = tb_fma(t, TB_EVERY_D(0x1.51322ac810e76p-6), TB_EVERY_D(-0x1.13e001a559941p-4));
    const tb_d q4 = tb_fma(t, TB_EVERY_D(0x1.7add6e58859a1p-9), TB_EVERY_D(-0x1.e404fc15e1712p-8));
    const tb_d q6 = tb_fma(t, TB_EVERY_D(0x1.0b36cbb12dc56p-11), TB_EVERY_D(-0x1.38ac62136570ap-10));
    const tb_d q8 = tb_fma(t, TB_EVERY_D(0x1.a11defefda1f1p-14), TB_EVERY_D(-0x1.d3fa623d1f2f5p-13));
    const tb_d q10 = tb_fma(t, TB_EVERY_D(0x1.58ffa6a536f3fp-16), TB_EVERY_D(-0x1.7941ae3336874p-15));
    const tb_d q12 = tb_fma(t, TB_EVERY_D(0x1.188a1c6f16ba7p-18), TB_EVERY_D(-0x1.357e26571a909p-17));
    const tb_d q14 = tb_fma(t, TB_EVERY_D(0x1.5bfd4934c862ep-20), TB_EVERY_D(-0x1.56780904ea0fbp-19));
    tb_d q = tb_fma(t2, tb_fma(t2, q14, q12), q10);
    q = tb_fma(t2, tb_fma(t2, tb_fma(t2, q, q8), q6), q4);
    q = tb_fma(t2, tb_fma(t2, q, q2), q0); /* 2^-50 */

    const tb_d u = 1 / v, u2 = u * u;
    tb_d w = tb_fma(u2, TB_EVERY_D(-0x1.3dc34b268398fp-10), TB_EVERY_D(0x1.a565f5b07d06bp-11));
    w = tb_fma(u2, w, TB_EVERY_D(-0x1.378690340b961p-11));
    w = tb_fma(u2, w, TB_EVERY_D(0x1.a018104a261f2p-11));
    w = tb_fma(u2, w, TB_EVERY_D(-0x1.6c16c0ade764ep-9));
    w = tb_fma(u2, w, TB_EVERY_D(0x1.5555555552b95p-4));
    w = tb_fma(u, w, TB_EVERY_D(0x1.acfe390c97d69p-2)); /* 2^-48 of 1 */

    const tb_d near = tb_choose(low, TB_EVERY_D(-1.0), one);
    return tb_fma(tb_choose(is_far, v - 0.5, near), log, tb_choose(is_far, w, t * q));
}

/* Below 0 log(pi / |sin(pi x)|) - lgamma(1 - x), which is infinite at integers. */
static __attribute__((noinline)) tb_d tb_any_lgamma_lanes(tb_d x)
{
    const tb_mask is_below = TB_COMPARE(x, (tb_d){0}, _CMP_LT_OQ);
    const tb_d y = tb_lgamma_lanes(tb_choose(is_below, 1 - x, x));
    if (!tb_bits_of(is_below))
        return y;
    const tb_d limited = tb_most(TB_EVERY_D(-0x1p30), x), whole = (limited + 0x1.8p52) - 0x1.8p52;
    const tb_d r = limited - whole, r2 = r * r;
    tb_d p = tb_fma(r2, TB_EVERY_D(-0x1.622def2af2921p-16), TB_EVERY_D(0x1.e89a007878b9bp-12));
    p = tb_fma(r2, p, TB_EVERY_D(-0x1.e30613727813ep-8));
    p = tb_fma(r2, p, TB_EVERY_D(0x1.5078321c404d9p-4));
    p = tb_fma(r2, p, TB_EVERY_D(-0x1.32d2cce0f976fp-1));
    p = tb_fma(r2, p, TB_EVERY_D(0x1.466bc6774f94ep+1));
    p = tb_fma(r2, p, TB_EVERY_D(-0x1.4abbce625bd2cp+2));
    p = tb_fma(r2, p, TB_EVERY_D(0x1.921fb54442d17p+1)); /* 2^-52 */
    return tb_choose(is_below, tb_log_lanes_f64(0x1.921fb54442d18p+1 / tb_fabs(r * p)) - y, y);
}

static inline tb_v tb_lgamma_lanes_f32(tb_v a)
{
    return tb_join(tb_any_lgamma_lanes(tb_first_half(a)), tb_any_lgamma_lanes(tb_second_half(a)));
}

#endif
