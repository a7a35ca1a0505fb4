/* avx2_halves.c: kernels and casts of halves with the conversions of F16C, which every
 * machine with AVX2 has. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define TB_TARGET "avx2,f16c"
#define TEMPLATE "core/kernels/pointwise/overrides.inc"
#include "core/kernels/levels/level.inc"
