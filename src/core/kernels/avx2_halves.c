/* avx2_halves.c: kernels and casts of halves with the conversions of F16C, which every
 * machine with AVX2 has.  System headers come first: their functions keep the default
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
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,f16c")
#endif

#define LEVEL avx2
#define LEVEL_VECTOR 32
#include "more.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
