/* move_avx2.c: the functions of move_baseline.c, compiled for AVX2. */
#define LEVEL avx2
#define LEVEL_VECTOR 32
#define TB_TARGET "avx2"
#define TEMPLATE "core/kernels/move/body.inc"
#include "core/kernels/levels/level.inc"
