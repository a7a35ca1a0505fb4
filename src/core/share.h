/* share.h: runs a walk with the threads of the pool, and without the caller's lock
 * when it takes long.  Relies on: walk.h, pool.h, apply.h. */
#ifndef TB_SHARE_H
#define TB_SHARE_H

#include "apply.h"
#include "pool.h"
#include "walk.h"

/* What n elements of this size cost, in the pool's measure; weight: of an element, in
 * additions.  Below TB_POOL_LEAST sharing is of no use. */
static inline int64_t tb_share_cost(int64_t n, int itemsize, int weight)
{
    return n * weight * (itemsize > 4 ? itemsize / 4 : 1);
}

/* The whole walk; 0 or a kernel's code.  tensors: those behind the plan's
 * operands, NULL for numbers; the first is written. */
int tb_share_walk(const tb_walk *walk, int64_t cost, const tb_tensor *const *tensors, const tb_lock *lock);

#endif
