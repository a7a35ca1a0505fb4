/* iteration_blocks.c: the BLOCKS strategy, for operands that are contiguous along another dimension than the
 * innermost, `cross`.
 *
 * A block is a part of the inner dimensions by a part of `cross`, small enough for the first-level cache
 * and wide enough on both sides that every cache line is used whole.  Its rows run along the inner
 * dimensions: operands that are contiguous there are used in place, row by row, as is one element a row;
 * the others are transposed into a tile, and the output out of one. */
#include "core/iterate/iteration_blocks.h"
#include "core/base/tuning.h"
#include "core/iterate/pack.h"
#include "core/memory/scratch.h"

#include <string.h>

/* ---- one operand ---- */

/* Dimensions of a block: those of a row, the last one n long, then its rows. */
static int block_dims(const tb_iteration *iteration, int k, int64_t steps, int64_t rows, int64_t *size,
                      int64_t *stride)
{
    const tb_plan *plan = iteration->plan;
    const int t = iteration->tile_dims;
    for (int d = 0; d <= t; d++) {
        size[d] = plan->size[d];
        stride[d] = plan->stride[k][d];
    }
    size[t] = steps;
    size[t + 1] = rows;
    stride[t + 1] = plan->stride[k][iteration->cross];
    return t + 2;
}

/* Transposes an operand that is contiguous from row to row and prefetches its next slice, at last the
 * next block's first: a cache line of each row at a time, so that the loads overlap (two lines, where
 * rows are not aligned). */
static void gather_ahead(const tb_tile_operand *operand, const char *source, int64_t step, int64_t n,
                         int64_t rows, int itemsize)
{
    const tb_move_kernels *move = &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
    const bool whole = ((uintptr_t)source | (uintptr_t)step) % TB_CACHE_LINE == 0;
    const int64_t slice = TB_PREFETCH_SLICE_BYTES / itemsize,
                  width = (whole ? TB_CACHE_LINE : 2 * TB_CACHE_LINE) / itemsize;
    for (int64_t j = 0; j < n; j += slice) {
        const int64_t at = n - j < slice && n >= slice ? n - slice : j, m = n - at < slice ? n - at : slice;
        const char *now = source + at * step, *next = at + m < n ? now + m * step : source + operand->ahead;
        for (int64_t i = 0; i < rows; i += width) {
            const int64_t w = rows - i < width ? rows - i : width;
            tb_prefetch_rows(next + i * itemsize, step, w * itemsize, slice);
            move->transpose(operand->tile[0] + (i * n + at) * itemsize, n * itemsize, now + i * itemsize,
                            step, m, w);
        }
    }
}

/* rows x n elements, one after the other in a tile; the first cast may be part of it. */
static char *pack(const tb_iteration *iteration, int k, tb_tile_operand *operand, const char *source,
                  int64_t n, int64_t rows)
{
    const tb_transfer *transfer = &iteration->work->transfer[k];
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    int target = 0, casts = 0;

    if (operand->contiguous && transfer->cast[0] && !transfer->cast[1]) {
        for (int64_t j = 0; j < rows; j++) {
            const char *row = source + j * operand->cross;
            if (operand->ahead)
                tb_prefetch_rows(row + operand->ahead, 0, n * transfer->memory_itemsize, 1);
            transfer->cast[0](operand->tile[0] + j * n * transfer->tile_itemsize, row, n);
        }
        casts = 1;
    } else if (operand->use == SCALAR) {
        tb_pack(operand->tile[0], source, &rows, &operand->cross, 1, transfer->memory_itemsize);
    } else if (operand->ahead && iteration->tile_dims == 0 && operand->cross == transfer->memory_itemsize) {
        gather_ahead(operand, source, iteration->plan->stride[k][0], n, rows, transfer->memory_itemsize);
    } else {
        int ndim = block_dims(iteration, k, n / iteration->inner, rows, size, stride);
        tb_pack(operand->tile[0], source, size, stride, rows == 1 ? ndim - 1 : ndim,
                transfer->memory_itemsize);
    }
    for (; casts < 2 && transfer->cast[casts]; casts++, target = !target)
        transfer->cast[casts](operand->tile[!target], operand->tile[target], n * rows);
    return operand->tile[target];
}

/* Makes the operand's elements of this block ready; returns their address and the
 * step from row to row. */
