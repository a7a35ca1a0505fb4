/* segments.h: rows made of segments side by side, each from memory of its own: joining contiguous
 * tensors. Bytes are moved, dtypes do not matter. */
#ifndef TB_SEGMENTS_H
#define TB_SEGMENTS_H

#include "core/threads/caller_lock.h"

/* A piece of every row: `bytes` (not 0) from `from` + row number * `step`. */
typedef struct {
    const char *from;
    int64_t bytes, step;
} tb_segment;

/* Rows follow one another without a gap; row_bytes is the sum of the segments' bytes. */
typedef struct {
    char *to;
    int64_t rows, row_bytes, n;
    const tb_segment *segment;
    bool stream;
} tb_segments;

/* Nothing of what is read overlaps `to`.  The storages are those of everything above; lock as in
 * tb_parallel_for_releasing. */
void tb_segments_run(tb_segments *segments, tb_storage *const *storages, int64_t nstorages,
                     const tb_lock_callbacks *lock);

#endif
