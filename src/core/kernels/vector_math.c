/* vector_math.c: kernels over the functions of libmvec for 32-byte vectors.  An
 * element's result does not depend on its place: the last ones are computed in a
 * vector, too.  System headers come first: their functions keep the default target.
 * Relies on: ../vector_math.h. */
#include <stdint.h>
#include <string.h>

#include "../vector_math.h"

#if defined(__linux__) && defined(TB_HAVE_AVX2)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

typedef float tb_v8f __attribute__((vector_size(32)));
typedef double tb_v4d __attribute__((vector_size(32)));

#include "../generated/vector_math_kernels.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

/* The halves are float32 in tiles. */
const tb_kernel_row tb_vector_rows[] = {
#include "../generated/vector_math_table.inc"
    {0, TB_BOOL, NULL},
};
#endif
