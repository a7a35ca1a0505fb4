/* share.h: runs a walk with the threads of the pool, and without the caller's lock
 * when it takes long.  Relies on: walk.h, pool.h, leaving.h. */
#ifndef TB_SHARE_H
#define TB_SHARE_H

#include "leaving.h"
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

/* ---- what is no walk ---- */

/* Does [first, last) of some work, in any order and thread. */
typedef void (*tb_range_run)(const void *work, int64_t first, int64_t last);
/* All of [0, total), in parts that begin at multiples of `unit`; total is not 0. */
void tb_share_range(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
/* The same without the lock (NULL: none is left) if it takes long.  Meanwhile tensors may change: `work`
 * knows addresses only, and these n storages are held. */
void tb_share_range_leaving(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                            tb_storage *const *storages, int64_t n, const tb_lock *lock);

#endif
