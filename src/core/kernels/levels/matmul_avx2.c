/* matmul_avx2.c: matrix products for AVX2, with fused multiply-adds. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define TB_TARGET "avx2,fma"
#define TEMPLATE "core/kernels/matmul/matmul_types.inc"
#include "core/kernels/levels/level.inc"
