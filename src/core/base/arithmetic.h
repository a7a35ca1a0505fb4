/* arithmetic.h: what <stdlib.h> lacks for int64_t. */
#ifndef TB_ARITHMETIC_H
#define TB_ARITHMETIC_H

#include <stdint.h>

/* gcc has integers of 128 bits where pointers have 64, clang everywhere. */
#if defined(__SIZEOF_INT128__)
typedef __int128 tb_int128;
typedef unsigned __int128 tb_uint128;
#elif defined(__clang__)
typedef _BitInt(128) tb_int128;
typedef unsigned _BitInt(128) tb_uint128;
#else
#error "tbcast needs integers of 128 bits: build it for 64 bits, or with clang"
#endif

static inline int64_t tb_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t tb_max(int64_t a, int64_t b) { return a > b ? a : b; }
/* The number of pieces of `step` elements that `size` is cut into.  One piece needs no division, which small
 * calls notice. */
static inline int64_t tb_div_up(int64_t size, int64_t step)
{
    return size == step ? 1 : (size + step - 1) / step;
}

/* A product of sizes and strides that does not fit belongs to a dimension that no code steps along (of an
 * empty tensor, or of size 1), so any value is correct there: the largest is returned. */
static inline int64_t tb_saturating_mul(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif
