/* avx2_halves.c: kernels and casts of halves with the conversions of F16C, which every
 * machine with AVX2 has.  System headers come first: their functions keep the default
 * target. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2,f16c"
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx2
#define LEVEL_VECTOR 32
#include "core/kernels/pointwise/overrides.inc"

#include "core/kernels/levels/level_end.h"
#endif
