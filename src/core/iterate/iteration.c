/* iteration.c: see iteration.h. */
#include "core/iterate/iteration.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/iterate/iteration_blocks.h"
#include "core/iterate/iteration_blocks_plan.h"
#include "core/iterate/pack.h"
#include "core/memory/scratch.h"

#include <stdalign.h>
#include <string.h>

/* ---- choosing ---- */

static bool can_run_direct(const tb_plan *plan, const tb_loop_body *work)
{
    const int64_t n = plan->size[0];
    if (plan->ndim > 1 &&
        (n < TB_MIN_DIRECT_ROW || n * work->transfer[0].memory_itemsize < TB_MIN_DIRECT_BYTES))
        return false;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        int64_t stride = plan->stride[k][0];
        if (transfer->cast[0] || (stride != transfer->memory_itemsize && (stride != 0 || k == 0)))
            return false;
    }
    return true;
}

/* How many operands' rows are neither contiguous nor one element? */
static int strided_operands(const tb_plan *plan, const tb_loop_body *work)
{
    int rows = 0;
    for (int k = 0; k < plan->nop; k++)
        rows += plan->stride[k][0] != 0 && plan->stride[k][0] != work->transfer[k].memory_itemsize;
    return rows;
}

/* Every second element of an operand or two: kernels that stream compute them in vectors. */
static bool is_every_second(const tb_plan *plan, const tb_loop_body *work)
{
    bool any = false;
    for (int k = 0; k < plan->nop; k++) {
        const int64_t stride = plan->stride[k][0], itemsize = work->transfer[k].memory_itemsize;
        if (work->transfer[k].cast[0] ||
            (stride != itemsize && (k == 0 || (stride != 0 && stride != 2 * itemsize))))
            return false;
        any |= stride == 2 * itemsize;
    }
    const bool lines =
        !work->stream_output || plan->size[0] * work->transfer[0].memory_itemsize >= TB_STREAM_ROW_BYTES;
    return any && lines && work->streaming_kernel;
}

/* Packing is faster for one operand that the caches hold, or beside a kernel that streams, for small
 * elements, and in the first-level cache. */
static bool can_run_strided(const tb_plan *plan, const tb_loop_body *work)
{
    if (is_every_second(plan, work))
        return plan->size[0] >= (plan->ndim == 1 ? TB_MIN_DIRECT_ROW : TB_MIN_ALTERNATE_ROW);
    const int least = work->exceeds_cache && !(work->stream_output && work->streaming_kernel) ? 1 : 2;
    if (!work->strided_kernel || plan->size[0] < TB_MIN_STRIDED_ROW || strided_operands(plan, work) < least)
        return false;
    int64_t reach = 0;
    bool apart = work->exceeds_cache;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        const int64_t stride = plan->stride[k][0] < 0 ? -plan->stride[k][0] : plan->stride[k][0];
        if (transfer->cast[0] || (k > 0 && transfer->memory_itemsize < 4))
            return false;
        reach += plan->size[0] * stride;
        apart |= stride != transfer->memory_itemsize && stride >= TB_MIN_SPREAD_BYTES;
    }
    return apart && reach * tb_plan_product(plan, 1, plan->ndim) >= TB_MIN_STRIDED_BYTES;
}

void tb_iteration_init(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *work)
{
    iteration->plan = plan;
    iteration->work = work;
    if (can_run_direct(plan, work)) {
        iteration->strategy = TB_STRATEGY_DIRECT;
        iteration->chunk = plan->size[0] < TB_DIRECT_PIECE ? plan->size[0] : TB_DIRECT_PIECE;
        iteration->units = tb_plan_pieces(plan, 0, iteration->chunk);
        return;
    }
    const int64_t room = tb_tile_capacity(plan, work);
    int d = 0;
    int64_t inner = 1;
    while (d < plan->ndim - 1 && inner * plan->size[d] <= room)
        inner *= plan->size[d++];
    int64_t chunk = (d == 0 && strided_operands(plan, work) > 1 ? room / TB_STRIDED_TILE_PART : room) / inner;
    if (d > 0 && chunk > 4 * TB_CACHE_LINE) /* tiles begin at a cache line where the first one does */
        chunk -= chunk % TB_CACHE_LINE;
    iteration->strategy = TB_STRATEGY_FLAT;
    iteration->tile_dims = d;
    iteration->inner = inner;
    iteration->chunk = chunk < plan->size[d] ? chunk : plan->size[d];
    iteration->units = tb_plan_pieces(plan, d, iteration->chunk);
    if (iteration->units > 1)
        tb_blocks_init(iteration);
    if (iteration->strategy == TB_STRATEGY_FLAT && can_run_strided(plan, work)) {
        iteration->strategy = TB_STRATEGY_STRIDED;
        iteration->chunk = plan->size[0] < TB_DIRECT_PIECE ? plan->size[0] : TB_DIRECT_PIECE;
        iteration->units = tb_plan_pieces(plan, 0, iteration->chunk);
    }
}

