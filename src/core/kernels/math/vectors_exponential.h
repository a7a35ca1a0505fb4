/* vectors_exponential.h: exponentials of one float32, hyperbolic functions and erf, within 1 unit in the last
 * place, in whole vectors of floats.  Where the last step would lose too much, a number has a tail, which is
 * to be added to it.  */
#ifndef TB_VECTORS_EXPONENTIAL_H
#define TB_VECTORS_EXPONENTIAL_H

#include "core/kernels/math/vectors_double.h"

/* Polynomials are minimax approximations; a comment gives their error relative to the result. */

/* The number 2^k (high + tail); k is the integer in bits / 16, rounded down. */
typedef struct {
    tb_v high, tail, sixteen_k;
    tb_vi bits;
} tb_power;

/* (1 + p) 2^(n / 16) for n = sixteen_k, whose lowest bits are also the lowest of `bits`. */
static inline tb_power tb_power_lanes(tb_v p, tb_v n, tb_vi bits)
{
    static const float power[16] = {
        0x1p+0f,        0x1.0b5586p+0f, 0x1.172b84p+0f, 0x1.2387a6p+0f, 0x1.306fep+0f,  0x1.3dea64p+0f,
        0x1.4bfdaep+0f, 0x1.5ab07ep+0f, 0x1.6a09e6p+0f, 0x1.7a1148p+0f, 0x1.8ace54p+0f, 0x1.9c4918p+0f,
        0x1.ae89fap+0f, 0x1.c199bep+0f, 0x1.d5818ep+0f, 0x1.ea4afap+0f,
    };
    static const float tail[16] = {
        0x0p+0f,          0x1.9f3122p-25f,  -0x1.c15742p-27f, 0x1.ceac48p-25f,
        0x1.4636e2p-25f,  0x1.824684p-25f,  -0x1.593abcp-25f, -0x1.5bd5ecp-27f,
        0x1.9fcef4p-26f,  -0x1.829fdp-25f,  0x1.15506ep-27f,  0x1.51f848p-27f,
        -0x1.a94b14p-26f, -0x1.3d56b2p-27f, -0x1.822dbcp-27f, 0x1.52486cp-27f,
    };
    const tb_v high = tb_entry_v(power, bits);
    return (tb_power){high, tb_fma_v(high, p, tb_entry_v(tail, bits)), n, bits};
}

/* e^x, or e^(x + *tail) if tail is not NULL, is 1 + the result times 2^(n / 16), for x from -106 to 90; n is in
 * the low bits of *shifted. */
static inline __attribute__((always_inline)) tb_v tb_rest_of_e(tb_v x, const tb_v *tail, tb_v *shifted)
{
    *shifted = tb_fma_v(x, TB_EVERY_V(0x1.715476p+4f), TB_EVERY_V(TB_ROUND_SHIFT));
    const tb_v n = *shifted - TB_ROUND_SHIFT, near = tb_fma_v(n, TB_EVERY_V(-0x1.62ep-5f), x);
    const tb_v rest = tb_fma_v(n, TB_EVERY_V(-0x1.0bfbe8p-19f), near), r = tail ? rest + *tail : rest;
    const tb_v q = tb_fma_v(r, TB_EVERY_V(0x1.5555a2p-3f), TB_EVERY_V(0x1.00022p-1f)); /* 2^-29 */
    return tb_fma_v(r * r, q, r);
}

static inline __attribute__((always_inline)) tb_power tb_power_of_e(tb_v x, const tb_v *tail)
{
    tb_v shifted;
    const tb_v p = tb_rest_of_e(x, tail, &shifted);
    return tb_power_lanes(p, shifted - TB_ROUND_SHIFT, (tb_vi)shifted);
}

/* 2^k y, rounded once, for y up to 2.  It is 0 below k = -150, which needs no underflow: some processors take a
 * hundred times as long for one. */
static inline tb_v tb_scale_v(tb_v y, const tb_power *power)
{
    const tb_mask_v is_number = TB_COMPARE_V(power->sixteen_k, TB_EVERY_V(-150.0f * 16), _CMP_NLT_UQ);
#if TB_LANES == 8
    return (tb_v)_mm512_maskz_scalef_ps(is_number, y, power->sixteen_k * 0x1p-4f);
#else
    y = tb_choose_v(is_number, y, (tb_v){0});
    const tb_vi k = (tb_vi)((tb_vu)power->bits << 9) >> 13, half = k >> 1;
    return y * (tb_v)((tb_vu)(half + 127) << 23) * (tb_v)((tb_vu)(k - half + 127) << 23);
#endif
}

/* Normalises a power so that its tail is below half a unit of the high part. */
static inline tb_power tb_settled(tb_power power)
{
    const tb_v sum = power.high + power.tail;
    power.tail -= sum - power.high;
    power.high = sum;
    return power;
}

/* 2^k p, as above, for p below 1.5; k is in the low bits of `shifted`, to which TB_ROUND_SHIFT was added. */
static inline tb_v tb_times_power(tb_v p, tb_v shifted)
{
    const tb_mask_v is_number = TB_COMPARE_V(shifted, TB_EVERY_V(TB_ROUND_SHIFT - 150), _CMP_NLT_UQ);
#if TB_LANES == 8
    return (tb_v)_mm512_maskz_scalef_ps(is_number, p, shifted - TB_ROUND_SHIFT);
#else
    p = tb_choose_v(is_number, p, (tb_v){0});
    const tb_vu k = (tb_vu)shifted << 23, power = ((tb_vu)((tb_vi)k >> 1) & 0xff800000u) + 0x3f800000u;
    return p * (tb_v)power * (tb_v)(k + 0x7f000000u - power);
#endif
}

static inline tb_v tb_exp_lanes_f32(tb_v a)
{
    const tb_v x = tb_least_v(TB_EVERY_V(89.0f), tb_most_v(TB_EVERY_V(-104.0f), a));
    const tb_power power = tb_power_of_e(x, NULL);
    return tb_scale_v(power.high + power.tail, &power);
}

