/* matmul_avx2.c: matrix products for AVX2, with fused multiply-adds.  System headers come
 * first: their functions keep the default target. */
#include <stdalign.h>
#include <string.h>

#include "kernels.h"
#include "matmul.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2,fma"
#include "level_begin.h"

#define LEVEL avx2
#define LEVEL_VECTOR 32
#include "matmul_types.inc"

#include "level_end.h"
#endif
