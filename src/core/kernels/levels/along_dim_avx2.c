/* along_dim_avx2.c: the kernels of along_dim_baseline.c, compiled for AVX2, without FMA: results must not
 * depend on the level.  System headers come first: their functions keep the default target. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#define TB_TARGET "avx2"
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx2
#include "core/kernels/along_dim/along_dim.inc"

#include "core/kernels/levels/level_end.h"
#endif
