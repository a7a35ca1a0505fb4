/* arithmetic.h: what <stdlib.h> lacks for int64_t. */
#ifndef TB_ARITHMETIC_H
#define TB_ARITHMETIC_H

#include <stdint.h>

static inline int64_t tb_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t tb_max(int64_t a, int64_t b) { return a > b ? a : b; }
/* Into how many pieces of `step` elements `size` is cut; equal ones are one without a division, which shows in
 * small calls. */
static inline int64_t tb_div_up(int64_t size, int64_t step)
{
    return size == step ? 1 : (size + step - 1) / step;
}

/* A product of sizes and strides that does not fit belongs to a dimension that is
 * never stepped along (of an empty tensor, of size 1), so any value does: the largest. */
static inline int64_t tb_saturating_mul(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif
