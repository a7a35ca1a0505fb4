/* copy.h: elements from one layout to another, without casts: whole tensors between any two layouts, and tensors side
 * by side.  Strides in bytes; nothing that is read overlaps what is written. */
#ifndef TB_COPY_H
#define TB_COPY_H

#include "core/plan/plan.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* ---- whole tensors: copy_tensors.c ---- */

/* Repeating, tiling, flipping and rolling a tensor is a move with strides of its own.  Its plan is put together
 * from the innermost dimension on; to begin elsewhere than a tensor does, change plan.data. */
typedef struct {
    tb_plan plan;
    const tb_tensor *out, *in; /* of one dtype; their memory does not overlap */
} tb_move;

static inline void tb_move_begin(tb_move *move, const tb_tensor *out, const tb_tensor *in)
{
    tb_plan_begin(&move->plan, 2);
    move->plan.data[0] = tb_data(out);
    move->plan.data[1] = tb_data(in);
    move->out = out;
    move->in = in;
}
/* A dimension with strides in elements, which of `in` may be 0 or negative. */
static inline void tb_move_add(tb_move *move, int64_t size, int64_t to, int64_t from)
{
    if (size != 1) /* whose strides may be any number */
        tb_plan_add(&move->plan, size,
                    (const int64_t[]){to * move->out->itemsize, from * move->out->itemsize});
}
/* No size is 0.  `lock` as in tb_run_releasing; TB_INTERRUPTED is all that can go wrong. */
tb_status tb_move_run(tb_move *move, const tb_lock_callbacks *lock, tb_error *err);

/* ---- tensors side by side: copy_segments.c ---- */

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

/* The storages are those of everything above; lock as in tb_parallel_for_releasing.  TB_INTERRUPTED. */
tb_status tb_segments_run(tb_segments *segments, tb_storage *const *storages, int64_t nstorages,
                          const tb_lock_callbacks *lock, tb_error *err);

#endif