static inline tb_v tb_exp2_lanes_f32(tb_v a)
{
    a = tb_least_v(TB_EVERY_V(129.0f), tb_most_v(TB_EVERY_V(-151.0f), a));
    const tb_v shifted = a + TB_ROUND_SHIFT, r = a - (shifted - TB_ROUND_SHIFT);
    tb_v p = tb_fma_v(r, TB_EVERY_V(0x1.4176b2p-13f), TB_EVERY_V(0x1.5f0964p-10f));
    p = tb_fma_v(r, p, TB_EVERY_V(0x1.3b2dd6p-7f));
    p = tb_fma_v(r, p, TB_EVERY_V(0x1.c6af7ap-5f));
    p = tb_fma_v(r, p, TB_EVERY_V(0x1.ebfbdcp-3f));
    p = tb_fma_v(r, p, TB_EVERY_V(0x1.62e43p-1f));
    return tb_times_power(tb_fma_v(r, p, TB_EVERY_V(1.0f)), shifted); /* 2^-28 */
}

/* 2^k (1 + r + u) - 1, where r has a tail; the rounding errors of the first two sums are kept. */
static inline tb_v tb_expm1_lanes_f32(tb_v a)
{
    const tb_mask_v is_large = TB_COMPARE_V(a, TB_EVERY_V(85.0f), _CMP_NLE_UQ);
    const tb_v x = tb_least_v(TB_EVERY_V(89.0f), tb_most_v(TB_EVERY_V(-18.0f), a));
    const tb_v shifted = tb_fma_v(x, TB_EVERY_V(0x1.715476p+0f), TB_EVERY_V(TB_ROUND_SHIFT));
    const tb_v k = shifted - TB_ROUND_SHIFT, near = tb_fma_v(k, TB_EVERY_V(-0x1.62e4p-1f), x);
    const tb_v r = tb_fma_v(k, TB_EVERY_V(-0x1.7f7d1cp-20f), near);
    const tb_v tail = tb_fma_v(k, TB_EVERY_V(-0x1.7f7d1cp-20f), near - r);
    tb_v q = tb_fma_v(r, TB_EVERY_V(0x1.a2d954p-13f), TB_EVERY_V(0x1.6d308ep-10f));
    q = tb_fma_v(r, q, TB_EVERY_V(0x1.110fc2p-7f));
    q = tb_fma_v(r, q, TB_EVERY_V(0x1.5555p-5f));
    q = tb_fma_v(r, q, TB_EVERY_V(0x1.555556p-3f));
    q = tb_fma_v(r, q, TB_EVERY_V(0.5f)); /* 2^-29 */
    const tb_v u = tb_fma_v(r * r, q, tail), power = (tb_v)(((tb_vu)shifted << 23) + 0x3f800000u);
    const tb_v less = power - 1, high = tb_fma_v(power, r, less);
    const tb_v lost = tb_fma_v(power, r, less - high) + ((power - less) - 1);
    const tb_v y = tb_with_sign_of(high + tb_fma_v(power, u, lost), a); /* -0 stays -0 */
    return TB_RARELY(tb_bits_of_v(is_large)) ? tb_choose_v(is_large, tb_exp_lanes_f32(a), y) : y;
}

/* ---- hyperbolic functions ---- */

/* For x from -80 to 90: returns the inverse of e^x / 4, which is *high + *tail.  The table's entries are
 * 2^(i / 16) / 4, whose bits lack those that n, in the low bits of `shifted`, adds beside k. */
static inline tb_v tb_quarters(tb_v x, tb_v *high, tb_v *tail)
{
    static const float quarter[16] = {
        0x1p-2f,        0x1.fb5586p-3f, 0x1.f72b84p-3f, 0x1.f387a6p-3f, 0x1.f06fep-3f,  0x1.edea64p-3f,
        0x1.ebfdaep-3f, 0x1.eab07ep-3f, 0x1.ea09e6p-3f, 0x1.ea1148p-3f, 0x1.eace54p-3f, 0x1.ec4918p-3f,
        0x1.ee89fap-3f, 0x1.f199bep-3f, 0x1.f5818ep-3f, 0x1.fa4afap-3f,
    };
    static const float lost[16] = {
        0,
        0x1.8d96d4p-25f,
        -0x1.9c0c22p-27f,
        0x1.964904p-25f,
        0x1.125002p-25f,
        0x1.370be4p-25f,
        -0x1.0a355p-25f,
        -0x1.00d8acp-27f,
        0x1.26055cp-26f,
        -0x1.05cb44p-25f,
        0x1.67a1cap-28f,
        0x1.a3b5e4p-28f,
        -0x1.f9c304p-27f,
        -0x1.6961b4p-28f,
        -0x1.a5217cp-28f,
        0x1.61428ep-28f,
    };
    tb_v shifted;
    const tb_v p = tb_rest_of_e(x, NULL, &shifted);
    *high = (tb_v)(((tb_vu)shifted << 19) + (tb_vu)tb_entry_v(quarter, (tb_vi)shifted));
    *tail = *high * (p + tb_entry_v(lost, (tb_vi)shifted));
    const tb_v sum =
        tb_least_v(TB_EVERY_V(0x1p100f), *high + *tail); /* no inverse is subnormal, which is slow */
    const tb_v guess = tb_inverse_v(sum);
    return tb_fma_v(guess, tb_fma_v(-guess, sum, TB_EVERY_V(1.0f)), guess);
}

/* 1 / (1 + e^-a), all divided by 4.  It is 0, as in torch, if e^-a exceeds the largest float. */
static inline tb_v tb_sigmoid_lanes_f32(tb_v a)
{
    const tb_v one = TB_EVERY_V(0.25f);
    const tb_mask_v is_zero = TB_COMPARE_V(a, TB_EVERY_V(-0x1.62e43p+6f), _CMP_LE_OQ);
    tb_v high, tail;
    tb_quarters(-tb_least_v(TB_EVERY_V(80.0f), tb_choose_v(is_zero, (tb_v){0}, a)), &high, &tail);
    const tb_v more = tb_most_v(one, high), less = tb_least_v(one, high), sum = more + less;
    tail += less - (sum - more);
    const tb_v guess = tb_inverse_v(sum + tail);
    const tb_v off = tb_fma_v(-guess, tail, tb_fma_v(-guess, sum, TB_EVERY_V(1.0f)));
    return tb_choose_v(is_zero, (tb_v){0}, tb_fma_v(guess, off, guess) * 0.25f);
}

static inline tb_v tb_cosh_lanes_f32(tb_v a)
{
    tb_v high, tail;
    const tb_v inverse = tb_quarters(tb_least_v(TB_EVERY_V(89.5f), tb_fabs_v(a)), &high, &tail);
    return 2 * (high + tb_fma_v(inverse, TB_EVERY_V(0x1p-4f), tail));
}

static inline tb_v tb_sinh_lanes_f32(tb_v a)
{
    const tb_v x = tb_least_v(TB_EVERY_V(89.5f), tb_fabs_v(a)), x2 = x * x;
    tb_v high, tail;
    const tb_v inverse = tb_quarters(x, &high, &tail);
    const tb_v large = 2 * (high + tb_fma_v(inverse, TB_EVERY_V(-0x1p-4f), tail));
    tb_v p = tb_fma_v(x2, TB_EVERY_V(0x1.a6d658p-13f), TB_EVERY_V(0x1.1107bp-7f));
    p = tb_fma_v(x2, p, TB_EVERY_V(0x1.555564p-3f)); /* 2^-28 */
    const tb_mask_v is_small = TB_COMPARE_V(x, TB_EVERY_V(0.78f), _CMP_LT_OQ);
    return tb_with_sign_of(tb_choose_v(is_small, tb_fma_v(x2 * x, p, x), large), a);
}

#if TB_LANES == 8
/* Four intervals for each power of 2, the first one from 0 on: a point in each, the function's value there,
 * which is a float to within 2^-36, and the coefficients of a polynomial of the distance from the point, to
 * 2^-30. */
static const float tb_tanh[8][32] = {
    {
        0x0p+0f,        0x1.9fe9f6p-5f, 0x1.dfeacp-5f,  0x1.1feae6p-4f, 0x1.5fe9a2p-4f, 0x1.9fead4p-4f,
        0x1.e000c2p-4f, 0x1.1fe8d8p-3f, 0x1.5feb62p-3f, 0x1.9fe99cp-3f, 0x1.dfe95cp-3f, 0x1.1fe9fp-2f,
        0x1.5fe958p-2f, 0x1.9fe89cp-2f, 0x1.dfe934p-2f, 0x1.1fea7ep-1f, 0x1.5ff3b8p-1f, 0x1.9feb3cp-1f,
        0x1.dfeaa6p-1f, 0x1.1fe932p+0f, 0x1.5fe8d8p+0f, 0x1.9febaap+0f, 0x1.dfe98p+0f,  0x1.1fea62p+1f,
        0x1.5fefc4p+1f, 0x1.9fea9ep+1f, 0x1.dff9f8p+1f, 0x1.1fe926p+2f, 0x1.5fe8b8p+2f, 0x1.9feef4p+2f,
        0x1.d3db3p+2f,  0x1.0a2768p+3f,
    },
    {
        0x0p+0f,        0x1.9f8e92p-5f, 0x1.df5e64p-5f, 0x1.1f71bep-4f, 0x1.5f0c9ep-4f, 0x1.9e7e62p-4f,
        0x1.ddd152p-4f, 0x1.1e071cp-3f, 0x1.5c7f02p-3f, 0x1.9a499ep-3f, 0x1.d750ecp-3f, 0x1.188f32p-2f,
        0x1.52ae98p-2f, 0x1.8a73f6p-2f, 0x1.bf9bfap-2f, 0x1.04f884p-1f, 0x1.314ff6p-1f, 0x1.577d94p-1f,
        0x1.77ce6p-1f,  0x1.9e4cf8p-1f, 0x1.c26e2ep-1f, 0x1.d9c122p-1f, 0x1.e87494p-1f, 0x1.f4bc14p-1f,
        0x1.fbd3fcp-1f, 0x1.fe75f6p-1f, 0x1.ff6f0ap-1f, 0x1.ffdf9p-1f,  0x1.fffb9cp-1f, 0x1.ffff68p-1f,
        0x1.ffffe2p-1f, 0x1.fffffcp-1f,
    },
    {
        0x0p+0f,         0x1.feaeb8p-1f,  0x1.fe3f2ep-1f, 0x1.fd7a8p-1f,   0x1.fc3d38p-1f,  0x1.fac1c6p-1f,
        0x1.f90854p-1f,  0x1.f6036p-1f,   0x1.f12cb4p-1f, 0x1.eb738p-1f,   0x1.e4e22ap-1f,  0x1.d990cep-1f,
        0x1.c7fddp-1f,   0x1.b406dcp-1f,  0x1.9e2bbep-1f, 0x1.7afb22p-1f,  0x1.49f03p-1f,   0x1.198f2p-1f,
        0x1.d851bcp-2f,  0x1.6182f6p-2f,  0x1.cef0eep-3f, 0x1.26897ep-3f,  0x1.700d5ap-4f,  0x1.64863cp-5f,
        0x1.09ea88p-6f,  0x1.897268p-8f,  0x1.21c2fap-9f, 0x1.037938p-11f, 0x1.19009ap-14f, 0x1.300384p-17f,
        0x1.e004f4p-20f, 0x1.001abcp-22f,
    },
    {
        0x0p+0f,          -0x1.9e7872p-5f,  -0x1.ddb86p-5f,   -0x1.1e087ep-4f,  -0x1.5c7942p-4f,
        -0x1.9a3e6ep-4f,  -0x1.d74f2cp-4f,  -0x1.1872e8p-3f,  -0x1.5268p-3f,    -0x1.89d1f6p-3f,
        -0x1.be5af6p-3f,  -0x1.037f9ep-2f,  -0x1.2da2p-2f,    -0x1.4fec0cp-2f,  -0x1.6a1544p-2f,
        -0x1.8256f4p-2f,  -0x1.897e36p-2f,  -0x1.79c8dcp-2f,  -0x1.5aae3cp-2f,  -0x1.1e0e08p-2f,
        -0x1.97455ap-3f,  -0x1.10891cp-3f,  -0x1.5f2088p-4f,  -0x1.5cae0ap-5f,  -0x1.07bfc8p-6f,
        -0x1.8843cep-8f,  -0x1.21709p-9f,   -0x1.0367a4p-11f, -0x1.19006cp-14f, -0x1.3020fp-17f,
        -0x1.e1056cp-20f, -0x1.03f71ap-22f,
    },
    {
        -0x1.555556p-2f, -0x1.506242p-2f, -0x1.4b6e74p-2f, -0x1.4f5dep-2f,  -0x1.4a155cp-2f, -0x1.47802ap-2f,
        -0x1.420702p-2f, -0x1.3ab9d6p-2f, -0x1.2ed03p-2f,  -0x1.1fd39ep-2f, -0x1.10450cp-2f, -0x1.e9293p-3f,
        -0x1.987924p-3f, -0x1.42b68ap-3f, -0x1.d77778p-4f, -0x1.be01a8p-5f, 0x1.d57e8p-7f,   0x1.06f544p-4f,
        0x1.841beep-4f,  0x1.c68adp-4f,   0x1.97f6c8p-4f,  0x1.33fe9p-4f,   0x1.a89908p-5f,  0x1.bc56d8p-6f,
        0x1.59e92ep-7f,  0x1.03ebdcp-8f,  0x1.810b2cp-10f, 0x1.595694p-12f, 0x1.763994p-15f, 0x1.94e692p-18f,
        0x1.42307cp-20f, 0x1.64121p-23f,
    },
    {
        0x0p+0f,          -0x1.f5573cp-3f,  -0x1.747b32p-4f,  0x1.545918p-4f,   0x1.3e652cp-4f,
        0x1.86a4aap-6f,   0x1.b1140ep-6f,   0x1.6cccap-4f,    0x1.c27f9cp-4f,   0x1.dfceap-4f,
        0x1.1b6434p-3f,   0x1.32b52cp-3f,   0x1.4f6796p-3f,   0x1.5c8516p-3f,   0x1.56ea96p-3f,
        0x1.3a5fcep-3f,   0x1.e99cfcp-4f,   0x1.471f7ep-4f,   0x1.628e4cp-5f,   0x1.b2f08ap-9f,
        -0x1.5da8cap-6f,  -0x1.9d3c7ap-6f,  -0x1.55f764p-6f,  -0x1.943b7cp-7f,  -0x1.4e90c4p-8f,
        -0x1.00bd2ep-9f,  -0x1.7f870ep-11f, -0x1.592ef4p-13f, -0x1.75f18ap-16f, -0x1.9137dep-19f,
        -0x1.358f22p-21f, -0x1.ff67bap-25f,
    },
    {
        0x1.111112p-3f,  -0x1.07cd84p+6f,  -0x1.dedbdcp+7f, 0x1.103a9ap+3f,  -0x1.cea4e8p+3f, 0x1.2d01eap-1f,
        -0x1.4b169ep+3f, -0x1.dd6fb2p-1f,  0x1.184d46p-1f,  -0x1.df3beep-1f, 0x1.2688cp+0f,   0x1.2b2c94p-5f,
        0x1.26fcap-5f,   0x1.d532ccp-5f,   0x1.815d9cp-10f, -0x1.4af56cp-5f, -0x1.e3888ap-5f, -0x1.fdf558p-5f,
        -0x1.b9ccd6p-5f, -0x1.078718p-5f,  -0x1.373bfcp-7f, 0x1.7b8dd4p-10f, 0x1.2c442ep-8f,  0x1.04cf56p-8f,
        0x1.f66a4ap-10f, 0x1.948244p-11f,  0x1.32fd8ap-12f, 0x1.1f4674p-14f, 0x1.384436p-17f, 0x1.5210dep-20f,
        0x1.6285fp-23f,  -0x1.004ac4p-25f,
    },
    {
        0x0p+0f,          0x1.4b7b14p+13f,  0x1.570e36p+12f,  -0x1.64187p+8f,   -0x1.6c4786p+7f,
        0x1.87ae78p+8f,   0x1.c77764p+8f,   -0x1.5a75ap-2f,   -0x1.64c4eep+3f,  0x1.0e9d28p+3f,
        -0x1.747064p+3f,  0x1.d99652p-6f,   0x1.2bc45p-3f,    -0x1.623914p-3f,  0x1.709b7ap-2f,
        -0x1.351212p-5f,  -0x1.7463c8p-7f,  0x1.b3694p-7f,    0x1.5a5dap-6f,    0x1.31e612p-6f,
        0x1.6eae0ap-7f,   0x1.120cd6p-8f,   0x1.54922ep-11f,  -0x1.7833aep-11f, -0x1.1c6c04p-11f,
        -0x1.036376p-12f, -0x1.83f668p-14f, -0x1.796342p-16f, -0x1.a3a978p-19f, -0x1.02a1f6p-21f,
        -0x1.451c4p-27f,  0x1.1c9beep-25f,
    },
};

