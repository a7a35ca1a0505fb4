/* move.c: see move.h.  Reversed rows are reversed in registers on the way; everything else is
 * iteration.h's. */
#include "core/iterate/move.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/iterate/iteration.h"
#include "core/iterate/pack.h"
#include "core/iterate/parallel.h"
#include "core/iterate/reverse.h"
#include "core/iterate/stream.h"

#include <stdalign.h>
#include <string.h>

/* ---- flips ---- */

typedef struct {
    const tb_plan *plan;
    void (*gather)(char *dst, const char *src, int64_t stride, int64_t n);
    int64_t itemsize;
    bool stream;
} reversal;

static void reverse_row(const reversal *t, tb_stream *stream, char *to, const char *from, int64_t n)
{
    alignas(TB_CACHE_LINE) char tile[TB_STREAM_TILE_BYTES];
    const int64_t step = TB_STREAM_TILE_BYTES / t->itemsize;
    if (!t->stream) {
        t->gather(to, from, -t->itemsize, n);
        return;
    }
    for (int64_t i = 0; i < n; i += step) {
        const int64_t m = n - i < step ? n - i : step;
        t->gather(tile, from - i * t->itemsize, -t->itemsize, m);
        tb_stream_rows(stream, to + i * t->itemsize, 0, tile, 0, m * t->itemsize, 1);
    }
}

/* Elements [first, last) in the order of the plan. */
static int reverse_range(const void *work, int64_t first, int64_t last)
{
    const reversal *t = work;
    const tb_plan *plan = t->plan;
    tb_stream stream = {.held = 0};
    tb_cursor at;
    tb_cursor_locate(&at, plan, 0, 1, first);
    while (first < last) {
        int64_t n = plan->size[0] - at.index[0];
        n = n < last - first ? n : last - first;
        reverse_row(t, &stream, at.p[0], at.p[1], n);
        first += n;
        if (first < last)
            tb_cursor_advance(&at, plan, 0, n);
    }
    if (t->stream)
        tb_stream_end(&stream);
    return 0;
}

static void run_reversed(const tb_move *move, const tb_plan *plan, int itemsize, bool stream,
                         const tb_lock_callbacks *lock)
{
    const int64_t n = tb_numel(plan->size, plan->ndim);
    const reversal work = {plan, tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)].gather, itemsize,
                           stream};
    tb_storage *const storages[] = {move->out->storage, move->in->storage};
    tb_parallel_for_releasing(reverse_range, &work, n, TB_CACHE_LINE, tb_parallel_cost(n, itemsize, 1),
                              storages, 2, lock);
}

/* ---- runs ---- */

typedef struct {
    const tb_plan *plan;
    int64_t bytes; /* of a run */
    int64_t repeats, repeat_step; /* of the short dimension in the output; 1: there is none */
    int reversed; /* the elements' size, where those of a run change their order; else 0 */
    int rows; /* the dimension of the rows; those behind it are the loops outside */
} run_work;

/* Rows [first, last), counted through the dimensions from `rows` on. */
static int copy_range(const void *work, int64_t first, int64_t last)
{
    const run_work *w = work;
    const tb_plan *plan = w->plan;
    const int64_t to_step = plan->stride[0][w->rows], from_step = plan->stride[1][w->rows];
    const int64_t block = TB_COPY_BLOCK_BYTES / (w->bytes * w->repeats) + 1;
    tb_cursor at;
    tb_cursor_locate(&at, plan, w->rows, 1, first);
    while (first < last) {
        int64_t n = plan->size[w->rows] - at.index[w->rows];
        n = n < last - first ? n : last - first;
        n = n < block ? n : block;
        if (w->reversed)
            tb_reverse_rows(at.p[0], to_step, at.p[1], from_step, w->bytes / w->reversed, n, w->reversed);
        for (int64_t r = 0; r < w->repeats && !w->reversed; r++)
            tb_copy_runs(at.p[0] + r * w->repeat_step, to_step, at.p[1], from_step, n, w->bytes);
        first += n;
        tb_cursor_advance(&at, plan, w->rows, n);
    }
    return 0;
}

