/* iteration_tiles_plan.c: which part of an iteration is a tile.  It is made of whole inner dimensions, as many as there is
 * room for.  Where an operand is contiguous along another dimension than the innermost, too far out for
 * such a tile, `cross`, tiles have rows along that one: small enough for the first-level cache, and wide
 * enough on both sides that every cache line is used whole. */
#include "core/iterate/cursor.h"
#include "core/iterate/iterate.h"

#include <stdlib.h>

/* A tile has room for a step of each row of a block, and a block for a row, whatever the dtype. */
_Static_assert(TB_BLOCK_RUN_BYTES >= 16 && TB_BLOCK_RUN_BYTES <= TB_TILE_BYTES, "a row, a step of each");
_Static_assert(TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE >= 16 &&
                   TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE <= TB_TILE_BYTES,
               "a row, a step of each");
_Static_assert(TB_TILE_BYTES / 16 >= TB_STRIDED_TILE_PART, "a part of a tile is an element");

/* Elements of the call's widest type that a tile holds. */
static int64_t tile_capacity(const tb_plan *plan, const tb_loop_body *work)
{
    int64_t widest = 1;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        widest = tb_max(widest, tb_max(transfer->memory_itemsize, transfer->tile_itemsize));
    }
    return TB_TILE_BYTES / widest;
}

/* The dimension along which operand k has the smallest stride, 0 if that is the innermost one or none. */
static int adjacent_dim(const tb_plan *plan, int k)
{
    int best = 0;
    if (plan->stride[k][0] == 0)
        return 0;
    for (int d = 1; d < plan->ndim; d++)
        if (plan->stride[k][d] != 0 && llabs(plan->stride[k][d]) < llabs(plan->stride[k][best]))
            best = d;
    return llabs(plan->stride[k][best]) < TB_CACHE_LINE ? best : 0;
}

/* A stretch of at most `most` elements such that the last is not much shorter; a multiple of
 * `step` where it can be. */
static int64_t chunk_length(int64_t size, int64_t most, int64_t step)
{
    if (size <= most)
        return size;
    if (most >= step)
        most = most / step * step;
    const int64_t even = tb_div_up(size, tb_div_up(size, most)), whole = tb_div_up(even, step) * step;
    return tb_min(whole, most);
}

/* Without casts an operand's two tiles are one. */
static bool has_casts(const tb_iteration *iteration)
{
    bool any = false;
    for (int k = 0; k < iteration->plan->nop; k++)
        any |= iteration->work->transfer[k].cast[0] != NULL;
    return any;
}

/* The first operand's contiguous dimension, if that is too far out for a tile, or 0. */
static int transposed_dim(const tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    int cross = 0;
    for (int k = 0; k < plan->nop && cross == 0; k++)
        cross = adjacent_dim(plan, k);
    const int short_row = iteration->work->exceeds_cache ? TB_FLAT_ROW_EXCEEDING_CACHE : TB_FLAT_ROW;
    const bool out_of_tile =
        cross > 0 && cross >= iteration->tile_dims && tb_plan_product(plan, 0, cross) > short_row;
    return out_of_tile && plan->size[cross] >= TB_BLOCK_MIN_CROSS ? cross : 0;
}

static int64_t most_rows(const tb_iteration *iteration)
{
    const int64_t run =
        iteration->work->exceeds_cache ? TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE : TB_BLOCK_RUN_BYTES;
    int64_t widest = 1;
    for (int k = 0; k < iteration->plan->nop; k++)
        widest = tb_max(widest, iteration->work->transfer[k].memory_itemsize);
    return tb_min(run / widest, TB_BLOCK_ROWS);
}

/* By how much the first block along dimension d must be shorter than `step` for the operand's memory to
 * be read or written in whole cache lines by the others. */
static int64_t shortened(const tb_iteration *iteration, int k, int d, int64_t step)
{
    const tb_plan *plan = iteration->plan;
    const int64_t itemsize = iteration->work->transfer[k].memory_itemsize;
    const int64_t beyond = (int64_t)((uintptr_t)plan->data[k] & (TB_CACHE_LINE - 1));
    if (!iteration->work->exceeds_cache || plan->stride[k][d] != itemsize || plan->size[d] <= step ||
        step * itemsize % TB_CACHE_LINE != 0 || beyond % itemsize != 0)
        return 0;
    for (int i = 0; i < plan->ndim; i++)
        if (i != d && plan->stride[k][i] % TB_CACHE_LINE != 0)
            return 0;
    return beyond / itemsize;
}

