/* parallel.c: see parallel.h.  An iteration is cut into ranges of its units or, if there are few units (a
 * single long row, for example), into ranges of one dimension.  Either way every element is computed by the
 * same kernel as without threads. */
#include "core/iterate/parallel.h"
#include "core/base/tuning.h"
#include "core/iterate/iterate.h"

/* ---- ranges ---- */

/* The number of pieces for work of this cost: the same number for every thread, unless the work is too
 * little. */
static int64_t piece_count(int threads, int64_t cost)
{
    const int64_t least = cost / TB_PIECE_COST_LEAST;
    if (least < 2 * threads)
        return tb_min(least, threads);
    const int64_t each = tb_min(tb_max(cost / TB_PIECE_COST_LONG / threads, 2), TB_PIECES_EACH);
    return tb_min(tb_max(threads * each, cost / TB_PIECE_COST), TB_POOL_MOST_PIECES);
}

/* Between pieces, checks whether the caller interrupts the work. */
int tb_run_in_pieces(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost)
{
    const int64_t pieces = tb_min(cost / TB_INTERRUPT_COST, total);
    const int64_t step = pieces < 2 ? total : tb_div_up(tb_div_up(total, pieces), unit) * unit;
    int code = 0;
    for (int64_t first = 0; first < total && code == 0; first += step)
        code = first && tb_is_interrupted() ? TB_RANGE_INTERRUPTED
                                            : run(work, first, tb_min(first + step, total));
    return code;
}

int tb_parallel_share(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost)
{
    if (tb_is_interrupted())
        return TB_RANGE_INTERRUPTED;
    const int threads = total <= unit ? 1 : tb_pool_enter(cost);
    if (threads == 1)
        return tb_run_in_pieces(run, work, total, unit, cost);
    const int64_t step = tb_div_up(total, piece_count(threads, cost));
    return tb_pool_run(run, work, total, tb_div_up(step, unit) * unit);
}

int tb_parallel_share_releasing(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                                tb_storage *const *storages, int64_t n, const tb_lock_callbacks *lock)
{
    int code;
    TB_WITHOUT_LOCK (&code, lock, cost, storages, n)
        code = tb_parallel_share(run, work, total, unit, cost);
    return code;
}

/* ---- iterations ---- */

typedef struct {
    const tb_iteration *iteration;
    int dim; /* the dimension that is cut */
} sliced_iteration;

static int run_units(const void *work, int64_t first, int64_t last)
{
    return tb_iteration_run(work, first, last);
}

/* Runs the iteration over [first, last) of one dimension. */
static int run_slice(const void *work, int64_t first, int64_t last)
{
    const sliced_iteration *sliced = work;
    const tb_iteration *whole = sliced->iteration;
    tb_plan plan;
    tb_iteration iteration;
    if (last - first == whole->plan->size[sliced->dim])
        return tb_iteration_run(whole, 0, whole->units);
    tb_plan_slice(&plan, whole->plan, sliced->dim, first, last - first);
    tb_choose_part(&iteration, whole, &plan);
    return tb_iteration_run(&iteration, 0, iteration.units);
}

/* The longest dimension; of several, the outermost. */
static int longest_dim(const tb_plan *plan)
{
    int longest = 0;
    for (int d = 1; d < plan->ndim; d++)
        if (plan->size[d] >= plan->size[longest])
            longest = d;
    return longest;
}

int tb_parallel_iterate(const tb_iteration *iteration, int64_t cost, const tb_tensor *const *tensors,
                        const tb_lock_callbacks *lock)
{
    const tb_plan *plan = iteration->plan;
    tb_storage *storage[TB_MAX_OPERANDS];
    const int threads = tb_parallel_threads(cost);
    if (threads == 1 && (!lock || cost < TB_RELEASE_COST))
        return tb_iteration_run(iteration, 0, iteration->units);
    cost += tb_plan_product(plan, 1, plan->ndim) * TB_SLICE_COST;
    for (int k = 0; k < plan->nop; k++)
        storage[k] = tensors[k] ? tensors[k]->storage : NULL;
    if (iteration->units >= piece_count(threads, cost))
        return tb_parallel_for_releasing(run_units, iteration, iteration->units, 1, cost, storage, plan->nop,
                                         lock);
    const sliced_iteration work = {iteration, longest_dim(plan)};
    return tb_parallel_for_releasing(run_slice, &work, plan->size[work.dim],
                                     work.dim == 0 ? TB_CACHE_LINE : 1, cost, storage, plan->nop, lock);
}
