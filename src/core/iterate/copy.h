/* copy.h: elements from one layout to another, without casts: whole tensors between any two layouts, and tensors side
 * by side.  Strides in bytes; nothing that is read overlaps what is written. */
#ifndef TB_COPY_H
#define TB_COPY_H

#include "core/plan/plan.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* ---- whole tensors: copy_tensors.c ---- */

/* A move copies between any strides; repeat, tile, flip and roll are moves.  Dimensions are added to the plan
 * from the innermost on.  To begin elsewhere than at a tensor's first element, change plan.data. */
typedef struct {
    tb_plan plan;
    const tb_tensor *out, *in; /* of one dtype, in disjoint memory */
} tb_move;

static inline void tb_move_begin(tb_move *move, const tb_tensor *out, const tb_tensor *in)
{
    tb_plan_begin(&move->plan, 2);
    move->plan.data[0] = tb_data(out);
    move->plan.data[1] = tb_data(in);
    move->out = out;
    move->in = in;
}
/* Adds a dimension with strides in elements; the stride of `in` may be 0 or negative. */
static inline void tb_move_add(tb_move *move, int64_t size, int64_t to, int64_t from)
{
    if (size != 1) /* a dimension of size 1 may have any stride */
        tb_plan_add(&move->plan, size,
                    (const int64_t[]){to * move->out->itemsize, from * move->out->itemsize});
}
/* No size may be 0.  `lock` as in tb_run_releasing.  Fails with TB_INTERRUPTED only. */
tb_status tb_move_run(tb_move *move, const tb_lock_callbacks *lock, tb_error *err);

/* ---- tensors side by side: copy_segments.c ---- */

/* A segment of every row: `bytes` (not 0) at `from` + row number * `step`. */
typedef struct {
    const char *from;
    int64_t bytes, step;
} tb_segment;

/* Rows are contiguous and adjacent; row_bytes is the sum of the segments' bytes. */
typedef struct {
    char *to;
    int64_t rows, row_bytes, n;
    const tb_segment *segment;
    bool stream;
} tb_segments;

/* `storages` are those of all the above addresses; lock as in tb_parallel_for_releasing.  Fails with
 * TB_INTERRUPTED only. */
tb_status tb_segments_run(tb_segments *segments, tb_storage *const *storages, int64_t nstorages,
                          const tb_lock_callbacks *lock, tb_error *err);

#endif
