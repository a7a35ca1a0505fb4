/* choose.c: tb_choose, the one function that decides how an iteration runs; see iterate.h for the strategies.
 *
 * Rows that are long enough are iterated over in place.  Other calls go through tiles.  A tile consists of
 * whole inner dimensions, as many as fit.  An operand may be contiguous along another dimension than the
 * innermost, `cross`, that is too far out for such a tile.  Then tiles have rows along `cross`: few enough
 * for the first-level cache, and enough in both dimensions that every cache line is used as a whole. */
#include "core/base/caches.h"
#include "core/plan/cursor.h"
#include "core/iterate/iterate.h"
#include "core/iterate/stream.h"

#include <stdlib.h>

/* A tile holds at least one element of each row of a block, and a block at least one row, whatever the
 * dtype. */
_Static_assert(TB_BLOCK_RUN_BYTES >= 16 && TB_BLOCK_RUN_BYTES <= TB_TILE_BYTES, "a row, a step of each");
_Static_assert(TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE >= 16 &&
                   TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE <= TB_TILE_BYTES,
               "a row, a step of each");
_Static_assert(TB_TILE_BYTES / 16 >= TB_STRIDED_TILE_PART, "a part of a tile is an element");

/* Upper bound of the bytes of one element of every operand. */
enum { WIDEST_BYTES = TB_MAX_OPERANDS * 16 };

/* ---- rows in place ---- */

/* Are the rows contiguous or one repeated element, without casts, and not too short? */
static bool has_plain_rows(const tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *body = iteration->body;
    const int64_t n = plan->size[0], bytes = n * body->transfer[0].memory_itemsize;
    if (plan->ndim > (body->any_rows ? 2 : 1) && (n < TB_MIN_DIRECT_ROW || bytes < TB_MIN_DIRECT_BYTES))
        return false;
    if (plan->ndim > 2 && body->is_copy && !iteration->streams && bytes <= TB_COPY_MOST_RUN &&
        plan->stride[1][1] == 0 && plan->size[1] <= TB_COPY_FEW_REPEATS)
        return false; /* few repeats: a tile holds many rows of them */
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &body->transfer[k];
        const int64_t stride = plan->stride[k][0];
        if (transfer->cast[0] || (stride != transfer->memory_itemsize && (stride != 0 || k == 0)))
            return false;
    }
    return true;
}

/* The dimension along which operand k has the smallest stride; 0 if that is the innermost one, or if no
 * stride is smaller than a cache line. */
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

/* Is an operand contiguous along another dimension than the innermost one? */
static bool is_transposed(const tb_plan *plan)
{
    bool any = false;
    for (int k = 0; k < plan->nop; k++)
        any |= adjacent_dim(plan, k) != 0;
    return any;
}

/* Packing is faster if only one operand is strided, its stride is small and the caches hold it, or the kernel
 * streams, or it is transposed and fills whole cache lines in blocks; for small elements; and if everything fits the
 * first-level cache. */
static bool can_run_strided(const tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *body = iteration->body;
    const int strided = tb_strided_operands(plan, body);
    if (!body->strided_kernel || plan->size[0] < TB_MIN_STRIDED_ROW || strided == 0)
        return false;
    if (strided == 1 && ((iteration->streams && body->streaming_kernel) ||
                         (!iteration->exceeds_cache && is_transposed(plan))))
        return false;
    int64_t reach = 0;
    bool apart = iteration->exceeds_cache;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &body->transfer[k];
        const int64_t stride = llabs(plan->stride[k][0]);
        if (transfer->cast[0] || (k > 0 && transfer->memory_itemsize < 4))
            return false;
        reach += plan->size[0] * stride;
        apart |= stride != transfer->memory_itemsize && stride >= (strided > 1 ? TB_MIN_SPREAD_BYTES
                                                                   : k == 0    ? TB_MIN_SPREAD_BYTES_OF_OUTPUT
                                                                               : TB_MIN_SPREAD_BYTES_OF_ONE);
    }
    return apart && reach * tb_plan_product(plan, 1, plan->ndim) >= tb_caches.first;
}

/* Does the kernel itself stream rows of `bytes` bytes of this plan's output?  Dimensions from `outside` on
 * lead from row to row.  Short rows must be whole cache lines: a partial line is stored as usual, and would
 * have to be read first. */
static bool kernel_streams(const tb_iteration *iteration, const tb_plan *plan, int64_t bytes, int outside)
{
    uint64_t ends = (uint64_t)(uintptr_t)plan->data[0] | (uint64_t)bytes;
    if (!iteration->streams || !iteration->body->streaming_kernel)
        return false;
    for (int d = outside; d < plan->ndim; d++)
        ends |= (uint64_t)plan->stride[0][d];
    return ends % TB_CACHE_LINE == 0 ||
           (bytes >= TB_STREAM_ROW_BYTES && ends % (uint64_t)iteration->body->transfer[0].tile_itemsize == 0);
}