/* The function of x, 0 or above, by the intervals of such a table; from 0 on it is x plus the polynomial. */
static inline tb_v tb_by_intervals(tb_v x, const float table[8][32])
{
    const __m512i interval = (__m512i)(((tb_vi)x - 0x3d200000) >> 21);
    const tb_vi i = (tb_vi)_mm512_max_epi32(interval, _mm512_setzero_si512());
    const tb_v d = x - tb_entry_of_32(table[0], i);
    tb_v p = tb_fma_v(d, tb_entry_of_32(table[7], i), tb_entry_of_32(table[6], i));
    p = tb_fma_v(d, p, tb_entry_of_32(table[5], i));
    p = tb_fma_v(d, p, tb_entry_of_32(table[4], i));
    p = tb_fma_v(d, p, tb_entry_of_32(table[3], i));
    p = tb_fma_v(d, p, tb_entry_of_32(table[2], i));
    const tb_mask_v is_first = TB_COMPARE_V(x, TB_EVERY_V(0x1.8p-5f), _CMP_LT_OQ);
    return tb_fma_v(d, p, tb_choose_v(is_first, x, tb_entry_of_32(table[1], i)));
}

static inline tb_v tb_tanh_lanes_f32(tb_v a)
{
    return tb_with_sign_of(tb_by_intervals(tb_least_v(TB_EVERY_V(9.015625f), tb_fabs_v(a)), tb_tanh), a);
}
#else
/* 1 - 2 / (e^2x + 1) */
static inline tb_v tb_tanh_lanes_f32(tb_v a)
{
    const tb_v x = tb_least_v(TB_EVERY_V(10.0f), tb_fabs_v(a)), x2 = x * x;
    const tb_power power = tb_settled(tb_power_of_e(x + x, NULL));
    const tb_v scale = (tb_v)(((tb_vu)power.bits >> 4 << 23) + 0x3f000000u), half = power.high * scale;
    const tb_v sum = half + 0.5f, sum_tail = tb_fma_v(power.tail, scale, 0.5f - (sum - half));
    const tb_v guess = tb_inverse_v(sum), rest_of = 1 - guess;
    const tb_v off = tb_fma_v(-guess, sum_tail, tb_fma_v(-guess, sum, TB_EVERY_V(1.0f)));
    const tb_v large = rest_of + tb_fma_v(-guess, off, (1 - rest_of) - guess);
    tb_v p = tb_fma_v(x2, TB_EVERY_V(-0x1.758facp-8f), TB_EVERY_V(0x1.5211c4p-6f));
    p = tb_fma_v(x2, p, TB_EVERY_V(-0x1.b838ap-5f));
    p = tb_fma_v(x2, p, TB_EVERY_V(0x1.110704p-3f));
    p = tb_fma_v(x2, p, TB_EVERY_V(-0x1.555532p-2f)); /* 2^-27 */
    const tb_mask_v is_small = TB_COMPARE_V(x, TB_EVERY_V(0.625f), _CMP_LT_OQ);
    return tb_with_sign_of(tb_choose_v(is_small, tb_fma_v(x2 * x, p, x), large), a);
}
#endif

