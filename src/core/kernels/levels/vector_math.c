/* vector_math.c: vector_math_rows.inc for vectors of 32 bytes. */
#define LEVEL_VECTOR 32
#define TB_TARGET "avx2,fma,f16c"
#define TEMPLATE "core/kernels/math/vector_math_rows.inc"
#include "core/kernels/levels/level.inc"
