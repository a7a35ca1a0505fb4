/* along_dim_avx512.c: the kernels of along_dim_baseline.c, compiled for AVX512, without FMA: results must
 * not depend on the level.  System headers come first: their functions keep the default target. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#define TB_TARGET "avx512f,avx512dq,avx512bw,avx512vl,avx2"
#define TB_WIDE
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx512
#include "core/kernels/along_dim/along_dim.inc"

#include "core/kernels/levels/level_end.h"
#endif