static char *load(const tb_iteration *iteration, int k, tb_tile_operand *operand, char *source, int64_t n,
                  int64_t rows, int64_t *row_stride)
{
    const tb_transfer *transfer = &iteration->work->transfer[k];
    if (operand->use == IN_PLACE || (operand->use == SCALAR && !transfer->cast[0])) {
        *row_stride = operand->cross;
        return source;
    }
    if (operand->use == SCALAR)
        n = 1;
    if (operand->cross == 0)
        rows = 1;
    *row_stride = operand->cross == 0 ? 0 : n * transfer->tile_itemsize;
    if (operand->source != source || operand->n != n || operand->rows < rows) {
        operand->ready = pack(iteration, k, operand, source, n, rows);
        operand->source = source;
        operand->n = n;
        operand->rows = rows;
    }
    return operand->ready;
}

/* Moves the computed block to the output's memory. */
static void store(const tb_iteration *iteration, tb_tile_operand *operand, char *target, int64_t n,
                  int64_t rows)
{
    const tb_transfer *transfer = &iteration->work->transfer[0];
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    int at = 0;

    for (int c = 0; c < 2 && transfer->cast[c]; c++, at = !at) {
        if (operand->contiguous && !transfer->cast[1]) {
            for (int64_t j = 0; j < rows; j++) /* straight to memory */
                transfer->cast[c](target + j * operand->cross,
                                  operand->tile[at] + j * n * transfer->tile_itemsize, n);
            return;
        }
        transfer->cast[c](operand->tile[!at], operand->tile[at], n * rows);
    }
    int ndim = block_dims(iteration, 0, n / iteration->inner, rows, size, stride);
    tb_unpack(target, stride, operand->tile[at], size, ndim, transfer->memory_itemsize);
}

/* ---- the blocks ---- */

/* The dimensions that are iterated over, first ones first, and how far a block reaches. */
typedef struct {
    int dims, dim[TB_MAX_DIMS];
    int64_t step[TB_MAX_DIMS], first_short[TB_MAX_DIMS], index[TB_MAX_DIMS];
} block_position;

/* The operands' addresses at index[from .. ndim-1], 0 in the dimensions before. */
static void point_at(const tb_plan *plan, int from, const int64_t *index, char **p)
{
    for (int k = 0; k < plan->nop; k++) {
        p[k] = plan->data[k];
        for (int d = from; d < plan->ndim; d++)
            p[k] += index[d] * plan->stride[k][d];
    }
}

static void locate(const tb_iteration *iteration, int64_t unit, block_position *position)
{
    const tb_plan *plan = iteration->plan;
    position->dims = 0;
    for (int d = iteration->tile_dims; d < plan->ndim; d++) {
        position->step[d] = d == iteration->tile_dims ? iteration->chunk
                            : d == iteration->cross   ? iteration->rows
                                                      : 1;
        position->first_short[d] = d == iteration->tile_dims ? iteration->chunk_short
                                   : d == iteration->cross   ? iteration->rows_short
                                                             : 0;
        if (d != iteration->cross)
            position->dim[position->dims++] = d;
        if (d == iteration->tile_dims)
            position->dim[position->dims++] = iteration->cross;
    }
    for (int i = 0; i < position->dims; i++) {
        const int d = position->dim[i];
        const int64_t n = tb_div_up(plan->size[d] + position->first_short[d], position->step[d]);
        const int64_t index = unit % n * position->step[d] - position->first_short[d];
        position->index[d] = index > 0 ? index : 0;
        unit /= n;
    }
}

/* From this block to the next one along dimension d. */
static int64_t extent_at(const block_position *position, int d)
{
    return position->index[d] ? position->step[d] : position->step[d] - position->first_short[d];
}

static void advance(const tb_plan *plan, block_position *position)
{
    for (int i = 0; i < position->dims; i++) {
        const int d = position->dim[i];
        position->index[d] += extent_at(position, d);
        if (position->index[d] < plan->size[d])
            return;
        position->index[d] = 0;
    }
}

static int64_t remaining(const tb_plan *plan, const block_position *position, int d)
{
    const int64_t n = plan->size[d] - position->index[d], step = extent_at(position, d);
    return n < step ? n : step;
}

/* How far the next block is from this one. */
static void set_prefetch_distance(const tb_iteration *iteration, const block_position *position,
                                  char *const p[], tb_tile_operand *operand)
{
    block_position next = *position;
    char *q[TB_MAX_OPERANDS];
    advance(iteration->plan, &next);
    point_at(iteration->plan, iteration->tile_dims, next.index, q);
    for (int k = 1; k < iteration->plan->nop; k++)
        operand[k].ahead = q[k] - p[k];
}

/* Fetches a group of rows of an operand that is used in place: this block's, or the next one's. */
static void fetch_group(const tb_tile_operand *operand, const char *block, int64_t row, int64_t rows,
                        int64_t row_stride, int64_t row_bytes, int64_t group)
{
    const char *from =
        row < rows ? block + row * row_stride : block + operand->ahead + (row - rows) * row_stride;
    tb_prefetch_rows(from, row_stride, row_bytes, group);
}

