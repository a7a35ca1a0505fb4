/* strips.h: rows made of pieces side by side, each piece from a memory of its own: what joining
 * contiguous tensors comes to.  Bytes are moved, dtypes do not matter.
 * Relies on: apply.h. */
#ifndef TB_STRIPS_H
#define TB_STRIPS_H

#include "apply.h"

/* A piece of every row: `bytes` (not 0) from `from` + row number * `step`. */
typedef struct {
    const char *from;
    int64_t bytes, step;
} tb_strip;

/* Rows follow one another without a gap; row_bytes is the sum of the strips' bytes. */
typedef struct {
    char *to;
    int64_t rows, row_bytes, n;
    const tb_strip *strip;
    bool stream;
} tb_strips;

/* Nothing of what is read overlaps `to`.  The storages are those of everything above; lock as in
 * tb_share_range_leaving. */
void tb_strips_run(tb_strips *strips, tb_storage *const *storages, int64_t nstorages, const tb_lock *lock);

#endif
