/* convert.h: converts single values between number formats, without branches where loops should vectorise,
 * and without undefined behaviour.
 *
 * float to int follows torch (as seen on x86): int64 directly, narrower types through int32 (uint8 from
 * double through int64); NaN and out of range give that intermediate's minimum. */
#ifndef TB_CONVERT_H
#define TB_CONVERT_H

#include "core/kernels/math/types.h"

#include <string.h>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

static inline uint32_t tb_f32_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, 4);
    return u;
}
static inline float tb_f32_from_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, 4);
    return x;
}
static inline double tb_f64_from_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, 8);
    return x;
}

/* Normal numbers, infinity and NaN: the exponent is increased by 224 and scaled back by 2^-112, which keeps
 * infinity and makes a NaN quiet, as in torch.  Subnormals: the low bits of 0.5 count 2^-24 each, so
 * subtracting 0.5 leaves their value. */
static inline float tb_f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, rest = (uint32_t)(h & 0x7fffu);
    float normal = tb_f32_from_bits((rest << 13) + (224u << 23)) * 0x1p-112f;
    float subnormal = tb_f32_from_bits(rest | (126u << 23)) - 0.5f; /* rest * 2^-24 exactly */
    uint32_t bits = rest < 0x0400u ? tb_f32_bits(subnormal) : tb_f32_bits(normal);
    return tb_f32_from_bits(sign | bits);
}

/* Rounds to nearest even.  Results that are half subnormals are rounded by adding 0.5, whose unit in the last
 * place is the same as theirs. */
static inline uint16_t tb_f32_to_f16(float x)
{
    uint32_t u = tb_f32_bits(x), sign = (u >> 16) & 0x8000u, rest = u & 0x7fffffffu;
    uint32_t subnormal = tb_f32_bits(tb_f32_from_bits(rest) + 0.5f) - (126u << 23);
    uint32_t normal = (rest - (112u << 23) + 0x0fffu + ((rest >> 13) & 1u)) >> 13;
    uint32_t bits = rest < (113u << 23) ? subnormal : normal;
    bits = rest >= (143u << 23) ? 0x7c00u : bits; /* at least 65536; from 65520 on rounding gives infinity */
    bits = rest > 0x7f800000u ? 0x7e00u : bits;
    return (uint16_t)(sign | bits);
}

static inline float tb_bf16_to_f32(uint16_t h) { return tb_f32_from_bits((uint32_t)h << 16); }

static inline uint16_t tb_f32_to_bf16(float x)
{
    uint32_t u = tb_f32_bits(x), rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return (uint16_t)((u & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : rounded);
}

/* A half's bits after a conversion to float32 and back, which leaves a single NaN (for float16: one of each
 * sign). */
static inline uint16_t tb_plain_f16(uint16_t h)
{
    return (uint16_t)((h & 0x7fffu) > 0x7c00u ? (h & 0x8000u) | 0x7e00u : h);
}
static inline uint16_t tb_plain_bf16(uint16_t h) { return (h & 0x7fffu) > 0x7f80u ? 0x7fc0u : h; }

static inline float tb_round_f16(float x) { return tb_f16_to_f32(tb_f32_to_f16(x)); }
static inline float tb_round_bf16(float x) { return tb_bf16_to_f32(tb_f32_to_bf16(x)); }

static inline int32_t tb_f32_to_i32(float x) { return x >= -0x1p31f && x < 0x1p31f ? (int32_t)x : INT32_MIN; }
static inline int32_t tb_f64_to_i32(double x)
{
    return x > -0x1.00000002p31 && x < 0x1p31 ? (int32_t)x : INT32_MIN;
}

/* AVX-512 vectorises the plain casts.  Without it, the machine's own instruction returns the minimum for
 * out-of-range values; and a double is the sum of the halves of an int64, of which the upper one is a
 * multiple of 2^32, so that only the last addition rounds. */
#if defined(__x86_64__) && !(defined(LEVEL_VECTOR) && LEVEL_VECTOR == 64)
static inline int64_t tb_f32_to_i64(float x) { return _mm_cvttss_si64(_mm_set_ss(x)); }
static inline int64_t tb_f64_to_i64(double x) { return _mm_cvttsd_si64(_mm_set_sd(x)); }
static inline double tb_i64_to_f64(int64_t x)
{
    const uint64_t u = (uint64_t)x, high = (u >> 32 ^ 0x80000000u) | UINT64_C(0x4530000000000000);
    const double upper = tb_f64_from_bits(high) - 0x1.00000801p84; /* removes 2^84, 2^63 and 2^52 */
    return upper + tb_f64_from_bits((u & 0xffffffffu) | UINT64_C(0x4330000000000000));
}
#else
static inline int64_t tb_f32_to_i64(float x) { return x >= -0x1p63f && x < 0x1p63f ? (int64_t)x : INT64_MIN; }
static inline int64_t tb_f64_to_i64(double x) { return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN; }
static inline double tb_i64_to_f64(int64_t x) { return (double)x; }
#endif

/* As the machine's instructions for int64: NaN and too small values give 2^63, too large values 0. */
static inline uint64_t tb_f32_to_u64(float x)
{
    return x >= 0x1p63f ? (uint64_t)tb_f32_to_i64(x - 0x1p63f) ^ UINT64_C(1) << 63
                        : (uint64_t)tb_f32_to_i64(x);
}
static inline uint64_t tb_f64_to_u64(double x)
{
    return x >= 0x1p63 ? (uint64_t)tb_f64_to_i64(x - 0x1p63) ^ UINT64_C(1) << 63 : (uint64_t)tb_f64_to_i64(x);
}

#endif
