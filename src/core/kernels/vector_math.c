/* vector_math.c: vector_math_rows.h for vectors of 32 bytes.  System headers come first:
 * their functions keep the default target.  Relies on: ../vector_math.h. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../vector_math.h"

#if defined(TB_HAVE_VECTOR_MATH)
#include <immintrin.h>

#define TB_TARGET "avx2,fma"
#include "level_begin.h"

#define TB_LANES 4
#include "vector_math_rows.h"

#include "level_end.h"

const tb_kernel_row tb_vector_rows_32[] = {
#include "../generated/vector_math_table.inc"
    {0, TB_BOOL, NULL},
};
#endif