/* ---- erf ---- */

#if TB_LANES == 8
/* As tb_tanh. */
static const float tb_erf[8][32] = {
    {0x0p+0f,        0x1.9ffeb6p-5f, 0x1.dff478p-5f, 0x1.1fee2cp-4f, 0x1.5ff7d8p-4f, 0x1.9ff16cp-4f,
     0x1.e000d4p-4f, 0x1.200f1p-3f,  0x1.5fea9ep-3f, 0x1.a001a6p-3f, 0x1.dff83ep-3f, 0x1.200252p-2f,
     0x1.600288p-2f, 0x1.9ff672p-2f, 0x1.dffe88p-2f, 0x1.20016p-1f,  0x1.5ffde4p-1f, 0x1.a00a5cp-1f,
     0x1.dff86ep-1f, 0x1.20138ep+0f, 0x1.60042p+0f,  0x1.9ffb02p+0f, 0x1.e01438p+0f, 0x1.200246p+1f,
     0x1.5ffd3p+1f,  0x1.a00cap+1f,  0x1.df3952p+1f, 0x1p+2f,        0x1p+2f,        0x1p+2f,
     0x1p+2f,        0x1p+2f},
    {0x0p+0f,        0x1.d4ff34p-5f, 0x1.0e79ep-4f,  0x1.445c3ap-4f, 0x1.8c2d9cp-4f, 0x1.d3bbbp-4f,
     0x1.0d9406p-3f, 0x1.42e8a6p-3f, 0x1.8938a4p-3f, 0x1.cf0936p-3f, 0x1.09eab2p-2f, 0x1.3c9d14p-2f,
     0x1.7e181ep-2f, 0x1.bcc6c8p-2f, 0x1.f86e56p-2f, 0x1.25b9cap-1f, 0x1.5690c8p-1f, 0x1.7fbfcap-1f,
     0x1.a1518ep-1f, 0x1.c6e744p-1f, 0x1.e577f4p-1f, 0x1.f4f5c6p-1f, 0x1.fbe77ap-1f, 0x1.ff4058p-1f,
     0x1.fff2cep-1f, 0x1.ffff7p-1f,  0x1.fffffcp-1f, 0x1p+0f,        0x1p+0f,        0x1p+0f,
     0x1p+0f,        0x1p+0f},
    {0x1.06eba8p-3f,  0x1.201f02p+0f,  0x1.1fe00ep+0f,  0x1.1f70fp+0f,  0x1.1ebd6ep+0f, 0x1.1de6ccp+0f,
     0x1.1cecd8p+0f,  0x1.1b34dcp+0f,  0x1.1875ep+0f,   0x1.153052p+0f, 0x1.116d56p+0f, 0x1.0ae4f8p+0f,
     0x1.00ab6p+0f,   0x1.e9d96p-1f,   0x1.cfc4bep-1f,  0x1.a50608p-1f, 0x1.6821fcp-1f, 0x1.2a83fep-1f,
     0x1.dfd774p-2f,  0x1.45b19cp-2f,  0x1.5cd62p-3f,   0x1.49b22cp-4f, 0x1.127d5ap-5f, 0x1.d3eebcp-8f,
     0x1.33869cp-11f, 0x1.e881fcp-16f, 0x1.ef486ep-21f, 0x0p+0f,        0x0p+0f,        0x0p+0f,
     0x0p+0f,         0x0p+0f},
    {0x1.bbe1dap-22f, -0x1.d430eap-5f,  -0x1.0ddb92p-4f,  -0x1.434af6p-4f, -0x1.8a3b5p-4f,  -0x1.d086b4p-4f,
     -0x1.0b1e8p-3f,  -0x1.3eac1cp-3f,  -0x1.818aaap-3f,  -0x1.c2704cp-3f, -0x1.00525cp-2f, -0x1.2c4404p-2f,
     -0x1.60ee2ep-2f, -0x1.8df77ap-2f,  -0x1.b2c71ep-2f,  -0x1.d9a90cp-2f, -0x1.ef2bc4p-2f, -0x1.e52292p-2f,
     -0x1.c1d2e4p-2f, -0x1.6e80bp-2f,   -0x1.dfac0cp-3f,  -0x1.0bdd8cp-3f, -0x1.01605ap-4f, -0x1.07384ep-6f,
     -0x1.a6d4fp-10f, -0x1.8cf3b8p-14f, -0x1.cf7ddep-19f, 0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f},
    {-0x1.813438p-2f, -0x1.6ff3a6p-2f, -0x1.7d97acp-2f, -0x1.78808ep-2f, -0x1.76e3ep-2f,  -0x1.7223aep-2f,
     -0x1.71845cp-2f, -0x1.6b656p-2f,  -0x1.60682ep-2f, -0x1.53f20ap-2f, -0x1.453f54p-2f, -0x1.2b6b38p-2f,
     -0x1.05733ep-2f, -0x1.b5b3e2p-3f, -0x1.5aa908p-3f, -0x1.9c2a3p-4f,  -0x1.a3f418p-7f, 0x1.fe5e0ap-5f,
     0x1.e4b66ep-4f,  0x1.4cc322p-3f,  0x1.43711ep-3f,  0x1.d673a4p-4f,  0x1.1406eap-4f,  0x1.63dfa2p-6f,
     0x1.69c5aep-9f,  0x1.98ec66p-13f, 0x1.15a5ep-17f,  0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f},
    {0x1.3b5516p-9f,  0x1.87641p-6f,    0x1.153788p-5f,  0x1.0c9c7ep-5f,  0x1.7a3f44p-5f,  0x1.9fa4ccp-5f,
     0x1.07ebdep-4f,  0x1.3794d2p-4f,   0x1.7c9fdep-4f,  0x1.b5980cp-4f,  0x1.eef534p-4f,  0x1.1c8c5p-3f,
     0x1.45356cp-3f,  0x1.6241e2p-3f,   0x1.732686p-3f,  0x1.75bb88p-3f,  0x1.53284ep-3f,  0x1.0f9acap-3f,
     0x1.748ad4p-4f,  0x1.c8db1ap-6f,   -0x1.f3da28p-6f, -0x1.974c84p-5f, -0x1.5a0eaep-5f, -0x1.38a84cp-6f,
     -0x1.ab2b16p-9f, -0x1.2b897ep-12f, -0x1.e377p-17f,  0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f},
    {0x1.f8a194p-5f,  -0x1.6c31c2p+9f, 0x1.447dc6p+4f,  -0x1.2ec524p+5f, -0x1.6b9644p+4f, -0x1.46eabp+5f,
     0x1.85874p-1f,   0x1.37554cp+1f,  0x1.d576b8p+0f,  0x1.6b9d04p+1f,  0x1.33f5fep+1f,  -0x1.3ef048p-5f,
     0x1.1e6f56p-3f,  0x1.5244fp-4f,   0x1.f977dep-6f,  -0x1.c6a7f8p-7f, -0x1.70ace2p-5f, -0x1.f862c2p-5f,
     -0x1.1f1fd2p-4f, -0x1.f32026p-5f, -0x1.f62aa8p-6f, -0x1.2a082cp-9f, 0x1.7472fep-7f,  0x1.5b0e2cp-7f,
     0x1.71325ap-9f,  0x1.5946bcp-12f, 0x1.5b1576p-16f, 0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f},
    {0x1.94cb62p-2f,  0x1.2cf788p+8f,   -0x1.096da6p+6f, 0x1.ab26dep+6f,  0x1.c5c544p+4f,  0x1.6fa83ep+6f,
     0x1.13771ep+1f,  0x1.6919fcp+1f,   -0x1.6246eep+1f, 0x1.907554p-2f,  -0x1.375b32p+0f, -0x1.6b6212p-4f,
     -0x1.359ccp-4f,  -0x1.4ad3dap-4f,  -0x1.2859dep-4f, -0x1.758c3ep-5f, -0x1.2207f2p-5f, -0x1.4ff5fep-6f,
     -0x1.0b94ap-10f, 0x1.f6be3cp-7f,   0x1.68970cp-6f,  0x1.d9a94p-7f,   0x1.1197c2p-8f,  -0x1.6e6812p-9f,
     -0x1.b4e41p-10f, -0x1.1da4bep-12f, -0x1.59e14p-16f, 0x0p+0f,         0x0p+0f,         0x0p+0f,
     0x0p+0f,         0x0p+0f},
};

