/* vectors.h: operations that the compilers' own vectors lack, for vectors of TB_LANES doubles and of twice as
 * many floats (tb_v), for AVX2 with FMA (4 lanes) or AVX-512 (8).  A mask has a bit for each lane.  The
 * including file sets the target.
 *
 * A function computes all lanes of a vector: zeros, subnormal numbers, infinities and nans, too.  What they
 * need beyond the others stands in branches marked TB_RARELY, which change their lanes and no others, so that
 * an element's result does not depend on its neighbours. */
#ifndef TB_VECTORS_H
#define TB_VECTORS_H

#include <immintrin.h>
#include <stdint.h>

typedef double tb_d __attribute__((vector_size(8 * TB_LANES)));
typedef uint64_t tb_ul __attribute__((vector_size(8 * TB_LANES)));
typedef int64_t tb_l __attribute__((vector_size(8 * TB_LANES)));
typedef float tb_v __attribute__((vector_size(8 * TB_LANES)));
typedef int32_t tb_vi __attribute__((vector_size(8 * TB_LANES)));
typedef uint32_t tb_vu __attribute__((vector_size(8 * TB_LANES)));

/* A branch that few vectors take: what special lanes need beyond the others. */
#define TB_RARELY(condition) __builtin_expect((condition) != 0, 0)

#define TB_EVERY_D(x) ((x) - (tb_d){0})
#define TB_EVERY_V(x) ((x) - (tb_v){0})

/* Integers that are added to bits are unsigned, since special lanes may hold any bits and overflow. */

/* TB_COMPARE gives a mask; the operators < and == give vectors of 0 and -1. */
#if TB_LANES == 8
typedef __mmask8 tb_mask;
#define TB_COMPARE(a, b, how) _mm512_cmp_pd_mask(a, b, how)
static inline unsigned tb_bits_of(tb_mask m) { return m; }
static inline tb_mask tb_both(tb_mask a, tb_mask b) { return a & b; }
static inline tb_mask tb_either(tb_mask a, tb_mask b) { return a | b; }
static inline tb_d tb_choose(tb_mask m, tb_d a, tb_d b) { return (tb_d)_mm512_mask_blend_pd(m, b, a); }
static inline tb_mask tb_is_negative_d(tb_d a) { return _mm512_movepi64_mask((__m512i)a); }
static inline tb_d tb_fma(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm512_fmadd_pd(a, b, c); }
/* c - a b */
static inline tb_d tb_less_product(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm512_fnmadd_pd(a, b, c); }
static inline tb_d tb_negate(tb_mask m, tb_d a)
{
    return (tb_d)_mm512_mask_xor_pd(a, m, a, _mm512_set1_pd(-0.0));
}
static inline tb_d tb_least(tb_d a, tb_d b) { return (tb_d)_mm512_min_pd(a, b); }
static inline tb_d tb_most(tb_d a, tb_d b) { return (tb_d)_mm512_max_pd(a, b); }
static inline tb_d tb_whole(tb_d a) { return (tb_d)_mm512_roundscale_pd(a, _MM_FROUND_TO_ZERO); }
static inline tb_d tb_root(tb_d a) { return (tb_d)_mm512_sqrt_pd(a); }
static inline tb_d tb_floor_of_d(tb_d a) { return (tb_d)_mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF); }
/* The product of the lower halves. */
static inline tb_ul tb_product(tb_ul a, tb_ul b) { return (tb_ul)_mm512_mul_epu32((__m512i)a, (__m512i)b); }
/* Entry i of a table of 16; only the low bits of the index count. */
static inline tb_d tb_entry(const double *table, tb_l i)
{
    const __m512d low = _mm512_loadu_pd(table), high = _mm512_loadu_pd(table + 8);
    return (tb_d)_mm512_permutex2var_pd(low, (__m512i)i, high);
}
/* The integer in the bits from 52 on, which may be negative. */
static inline tb_d tb_exponent_of(tb_ul a) { return (tb_d)_mm512_cvtepi64_pd((__m512i)((tb_l)a >> 52)); }
#else
typedef __m256d tb_mask;
#define TB_COMPARE(a, b, how) _mm256_cmp_pd(a, b, how)
static inline unsigned tb_bits_of(tb_mask m) { return (unsigned)_mm256_movemask_pd(m); }
static inline tb_mask tb_both(tb_mask a, tb_mask b) { return _mm256_and_pd(a, b); }
static inline tb_mask tb_either(tb_mask a, tb_mask b) { return _mm256_or_pd(a, b); }
static inline tb_d tb_choose(tb_mask m, tb_d a, tb_d b) { return (tb_d)_mm256_blendv_pd(b, a, m); }
static inline tb_mask tb_is_negative_d(tb_d a) { return (__m256d)a; } /* the sign bits */
static inline tb_d tb_fma(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm256_fmadd_pd(a, b, c); }
static inline tb_d tb_less_product(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm256_fnmadd_pd(a, b, c); }
static inline tb_d tb_negate(tb_mask m, tb_d a)
{
    return (tb_d)_mm256_xor_pd(a, _mm256_and_pd(m, _mm256_set1_pd(-0.0)));
}
static inline tb_d tb_least(tb_d a, tb_d b) { return (tb_d)_mm256_min_pd(a, b); }
static inline tb_d tb_most(tb_d a, tb_d b) { return (tb_d)_mm256_max_pd(a, b); }
static inline tb_d tb_whole(tb_d a) { return (tb_d)_mm256_round_pd(a, _MM_FROUND_TO_ZERO); }
static inline tb_d tb_root(tb_d a) { return (tb_d)_mm256_sqrt_pd(a); }
static inline tb_d tb_floor_of_d(tb_d a) { return (tb_d)_mm256_floor_pd(a); }
static inline tb_ul tb_product(tb_ul a, tb_ul b) { return (tb_ul)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
static inline tb_d tb_entry(const double *table, tb_l i)
{
    i &= 15;
    return (tb_d){table[i[0]], table[i[1]], table[i[2]], table[i[3]]}; /* faster than a gather */
}
static inline tb_d tb_exponent_of(tb_ul a)
{
    const __m256i up = _mm256_srli_epi64((__m256i)(a + (UINT64_C(1024) << 52)), 52);
    return (tb_d)((tb_l)up | (tb_l)TB_EVERY_D(0x1p52)) - (0x1p52 + 1024);
}
#endif

#define TB_SIGN_D ((tb_l)TB_EVERY_D(-0.0))
static inline tb_d tb_fabs(tb_d a) { return (tb_d)((tb_l)a & ~TB_SIGN_D); }
static inline tb_d tb_sign_of(tb_d a) { return (tb_d)((tb_l)a & TB_SIGN_D); }
static inline tb_d tb_with(tb_d a, tb_d bits) { return (tb_d)((tb_l)a | (tb_l)bits); }

#define TB_ALL_LANES ((1u << TB_LANES) - 1)

static inline tb_d tb_pick_d(tb_l m, tb_d a, tb_d b) { return (tb_d)((m & (tb_l)a) | (~m & (tb_l)b)); }

/* ---- whole vectors of floats ---- */

#define TB_ROUND_SHIFT 0x1.8p23f /* adding it to a number below 2^22 leaves an integer in the low bits */

#if TB_LANES == 8
typedef __mmask16 tb_mask_v;
#define TB_COMPARE_V(a, b, how) _mm512_cmp_ps_mask(a, b, how)
static inline unsigned tb_bits_of_v(tb_mask_v m) { return m; }
static inline tb_v tb_choose_v(tb_mask_v m, tb_v a, tb_v b) { return (tb_v)_mm512_mask_blend_ps(m, b, a); }
static inline tb_v tb_fma_v(tb_v a, tb_v b, tb_v c) { return (tb_v)_mm512_fmadd_ps(a, b, c); }
static inline tb_v tb_least_v(tb_v a, tb_v b) { return (tb_v)_mm512_min_ps(a, b); }
static inline tb_v tb_most_v(tb_v a, tb_v b) { return (tb_v)_mm512_max_ps(a, b); }
static inline tb_v tb_floor_v(tb_v a) { return (tb_v)_mm512_floor_ps(a); }
static inline tb_mask_v tb_is_negative_v(tb_v a) { return _mm512_movepi32_mask((__m512i)a); }
static inline tb_v tb_root_v(tb_v a) { return (tb_v)_mm512_sqrt_ps(a); }
/* 1 / a, to 2^-14 or better. */
static inline tb_v tb_inverse_v(tb_v a) { return (tb_v)_mm512_rcp14_ps(a); }
/* Is the lowest bit set? */
static inline tb_mask_v tb_is_uneven_v(tb_vi a)
{
    return _mm512_test_epi32_mask((__m512i)a, _mm512_set1_epi32(1));
}
/* Entry i of a table of 16; only the low bits of the index count. */
static inline tb_v tb_entry_v(const float *table, tb_vi i)
{
    return (tb_v)_mm512_permutexvar_ps((__m512i)i, _mm512_loadu_ps(table));
}
/* Entry i of a table of 32. */
static inline tb_v tb_entry_of_32(const float *table, tb_vi i)
{
    const __m512 low = _mm512_loadu_ps(table), high = _mm512_loadu_ps(table + 16);
    return (tb_v)_mm512_permutex2var_ps(low, (__m512i)i, high);
}
static inline tb_d tb_first_half(tb_v a) { return (tb_d)_mm512_cvtps_pd(_mm512_castps512_ps256(a)); }
static inline tb_d tb_second_half(tb_v a) { return (tb_d)_mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1)); }
static inline tb_v tb_join(tb_d a, tb_d b)
{
    const __m512 first = _mm512_castps256_ps512(_mm512_cvtpd_ps(a));
    return (tb_v)_mm512_insertf32x8(first, _mm512_cvtpd_ps(b), 1);
}
#else
typedef __m256 tb_mask_v;
#define TB_COMPARE_V(a, b, how) _mm256_cmp_ps(a, b, how)
static inline unsigned tb_bits_of_v(tb_mask_v m) { return (unsigned)_mm256_movemask_ps(m); }
static inline tb_v tb_choose_v(tb_mask_v m, tb_v a, tb_v b) { return (tb_v)_mm256_blendv_ps(b, a, m); }
static inline tb_v tb_fma_v(tb_v a, tb_v b, tb_v c) { return (tb_v)_mm256_fmadd_ps(a, b, c); }
static inline tb_v tb_least_v(tb_v a, tb_v b) { return (tb_v)_mm256_min_ps(a, b); }
static inline tb_v tb_most_v(tb_v a, tb_v b) { return (tb_v)_mm256_max_ps(a, b); }
static inline tb_v tb_floor_v(tb_v a) { return (tb_v)_mm256_floor_ps(a); }
static inline tb_mask_v tb_is_negative_v(tb_v a) { return (__m256)a; } /* the sign bits */
static inline tb_v tb_root_v(tb_v a) { return (tb_v)_mm256_sqrt_ps(a); }
static inline tb_v tb_inverse_v(tb_v a)
{
    const tb_v guess = (tb_v)_mm256_rcp_ps(a); /* to 2^-11 */
    return guess * (2.0f - guess * a);
}
static inline tb_mask_v tb_is_uneven_v(tb_vi a) { return (__m256)((tb_vu)a << 31); }
static inline tb_v tb_entry_v(const float *table, tb_vi i)
{
    const __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), (__m256i)i);
    const __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), (__m256i)i);
    return (tb_v)_mm256_blendv_ps(low, high, (__m256)((tb_vu)i << 28));
}
static inline tb_d tb_first_half(tb_v a) { return (tb_d)_mm256_cvtps_pd(_mm256_castps256_ps128(a)); }
static inline tb_d tb_second_half(tb_v a) { return (tb_d)_mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)); }
static inline tb_v tb_join(tb_d a, tb_d b)
{
    return (tb_v)_mm256_set_m128(_mm256_cvtpd_ps(b), _mm256_cvtpd_ps(a));
}
#endif

