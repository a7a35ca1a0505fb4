/* avx2.c: the kernels of baseline.c, compiled for AVX2 (without FMA: results must not depend on
 * the level).  System headers come first: their functions keep the default
 * target. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2"
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx2
#define LEVEL_VECTOR 32
#define LEVEL_NAME "avx2"
#include "core/kernels/pointwise/body.inc"

#include "core/kernels/levels/level_end.h"
#endif
