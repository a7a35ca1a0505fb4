/* parallel.h: iterates over a plan with the threads of the pool, and without the caller's lock when it
 * takes long. */
#ifndef TB_PARALLEL_H
#define TB_PARALLEL_H

#include "core/iterate/iterate.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* What n elements of this size cost, in the pool's measure; weight: of an element, in
 * additions.  Below TB_POOL_LEAST sharing is of no use. */
static inline int64_t tb_parallel_cost(int64_t n, int itemsize, int weight)
{
    return n * weight * (itemsize > 4 ? itemsize / 4 : 1);
}

/* All units; 0 or a kernel's code.  tensors: those behind the plan's operands, NULL for numbers; the
 * first is written. */
int tb_parallel_iterate(const tb_iteration *iteration, int64_t cost, const tb_tensor *const *tensors,
                        const tb_lock_callbacks *lock);

/* ---- ranges ---- */

/* Does [first, last) of some work, in any order and thread. */
typedef void (*tb_range_run)(const void *work, int64_t first, int64_t last);
/* All of [0, total), in ranges that begin at multiples of `unit`; total is not 0. */
void tb_parallel_for(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
/* The same without the lock (NULL: none to release) if it takes long.  Tensors may change meanwhile:
 * `work` knows addresses only, and these n storages are held. */
void tb_parallel_for_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                               tb_storage *const *storages, int64_t n, const tb_lock_callbacks *lock);

#endif
