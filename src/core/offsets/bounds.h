/* bounds.h: checks that indices are within bounds, -below <= index < bound.  `below` is `bound` where
 * negative indices count from the end, else 0. */
#ifndef TB_BOUNDS_H
#define TB_BOUNDS_H

#include "core/kernels/loop_pragmas.h"

#include <stdbool.h>
#include <stdint.h>

/* The index with a negative one wrapped: less than bound if it is within bounds, at least bound otherwise. */
static inline uint64_t tb_wrap_index(int64_t index, int64_t below)
{
    return (uint64_t)index + (uint64_t)(index >> 63 & below);
}

static inline bool tb_is_within(int64_t index, int64_t below, int64_t bound)
{
    return tb_wrap_index(index, below) < (uint64_t)bound;
}

/* Are all n indices within bounds?  Without branches, so that the loop vectorises: the sign bit of `outside`
 * is set if any index is out of bounds. */
static inline bool tb_all_within(const int64_t *index, int64_t n, int64_t below, int64_t bound)
{
    uint64_t outside = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        outside |= (at + (uint64_t)below) | ((uint64_t)bound - 1 - at);
    }
    return outside >> 63 == 0;
}

/* Copies n indices while it checks them.  Callers use the checked copy, since another thread may write to
 * `index` meanwhile. */
static inline bool tb_copy_within(int64_t *to, const int64_t *index, int64_t n, int64_t below, int64_t bound)
{
    uint64_t outside = 0;
    TB_UNROLL(8)
    for (int64_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        to[i] = (int64_t)at;
        outside |= (at + (uint64_t)below) | ((uint64_t)bound - 1 - at);
    }
    return outside >> 63 == 0;
}

/* Copies n indices of `itemsize` bytes (4 or 8), `stride` bytes apart, and checks the copy. */
static inline bool tb_read_within(int64_t *to, const char *index, int itemsize, int64_t stride, int64_t n,
                                  int64_t below, int64_t bound)
{
    if (stride == 8 && itemsize == 8)
        return tb_copy_within(to, (const int64_t *)(const void *)index, n, below, bound);
    if (itemsize == 8)
        for (int64_t i = 0; i < n; i++)
            to[i] = *(const int64_t *)(const void *)(index + i * stride);
    else
        for (int64_t i = 0; i < n; i++)
            to[i] = *(const int32_t *)(const void *)(index + i * stride);
    return tb_all_within(to, n, below, bound);
}

#endif