/* Stores computed rows past the caches.  A row that ends within a cache line continues in the next
 * block: each row has a held line. */
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

/* The kernel over a block whose operands are ready, a group of rows at a time where the output is
 * streamed or memory fetched. */
static int compute(const tb_iteration *iteration, tb_stream *held, const tb_tile_operand *operand,
                   char *const p[], const int64_t row_stride[], int64_t n, int64_t rows, unsigned scalar_mask)
{
    const tb_loop_body *work = iteration->work;
    const int nop = iteration->plan->nop;
    const int64_t row_bytes = n * work->transfer[0].tile_itemsize;
    const bool streams = work->stream_output && operand[0].use == IN_PLACE;
    const bool itself = streams && tb_kernel_streams(work, p[0], row_stride[0], row_bytes, rows);
    const bool by_tile = streams && !itself;
    const int source = by_tile && work->is_copy && operand[1].use != SCALAR; /* of what is streamed */
    int64_t group = rows, stride[TB_MAX_OPERANDS];

    if (streams || work->exceeds_cache)
        group = row_bytes < TB_PREFETCH_GROUP_BYTES ? TB_PREFETCH_GROUP_BYTES / row_bytes : 1;
    if (itself)
        scalar_mask |= 1u << TB_STREAM_BIT;
    memcpy(stride, row_stride, (size_t)nop * sizeof *stride);
    if (by_tile)
        stride[0] = row_bytes;
    for (int64_t j = 0; j < rows; j += group) {
        const int64_t r = rows - j < group ? rows - j : group;
        char *q[TB_MAX_OPERANDS];
        for (int k = 0; k < nop; k++) {
            q[k] = p[k] + j * row_stride[k];
            if (k > 0 && operand[k].ahead && operand[k].use == IN_PLACE)
                fetch_group(&operand[k], p[k], j + TB_PREFETCH_GROUPS_AHEAD * group, rows, row_stride[k],
                            n * work->transfer[k].memory_itemsize, group);
        }
        if (by_tile)
            q[0] = operand[0].tile[0];
        int code = source ? 0 : work->kernel(q, stride, n, r, scalar_mask, work->params);
        if (code)
            return code;
        if (by_tile)
            stream_group(held + j, p[0] + j * row_stride[0], row_stride[0], q[source], stride[source],
                         row_bytes, r);
    }
    return 0;
}

_Static_assert(TB_MAX_OPERANDS * 2 * TB_TILES_EXCEEDING_CACHE * TB_TILE_BYTES <= TB_SCRATCH_BYTES,
               "the scratch holds two tiles of each operand");

int tb_blocks_run(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    char *const tiles = tb_scratch_take();
    tb_tile_operand operand[TB_MAX_OPERANDS];
    tb_stream held[TB_BLOCK_ROWS];
    block_position position;
    int code = 0;

    const int64_t streamed_rows =
        iteration->work->stream_output ? iteration->rows : 0; /* `stream` holds one, for one row */
    (void)stream;
    for (int64_t j = 0; j < streamed_rows; j++)
        held[j].held = 0;
    const unsigned scalar_mask =
        tb_tile_operands(iteration, operand, tiles, TB_TILES_EXCEEDING_CACHE * TB_TILE_BYTES);
    for (int k = 0; k < plan->nop; k++) {
        operand[k].cross = plan->stride[k][iteration->cross];
        operand[k].ahead = 0;
    }
    locate(iteration, first, &position);
    for (; first < last && !code; first++, advance(plan, &position)) {
        const int64_t n = iteration->inner * remaining(plan, &position, iteration->tile_dims);
        const int64_t rows = remaining(plan, &position, iteration->cross);
        int64_t row_stride[TB_MAX_OPERANDS];
        char *p[TB_MAX_OPERANDS] = {0}, *target;

        point_at(plan, iteration->tile_dims, position.index, p);
        target = p[0];
        if (iteration->work->exceeds_cache)
            set_prefetch_distance(iteration, &position, p, operand);
        for (int k = 1; k < plan->nop; k++)
            p[k] = load(iteration, k, &operand[k], p[k], n, rows, &row_stride[k]);
        row_stride[0] = operand[0].cross;
        if (operand[0].use == PACKED) {
            p[0] = operand[0].tile[0];
            row_stride[0] = n * iteration->work->transfer[0].tile_itemsize;
        }
        code = compute(iteration, held, operand, p, row_stride, n, rows, scalar_mask);
        if (operand[0].use == PACKED && !code)
            store(iteration, &operand[0], target, n, rows);
    }
    for (int64_t j = 0; j < streamed_rows; j++)
        if (held[j].held)
            tb_stream_end(&held[j]);
    tb_scratch_give(tiles);
    return code;
}
