/* matmul_avx2.c: matrix products for AVX2, with fused multiply-adds.  System headers come
 * first: their functions keep the default target. */
#include <stdalign.h>
#include <string.h>

#include "kernels.h"
#include "matmul.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define LEVEL avx2
#define LEVEL_VECTOR 32
#include "matmul_types.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