static void choose_rows(tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *body = iteration->body;
    const int64_t itemsize = body->transfer[0].memory_itemsize;
    iteration->chunk = tb_min(plan->size[0], TB_DIRECT_PIECE);
    iteration->units = tb_plan_pieces(plan, 0, iteration->chunk);
    iteration->strategy = TB_DIRECT;
    if (!iteration->streams || plan->stride[0][0] != itemsize)
        return;
    iteration->strategy =
        body->is_copy && plan->stride[1][0] == itemsize ? TB_STREAMED_COPY : TB_DIRECT_STREAMED;
    iteration->kernel_streams = kernel_streams(iteration, plan, iteration->chunk * itemsize, 1) &&
                                tb_strided_operands(plan, body) == 0;
}

/* ---- tiles ---- */

/* Elements per tile, of the call's widest type. */
static int64_t tile_capacity(const tb_plan *plan, const tb_loop_body *body)
{
    int64_t widest = 1;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &body->transfer[k];
        widest = tb_max(widest, tb_max(transfer->memory_itemsize, transfer->tile_itemsize));
    }
    return TB_TILE_BYTES / widest;
}

/* Divides `size` into chunks of at most `most` elements such that the last is not much shorter than the
 * others; returns their length, a multiple of `step` if possible. */
static int64_t chunk_length(int64_t size, int64_t most, int64_t step)
{
    if (size <= most)
        return size;
    if (most >= step)
        most = most / step * step;
    const int64_t even = tb_div_up(size, tb_div_up(size, most)), whole = tb_div_up(even, step) * step;
    return tb_min(whole, most);
}

/* Without casts, both tiles of an operand are used as one. */
static bool has_casts(const tb_iteration *iteration)
{
    bool any = false;
    for (int k = 0; k < iteration->plan->nop; k++)
        any |= iteration->body->transfer[k].cast[0] != NULL;
    return any;
}

/* The contiguous dimension of the first operand that has one too far out for a tile, or 0. */
static int transposed_dim(const tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    int cross = 0;
    for (int k = 0; k < plan->nop && cross == 0; k++)
        cross = adjacent_dim(plan, k);
    const int short_row = iteration->exceeds_cache ? TB_FLAT_ROW_EXCEEDING_CACHE : TB_FLAT_ROW;
    const bool out_of_tile =
        cross > 0 && cross >= iteration->tile_dims && tb_plan_product(plan, 0, cross) > short_row;
    return out_of_tile && plan->size[cross] >= TB_BLOCK_MIN_CROSS ? cross : 0;
}

static int64_t most_rows(const tb_iteration *iteration)
{
    const int64_t run = iteration->exceeds_cache ? TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE : TB_BLOCK_RUN_BYTES;
    int64_t widest = 1;
    for (int k = 0; k < iteration->plan->nop; k++)
        widest = tb_max(widest, iteration->body->transfer[k].memory_itemsize);
    return tb_min(run / widest, TB_BLOCK_ROWS);
}

/* How much shorter than `step` the first block along dimension d must be, so that the other blocks read or
 * write the operand's memory in whole cache lines. */
static int64_t shortened(const tb_iteration *iteration, int k, int d, int64_t step)
{
    const tb_plan *plan = iteration->plan;
    const int64_t itemsize = iteration->body->transfer[k].memory_itemsize;
    const int64_t beyond = (int64_t)((uintptr_t)plan->data[k] & (TB_CACHE_LINE - 1));
    if (!iteration->exceeds_cache || plan->stride[k][d] != itemsize || plan->size[d] <= step ||
        step * itemsize % TB_CACHE_LINE != 0 || beyond % itemsize != 0)
        return 0;
    for (int i = 0; i < plan->ndim; i++)
        if (i != d && plan->stride[k][i] % TB_CACHE_LINE != 0)
            return 0;
    return beyond / itemsize;
}

/* The plan with `cross` moved right outside of dimension t, and with both dimensions extended by what their
 * first tiles are shorter. */
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

