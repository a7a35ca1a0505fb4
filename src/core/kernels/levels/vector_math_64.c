/* vector_math_64.c: vector_math_rows.inc for vectors of 64 bytes. */
#define LEVEL_VECTOR 64
#define TB_TARGET "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma"
#define TEMPLATE "core/kernels/math/vector_math_rows.inc"
#include "core/kernels/levels/level.inc"
