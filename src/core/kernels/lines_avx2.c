/* lines_avx2.c: the same kernels for AVX2, without FMA: results must not depend on the
 * level.  System headers come first: their functions keep the default target.
 * Relies on: lines.inc. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernels.h"

#ifdef TB_HAVE_AVX2
#define TB_TARGET "avx2"
#include "level_begin.h"

#define LEVEL avx2
#include "lines.inc"

#include "level_end.h"
#endif
