/* move.h: elements from one layout to another, without casts: what copies, tiles, turns and rolls
 * tensors is one walk of the copying kernel over strides of its own.
 * Relies on: apply.h, plan.h. */
#ifndef TB_MOVE_H
#define TB_MOVE_H

#include "apply.h"
#include "plan.h"

/* to[...] = from[...] over `shape`, none of whose sizes is 0.  Strides of `from` may be 0 or negative.
 * The memory of the two tensors, to which the layouts belong, does not overlap.  `lock` as in
 * tb_run_leaving. */
typedef struct {
    tb_shape shape;
    tb_layout to, from;
    const tb_tensor *out, *in;
} tb_move;

void tb_move_run(const tb_move *move, const tb_lock *lock);

#endif