/* False where iteration.h does as well. */
static bool copy_contiguous_runs(const tb_move *move, const tb_plan *plan, int itemsize,
                                 const tb_lock_callbacks *lock)
{
    const int64_t bytes = plan->size[0] * itemsize;
    const bool reversed = plan->stride[1][0] == -itemsize;
    run_work work = {
        .plan = plan, .bytes = bytes, .repeats = 1, .reversed = reversed ? itemsize : 0, .rows = 1};
    if (plan->ndim < 2 || plan->stride[0][0] != itemsize ||
        bytes > (reversed ? TB_COPY_MOST_FLIPPED_RUN : TB_COPY_MOST_RUN) ||
        (plan->stride[1][0] != itemsize && !reversed))
        return false;
    if (plan->ndim > 2 && plan->stride[1][1] == 0 && plan->size[1] <= TB_COPY_FEW_REPEATS && !reversed) {
        work.repeats = plan->size[1];
        work.repeat_step = plan->stride[0][1];
        work.rows = 2;
    }
    const int64_t rows = tb_plan_product(plan, work.rows, plan->ndim);
    tb_storage *const storages[] = {move->out->storage, move->in->storage};
    const int64_t cost = tb_parallel_cost(rows * work.repeats * plan->size[0], itemsize, 1);
    tb_parallel_for_releasing(copy_range, &work, rows, 1, cost, storages, 2, lock);
    return true;
}

/* ---- all moves ---- */

/* Runs of 2, 4, 8 or 16 bytes that stay together are elements of that size; returns the size. */
static int fuse_runs(tb_plan *plan, int itemsize)
{
    const int64_t run = plan->size[0] * itemsize;
    bool fits = plan->ndim > 1 && run <= 16 && (run & (run - 1)) == 0;
    for (int k = 0; k < 2 && fits; k++) {
        fits = plan->stride[k][0] == itemsize && (uintptr_t)plan->data[k] % (uintptr_t)run == 0;
        for (int d = 1; d < plan->ndim; d++)
            fits &= plan->stride[k][d] % run == 0;
    }
    if (!fits)
        return itemsize;
    plan->ndim--;
    for (int d = 0; d < plan->ndim; d++) {
        plan->size[d] = plan->size[d + 1];
        for (int k = 0; k < 2; k++)
            plan->stride[k][d] = plan->stride[k][d + 1];
    }
    return (int)run;
}

/* Moves elements of that size, whatever they are. */
static tb_kernel copy_kernel(int itemsize)
{
    static const tb_dtype of_size[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64, TB_COMPLEX128};
    return tb_kernels_active->pointwise[TB_OP_COPY][of_size[__builtin_ctz((unsigned)itemsize)]];
}

void tb_move_run(const tb_move *move, const tb_lock_callbacks *lock)
{
    const tb_layout layouts[] = {move->to, move->from};
    const int64_t bytes = tb_numel(move->shape.size, move->shape.ndim) * move->to.itemsize;
    const tb_tensor *const tensors[TB_MAX_OPERANDS] = {move->out, move->in};
    tb_plan plan;
    tb_iteration iteration;

    tb_plan_build(&plan, &move->shape, layouts, 2);
    const int itemsize = fuse_runs(&plan, move->to.itemsize);
    const int64_t total = bytes + tb_plan_bytes(&plan, 1, itemsize);
    const bool stream = tb_should_stream(plan.data[0], bytes, total), rows = plan.stride[0][0] == itemsize;
    if (!stream && copy_contiguous_runs(move, &plan, itemsize, lock))
        return;
    if (rows && plan.stride[1][0] == -itemsize) {
        run_reversed(move, &plan, itemsize, stream, lock);
        return;
    }
    const tb_transfer transfer = {.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    const tb_loop_body work = {.kernel = copy_kernel(itemsize),
                               .transfer = {transfer, transfer},
                               .stream_output = stream,
                               .is_copy = true,
                               .exceeds_cache = total > TB_EXCEEDS_CACHE_BYTES};
    tb_iteration_init(&iteration, &plan, &work);
    const int64_t cost = tb_parallel_cost(bytes / itemsize, itemsize, 1);
    if (cost < TB_POOL_LEAST)
        tb_iteration_run(&iteration, 0, iteration.units);
    else
        tb_parallel_iterate(&iteration, cost, tensors, lock);
}

/* ---- dimension by dimension ---- */

void tb_move_finish(tb_move_builder *b, const tb_tensor *out, const tb_tensor *in,
                    const tb_lock_callbacks *lock)
{
    tb_move *move = &b->move;
    move->out = out;
    move->in = in;
    move->to = (tb_layout){tb_data(out), move->shape.size, b->to, move->shape.ndim, in->itemsize};
    move->from = (tb_layout){tb_data(in), move->shape.size, b->from, move->shape.ndim, in->itemsize};
    tb_move_run(move, lock);
}
