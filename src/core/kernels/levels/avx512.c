/* avx512.c: what AVX-512 does better than AVX2 (overrides.inc); the other kernels are that
 * level's. */
#define LEVEL avx512
#define LEVEL_VECTOR 64
#define TB_TARGET "avx2,f16c,avx512f,avx512dq,avx512bw,avx512vl"
#define TEMPLATE "core/kernels/pointwise/overrides.inc"
#include "core/kernels/levels/level.inc"
