/* matmul_avx2.c: matrix products for AVX2, with fused multiply-adds.  System headers come
 * first: their functions keep the default target. */
#include <stdalign.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2,fma"
#include "core/kernels/levels/level_begin.h"

#define LEVEL avx2
#define LEVEL_VECTOR 32
#include "core/kernels/matmul/matmul_types.inc"

#include "core/kernels/levels/level_end.h"
#endif
