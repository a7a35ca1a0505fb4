/* matmul_avx512.c: matrix products for AVX-512, with fused multiply-adds. */
#define LEVEL avx512
#define LEVEL_VECTOR 64
#define TB_TARGET "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl"
#define TEMPLATE "core/kernels/matmul/matmul_types.inc"
#include "core/kernels/levels/level.inc"
