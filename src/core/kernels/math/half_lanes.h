/* half_lanes.h: converts sixteen halves at a time to float32 and back, with the same bits as convert.h, for
 * kernels that compute on local arrays, which the compiler keeps in registers.  For LEVEL_VECTOR 32 (AVX2 and
 * F16C) or 64 (AVX-512).  convert.h is included before the target is set. */
#ifndef TB_HALF_LANES_H
#define TB_HALF_LANES_H

#include "core/kernels/math/convert.h"

#include <string.h>

#define TB_LANES 16
/* If such a loop is unrolled too early, it no longer vectorises. */
#if defined(__clang__)
#define TB_EACH_LANE for (int l = 0; l < TB_LANES; l++)
#else
#define TB_EACH_LANE _Pragma("GCC unroll 1") for (int l = 0; l < TB_LANES; l++)
#endif
#define TB_LANES_INLINE static inline __attribute__((always_inline))
/* Bits of float32; this NaN rounds to the only NaN of the halves. */
#define TB_SIGN_BIT ((int)0x80000000u)
#define TB_NAN_BITS 0x7fc00000

#if LEVEL_VECTOR == 64

TB_LANES_INLINE void tb_up_f16(float *o, const uint16_t *p)
{
    _mm512_storeu_ps(o, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p)));
}
TB_LANES_INLINE void tb_down_f16(uint16_t *o, const float *p)
{
    const __m512 x = _mm512_loadu_ps(p);
    const __m512i bits = _mm512_castps_si512(x), sign = _mm512_set1_epi32(TB_SIGN_BIT);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    /* where x is NaN: (x & sign) | NaN */
    const __m512i plain =
        _mm512_mask_ternarylogic_epi32(bits, nan, sign, _mm512_set1_epi32(TB_NAN_BITS), 0xea);
    _mm256_storeu_si256((__m256i *)o, _mm512_cvtps_ph(_mm512_castsi512_ps(plain), _MM_FROUND_TO_NEAREST_INT));
}
TB_LANES_INLINE void tb_up_bf16(float *o, const uint16_t *p)
{
    const __m512i wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p));
    _mm512_storeu_si512(o, _mm512_slli_epi32(wide, 16));
}
TB_LANES_INLINE void tb_down_bf16(uint16_t *o, const float *p)
{
    const __m512 x = _mm512_loadu_ps(p);
    const __m512i bits = _mm512_castps_si512(x), one = _mm512_set1_epi32(1);
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), one);
    const __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
    const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
    const __m512i plain = _mm512_mask_mov_epi32(rounded, nan, _mm512_set1_epi32(TB_NAN_BITS));
    _mm256_storeu_si256((__m256i *)o, _mm512_cvtepi32_epi16(_mm512_srli_epi32(plain, 16)));
}

#else

TB_LANES_INLINE void tb_up_f16(float *o, const uint16_t *p)
{
    _mm256_storeu_ps(o, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p)));
    _mm256_storeu_ps(o + 8, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(p + 8))));
}
TB_LANES_INLINE bool tb_has_nan(__m256 low, __m256 high)
{
    return __builtin_expect(_mm256_movemask_ps(_mm256_cmp_ps(low, high, _CMP_UNORD_Q)) != 0, 0);
}
TB_LANES_INLINE __m256 tb_with_plain_nans(__m256 x)
{
    const __m256 sign = _mm256_castsi256_ps(_mm256_set1_epi32(TB_SIGN_BIT));
    const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(TB_NAN_BITS));
    return _mm256_blendv_ps(x, _mm256_or_ps(_mm256_and_ps(x, sign), nan), _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
}
TB_LANES_INLINE void tb_down_f16(uint16_t *o, const float *p)
{
    __m256 low = _mm256_loadu_ps(p), high = _mm256_loadu_ps(p + 8);
    if (tb_has_nan(low, high)) {
        low = tb_with_plain_nans(low);
        high = tb_with_plain_nans(high);
    }
    _mm_storeu_si128((__m128i *)o, _mm256_cvtps_ph(low, _MM_FROUND_TO_NEAREST_INT));
    _mm_storeu_si128((__m128i *)(o + 8), _mm256_cvtps_ph(high, _MM_FROUND_TO_NEAREST_INT));
}
TB_LANES_INLINE void tb_up_bf16(float *o, const uint16_t *p)
{
    const __m256i low = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)p));
    const __m256i high = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(p + 8)));
    _mm256_storeu_si256((__m256i *)o, _mm256_slli_epi32(low, 16));
    _mm256_storeu_si256((__m256i *)(o + 8), _mm256_slli_epi32(high, 16));
}
/* Rounded halves, in the lower half of each 32-bit element; nans are wrong. */
TB_LANES_INLINE __m256i tb_rounded_bf16(__m256 x)
{
    const __m256i bits = _mm256_castps_si256(x);
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    return _mm256_srli_epi32(_mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), odd), 16);
}
TB_LANES_INLINE __m256i tb_plain_where_nan(__m256i rounded, __m256 x)
{
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    return _mm256_blendv_epi8(rounded, _mm256_set1_epi32(TB_NAN_BITS >> 16), nan);
}
TB_LANES_INLINE void tb_down_bf16(uint16_t *o, const float *p)
{
    const __m256 x = _mm256_loadu_ps(p), y = _mm256_loadu_ps(p + 8);
    __m256i low = tb_rounded_bf16(x), high = tb_rounded_bf16(y);
    if (tb_has_nan(x, y)) {
        low = tb_plain_where_nan(low, x);
        high = tb_plain_where_nan(high, y);
    }
    /* packing works within 16 bytes: low 0-3, high 0-3, low 4-7, high 4-7 */
    const __m256i packed = _mm256_packus_epi32(low, high);
    _mm256_storeu_si256((__m256i *)o, _mm256_permute4x64_epi64(packed, 0xd8));
}
/* The numbers are 0 or 1. */
TB_LANES_INLINE void tb_down_bool(uint8_t *o, const int32_t *p)
{
    const __m256i low = _mm256_loadu_si256((const __m256i *)p);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(p + 8));
    const __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
    const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    _mm_storeu_si128((__m128i *)o, bytes);
}

#endif

/* The single element of an operand: a half, or float32 if it was kept wide. */
#define TB_LONE_(half, wide, p) ((wide) ? *(const float *)(p) : tb_##half##_to_f32(*(p)))
#define TB_LONE(half, wide, p) TB_LONE_(half, wide, p)
/* The same as a half, which can hold it exactly. */
#define TB_LONE_HALF_(half, wide, p) ((wide) ? tb_f32_to_##half(*(const float *)(p)) : *(p))
#define TB_LONE_HALF(half, wide, p) TB_LONE_HALF_(half, wide, p)

static inline const uint16_t *tb_repeat_half(uint16_t *o, uint16_t value)
{
    for (int l = 0; l < TB_LANES; l++)
        o[l] = value;
    return o;
}

#endif
