/* multi_index.h: the index loop that models and checks go through.  Relies on: nothing. */
#ifndef MULTI_INDEX_H
#define MULTI_INDEX_H

#include <stdbool.h>
#include <stdint.h>

/* Steps a multi-index in row-major order; false after the last. */
static inline bool next_index(int64_t *index, const int64_t *size, int ndim)
{
    for (int d = ndim - 1; d >= 0; d--) {
        if (++index[d] < size[d])
            return true;
        index[d] = 0;
    }
    return false;
}

#endif
