/* lines_avx2.c: the same kernels for AVX2, without FMA: results must not depend on the
 * level.  System headers come first: their functions keep the default target.
 * Relies on: lines.inc. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

#ifdef TB_HAVE_AVX2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define LEVEL avx2
#include "lines.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
