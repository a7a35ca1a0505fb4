/* parallel.h: the one way to share work among the threads of the pool, without the caller's lock if it takes
 * long: ranges of anything countable, or an iteration over a plan. */
#ifndef TB_PARALLEL_H
#define TB_PARALLEL_H

#include "core/base/arithmetic.h"
#include "core/iterate/iterate.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"
#include "core/threads/pool.h"

/* The cost of n elements of this size in the pool's unit; weight: cost of one element, in additions. */
static inline int64_t tb_parallel_cost(int64_t n, int itemsize, int weight)
{
    return n * weight * (itemsize > 4 ? itemsize / 4 : 1);
}

/* The number of threads that work of this cost may get, for decisions that depend on it. */
static inline int tb_parallel_threads(int64_t cost)
{
    return cost < TB_POOL_LEAST ? 1 : tb_get_num_threads();
}

/* The general cases of the next two functions, kept out of line so that small calls stay small. */
int tb_parallel_share(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
int tb_parallel_share_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                                tb_storage *const *storages, int64_t n, const tb_lock_callbacks *lock);

/* Runs all of [0, total), in ranges that begin at multiples of `unit`; total is not 0.  Returns 0, the code
 * of a range, or TB_RANGE_INTERRUPTED (caller_lock.h).  Little work, and work inside of a piece of shared
 * work, is one range. */
static inline int tb_parallel_for(tb_range_run run, const void *work, int64_t total, int64_t unit,
                                  int64_t cost)
{
    return cost < TB_POOL_LEAST ? run(work, 0, total) : tb_parallel_share(run, work, total, unit, cost);
}
/* The same in this thread alone, in order. */
int tb_run_in_pieces(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost);
/* The same, but releases the lock (NULL: none to release) if the work takes long.  Tensors may change
 * meanwhile: `work` has addresses only, and these n storages are held. */
static inline int tb_parallel_for_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit,
                                            int64_t cost, tb_storage *const *storages, int64_t n,
                                            const tb_lock_callbacks *lock)
{
    return cost < TB_POOL_LEAST
               ? run(work, 0, total)
               : tb_parallel_share_releasing(run, work, total, unit, cost, storages, n, lock);
}

/* Runs all units; returns 0 or a kernel's code.  tensors: those of the plan's operands, NULL for numbers; the
 * first is written. */
int tb_parallel_iterate(const tb_iteration *iteration, int64_t cost, const tb_tensor *const *tensors,
                        const tb_lock_callbacks *lock);

#endif
