/* avx2.c: the kernels of baseline.c, compiled for AVX2 and BMI1 (without FMA: results must not depend on
 * the level). */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define LIBM 0
#define LEVEL_NAME "avx2"
#define TB_TARGET "avx2,bmi"
#define TEMPLATE "core/kernels/pointwise/body.inc"
#include "core/kernels/levels/level.inc"
