/* move.c: see move.h.  Rows that lie backwards in memory are turned in registers, straight to their
 * place; everything else is the walk's.  Relies on: move.h, share.h, stream.h. */
#include "move.h"
#include "kernels/kernels.h"
#include "share.h"
#include "stream.h"

#include <stdalign.h>
#include <string.h>

/* As in run.c: of outputs, of all operands. */
#define STREAM_BYTES (INT64_C(32) << 20)
#define MEMORY_BYTES (INT64_C(16) << 20)
/* Rows that are turned: shorter ones go through a tile, and those that stream in pieces. */
#define MIN_TURNED 8
#define TURNED_BYTES 2048

bool tb_move_streams(const char *to, int64_t bytes)
{
    return bytes >= STREAM_BYTES && tb_was_touched(to, bytes);
}

/* ---- backwards ---- */

typedef struct {
    const tb_plan *plan;
    void (*gather)(char *dst, const char *src, int64_t stride, int64_t n);
    int64_t itemsize;
    bool stream;
} turning;

static void turn_row(const turning *t, tb_stream *stream, char *to, const char *from, int64_t n)
{
    alignas(64) char tile[TURNED_BYTES];
    const int64_t step = TURNED_BYTES / t->itemsize;
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
static void turn_range(const void *work, int64_t first, int64_t last)
{
    const turning *t = work;
    const tb_plan *plan = t->plan;
    int64_t index[TB_MAX_DIMS], at = first;
    char *to = plan->data[0], *from = plan->data[1];
    tb_stream stream = {.held = 0};
    for (int d = 0; d < plan->ndim; d++) {
        index[d] = at % plan->size[d];
        at /= plan->size[d];
        to += index[d] * plan->stride[0][d];
        from += index[d] * plan->stride[1][d];
    }
    while (first < last) {
        int64_t n = plan->size[0] - index[0];
        n = n < last - first ? n : last - first;
        turn_row(t, &stream, to, from, n);
        first += n;
        if (first >= last)
            break;
        to -= index[0] * plan->stride[0][0];
        from -= index[0] * plan->stride[1][0];
        index[0] = 0;
        for (int d = 1; d < plan->ndim; d++) {
            to += plan->stride[0][d];
            from += plan->stride[1][d];
            if (++index[d] < plan->size[d])
                break;
            to -= index[d] * plan->stride[0][d];
            from -= index[d] * plan->stride[1][d];
            index[d] = 0;
        }
    }
    if (t->stream)
        tb_stream_end(&stream);
}

static void run_turned(const tb_move *move, const tb_plan *plan, int64_t numel, bool stream,
                       const tb_lock *lock)
{
    const int itemsize = move->to.itemsize;
    const turning work = {plan, tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)].gather, itemsize,
                          stream};
    tb_storage *const storages[] = {move->out->storage, move->in->storage};
    tb_share_range_leaving(turn_range, &work, numel, 64, tb_share_cost(numel, itemsize, 1), storages, 2,
                           lock);
}

/* ---- all moves ---- */

void tb_move_run(const tb_move *move, const tb_lock *lock)
{
    const tb_layout layouts[] = {move->to, move->from};
    const int64_t numel = tb_numel(move->shape.size, move->shape.ndim), bytes = numel * move->to.itemsize;
    const tb_tensor *const tensors[TB_MAX_OPERANDS] = {move->out, move->in};
    const tb_lane lane = {.memory_itemsize = move->to.itemsize, .tile_itemsize = move->to.itemsize};
    tb_plan plan;
    tb_walk walk;

    tb_plan_build(&plan, &move->shape, layouts, 2);
    const bool stream = tb_move_streams(plan.data[0], bytes), rows = plan.stride[0][0] == move->to.itemsize;
    if (rows && plan.stride[1][0] == -move->to.itemsize && (plan.size[0] >= MIN_TURNED || plan.ndim == 1)) {
        run_turned(move, &plan, numel, stream, lock);
        return;
    }
    const tb_work work = {.kernel = tb_kernels_active->pointwise[TB_OP_COPY][move->out->dtype],
                          .lane = {lane, lane},
                          .stream = stream,
                          .in_memory = 2 * bytes > MEMORY_BYTES};
    tb_walk_init(&walk, &plan, &work);
    const int64_t cost = tb_share_cost(numel, move->to.itemsize, 1);
    if (cost < TB_POOL_LEAST)
        tb_walk_run(&walk, 0, walk.units);
    else
        tb_share_walk(&walk, cost, tensors, lock);
}
