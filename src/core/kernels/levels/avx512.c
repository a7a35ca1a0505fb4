/* avx512.c: what AVX-512 does better than AVX2 (overrides.inc); the other kernels are that
 * level's.  System headers come first: their functions keep the default
 * target. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2,f16c,avx512f,avx512dq,avx512bw,avx512vl"
#define TB_WIDE
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx512
#define LEVEL_VECTOR 64
#include "core/kernels/pointwise/overrides.inc"

#include "core/kernels/levels/level_end.h"
#endif
