/* avx512.c: the kernels that AVX-512 improves over AVX2 (overrides.inc); the other kernels are AVX2's. */
#define LEVEL avx512
#define LEVEL_VECTOR 64
#define TB_TARGET "avx2,f16c,avx512f,avx512dq,avx512bw,avx512vl"
#define TEMPLATE "core/kernels/pointwise/overrides.inc"
#include "core/kernels/levels/level.inc"
