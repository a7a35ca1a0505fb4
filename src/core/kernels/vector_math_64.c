/* vector_math_64.c: vector_math_rows.h for vectors of 64 bytes.  System headers come first:
 * their functions keep the default target.  Relies on: ../vector_math.h. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../vector_math.h"

#if defined(TB_HAVE_VECTOR_MATH)
#include <immintrin.h>

#if defined(__clang__)
#define WIDE __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#pragma clang attribute push(WIDE, apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")
#endif

#define TB_LANES 8
#include "vector_math_rows.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const tb_kernel_row tb_vector_rows_64[] = {
#include "../generated/vector_math_table.inc"
    {0, TB_BOOL, NULL},
};
#endif
