/* vector_math.c: vector_math_rows.h for vectors of 32 bytes.  System headers come first:
 * their functions keep the default target. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/math/libmvec.h"

#if defined(TB_HAVE_VECTOR_MATH)
#include <immintrin.h>

#define TB_TARGET "avx2,fma"
#include "core/kernels/levels/level_begin.h"

#define TB_LANES 4
#include "core/kernels/math/vector_math_rows.h"

#include "core/kernels/levels/level_end.h"

const tb_kernel_row tb_vector_rows_32[] = {
#include "core/kernels/generated/vector_math_table.inc"
    {0, TB_BOOL, NULL},
};
#endif
