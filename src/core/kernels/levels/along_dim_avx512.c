/* along_dim_avx512.c: the kernels of along_dim_baseline.c, compiled for AVX-512, without FMA: results must
 * not depend on the level. */
#define LEVEL avx512
#define LEVEL_VECTOR 64
#define WITH_COMPLEX 0
#define TB_TARGET "avx512f,avx512dq,avx512bw,avx512vl,avx2"
#define TEMPLATE "core/kernels/along_dim/along_dim.inc"
#include "core/kernels/levels/level.inc"
