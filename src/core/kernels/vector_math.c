/* vector_math.c: vector_math_rows.h for vectors of 32 bytes.  System headers come first:
 * their functions keep the default target.  Relies on: ../vector_math.h. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../vector_math.h"

#if defined(TB_HAVE_VECTOR_MATH)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define TB_LANES 4
#include "vector_math_rows.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const tb_kernel_row tb_vector_rows_32[] = {
#include "../generated/vector_math_table.inc"
    {0, TB_BOOL, NULL},
};
#endif
