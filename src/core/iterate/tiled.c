/* tiled.c: the strategy TILED, for everything that cannot run over rows in place:
 *
 *     (20000,3) + (3)                 tiles of 682 times 3 elements: the row is packed 682 times, once for all tiles
 *     (256,256).T + (256,256)         tiles of 32 rows of 64: the first operand is transposed into one
 *     float32 + int16, of 10,000      tiles of 2,048: the second operand is cast into one
 *
 * A tile is a part of the iteration small enough for the first-level cache, of one row or of several along
 * another dimension (choose.c).  Its rows run along the inner dimensions.  Operands that are contiguous
 * there, or one element per row, are used in place, row by row; the others are packed into tiles of their own
 * (and cast, or transposed), and the output is moved from its tile to memory.  A packed tile is reused while
 * its source stays the same. */
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/plan/cursor.h"
#include "core/iterate/iterate.h"
#include "core/pack/pack_cast.h"
#include "core/iterate/stream.h"
#include "core/memory/scratch.h"

#include <string.h>

/* An operand of the tiles. */
typedef struct {
    tb_use use;
    const char *source; /* the source of the packed tile ... */
    int64_t n, rows; /* ... and its size: elements per row, and rows */
    char *ready; /* the packed elements */
    char *tile[2];
    int64_t cross; /* stride from row to row in memory; 0 if there is one row */
    int64_t ahead; /* bytes from this tile to the next one; 0: no prefetching */
} tile_operand;

/* A tile in memory. */
typedef struct {
    char *p[TB_MAX_OPERANDS];
    int64_t n, rows; /* elements per row, and rows */
} tile;

/* ---- operands ---- */

enum { OPERAND_TILE = TB_TILES_EXCEEDING_CACHE * TB_TILE_BYTES };
_Static_assert(TB_MAX_OPERANDS * 2 * OPERAND_TILE <= TB_SCRATCH_BYTES,
               "the scratch holds two tiles of each operand");
_Static_assert(TB_PREFETCH_SLICE_BYTES >= 16, "a slice is an element");
TB_FITS_FRAME(TB_BLOCK_ROWS * sizeof(tb_stream));

/* Initialises the plan's operands, each with two tiles, and the kernel's inner strides. */
static void describe_operands(const tb_iteration *iteration, tile_operand *operand, char *tiles,
                              int64_t *inner)
{
    const tb_plan *plan = tb_tiled_plan(iteration);
    for (int k = 0; k < plan->nop; k++, tiles += 2 * OPERAND_TILE) {
        operand[k].tile[0] = tiles;
        operand[k].tile[1] = tiles + OPERAND_TILE;
        operand[k].use = iteration->use[k];
        operand[k].source = NULL;
        operand[k].cross = iteration->rows > 1 ? plan->stride[k][iteration->tile_dims + 1] : 0;
        operand[k].ahead = 0;
        inner[k] = operand[k].use == TB_USE_SINGLE ? 0 : iteration->body->transfer[k].tile_itemsize;
    }
}

/* ---- packing ---- */

/* Sizes and strides of a tile: the dimensions of a row, of which the last has n elements, then the rows. */
static int tile_dims(const tb_iteration *iteration, int k, int64_t n, int64_t rows, int64_t *size,
                     int64_t *stride)
{
    const tb_plan *plan = tb_tiled_plan(iteration);
    const int t = iteration->tile_dims;
    for (int d = 0; d <= t; d++) {
        size[d] = plan->size[d];
        stride[d] = plan->stride[k][d];
    }
    size[t] = n / iteration->inner;
    if (rows == 1)
        return t + 1;
    size[t + 1] = rows;
    stride[t + 1] = plan->stride[k][t + 1];
    return t + 2;
}

/* Transposes an operand that is contiguous from row to row, and prefetches its next slice, or at the end the
 * next tile's first one: one cache line of each row at a time, so that the loads overlap (two lines if rows
 * are not aligned). */
