/* sequences_avx2.c: evenly spaced numbers for AVX2 and FMA, which every machine with AVX2 has. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define FUSED 1
#define TB_TARGET "avx2,fma"
#define TEMPLATE "core/kernels/create/sequences.inc"
#include "core/kernels/levels/level.inc"
