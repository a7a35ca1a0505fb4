/* along_dim_avx2.c: the kernels of along_dim_baseline.c, compiled for AVX2, without FMA: results must not
 * depend on the level. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define WITH_COMPLEX 0
#define TB_TARGET "avx2"
#define TEMPLATE "core/kernels/along_dim/along_dim.inc"
#include "core/kernels/levels/level.inc"