/* ---- DIRECT ---- */

/* A kernel call over rows of n elements that are streamed: a few at a time into a
 * tile, and from there to memory.  What is only copied needs no kernel. */
static int run_streamed(tb_stream *stream, const tb_loop_body *work, int nop, char *const p[],
                        const int64_t row_stride[], int64_t n, int64_t rows, unsigned scalar_mask)
{
    const int64_t itemsize = work->transfer[0].tile_itemsize, room = TB_STREAM_TILE_BYTES / itemsize;
    const int64_t step = n < room ? n : room, high = room / step;
    int64_t stride[TB_MAX_OPERANDS];
    alignas(TB_CACHE_LINE) char tile[TB_STREAM_TILE_BYTES];

    if (tb_kernel_streams(work, p[0], row_stride[0], n * itemsize, rows))
        return work->kernel(p, row_stride, n, rows, scalar_mask | 1u << TB_STREAM_BIT, work->params);
    if (work->is_copy && !(scalar_mask & 2u)) {
        tb_stream_rows(stream, p[0], row_stride[0], p[1], row_stride[1], n * itemsize, rows);
        return 0;
    }
    memcpy(stride, row_stride, (size_t)nop * sizeof *stride);
    stride[0] = step * itemsize;
    for (int64_t j = 0; j < rows; j += high)
        for (int64_t i = 0; i < n; i += step) {
            const int64_t m = n - i < step ? n - i : step, r = rows - j < high ? rows - j : high;
            char *q[TB_MAX_OPERANDS] = {tile};
            for (int k = 1; k < nop; k++)
                q[k] = p[k] + j * row_stride[k] +
                       (scalar_mask >> k & 1 ? 0 : i * work->transfer[k].tile_itemsize);
            int code = work->kernel(q, stride, m, r, scalar_mask, work->params);
            if (code)
                return code;
            tb_stream_rows(stream, p[0] + j * row_stride[0] + i * itemsize, row_stride[0], tile, stride[0],
                           m * itemsize, r);
        }
    return 0;
}

static int run_direct(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *work = iteration->work;
    const bool whole_rows = iteration->chunk == plan->size[0];
    int64_t row_stride[TB_MAX_OPERANDS];
    unsigned scalar_mask = work->wide;
    tb_cursor at;

    for (int k = 0; k < plan->nop; k++) {
        row_stride[k] = plan->ndim > 1 ? plan->stride[k][1] : 0;
        at.p[k] = plan->data[k] + first * row_stride[k];
        if (plan->stride[k][0] == 0)
            scalar_mask |= 1u << k;
    }
    if (plan->ndim <= 2 && whole_rows && !work->stream_output) /* one call */
        return work->kernel(at.p, row_stride, plan->size[0], last - first, scalar_mask, work->params);
    tb_cursor_locate(&at, plan, 0, iteration->chunk, first);
    while (first < last) {
        /* whole rows go together, those in pieces one by one */
        const bool together = whole_rows && plan->ndim > 1;
        int64_t n = plan->size[0] - at.index[0], rows = together ? plan->size[1] - at.index[1] : 1;
        n = n < iteration->chunk ? n : iteration->chunk;
        rows = rows < last - first ? rows : last - first;
        int code = work->stream_output
                       ? run_streamed(stream, work, plan->nop, at.p, row_stride, n, rows, scalar_mask)
                       : work->kernel(at.p, row_stride, n, rows, scalar_mask, work->params);
        if (code)
            return code;
        first += rows;
        tb_cursor_advance(&at, plan, together, together ? rows : n);
    }
    return 0;
}

/* ---- STRIDED ---- */

/* The elements of a row, or of a piece of it, are rows of one element for the kernel. */
static int run_strided(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *work = iteration->work;
    int64_t stride[TB_MAX_OPERANDS];
    tb_cursor at;

    for (int k = 0; k < plan->nop; k++)
        stride[k] = plan->stride[k][0];
    const bool streams = work->stream_output && stride[0] == work->transfer[0].memory_itemsize;
    const bool itself = streams && is_every_second(plan, work);
    const unsigned mask = work->wide | (itself ? 1u << TB_STREAM_BIT : 0);
    tb_cursor_locate(&at, plan, 0, iteration->chunk, first);
    for (; first < last; first++) {
        const int64_t left = plan->size[0] - at.index[0];
        const int64_t n = left < iteration->chunk ? left : iteration->chunk;
        int code = streams && !itself ? run_streamed(stream, work, plan->nop, at.p, stride, 1, n, mask)
                                      : work->kernel(at.p, stride, 1, n, mask, work->params);
        if (code)
            return code;
        tb_cursor_advance(&at, plan, 0, n);
    }
    return 0;
}

/* ---- FLAT ---- */

