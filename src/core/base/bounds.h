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

#endif
