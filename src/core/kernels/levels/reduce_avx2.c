/* reduce_avx2.c: the kernels of reduce_baseline.c, compiled for AVX2 and the conversions of F16C, without FMA:
 * results must not depend on the level. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define TB_TARGET "avx2,f16c"
#define TEMPLATE "core/kernels/reduce/body.inc"
#include "core/kernels/levels/level.inc"
