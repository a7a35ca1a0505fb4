/* matmul_avx512.c: matrix products for AVX-512, with fused multiply-adds.  System headers come
 * first: their functions keep the default target. */
#include <stdalign.h>
#include <string.h>

#include "kernels.h"
#include "matmul.h"

#ifdef TB_HAVE_AVX2
#include <immintrin.h>

#define TB_TARGET "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl"
#define TB_WIDE
#include "level_begin.h"

#define LEVEL avx512
#define LEVEL_VECTOR 64
#include "matmul_types.inc"

#include "level_end.h"
#endif