/* Is any lane subnormal? */
static inline unsigned tb_has_subnormal(tb_v a)
{
#if TB_LANES == 8
    return _mm512_fpclass_ps_mask(a, 0x20);
#else
    const __m256i less = (__m256i)(((tb_vu)a << 1) - 1), most = _mm256_set1_epi32(0xfffffe);
    return tb_bits_of_v((__m256)_mm256_cmpeq_epi32(_mm256_min_epu32(less, most), less));
#endif
}

/* Zeros of a, with their signs, else y. */
static inline tb_v tb_unless_zero(tb_v a, tb_v y)
{
#if TB_LANES == 8
    return (tb_v)_mm512_fixupimm_ps(y, a, _mm512_set1_epi32(1 << 8), 0);
#else
    return tb_choose_v(TB_COMPARE_V(a, (tb_v){0}, _CMP_EQ_OQ), a, y);
#endif
}

static inline tb_v tb_pick_v(tb_vi m, tb_v a, tb_v b) { return (tb_v)((m & (tb_vi)a) | (~m & (tb_vi)b)); }
static inline tb_v tb_fabs_v(tb_v a) { return (tb_v)((tb_vi)a & INT32_MAX); }
static inline tb_v tb_sign_of_v(tb_v a) { return (tb_v)((tb_vi)a & INT32_MIN); }
/* a, which has no sign, with that of b. */
static inline tb_v tb_with_sign_of(tb_v a, tb_v b)
{
#if TB_LANES == 8
    return (tb_v)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, _mm512_set1_epi32(INT32_MIN), 0xf8);
#else
    return (tb_v)((tb_vi)a | ((tb_vi)b & INT32_MIN));
#endif
}
/* Flips the sign of a where `sign` has its sign bit set. */
static inline tb_v tb_with_sign(tb_v a, tb_v sign) { return (tb_v)((tb_vi)a ^ (tb_vi)sign); }

/* Rounds each lane to the type that SUFFIX names, as tb_round_... */
static inline tb_v tb_round_lanes_f32(tb_v a) { return a; }
static inline tb_d tb_round_lanes_f64(tb_d a) { return a; }
static inline tb_v tb_round_lanes_f16(tb_v a)
{
#if TB_LANES == 8
    return (tb_v)_mm512_cvtph_ps(_mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
#else
    return (tb_v)_mm256_cvtph_ps(_mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
#endif
}
static inline tb_v tb_round_lanes_bf16(tb_v a)
{
    const tb_vu bits = (tb_vu)a, rounded = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
    return tb_choose_v(TB_COMPARE_V(a, a, _CMP_UNORD_Q), a, (tb_v)rounded);
}

#endif
