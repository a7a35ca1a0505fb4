/* avx2.c: the same kernels for AVX2 (without FMA: results must not depend on
 * the level).  System headers come first: their functions keep the default
 * target. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2"
#include "level_begin.h"

#define LEVEL avx2
#define LEVEL_VECTOR 32
#define LEVEL_NAME "avx2"
#include "body.inc"

#include "level_end.h"
#endif
