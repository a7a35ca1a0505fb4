/* exponentials.h: exp of what is not above 0, as softmax needs it: plain C that vectorises, with
 * the same bits on every level.  Within 1 unit in the last place; subnormal results are kept, -inf
 * gives 0, nan stays.  Relies on: stdint.h, string.h. */
#ifndef TB_KERNEL_EXPONENTIALS_H
#define TB_KERNEL_EXPONENTIALS_H

#include <stdint.h>
#include <string.h>

/* x = k ln 2 + r; 2**k is multiplied in two steps, of which the second may lose bits. */
static inline float tb_exp_below_f32(float x)
{
    const float low = x < -104.0f ? -104.0f : x;
    const float shifted = low * 0x1.715476p+0f + 0x1.8p23f, k = shifted - 0x1.8p23f;
    const float r = (low - k * 0x1.63p-1f) - k * -0x1.bd0106p-13f;
    float p = 0x1.a0d2cep-13f; /* Cephes' polynomial for (exp(r) - 1 - r) / r**2 */
    int32_t bits;
    float first, second;
    p = p * r + 0x1.6e879cp-10f;
    p = p * r + 0x1.11121p-7f;
    p = p * r + 0x1.555382p-5f;
    p = p * r + 0x1.555554p-3f;
    p = p * r + 0x1p-1f;
    p = p * (r * r) + r + 1.0f;
    memcpy(&bits, &shifted, sizeof bits);
    const int32_t n = bits - 0x4b400000, half = n >> 1;
    const int32_t one = (half + 127) * (1 << 23), two = (n - half + 127) * (1 << 23);
    memcpy(&first, &one, sizeof first);
    memcpy(&second, &two, sizeof second);
    return p * first * second;
}

static inline double tb_exp_below_f64(double x)
{
    const double low = x < -746.0 ? -746.0 : x;
    const double shifted = low * 0x1.71547652b82fep+0 + 0x1.8p52, k = shifted - 0x1.8p52;
    const double r = (low - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33;
    const double r2 = r * r, r4 = r2 * r2; /* Taylor's series, to 4e-18 */
    const double a = (1.0 / 2 + r * (1.0 / 6)) + r2 * (1.0 / 24 + r * (1.0 / 120));
    const double b = (1.0 / 720 + r * (1.0 / 5040)) + r2 * (1.0 / 40320 + r * (1.0 / 362880));
    const double c = (1.0 / 3628800 + r * (1.0 / 39916800)) + r2 * (1.0 / 479001600 + r * (1.0 / 6227020800));
    const double p = r2 * (a + r4 * (b + r4 * c)) + r + 1.0;
    uint64_t bits;
    double first, second;
    memcpy(&bits, &shifted, sizeof bits);
    /* from -1076 to 0: kept positive, for vectors of 64-bit integers shift without a sign only */
    const uint64_t n = bits - UINT64_C(0x4338000000000000) + 2048, half = n >> 1;
    const uint64_t one = (half - 1024 + 1023) << 52, two = (n - half - 1024 + 1023) << 52;
    memcpy(&first, &one, sizeof first);
    memcpy(&second, &two, sizeof second);
    return p * first * second;
}

#endif