static inline tb_v tb_erf_lanes_f32(tb_v a)
{
    return tb_with_sign_of(tb_by_intervals(tb_least_v(TB_EVERY_V(4.0f), tb_fabs_v(a)), tb_erf), a);
}
#else
/* From 0.85 on 1 - 2^(x q), where q is a polynomial. */
static inline __attribute__((always_inline)) tb_v tb_normal_erf_lanes(tb_v a)
{
    const tb_v x = tb_least_v(TB_EVERY_V(4.0f), tb_fabs_v(a)), u = a * a;
    tb_v p = tb_fma_v(u, TB_EVERY_V(-0x1.4c008cp-11f), TB_EVERY_V(0x1.4b481ap-8f));
    p = tb_fma_v(u, p, TB_EVERY_V(-0x1.b72f14p-6f));
    p = tb_fma_v(u, p, TB_EVERY_V(0x1.ce2502p-4f));
    p = tb_fma_v(u, p, TB_EVERY_V(-0x1.812724p-2f));
    p = tb_fma_v(u, p, TB_EVERY_V(0x1.06eba8p-3f)); /* 2^-27 */
    tb_v q = tb_fma_v(x, TB_EVERY_V(0x1.45b96ep-12f), TB_EVERY_V(-0x1.3102bp-8f));
    q = tb_fma_v(x, q, TB_EVERY_V(0x1.0ef21p-5f));
    q = tb_fma_v(x, q, TB_EVERY_V(-0x1.372cc8p-3f));
    q = tb_fma_v(x, q, TB_EVERY_V(-0x1.d58c6p-1f));
    q = tb_fma_v(x, q, TB_EVERY_V(-0x1.a0cc7cp+0f)); /* 2^-28 of 1 */
    const tb_v shifted = tb_fma_v(x, q, TB_EVERY_V(TB_ROUND_SHIFT));
    const tb_v r = tb_fma_v(x, q, TB_ROUND_SHIFT - shifted);
    tb_v rest = tb_fma_v(r, TB_EVERY_V(0x1.4176b2p-13f), TB_EVERY_V(0x1.5f0964p-10f));
    rest = tb_fma_v(r, rest, TB_EVERY_V(0x1.3b2dd6p-7f));
    rest = tb_fma_v(r, rest, TB_EVERY_V(0x1.c6af7ap-5f));
    rest = tb_fma_v(r, rest, TB_EVERY_V(0x1.ebfbdcp-3f));
    rest = tb_fma_v(r, rest, TB_EVERY_V(0x1.62e43p-1f));
    const tb_v power = (tb_v)(((tb_vu)shifted << 23) + 0x3f800000u);
    const tb_v large = tb_fma_v(power * -r, rest, 1 - power);
    const tb_mask_v is_small = TB_COMPARE_V(x, TB_EVERY_V(0.85f), _CMP_NGE_UQ);
    return tb_choose_v(is_small, tb_fma_v(a, p, a), tb_with_sign_of(large, a));
}