/* Gives tiles rows along `cross`, for an operand that is contiguous along it. */
static void add_rows(tb_iteration *iteration, int cross)
{
    const tb_plan *plan = iteration->plan;
    const bool uncached = iteration->exceeds_cache;
    const int64_t room = tile_capacity(plan, iteration->body) * (uncached ? TB_TILES_EXCEEDING_CACHE : 1) *
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

/* Is the inner dimension long, and an operand one element along it, but not along the next?  Then a tile of
 * more than one row would have to repeat that element. */
static bool is_row_single(const tb_plan *plan, int64_t room)
{
    bool any = false;
    for (int k = 1; k < plan->nop; k++)
        any |= plan->stride[k][0] == 0 && plan->stride[k][1] != 0;
    return any && plan->size[0] >= room / TB_SINGLE_ROW_PART;
}

/* Chooses a tile of one row, or of several rows where that is better. */
static void set_tile_size(tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *body = iteration->body;
    const bool streamed_copy = body->is_copy && iteration->streams;
    /* a streamed copy alternates between reading and streaming: with short tiles these overlap */
    const int64_t room =
        streamed_copy ? TB_STREAM_TILE_BYTES / body->transfer[0].tile_itemsize : tile_capacity(plan, body);
    const bool one_row = plan->ndim > 1 && is_row_single(plan, room);
    int d = 0;
    int64_t inner = 1;
    while (d < plan->ndim - 1 && inner * plan->size[d] <= room && !one_row)
        inner *= plan->size[d++];
    const bool strided = d == 0 && tb_strided_operands(plan, body) > 1;
    int64_t chunk = (strided ? room / TB_STRIDED_TILE_PART : room) / inner;
    if (d > 0 && chunk > TB_ALIGNED_TILE) /* then tiles begin at a cache line if the first one does */
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

/* Chooses how operand k reaches the kernel over a tile. */
static inline void choose_use(tb_iteration *iteration, const tb_plan *plan, int k)
{
    const tb_transfer *transfer = &iteration->body->transfer[k];
    const int dims = iteration->tile_dims + (iteration->chunk > 1); /* a chunk of size 1 has no stride */
    int64_t expected = transfer->memory_itemsize;
    bool zero = true, contiguous = true;
    for (int d = 0; d < dims; d++) {
        zero &= plan->stride[k][d] == 0;
        contiguous &= plan->stride[k][d] == expected;
        expected *= plan->size[d];
    }
    iteration->contiguous[k] = contiguous;
    iteration->use[k] = zero && k > 0                      ? TB_USE_SINGLE
                        : contiguous && !transfer->cast[0] ? TB_USE_IN_PLACE
                                                           : TB_USE_PACKED;
}

static void choose_tiles(tb_iteration *iteration)
{
    const tb_loop_body *body = iteration->body;
    const tb_plan *plan = tb_tiled_plan(iteration);
    for (int k = 0; k < plan->nop; k++)
        choose_use(iteration, plan, k);
    const bool in_place = iteration->use[0] == TB_USE_IN_PLACE;
    iteration->strategy =
        body->is_copy && !iteration->streams && iteration->rows == 1 && in_place ? TB_PACKED : TB_TILED;
    iteration->streams &= in_place;
    iteration->kernel_streams =
        kernel_streams(iteration, plan, iteration->inner * iteration->chunk * body->transfer[0].tile_itemsize,
                       iteration->tile_dims + 1);
}

/* ---- all ---- */

static void choose_strategy(tb_iteration *iteration)
{
    iteration->kernel_streams = false;
    if (has_plain_rows(iteration)) {
        choose_rows(iteration);
        return;
    }
    set_tile_size(iteration);
    if (iteration->rows == 1 && can_run_strided(iteration))
        choose_rows(iteration);
    else
        choose_tiles(iteration);
}

/* Decides whether the operands exceed the caches, and whether the output is streamed. */
static void set_cache_use(tb_iteration *iteration)
{
    const tb_plan *plan = iteration->plan;
    const tb_loop_body *body = iteration->body;
    iteration->exceeds_cache = iteration->streams = false;
    const int64_t most = tb_caches.last / TB_EXCEEDS_CACHE_PART;
    if (tb_plan_product(plan, 0, plan->ndim) <= most / WIDEST_BYTES)
        return; /* the common case */
    const int64_t written = tb_plan_bytes(plan, 0, body->transfer[0].memory_itemsize);
    int64_t total = written;
    for (int k = 1; k < plan->nop; k++)
        total += tb_plan_bytes(plan, k, body->transfer[k].memory_itemsize);
    iteration->exceeds_cache = total > most;
    const int halves = is_transposed(plan)      ? TB_STREAM_TRANSPOSED
                       : body->streaming_kernel ? TB_STREAM_BY_KERNEL
                                                : TB_STREAM_STORED;
    iteration->streams = iteration->exceeds_cache && !body->reads_output && !body->selects &&
                         tb_should_stream(plan->data[0], written, total, halves);
}

void tb_choose(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *body)
{
    iteration->plan = plan;
    iteration->body = body;
    set_cache_use(iteration);
    choose_strategy(iteration);
}

void tb_choose_part(tb_iteration *part, const tb_iteration *whole, const tb_plan *plan)
{
    part->plan = plan;
    part->body = whole->body;
    part->exceeds_cache = whole->exceeds_cache;
    part->streams = whole->streams;
    choose_strategy(part);
}

int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last)
{
    static tb_strategy_run *const run[] = {
        [TB_DIRECT] = tb_run_direct,
        [TB_DIRECT_STREAMED] = tb_run_direct_streamed,
        [TB_STREAMED_COPY] = tb_run_streamed_copy,
        [TB_PACKED] = tb_run_packed,
        [TB_TILED] = tb_run_tiled,
    };
    return run[iteration->strategy](iteration, first, last);
}