/* The plan with `cross` right outside of dimension t, and the shortened ones longer by as much. */
static void cross_plan(tb_iteration *iteration, int t, int cross)
{
    const tb_plan *plan = iteration->plan;
    tb_plan *crossed = &iteration->crossed;
    tb_plan_begin(crossed, plan->nop);
    for (int i = 0; i < plan->ndim; i++) {
        const int d = i == t + 1 ? cross : i > t && i <= cross ? i - 1 : i;
        int64_t stride[TB_MAX_OPERANDS];
        for (int k = 0; k < plan->nop; k++)
            stride[k] = plan->stride[k][d];
        tb_plan_append(crossed, plan->size[d], stride);
    }
    crossed->size[t] += iteration->chunk_short;
    crossed->size[t + 1] += iteration->rows_short;
    for (int k = 0; k < plan->nop; k++)
        crossed->data[k] = plan->data[k] - iteration->chunk_short * crossed->stride[k][t] -
                           iteration->rows_short * crossed->stride[k][t + 1];
}

/* Rows along `cross`, for an operand that is contiguous along it. */
static void add_rows(tb_iteration *iteration, int cross)
{
    const tb_plan *plan = iteration->plan;
    const bool uncached = iteration->work->exceeds_cache;
    const int64_t room = tile_capacity(plan, iteration->work) * (uncached ? TB_TILES_EXCEEDING_CACHE : 1) *
                         (has_casts(iteration) ? 1 : 2);
    const int64_t step = uncached ? TB_BLOCK_MULTIPLE_EXCEEDING_CACHE : TB_BLOCK_MULTIPLE;
    const int64_t rows = chunk_length(plan->size[cross], most_rows(iteration), step);
    int64_t inner = 1;
    int t = 0;
    while (t < cross - 1 && inner * plan->size[t] <= room / rows)
        inner *= plan->size[t++];
    iteration->tile_dims = t;
    iteration->inner = inner;
    iteration->chunk = chunk_length(plan->size[t], room / rows / inner, step);
    iteration->rows = rows;
    iteration->chunk_short = t == 0 ? shortened(iteration, 0, t, iteration->chunk) : 0;
    for (int k = 0; k < plan->nop && iteration->rows_short == 0; k++)
        iteration->rows_short = shortened(iteration, k, cross, rows);
    cross_plan(iteration, t, cross);
    const tb_plan *crossed = &iteration->crossed;
    iteration->units = tb_div_up(crossed->size[t], iteration->chunk) * tb_div_up(crossed->size[t + 1], rows) *
                       tb_plan_product(crossed, t + 2, crossed->ndim);
}

void tb_tiles_init(tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const bool streamed_copy = iteration->work->is_copy && iteration->work->stream_output;
    /* which reads and streams by turns: those of short ones overlap */
    const int64_t room = streamed_copy ? TB_STREAM_TILE_BYTES / iteration->work->transfer[0].tile_itemsize
                                       : tile_capacity(plan, iteration->work);
    int d = 0;
    int64_t inner = 1;
    while (d < plan->ndim - 1 && inner * plan->size[d] <= room)
        inner *= plan->size[d++];
    const bool strided = d == 0 && tb_strided_operands(plan, iteration->work) > 1;
    int64_t chunk = (strided ? room / TB_STRIDED_TILE_PART : room) / inner;
    if (d > 0 && chunk > TB_ALIGNED_TILE) /* tiles begin at a cache line where the first one does */
        chunk -= chunk % TB_CACHE_LINE;
    iteration->tile_dims = d;
    iteration->inner = inner;
    iteration->chunk = tb_min(chunk, plan->size[d]);
    iteration->rows = 1;
    iteration->chunk_short = iteration->rows_short = 0;
    iteration->units = tb_plan_pieces(plan, d, iteration->chunk);
    if (iteration->units == 1)
        return;
    const int cross = transposed_dim(iteration);
    if (cross)
        add_rows(iteration, cross);
}