static void gather_ahead(const tile_operand *operand, const char *source, int64_t step, int64_t n,
                         int64_t rows, int itemsize)
{
    const tb_move_kernels *move = &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
    const bool whole = ((uintptr_t)source | (uintptr_t)step) % TB_CACHE_LINE == 0;
    const int64_t slice = TB_PREFETCH_SLICE_BYTES / itemsize,
                  width = (whole ? TB_CACHE_LINE : 2 * TB_CACHE_LINE) / itemsize;
    for (int64_t j = 0; j < n; j += slice) {
        const int64_t at = n - j < slice && n >= slice ? n - slice : j, m = tb_min(n - at, slice);
        const char *now = source + at * step, *next = at + m < n ? now + m * step : source + operand->ahead;
        for (int64_t i = 0; i < rows; i += width) {
            const int64_t w = tb_min(rows - i, width);
            tb_prefetch_rows(next + i * itemsize, step, w * itemsize, slice);
            move->transpose(operand->tile[0] + (i * n + at) * itemsize, n * itemsize, now + i * itemsize,
                            step, m, w);
        }
    }
}

/* rows x n elements, cast, one after the other. */
static char *pack(const tb_iteration *iteration, int k, const tile_operand *operand, const char *source,
                  int64_t n, int64_t rows)
{
    const tb_transfer *transfer = &iteration->body->transfer[k];
    int64_t size[TB_PLAN_DIMS], stride[TB_PLAN_DIMS];
    if (operand->use == TB_USE_SINGLE)
        return tb_pack_cast(transfer, operand->tile, source, &rows, &operand->cross, 1);
    if (operand->ahead && iteration->tile_dims == 0 && operand->cross == transfer->memory_itemsize) {
        TB_TOOK(GATHER_AHEAD);
        gather_ahead(operand, source, iteration->crossed.stride[k][0], n, rows, transfer->memory_itemsize);
        return tb_cast_contiguous(transfer, operand->tile[1], operand->tile[0], operand->tile[0], n * rows);
    }
    if (operand->ahead && iteration->contiguous[k])
        tb_prefetch_rows(source + operand->ahead, operand->cross, n * transfer->memory_itemsize, rows);
    const int ndim = tile_dims(iteration, k, n, rows, size, stride);
    return tb_pack_cast(transfer, operand->tile, source, size, stride, ndim);
}

/* Does the packed tile hold at least these elements? */
static bool has_rows(const tile_operand *operand, int64_t n, int64_t rows)
{
    return rows == 1 ? operand->n >= n : operand->n == n && operand->rows >= rows;
}

/* Prepares the operand's elements of this tile; returns their address and the step from row to row. */
static char *load(const tb_iteration *iteration, int k, tile_operand *operand, char *source, int64_t n,
                  int64_t rows, int64_t *outer)
{
    const tb_transfer *transfer = &iteration->body->transfer[k];
    if (operand->use == TB_USE_IN_PLACE || (operand->use == TB_USE_SINGLE && !transfer->cast[0])) {
        *outer = operand->cross;
        return source;
    }
    if (operand->use == TB_USE_SINGLE)
        n = 1;
    if (operand->cross == 0)
        rows = 1;
    *outer = operand->cross == 0 ? 0 : n * transfer->tile_itemsize;
    if (operand->source != source || !has_rows(operand, n, rows)) {
        operand->ready = pack(iteration, k, operand, source, n, rows);
        operand->source = source;
        operand->n = n;
        operand->rows = rows;
    }
    return operand->ready;
}

/* Moves the computed tile to the output's memory. */
static void store(const tb_iteration *iteration, const tile_operand *operand, char *target, int64_t n,
                  int64_t rows)
{
    int64_t size[TB_PLAN_DIMS], stride[TB_PLAN_DIMS];
    const int ndim = tile_dims(iteration, 0, n, rows, size, stride);
    tb_unpack_cast(&iteration->body->transfer[0], target, stride, operand->tile, size, ndim);
}

