/* lines_avx512.c: the same kernels for AVX512, without FMA: results must not depend on the
 * level.  System headers come first: their functions keep the default target.
 * Relies on: lines.inc. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

#ifdef TB_HAVE_AVX2
#define TB_TARGET "avx512f,avx512dq,avx512bw,avx512vl,avx2"
#define TB_WIDE
#include "level_begin.h"

#define LEVEL avx512
#include "lines.inc"

#include "level_end.h"
#endif