/* Casts n contiguous elements by its transfer; returns where they ended up. */
static char *cast_input(const tb_transfer *transfer, tb_tile_operand *operand, const char *elements,
                        int64_t n)
{
    int target = elements == operand->tile[0];
    transfer->cast[0](operand->tile[target], elements, n);
    if (transfer->cast[1]) {
        transfer->cast[1](operand->tile[!target], operand->tile[target], n);
        target = !target;
    }
    return operand->tile[target];
}

/* Makes the operand's elements of this tile ready and returns their address. */
static char *load(const tb_iteration *iteration, int k, tb_tile_operand *operand, char *source, int64_t steps)
{
    const tb_plan *plan = iteration->plan;
    const tb_transfer *transfer = &iteration->work->transfer[k];
    int64_t n = operand->use == SCALAR ? 1 : iteration->inner * steps;

    if (operand->use == IN_PLACE || (operand->use == SCALAR && !transfer->cast[0]))
        return source;
    if (operand->source == source && operand->n >= n)
        return operand->ready;

    const char *elements = source;
    if (operand->use == PACKED && !operand->contiguous) {
        int64_t room[TB_MAX_DIMS];
        const int64_t *size = &steps;
        if (iteration->tile_dims > 0) {
            memcpy(room, plan->size, (size_t)iteration->tile_dims * sizeof *room);
            room[iteration->tile_dims] = steps;
            size = room;
        }
        tb_pack(operand->tile[0], source, size, plan->stride[k], iteration->tile_dims + 1,
                transfer->memory_itemsize);
        elements = operand->tile[0];
    }
    operand->ready = transfer->cast[0] ? cast_input(transfer, operand, elements, n) : (char *)elements;
    operand->source = source;
    operand->n = n;
    return operand->ready;
}

/* Moves the computed tile to the output's memory. */
static void store(const tb_iteration *iteration, tb_tile_operand *operand, char *target, char *computed,
                  int64_t steps)
{
    const tb_plan *plan = iteration->plan;
    const tb_transfer *transfer = &iteration->work->transfer[0];
    int64_t n = iteration->inner * steps;
    char *elements = computed;

    for (int c = 0; c < 2 && transfer->cast[c]; c++) {
        bool last = c == 1 || !transfer->cast[1];
        char *next = last && operand->contiguous ? target : operand->tile[elements == operand->tile[0]];
        transfer->cast[c](next, elements, n);
        elements = next;
    }
    if (elements != target) {
        int64_t size[TB_MAX_DIMS];
        memcpy(size, plan->size, (size_t)iteration->tile_dims * sizeof *size);
        size[iteration->tile_dims] = steps;
        tb_unpack(target, plan->stride[0], elements, size, iteration->tile_dims + 1,
                  transfer->memory_itemsize);
    }
}

static int run_flat(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *work = iteration->work;
    const int chunked = iteration->tile_dims;
    const int64_t no_rows[TB_MAX_OPERANDS] = {0};
    char *const tiles = tb_scratch_take();
    tb_tile_operand operand[TB_MAX_OPERANDS];
    int code = 0;
    tb_cursor at;

    const unsigned scalar_mask = tb_tile_operands(iteration, operand, tiles, TB_TILE_BYTES);
    const bool straight = work->is_copy && !work->stream_output && operand[0].use == IN_PLACE;
    tb_cursor_locate(&at, plan, chunked, iteration->chunk, first);
    for (; first < last && !code; first++) {
        const int64_t left = plan->size[chunked] - at.index[chunked],
                      steps = left < iteration->chunk ? left : iteration->chunk;
        const int64_t n = iteration->inner * steps;
        char *p[TB_MAX_OPERANDS] = {at.p[0]};

        if (straight)
            operand[1].tile[0] = at.p[0];
        for (int k = 1; k < plan->nop; k++)
            p[k] = load(iteration, k, &operand[k], at.p[k], steps);
        if (operand[0].use == PACKED)
            p[0] = operand[0].tile[0];
        if (work->stream_output && operand[0].use == IN_PLACE)
            code = run_streamed(stream, work, plan->nop, p, no_rows, n, 1, scalar_mask);
        else if (!straight || p[1] != at.p[0])
            code = work->kernel(p, no_rows, n, 1, scalar_mask, work->params);
        if (operand[0].use == PACKED && !code)
            store(iteration, &operand[0], at.p[0], p[0], steps);
        tb_cursor_advance(&at, plan, chunked, steps);
    }
    tb_scratch_give(tiles);
    return code;
}

int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last)
{
    tb_stream stream = {.held = 0};
    static int (*const run[])(const tb_iteration *, tb_stream *, int64_t, int64_t) = {
        [TB_STRATEGY_DIRECT] = run_direct,
        [TB_STRATEGY_FLAT] = run_flat,
        [TB_STRATEGY_BLOCKS] = tb_blocks_run,
        [TB_STRATEGY_STRIDED] = run_strided,
    };
    int code = run[iteration->strategy](iteration, &stream, first, last);
    if (iteration->work->stream_output)
        tb_stream_end(&stream);
    return code;
}
