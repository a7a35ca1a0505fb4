/* bounds.h: are all of many indices within bounds?  Branch-free, so that it
 * vectorises: a sign bit tells of any that is not. */
#ifndef TB_BOUNDS_H
#define TB_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

/* Is -below <= index[i] < bound for each?  below is 0 or bound. */
static inline bool tb_all_within(const int64_t *index, int64_t n, int64_t below, int64_t bound)
{
    uint64_t outside = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        outside |= (at + (uint64_t)below) | ((uint64_t)bound - 1 - at);
    }
    return outside >> 63 == 0;
}

/* The same while copying: the copy that was checked is the one to follow, even if another thread writes
 * to index. */
static inline bool tb_copy_within(int64_t *to, const int64_t *index, int64_t n, int64_t below, int64_t bound)
{
    uint64_t outside = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)index[i];
        to[i] = (int64_t)at;
        outside |= (at + (uint64_t)below) | ((uint64_t)bound - 1 - at);
    }
    return outside >> 63 == 0;
}

/* Copies n indices of this size (4 or 8 bytes), `stride` bytes apart, and checks the copy. */
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
