/* vectors.h: vectors of TB_LANES doubles, and of as many floats, under AVX2 with FMA (4)
 * or AVX-512 (8): what the compilers' own vectors lack.  A mask has a bit for each lane.
 * Its includer sets the target. */
#ifndef TB_VECTORS_H
#define TB_VECTORS_H

#include <immintrin.h>
#include <stdint.h>

typedef double tb_d __attribute__((vector_size(8 * TB_LANES)));
typedef uint64_t tb_ul __attribute__((vector_size(8 * TB_LANES)));
typedef int64_t tb_l __attribute__((vector_size(8 * TB_LANES)));
typedef float tb_f __attribute__((vector_size(4 * TB_LANES)));
typedef int32_t tb_i __attribute__((vector_size(4 * TB_LANES)));
typedef uint32_t tb_u __attribute__((vector_size(4 * TB_LANES)));

#define TB_EVERY_D(x) ((x) - (tb_d){0})
#define TB_EVERY_F(x) ((x) - (tb_f){0})

/* What is added to bits is unsigned: lanes whose results are left to others hold anything. */

/* Comparisons of doubles give masks; those of floats and integers vectors of 0 and -1. */
#if TB_LANES == 8
typedef __mmask8 tb_mask;
#define TB_COMPARE(a, b, how) _mm512_cmp_pd_mask(a, b, how)
static inline unsigned tb_bits_of(tb_mask m) { return m; }
static inline tb_mask tb_both(tb_mask a, tb_mask b) { return a & b; }
static inline tb_mask tb_either(tb_mask a, tb_mask b) { return a | b; }
static inline tb_d tb_choose(tb_mask m, tb_d a, tb_d b) { return (tb_d)_mm512_mask_blend_pd(m, b, a); }
static inline unsigned tb_bits_of_i(tb_i m) { return (unsigned)_mm256_movemask_ps((__m256)m); }
static inline tb_mask tb_is_negative_d(tb_d a) { return _mm512_movepi64_mask((__m512i)a); }
static inline tb_i tb_to_i(tb_f a) { return (tb_i)_mm256_cvttps_epi32(a); }
static inline tb_f tb_from_i(tb_i a) { return (tb_f)_mm256_cvtepi32_ps((__m256i)a); }
static inline tb_d tb_widen(tb_f a) { return (tb_d)_mm512_cvtps_pd(a); }
static inline tb_d tb_widen_i(tb_i a) { return (tb_d)_mm512_cvtepi32_pd((__m256i)a); }
static inline tb_f tb_narrow(tb_d a) { return (tb_f)_mm512_cvtpd_ps(a); }
static inline tb_d tb_fma(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm512_fmadd_pd(a, b, c); }
static inline tb_d tb_least(tb_d a, tb_d b) { return (tb_d)_mm512_min_pd(a, b); }
static inline tb_d tb_most(tb_d a, tb_d b) { return (tb_d)_mm512_max_pd(a, b); }
static inline tb_d tb_whole(tb_d a) { return (tb_d)_mm512_roundscale_pd(a, _MM_FROUND_TO_ZERO); }
static inline tb_d tb_root(tb_d a) { return (tb_d)_mm512_sqrt_pd(a); }
static inline tb_d tb_floor_of_d(tb_d a) { return (tb_d)_mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF); }
static inline tb_f tb_floor_of(tb_f a) { return (tb_f)_mm256_floor_ps(a); }
/* Entry i of 16; of the index the low bits count. */
static inline tb_d tb_entry(const double *table, tb_l i)
{
    const __m512d low = _mm512_loadu_pd(table), high = _mm512_loadu_pd(table + 8);
    return (tb_d)_mm512_permutex2var_pd(low, (__m512i)i, high);
}
/* The integer in the bits from 52 on, of either sign. */
static inline tb_d tb_exponent_of(tb_ul a) { return (tb_d)_mm512_cvtepi64_pd((__m512i)((tb_l)a >> 52)); }
#else
typedef __m256d tb_mask;
#define TB_COMPARE(a, b, how) _mm256_cmp_pd(a, b, how)
static inline unsigned tb_bits_of(tb_mask m) { return (unsigned)_mm256_movemask_pd(m); }
static inline tb_mask tb_both(tb_mask a, tb_mask b) { return _mm256_and_pd(a, b); }
static inline tb_mask tb_either(tb_mask a, tb_mask b) { return _mm256_or_pd(a, b); }
static inline tb_d tb_choose(tb_mask m, tb_d a, tb_d b) { return (tb_d)_mm256_blendv_pd(b, a, m); }
static inline unsigned tb_bits_of_i(tb_i m) { return (unsigned)_mm_movemask_ps((__m128)m); }
static inline tb_mask tb_is_negative_d(tb_d a) { return (__m256d)a; } /* its signs */
static inline tb_i tb_to_i(tb_f a) { return (tb_i)_mm_cvttps_epi32(a); }
static inline tb_f tb_from_i(tb_i a) { return (tb_f)_mm_cvtepi32_ps((__m128i)a); }
static inline tb_d tb_widen(tb_f a) { return (tb_d)_mm256_cvtps_pd(a); }
static inline tb_d tb_widen_i(tb_i a) { return (tb_d)_mm256_cvtepi32_pd((__m128i)a); }
static inline tb_f tb_narrow(tb_d a) { return (tb_f)_mm256_cvtpd_ps(a); }
static inline tb_d tb_fma(tb_d a, tb_d b, tb_d c) { return (tb_d)_mm256_fmadd_pd(a, b, c); }
static inline tb_d tb_least(tb_d a, tb_d b) { return (tb_d)_mm256_min_pd(a, b); }
static inline tb_d tb_most(tb_d a, tb_d b) { return (tb_d)_mm256_max_pd(a, b); }
static inline tb_d tb_whole(tb_d a) { return (tb_d)_mm256_round_pd(a, _MM_FROUND_TO_ZERO); }
static inline tb_d tb_root(tb_d a) { return (tb_d)_mm256_sqrt_pd(a); }
static inline tb_d tb_floor_of_d(tb_d a) { return (tb_d)_mm256_floor_pd(a); }
static inline tb_f tb_floor_of(tb_f a) { return (tb_f)_mm_floor_ps(a); }
static inline tb_d tb_entry(const double *table, tb_l i)
{
    return (tb_d)_mm256_i64gather_pd(table, (__m256i)(i & 15), 8);
}
static inline tb_d tb_exponent_of(tb_ul a)
{
    const __m256i up = _mm256_srli_epi64((__m256i)(a + (UINT64_C(1024) << 52)), 52);
    return (tb_d)((tb_l)up | (tb_l)TB_EVERY_D(0x1p52)) - (0x1p52 + 1024);
}
#endif

#define TB_SIGN_D ((tb_l)TB_EVERY_D(-0.0))
static inline tb_d tb_size_of(tb_d a) { return (tb_d)((tb_l)a & ~TB_SIGN_D); }
static inline tb_d tb_sign_of(tb_d a) { return (tb_d)((tb_l)a & TB_SIGN_D); }
static inline tb_d tb_with(tb_d a, tb_d bits) { return (tb_d)((tb_l)a | (tb_l)bits); }

#define TB_ALL_LANES ((1u << TB_LANES) - 1)

static inline tb_f tb_pick(tb_i m, tb_f a, tb_f b) { return (tb_f)((m & (tb_i)a) | (~m & (tb_i)b)); }
static inline tb_d tb_pick_d(tb_l m, tb_d a, tb_d b) { return (tb_d)((m & (tb_l)a) | (~m & (tb_l)b)); }
static inline tb_f tb_sign_of_f(tb_f a) { return (tb_f)((tb_i)a & INT32_MIN); }

#endif
