/* sequences_avx2.c: evenly spaced numbers for AVX2 and FMA, which every machine with AVX2 has.  System
 * headers come first: their functions keep the default target. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#define TB_TARGET "avx2,fma"
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx2
#define FUSED
#include "core/kernels/create/sequences.inc"

#include "core/kernels/levels/level_end.h"
#endif
