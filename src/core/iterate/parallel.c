/* parallel.c: see parallel.h.  A piece is a range of the iteration's units or, where there are few (one
 * long row above all), a range of a dimension.  Either way every element is computed by the same kernel
 * as without threads. */
#include "core/iterate/parallel.h"
#include "core/base/tuning.h"
#include "core/iterate/iterate.h"
#include "core/threads/pool.h"

/* ---- pieces ---- */

typedef struct {
    const tb_iteration *iteration;
    int dim;       /* the dimension that is cut; -1: units are */
    int64_t total; /* its size, or the number of units */
    int64_t step;  /* of one piece; the last one may have less */
} iteration_split;

/* The same iteration over [first, last) of one dimension. */
static int run_slice(const tb_iteration *whole, int dim, int64_t first, int64_t last)
{
    tb_plan plan;
    tb_iteration iteration;
    tb_plan_slice(&plan, whole->plan, dim, first, last - first);
    tb_iteration_init(&iteration, &plan, whole->work);
    return tb_iteration_run(&iteration, 0, iteration.units);
}

static int run_piece(const void *work, int64_t index)
{
    const iteration_split *split = work;
    const int64_t first = index * split->step, left = split->total - first;
    const int64_t last = first + (left < split->step ? left : split->step);
    return split->dim < 0 ? tb_iteration_run(split->iteration, first, last)
                          : run_slice(split->iteration, split->dim, first, last);
}

/* Splits the iteration into about `pieces`; returns how many there are. */
static int split_iteration(const tb_iteration *iteration, int64_t pieces, iteration_split *split)
{
    const tb_plan *plan = iteration->plan;
    int64_t unit = 1;
    *split = (iteration_split){.iteration = iteration, .dim = -1, .total = iteration->units};
    if (iteration->units < pieces) {
        split->dim = 0;
        for (int d = 1; d < plan->ndim; d++)
            if (plan->size[d] >= plan->size[split->dim])
                split->dim = d;
        split->total = plan->size[split->dim];
        unit = split->dim == 0 ? TB_CACHE_LINE : 1;
    }
    const int64_t step = (split->total + pieces - 1) / pieces;
    split->step = (step + unit - 1) / unit * unit;
    return (int)((split->total + split->step - 1) / split->step);
}

/* Into how many pieces work of this cost is cut: as many for every thread, unless it is too little. */
static int64_t piece_count(int threads, int64_t cost)
{
    const int64_t least = cost / TB_PIECE_COST_LEAST, long_ones = cost / TB_PIECE_COST_LONG / threads;
    if (least < 2 * threads)
        return least < threads ? least : threads;
    const int64_t each = long_ones < 2 ? 2 : long_ones < TB_PIECES_EACH ? long_ones : TB_PIECES_EACH;
    const int64_t pieces = threads * each < cost / TB_PIECE_COST ? cost / TB_PIECE_COST : threads * each;
    return pieces < TB_POOL_MOST_PIECES ? pieces : TB_POOL_MOST_PIECES;
}

static int run_parallel(const tb_iteration *iteration, int64_t cost)
{
    const int threads = tb_pool_enter(cost);
    if (threads == 1)
        return tb_iteration_run(iteration, 0, iteration->units);
    iteration_split split;
    return tb_pool_run(run_piece, &split, split_iteration(iteration, piece_count(threads, cost), &split));
}

/* ---- with and without the lock ---- */

int tb_parallel_iterate(const tb_iteration *iteration, int64_t cost, const tb_tensor *const *tensors,
                        const tb_lock_callbacks *lock)
{
    tb_storage *storage[TB_MAX_OPERANDS];
    for (int k = 0; k < iteration->plan->nop; k++)
        storage[k] = tensors[k] ? tensors[k]->storage : NULL;
    const tb_released_lock released = tb_release_lock(lock, cost, storage, iteration->plan->nop);
    const int code = run_parallel(iteration, cost);
    tb_reacquire_lock(&released);
    return code;
}

/* ---- ranges ---- */

typedef struct {
    tb_range_run run;
    const void *work;
    int64_t total, step;
} range_split;

static int run_range(const void *work, int64_t index)
{
    const range_split *split = work;
    const int64_t first = index * split->step, left = split->total - first;
    split->run(split->work, first, first + (left < split->step ? left : split->step));
    return 0;
}

void tb_parallel_for(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost)
{
    const int threads = cost < TB_POOL_LEAST ? 1 : tb_pool_enter(cost);
    if (threads == 1) {
        run(work, 0, total);
        return;
    }
    const int64_t pieces = piece_count(threads, cost), step = (total + pieces - 1) / pieces;
    range_split split = {run, work, total, (step + unit - 1) / unit * unit};
    tb_pool_run(run_range, &split, (int)((total + split.step - 1) / split.step));
}

void tb_parallel_for_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                               tb_storage *const *storages, int64_t n, const tb_lock_callbacks *lock)
{
    const tb_released_lock released = tb_release_lock(lock, cost, storages, n);
    tb_parallel_for(run, work, total, unit, cost);
    tb_reacquire_lock(&released);
}
