/* move.h: elements from one layout to another, without casts: repeating, tiling, flipping and rolling a
 * tensor is one run of the copying kernel with strides of its own. */
#ifndef TB_MOVE_H
#define TB_MOVE_H

#include "core/iterate/plan.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* to[...] = from[...] over `shape`, none of whose sizes is 0.  Strides of `from` may be 0 or negative.
 * The memory of the two tensors, to which the layouts belong, does not overlap.  `lock` as in
 * tb_run_releasing. */
typedef struct {
    tb_shape shape;
    tb_layout to, from;
    const tb_tensor *out, *in;
} tb_move;

void tb_move_run(const tb_move *move, const tb_lock_callbacks *lock);

/* A move that is put together dimension by dimension, from the outermost, with strides in elements; those
 * of size 1 are left out, so that there are no more than elements that can be counted. */
typedef struct {
    tb_move move;
    int64_t to[TB_MAX_DIMS], from[TB_MAX_DIMS];
} tb_move_builder;

static inline void tb_move_begin(tb_move_builder *b) { b->move.shape.ndim = 0; }
static inline void tb_move_add(tb_move_builder *b, int64_t size, int64_t to, int64_t from)
{
    const int d = b->move.shape.ndim;
    if (size == 1)
        return;
    b->move.shape.size[d] = size;
    b->to[d] = to;
    b->from[d] = from;
    b->move.shape.ndim++;
}
/* Runs it.  Neither out nor `in` is empty. */
void tb_move_finish(tb_move_builder *b, const tb_tensor *out, const tb_tensor *in,
                    const tb_lock_callbacks *lock);

#endif
