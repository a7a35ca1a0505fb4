/* avx512.c: what AVX-512 does better than AVX2 (more.inc); the other kernels are that
 * level's.  System headers come first: their functions keep the default
 * target. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,f16c,avx512f,avx512dq,avx512bw,avx512vl"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,f16c,avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")
#endif

#define LEVEL avx512
#define LEVEL_VECTOR 64
#include "more.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