/* Runs a kernel that selects directly on the output's memory, over a tile whose other operands are ready. */
static int select_in_memory(const tb_iteration *iteration, char *target, char *const p[],
                            const int64_t inner[], const int64_t outer[], int64_t n, int64_t rows)
{
    const tb_loop_body *body = iteration->body;
    const int nop = iteration->plan->nop;
    int64_t size[TB_PLAN_DIMS], stride[TB_PLAN_DIMS], step[TB_MAX_OPERANDS], own_inner[TB_MAX_OPERANDS];
    const int64_t own_outer[TB_MAX_OPERANDS] = {0};
    tb_plan plan;
    tb_cursor at;
    const int ndim = tile_dims(iteration, 0, n, rows, size, stride), row_dims = ndim - (rows > 1);
    tb_plan_begin(&plan, nop);
    for (int k = 0; k < nop; k++) {
        plan.data[k] = k ? p[k] : target;
        step[k] = own_inner[k] = k ? inner[k] : stride[0];
    }
    for (int d = 0; d < ndim; d++) {
        int64_t along[TB_MAX_OPERANDS] = {stride[d]};
        for (int k = 1; k < nop; k++) {
            along[k] = d < row_dims ? step[k] : outer[k];
            step[k] *= size[d];
        }
        tb_plan_append(&plan, size[d], along);
    }
    tb_cursor_begin(&at, &plan, 1);
    do {
        const int code = body->kernel(at.p, own_inner, own_outer, size[0], 1, &body->context);
        if (code)
            return code;
    } while (tb_cursor_advance(&at, &plan, 1, 1));
    return 0;
}

/* ---- computing ---- */

/* Prefetches a group of rows of an operand that is used in place, of this tile or the next one. */
static void fetch_group(const tile_operand *operand, const char *tile, int64_t row, int64_t rows,
                        int64_t outer, int64_t row_bytes, int64_t group)
{
    const char *from = row < rows ? tile + row * outer : tile + operand->ahead + (row - rows) * outer;
    tb_prefetch_rows(from, outer, row_bytes, group);
}

/* Streams computed rows past the caches.  A row that ends inside of a cache line continues in the next tile:
 * each row has its own held line. */
static void stream_group(tb_stream *held, char *to, int64_t to_row, const char *from, int64_t from_row,
                         int64_t bytes, int64_t rows)
{
    if (((uintptr_t)to | (uintptr_t)to_row | (uintptr_t)bytes) % TB_CACHE_LINE == 0) {
        tb_stream_rows(held, to, to_row, from, from_row, bytes, rows);
        return;
    }
    for (int64_t i = 0; i < rows; i++)
        tb_stream_rows(&held[i], to + i * to_row, 0, from + i * from_row, 0, bytes, 1);
}

/* Runs the kernel over a tile whose operands are ready, a group of rows at a time if the output is streamed
 * or an operand prefetched. */
static int compute(const tb_iteration *iteration, tb_stream *held, const tile_operand *operand,
                   char *const p[], const int64_t inner[], const int64_t outer[], int64_t n, int64_t rows)
{
    const tb_loop_body *body = iteration->body;
    const int nop = iteration->plan->nop;
    const int64_t row_bytes = n * body->transfer[0].tile_itemsize;
    const bool by_tile = iteration->streams && !iteration->kernel_streams;
    const int source = by_tile && body->is_copy && operand[1].use != TB_USE_SINGLE; /* which is streamed */
    const int64_t group = tb_max(TB_PREFETCH_GROUP_BYTES / row_bytes, 1);
    int64_t stride[TB_MAX_OPERANDS];

    if (!iteration->streams && !iteration->exceeds_cache)
        return body->kernel(p, inner, outer, n, rows, &body->context);
    if (iteration->kernel_streams)
        TB_TOOK(TILED_STREAMED_BY_KERNEL);
    else if (by_tile)
        TB_TOOK(TILED_STREAMED);
    memcpy(stride, outer, (size_t)nop * sizeof *stride);
    if (by_tile)
        stride[0] = row_bytes;
    for (int64_t j = 0; j < rows; j += group) {
        const int64_t r = tb_min(rows - j, group);
        char *q[TB_MAX_OPERANDS];
        for (int k = 0; k < nop; k++) {
            q[k] = p[k] + j * outer[k];
            if (k > 0 && operand[k].ahead && operand[k].use == TB_USE_IN_PLACE)
                fetch_group(&operand[k], p[k], j + TB_PREFETCH_GROUPS_AHEAD * group, rows, outer[k],
                            n * body->transfer[k].memory_itemsize, group);
        }
        if (by_tile)
            q[0] = operand[0].tile[0];
        int code = source                      ? 0
                   : iteration->kernel_streams ? tb_call_streaming_kernel(body, q, inner, stride, n, r)
                                               : body->kernel(q, inner, stride, n, r, &body->context);
        if (code)
            return code;
        if (by_tile)
            stream_group(held + j, p[0] + j * outer[0], outer[0], q[source], stride[source], row_bytes, r);
    }
    return 0;
}

