/* share.c: see share.h.  A piece is a range of the walk's units or, where there are
 * few (one long row above all), a range of a dimension.  Either way every element
 * is computed by the same kernel as without threads.  Relies on: share.h. */
#include "share.h"

#include <string.h>

/* No piece costs less than this ... */
#define LEAST_COST (1 << 14)
/* ... or, where each thread has more than two, than this: many pieces even out what a processor that is
 * not all ours does slower, but taking them costs something, too. */
#define LONG_COST (1 << 15)
#define MOST_EACH 8
/* Longer work is cut into pieces of about this cost: whoever loses its processor holds up little. */
#define PIECE_COST (1 << 18)
/* Parts of a row begin at a cache line, whatever the size of its elements. */
#define ROW_STEP 64

/* ---- pieces ---- */

typedef struct {
    const tb_walk *walk;
    int dim;       /* the dimension that is cut; -1: units are */
    int64_t total; /* its size, or the number of units */
    int64_t step;  /* of one piece; the last one may have less */
} tb_cut;

/* The same walk over [first, last) of one dimension. */
static int run_part(const tb_walk *whole, int dim, int64_t first, int64_t last)
{
    const tb_plan *from = whole->plan;
    const size_t bytes = (size_t)from->ndim * sizeof(int64_t);
    tb_plan plan;
    tb_walk walk;
    plan.nop = from->nop;
    plan.ndim = from->ndim;
    memcpy(plan.size, from->size, bytes);
    plan.size[dim] = last - first;
    for (int k = 0; k < plan.nop; k++) {
        plan.data[k] = from->data[k] + first * from->stride[k][dim];
        memcpy(plan.stride[k], from->stride[k], bytes);
    }
    tb_walk_init(&walk, &plan, whole->work);
    return tb_walk_run(&walk, 0, walk.units);
}

static int run_piece(const void *work, int64_t index)
{
    const tb_cut *cut = work;
    const int64_t first = index * cut->step, left = cut->total - first;
    const int64_t last = first + (left < cut->step ? left : cut->step);
    return cut->dim < 0 ? tb_walk_run(cut->walk, first, last) : run_part(cut->walk, cut->dim, first, last);
}

/* Cuts the walk into about `pieces`; returns how many there are. */
static int cut_walk(const tb_walk *walk, int64_t pieces, tb_cut *cut)
{
    const tb_plan *plan = walk->plan;
    int64_t unit = 1;
    *cut = (tb_cut){.walk = walk, .dim = -1, .total = walk->units};
    if (walk->units < pieces) {
        cut->dim = 0;
        for (int d = 1; d < plan->ndim; d++)
            if (plan->size[d] >= plan->size[cut->dim])
                cut->dim = d;
        cut->total = plan->size[cut->dim];
        unit = cut->dim == 0 ? ROW_STEP : 1;
    }
    const int64_t step = (cut->total + pieces - 1) / pieces;
    cut->step = (step + unit - 1) / unit * unit;
    return (int)((cut->total + cut->step - 1) / cut->step);
}

/* Into how many pieces work of this cost is cut: as many for every thread, unless it is too little. */
static int64_t pieces_of(int threads, int64_t cost)
{
    const int64_t least = cost / LEAST_COST, long_ones = cost / LONG_COST / threads;
    if (least < 2 * threads)
        return least < threads ? least : threads;
    const int64_t each = long_ones < 2 ? 2 : long_ones < MOST_EACH ? long_ones : MOST_EACH;
    const int64_t pieces = threads * each < cost / PIECE_COST ? cost / PIECE_COST : threads * each;
    return pieces < TB_POOL_MOST_PIECES ? pieces : TB_POOL_MOST_PIECES;
}

static int run_shared(const tb_walk *walk, int64_t cost)
{
    const int threads = tb_pool_enter(cost);
    if (threads == 1)
        return tb_walk_run(walk, 0, walk->units);
    tb_cut cut;
    return tb_pool_run(run_piece, &cut, cut_walk(walk, pieces_of(threads, cost), &cut));
}

/* ---- with and without the lock ---- */

int tb_share_walk(const tb_walk *walk, int64_t cost, const tb_tensor *const *tensors, const tb_lock *lock)
{
    tb_storage *storage[TB_MAX_OPERANDS];
    for (int k = 0; k < walk->plan->nop; k++)
        storage[k] = tensors[k] ? tensors[k]->storage : NULL;
    const tb_leaving leaving = tb_leave(lock, cost, storage, walk->plan->nop);
    const int code = run_shared(walk, cost);
    tb_come_back(&leaving);
    return code;
}

/* ---- ranges ---- */

typedef struct {
    tb_range_run run;
    const void *work;
    int64_t total, step;
} range_cut;

static int run_range(const void *work, int64_t index)
{
    const range_cut *cut = work;
    const int64_t first = index * cut->step, left = cut->total - first;
    cut->run(cut->work, first, first + (left < cut->step ? left : cut->step));
    return 0;
}

void tb_share_range(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost)
{
    const int threads = cost < TB_POOL_LEAST ? 1 : tb_pool_enter(cost);
    if (threads == 1) {
        run(work, 0, total);
        return;
    }
    const int64_t pieces = pieces_of(threads, cost), step = (total + pieces - 1) / pieces;
    range_cut cut = {run, work, total, (step + unit - 1) / unit * unit};
    tb_pool_run(run_range, &cut, (int)((total + cut.step - 1) / cut.step));
}

void tb_share_range_leaving(tb_range_run run, const void *work, int64_t total, int64_t unit, int64_t cost,
                            tb_storage *const *storages, int64_t n, const tb_lock *lock)
{
    const tb_leaving leaving = tb_leave(lock, cost, storages, n);
    tb_share_range(run, work, total, unit, cost);
    tb_come_back(&leaving);
}