/* Some are subnormal, which are slow in so many steps. */
static __attribute__((noinline)) tb_v tb_any_erf_lanes(tb_v a)
{
    const double slope = 0x1.20dd750429b6dp+0;
    const tb_mask_v is_tiny = TB_COMPARE_V(tb_fabs_v(a), TB_EVERY_V(0x1p-126f), _CMP_LT_OQ);
    const tb_v tiny = tb_join(tb_first_half(a) * slope, tb_second_half(a) * slope);
    return tb_choose_v(is_tiny, tiny, tb_normal_erf_lanes(tb_choose_v(is_tiny, (tb_v){0}, a)));
}

static inline tb_v tb_erf_lanes_f32(tb_v a)
{
    return TB_RARELY(tb_has_subnormal(a)) ? tb_any_erf_lanes(a) : tb_normal_erf_lanes(a);
}
#endif

/* ---- erfc ---- */

#if TB_LANES == 8
/* e^(x^2) erfc(x), by intervals, as tb_tanh: the first one to 1/4, then four for each power of 2. */
static const float tb_erfcx[8][32] = {
    {0,
     0x1.200df2p-2f,
     0x1.5fe02cp-2f,
     0x1.9ffe78p-2f,
     0x1.e0105ap-2f,
     0x1.1fe1ecp-1f,
     0x1.5ffb84p-1f,
     0x1.a020a6p-1f,
     0x1.dfe8dp-1f,
     0x1.200bdep+0f,
     0x1.60023ep+0f,
     0x1.a0239ap+0f,
     0x1.dfef28p+0f,
     0x1.201af6p+1f,
     0x1.601f72p+1f,
     0x1.9fe844p+1f,
     0x1.dfe908p+1f,
     0x1.1fe844p+2f,
     0x1.5fee48p+2f,
     0x1.9ffcb8p+2f,
     0x1.e00062p+2f,
     0x1.201482p+3f,
     0x1.4412fap+3f},
    {0x1p+0f,        0x1.7ecb04p-1f, 0x1.694154p-1f, 0x1.558f66p-1f, 0x1.439a42p-1f, 0x1.2b9316p-1f,
     0x1.0fd018p-1f, 0x1.f05c04p-2f, 0x1.c805bp-2f,  0x1.952694p-2f, 0x1.5f874ep-2f, 0x1.356f2cp-2f,
     0x1.13ed68p-2f, 0x1.d91e1ep-3f, 0x1.8c7ee8p-3f, 0x1.54b98ep-3f, 0x1.2a3858p-3f, 0x1.f5da28p-4f,
     0x1.9d9ebep-4f, 0x1.5f787ap-4f, 0x1.3173f2p-4f, 0x1.fe48dep-5f, 0x1.c62e3ep-5f},
    {-0x1.20dd72p+0f, -0x1.6a5e4ap-1f, -0x1.497476p-1f, -0x1.2c376cp-1f, -0x1.124ff6p-1f, -0x1.e1b148p-2f,
     -0x1.980318p-2f, -0x1.5ca1p-2f,   -0x1.2c9478p-2f, -0x1.e772eep-3f, -0x1.79772ap-3f, -0x1.2aece8p-3f,
     -0x1.e37f76p-4f, -0x1.6a39a6p-4f, -0x1.02ddb8p-4f, -0x1.82cfa2p-5f, -0x1.2ac06cp-5f, -0x1.aa8088p-6f,
     -0x1.23a8b4p-6f, -0x1.a6e944p-7f, -0x1.4043d6p-7f, -0x1.c007cp-8f,  -0x1.635c64p-8f},
    {0x1.fffe4ep-1f, 0x1.18dbc6p-1f, 0x1.f0171cp-2f,  0x1.b732aap-2f,  0x1.8600a2p-2f, 0x1.484ebep-2f,
     0x1.07219cp-2f, 0x1.aa05eap-3f, 0x1.5c904p-3f,   0x1.05d544p-3f,  0x1.700efp-4f,  0x1.09e796p-4f,
     0x1.8a8cd8p-5f, 0x1.05dc7ep-5f, 0x1.4371e8p-6f,  0x1.a82c82p-7f,  0x1.231596p-7f, 0x1.6311cp-8f,
     0x1.955ed2p-9f, 0x1.f76a6p-10f, 0x1.4d06fap-10f, 0x1.8711dep-11f, 0x1.14be5ap-11f},
    {-0x1.80fe3ap-1f,  -0x1.79e8aap-2f,  -0x1.458a7ap-2f,  -0x1.196c8ap-2f,  -0x1.e7d4d6p-3f,
     -0x1.8c1f12p-3f,  -0x1.2ed1f6p-3f,  -0x1.d40602p-4f,  -0x1.6dee06p-4f,  -0x1.011e7ep-4f,
     -0x1.4bc9fcp-5f,  -0x1.b9a73p-6f,   -0x1.2f140ep-6f,  -0x1.681be2p-7f,  -0x1.847d1cp-8f,
     -0x1.c2a394p-9f,  -0x1.1463ep-9f,   -0x1.21dfacp-10f, -0x1.15c944p-11f, -0x1.287e1cp-12f,
     -0x1.5782ccp-13f, -0x1.53594ap-14f, -0x1.acb11ep-15f},
    {0x1.fc6202p-2f, 0x1.bfe71cp-3f,  0x1.7f6958p-3f,  0x1.44f15ap-3f,  0x1.1673c2p-3f,  0x1.b1f15cp-4f,
     0x1.3e4d74p-4f, 0x1.d7ecb4p-5f,  0x1.61e15ap-5f,  0x1.d4b638p-6f,  0x1.17d47cp-6f,  0x1.59c02ep-7f,
     0x1.ba09bcp-8f, 0x1.d9ae6p-9f,   0x1.c236f8p-10f, 0x1.d0f278p-11f, 0x1.002ba4p-11f, 0x1.d0ae68p-13f,
     0x1.77a67p-14f, 0x1.59bac2p-15f, 0x1.5f827p-16f,  0x1.24d4b4p-17f, 0x1.41bf56p-18f},
    {-0x1.1f0cd4p-2f,  -0x1.79151ap-5f,  -0x1.5b4bc4p-3f,  -0x1.234768p-6f,  -0x1.7aeae4p-6f,
     -0x1.bb2fbap-5f,  -0x1.39855ap-5f,  -0x1.afbefap-6f,  -0x1.3bb3cp-6f,   -0x1.91eeb6p-7f,
     -0x1.bd0f5cp-8f,  -0x1.f9bbdp-9f,   -0x1.376d0cp-9f,  -0x1.2ee442p-10f, -0x1.f9a46cp-12f,
     -0x1.d30c54p-13f, -0x1.cfc53p-14f,  -0x1.73a966p-15f, -0x1.fac29ap-17f, -0x1.940914p-18f,
     -0x1.665792p-19f, -0x1.00588ap-20f, -0x1.651f5ep-19f},
    {0x1.ad3b48p-4f,  0x1.205b3ap+1f,  0x1.45d304p-2f,  0x1.a75c92p-7f,  -0x1.89ebd2p-1f, 0x1.7efcdep-6f,
     0x1.2e18aap-7f,  0x1.e1df8ep-8f,  0x1.a784f8p-7f,  0x1.4660c6p-8f,  0x1.664be2p-9f,  0x1.6725cep-10f,
     0x1.500f3p-11f,  0x1.74320ap-12f, 0x1.10f51cp-13f, 0x1.c93dfap-15f, 0x1.9c9cfep-16f, 0x1.1eb3c6p-17f,
     0x1.4cea9cp-19f, 0x1.ce9e82p-21f, 0x1.6ca9a2p-22f, 0x1.b627d6p-24f, 0x1.1e1664p-18f},
};

