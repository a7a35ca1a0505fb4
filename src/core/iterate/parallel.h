/* parallel.h: the one way to share work among the threads of the pool, without the caller's lock when it takes
 * long: ranges of anything that can be counted, or an iteration over a plan. */
#ifndef TB_PARALLEL_H
#define TB_PARALLEL_H

#include "core/base/arithmetic.h"
#include "core/iterate/iterate.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"
#include "core/threads/pool.h"

/* What n elements of this size cost, in the pool's measure; weight: of an element, in
 * additions. */
static inline int64_t tb_parallel_cost(int64_t n, int itemsize, int weight)
{
    return n * weight * (itemsize > 4 ? itemsize / 4 : 1);
}

/* How many threads work of this cost may have: for decisions that depend on it. */
static inline int tb_parallel_threads(int64_t cost)
{
    return cost < TB_POOL_LEAST ? 1 : tb_get_num_threads();
}

/* The two functions below for work that is not little, whose calls they keep small. */
int tb_parallel_share(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
int tb_parallel_share_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                                tb_storage *const *storages, int64_t n, const tb_lock_callbacks *lock);

/* All of [0, total), in ranges that begin at multiples of `unit`; total is not 0.  Returns 0 or the code of a
 * range, or TB_RANGE_INTERRUPTED (caller_lock.h).  Little work, and what another piece of shared work does, is one range. */
static inline int tb_parallel_for(tb_range_run run, const void *work, int64_t total, int64_t unit,
                                  int64_t cost)
{
    return cost < TB_POOL_LEAST ? run(work, 0, total) : tb_parallel_share(run, work, total, unit, cost);
}
/* The same in this thread alone, in order. */
int tb_run_in_pieces(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
/* The same without the lock (NULL: none to release) if it takes long.  Tensors may change meanwhile:
 * `work` knows addresses only, and these n storages are held. */
static inline int tb_parallel_for_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit,
                                            int64_t cost, tb_storage *const *storages, int64_t n,
                                            const tb_lock_callbacks *lock)
{
    return cost < TB_POOL_LEAST
               ? run(work, 0, total)
               : tb_parallel_share_releasing(run, work, total, unit, cost, storages, n, lock);
}

/* All units; 0 or a kernel's code.  tensors: those behind the plan's operands, NULL for numbers; the
 * first is written. */
int tb_parallel_iterate(const tb_iteration *iteration, int64_t cost, const tb_tensor *const *tensors,
                        const tb_lock_callbacks *lock);

#endif