/* ---- tiles ---- */

/* Finds the tile at the cursor. */
static inline void find_tile(const tb_iteration *iteration, const tb_cursor *at, tile *t)
{
    const tb_plan *plan = tb_tiled_plan(iteration);
    const int d = iteration->tile_dims;
    int64_t steps = tb_min(plan->size[d] - at->index[d], iteration->chunk);
    t->rows = 1;
    for (int k = 0; k < plan->nop; k++)
        t->p[k] = at->p[k];
    if (iteration->rows > 1) {
        const int64_t no_steps = at->index[d] ? 0 : iteration->chunk_short;
        const int64_t no_rows = at->index[d + 1] ? 0 : iteration->rows_short;
        for (int k = 0; k < plan->nop; k++)
            t->p[k] += no_steps * plan->stride[k][d] + no_rows * plan->stride[k][d + 1];
        steps -= no_steps;
        t->rows = tb_min(plan->size[d + 1] - at->index[d + 1], iteration->rows) - no_rows;
    }
    t->n = iteration->inner * steps;
}

/* Computes a tile; its addresses become those that the kernel got. */
static int run_tile(const tb_iteration *iteration, tile_operand *operand, tb_stream *held, tile *t,
                    const int64_t inner[])
{
    const tb_loop_body *body = iteration->body;
    char *const target = t->p[0];
    int64_t outer[TB_MAX_OPERANDS] = {operand[0].cross};
    for (int k = 1; k < iteration->plan->nop; k++)
        t->p[k] = load(iteration, k, &operand[k], t->p[k], t->n, t->rows, &outer[k]);
    if (operand[0].use != TB_USE_PACKED)
        return compute(iteration, held, operand, t->p, inner, outer, t->n, t->rows);
    t->p[0] = operand[0].tile[0];
    outer[0] = t->n * body->transfer[0].tile_itemsize;
    if (body->selects)
        return select_in_memory(iteration, target, t->p, inner, outer, t->n, t->rows);
    const int code = compute(iteration, held, operand, t->p, inner, outer, t->n, t->rows);
    if (!code)
        store(iteration, &operand[0], target, t->n, t->rows);
    return code;
}

int tb_run_tiled(const tb_iteration *iteration, int64_t first, int64_t last)
{
    const tb_plan *plan = tb_tiled_plan(iteration);
    const int d = iteration->tile_dims;
    if (iteration->rows == 1)
        TB_TOOK(TILED);
    else if (iteration->chunk_short || iteration->rows_short)
        TB_TOOK(TILED_BLOCKS_SHORTENED);
    else
        TB_TOOK(TILED_BLOCKS);
    char *const tiles = tb_scratch_take();
    tile_operand operand[TB_MAX_OPERANDS];
    tb_stream held[TB_BLOCK_ROWS];
    tb_cursor at;
    int64_t inner[TB_MAX_OPERANDS];
    tile both[2], *now = &both[0], *next = &both[1];
    int code = 0;

    const int64_t streamed_rows = iteration->streams ? iteration->rows : 0;
    for (int64_t j = 0; j < streamed_rows; j++)
        held[j].held = 0;
    describe_operands(iteration, operand, tiles, inner);
    tb_cursor_locate_tile(&at, plan, d, iteration->chunk, iteration->rows, first);
    find_tile(iteration, &at, now);
    for (; first < last && !code; first++) {
        tb_cursor_advance_tile(&at, plan, d, iteration->chunk, iteration->rows);
        find_tile(iteration, &at, next);
        if (iteration->rows > 1 && iteration->exceeds_cache)
            for (int k = 1; k < plan->nop; k++)
                operand[k].ahead = next->p[k] - now->p[k];
        code = run_tile(iteration, operand, held, now, inner);
        tile *const done = now;
        now = next;
        next = done;
    }
    for (int64_t j = 0; j < streamed_rows; j++)
        tb_stream_end(&held[j]);
    tb_scratch_give(tiles);
    return code;
}