static inline tb_v tb_erfc_lanes_f32(tb_v a)
{
    /* below 2^-30 it is 1, and 0 from 10.1 on; subnormal numbers are slow */
    const tb_v x = tb_least_v(TB_EVERY_V(10.25f), tb_most_v(TB_EVERY_V(0x1p-30f), tb_fabs_v(a))), u = x * x;
    const __m512i interval = (__m512i)(((tb_vi)x - 0x3e600000) >> 21);
    const tb_vi i = (tb_vi)_mm512_max_epi32(interval, _mm512_setzero_si512());
    const tb_v d = x - tb_entry_of_32(tb_erfcx[0], i), middle = tb_entry_of_32(tb_erfcx[1], i);
    tb_v p = tb_fma_v(d, tb_entry_of_32(tb_erfcx[7], i), tb_entry_of_32(tb_erfcx[6], i));
    p = tb_fma_v(d, p, tb_entry_of_32(tb_erfcx[5], i));
    p = tb_fma_v(d, p, tb_entry_of_32(tb_erfcx[4], i));
    p = tb_fma_v(d, p, tb_entry_of_32(tb_erfcx[3], i));
    p = d * tb_fma_v(d, p, tb_entry_of_32(tb_erfcx[2], i)); /* 2^-28 */
    const tb_v lost = tb_fma_v(-x, x, u);
    const tb_power power = tb_power_of_e(-u, &lost);
    const tb_v rest = tb_fma_v(power.high, p, power.tail * (middle + p));
    const tb_mask_v is_number = TB_COMPARE_V(x, TB_EVERY_V(10.1f), _CMP_NGE_UQ);
    const tb_v product = (tb_v)_mm512_maskz_fmadd_ps(is_number, power.high, middle, rest);
    const tb_v y = tb_scale_v(product, &power);
    return tb_choose_v(tb_is_negative_v(a), 2 - y, y);
}
#else
static inline tb_d tb_small_erf_lanes(tb_d x) /* for x to 0.5 */
{
    const tb_d u = x * x;
    tb_d p = tb_fma(u, TB_EVERY_D(0x1.3532bd2961b3dp-8), TB_EVERY_D(-0x1.b663c3dae05bcp-6));
    p = tb_fma(u, p, TB_EVERY_D(0x1.ce24f8dc1ecbdp-4));
    p = tb_fma(u, p, TB_EVERY_D(-0x1.8127325581753p-2));
    return x * tb_fma(u, p, TB_EVERY_D(0x1.20dd74fd9979fp0)); /* 2^-29 */
}

/* e^-x^2 times a polynomial of (x - 2) / (x + 2), for x from 0.5 to 10.1. */
static inline tb_d tb_large_erfc_lanes(tb_d x)
{
    const tb_d t = (x - 2) / (x + 2), t2 = t * t, t4 = t2 * t2;
    const tb_d p0 = tb_fma(t, TB_EVERY_D(-0x1.b57035077ad98p-2), TB_EVERY_D(0x1.058671bb2a414p-2));
    const tb_d p2 = tb_fma(t, TB_EVERY_D(-0x1.437eef3870e13p-4), TB_EVERY_D(0x1.eeea77c324a7cp-3));
    const tb_d p4 = tb_fma(t, TB_EVERY_D(0x1.ca784bd38e996p-8), TB_EVERY_D(0x1.e965b2c62630dp-9));
    const tb_d p6 = tb_fma(t, TB_EVERY_D(-0x1.fd0be27dcb77bp-11), TB_EVERY_D(-0x1.bf987449735c2p-11));
    const tb_d p8 = tb_fma(t, TB_EVERY_D(0x1.30e906a943203p-13), TB_EVERY_D(0x1.0c871768a8a83p-14));
    const tb_d high = tb_fma(t4, p8, tb_fma(t2, p6, p4)), p = tb_fma(t4, high, tb_fma(t2, p2, p0));
    return tb_exp2_lanes(x * x * (-1 / TB_LN2)) * p; /* 2^-29 */
}

static inline tb_d tb_erfc_lanes(tb_d a)
{
    const tb_d x = tb_least(TB_EVERY_D(10.5), tb_fabs(a));
    const tb_mask is_small = TB_COMPARE(x, TB_EVERY_D(0.5), _CMP_LT_OQ);
    const tb_d y = tb_choose(is_small, 1 - tb_small_erf_lanes(x), tb_large_erfc_lanes(x));
    return tb_choose(tb_is_negative_d(a), 2 - y, y);
}

static inline tb_v tb_erfc_lanes_f32(tb_v a)
{
    return tb_join(tb_erfc_lanes(tb_first_half(a)), tb_erfc_lanes(tb_second_half(a)));
}
#endif

#endif
