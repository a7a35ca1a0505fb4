/* bounds.h: are all of many indices within bounds?  Branch-free, so that it
 * vectorises: a sign bit tells of any that is not.  Relies on: nothing. */
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

/* The same of a copy: what is looked at is what will be followed, whoever writes to index meanwhile. */
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
