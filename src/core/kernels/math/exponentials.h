/* exponentials.h: exp of arguments that are not above 0, for softmax: plain C that vectorises, with the same
 * bits on every level.  Within 1 unit in the last place; subnormal results are kept, -inf gives 0, nan
 * stays.  What is 0 is not reached by underflow, for which some processors need a hundred times as long. */
#ifndef TB_EXPONENTIALS_H
#define TB_EXPONENTIALS_H

#include <stdint.h>
#include <string.h>

/* x = k ln 2 + r; 2**k is added to the exponent of exp(r); if the exponent may be too small for that, the
 * result is first scaled up.  Cephes' polynomial for (exp(r) - 1 - r) / r**2. */
static inline float tb_exp_below_f32(float x)
{
    const float low = x < -104.0f ? -104.0f : x;
    const float shifted = low * 0x1.715476p+0f + 0x1.8p23f, k = shifted - 0x1.8p23f;
    const float r = (low - k * 0x1.63p-1f) - k * -0x1.bd0106p-13f, r2 = r * r;
    const float a = 0x1p-1f + r * 0x1.555554p-3f, b = 0x1.555382p-5f + r * 0x1.11121p-7f;
    const float c = 0x1.6e879cp-10f + r * 0x1.a0d2cep-13f;
    const float p = (a + r2 * (b + r2 * c)) * r2 + r + 1.0f;
    const int32_t up = low < -86.0f ? 60 << 23 : 0;
    const float down = x < -104.0f ? 0 : low < -86.0f ? 0x1p-60f : 1.0f;
    uint32_t bits, power;
    float large;
    memcpy(&bits, &p, sizeof bits);
    memcpy(&power, &shifted, sizeof power);
    bits += (power << 23) + (uint32_t)up;
    memcpy(&large, &bits, sizeof large);
    return large * down;
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
    const uint64_t up = low < -700.0 ? UINT64_C(100) << 52 : 0;
    const double down = x < -746.0 ? 0 : low < -700.0 ? 0x1p-100 : 1.0;
    uint64_t bits, power;
    double large;
    memcpy(&bits, &p, sizeof bits);
    memcpy(&power, &shifted, sizeof power);
    bits += (power << 52) + up;
    memcpy(&large, &bits, sizeof large);
    return large * down;
}

#endif
