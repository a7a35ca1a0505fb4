/* walk_blocks.c: the BLOCKS walk, for operands whose elements are neighbours along
 * another dimension than the innermost, `cross`.
 *
 * A block is a stretch of the inner dimensions by a stretch of `cross`, small
 * enough for the first-level cache and wide enough on both sides that every line
 * of memory is used whole.  Its rows run along the inner dimensions: operands that
 * are contiguous there are used in place, row by row, as is one element a row; the
 * others are transposed into a tile, and the output out of one.
 * Relies on: walk_parts.h, pack.h. */
#include "pack.h"
#include "walk_parts.h"

#include <stdalign.h>
#include <string.h>

/* What is in memory is fetched ahead: the next slice of an operand that is transposed (bytes of a row of
 * the tile), two groups of rows (bytes) of the others.  More at once or sooner is gone before it is used:
 * the caches have few places for lines that are a power of two apart. */
#define SLICE_BYTES 32
#define GROUP_BYTES 1024
#define GROUPS_AHEAD 2

/* ---- one operand ---- */

typedef struct {
    tb_use use;
    bool contiguous;    /* each row of a block, in memory */
    int64_t cross;      /* stride from row to row in memory */
    int64_t ahead;      /* bytes from this block to the next one, 0: nothing is fetched */
    const char *source; /* of what is packed now ... */
    int64_t n, rows;    /* ... and how much of it */
    char *ready;        /* where it is */
    char *tile[2];
} tb_track;

static void classify(const tb_walk *walk, int k, tb_track *track)
{
    track->use = tb_tile_use(walk, k, &track->contiguous);
    track->cross = walk->plan->stride[k][walk->cross];
    track->source = NULL;
    track->ahead = 0;
}

/* Dimensions of a block: those of a row, the last one n long, then its rows. */
static int block_dims(const tb_walk *walk, int k, int64_t steps, int64_t rows, int64_t *size, int64_t *stride)
{
    const tb_plan *plan = walk->plan;
    const int t = walk->tile_dims;
    for (int d = 0; d <= t; d++) {
        size[d] = plan->size[d];
        stride[d] = plan->stride[k][d];
    }
    size[t] = steps;
    size[t + 1] = rows;
    stride[t + 1] = plan->stride[k][walk->cross];
    return t + 2;
}

/* Transposes an operand that is contiguous from row to row, fetching the next slice, in the end the next
 * block's first, on the way: a line of each of its rows at a time, so that their loads are under way together
 * (two lines, where rows begin within one). */
static void gather_ahead(const tb_track *track, const char *source, int64_t step, int64_t n, int64_t rows,
                         int itemsize)
{
    const tb_moves *move = &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
    const bool whole = ((uintptr_t)source | (uintptr_t)step) % TB_LINE == 0;
    const int64_t slice = SLICE_BYTES / itemsize, width = (whole ? TB_LINE : 2 * TB_LINE) / itemsize;
    for (int64_t j = 0; j < n; j += slice) {
        const int64_t at = n - j < slice && n >= slice ? n - slice : j, m = n - at < slice ? n - at : slice;
        const char *now = source + at * step, *next = at + m < n ? now + m * step : source + track->ahead;
        for (int64_t i = 0; i < rows; i += width) {
            const int64_t w = rows - i < width ? rows - i : width;
            tb_fetch_rows(next + i * itemsize, step, w * itemsize, slice);
            move->transpose(track->tile[0] + (i * n + at) * itemsize, n * itemsize, now + i * itemsize, step,
                            m, w);
        }
    }
}

/* Elements of rows by n, one after the other in a tile; the first cast may be done
 * on the way. */
static char *pack(const tb_walk *walk, int k, tb_track *track, const char *source, int64_t n, int64_t rows)
{
    const tb_lane *lane = &walk->work->lane[k];
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    int target = 0, casts = 0;

    if (track->contiguous && lane->cast[0] && !lane->cast[1]) {
        for (int64_t j = 0; j < rows; j++) {
            const char *row = source + j * track->cross;
            if (track->ahead)
                tb_fetch_rows(row + track->ahead, 0, n * lane->memory_itemsize, 1);
            lane->cast[0](track->tile[0] + j * n * lane->tile_itemsize, row, n);
        }
        casts = 1;
    } else if (track->use == SCALAR) {
        tb_gather(track->tile[0], source, &rows, &track->cross, 1, lane->memory_itemsize);
    } else if (track->ahead && walk->tile_dims == 0 && track->cross == lane->memory_itemsize) {
        gather_ahead(track, source, walk->plan->stride[k][0], n, rows, lane->memory_itemsize);
    } else {
        int ndim = block_dims(walk, k, n / walk->inner, rows, size, stride);
        tb_gather(track->tile[0], source, size, stride, rows == 1 ? ndim - 1 : ndim, lane->memory_itemsize);
    }
    for (; casts < 2 && lane->cast[casts]; casts++, target = !target)
        lane->cast[casts](track->tile[!target], track->tile[target], n * rows);
    return track->tile[target];
}

/* Makes the operand's elements of this block ready; returns their address and the
 * step from row to row. */
static char *load(const tb_walk *walk, int k, tb_track *track, char *source, int64_t n, int64_t rows,
                  int64_t *row_stride)
{
    const tb_lane *lane = &walk->work->lane[k];
    if (track->use == IN_PLACE || (track->use == SCALAR && !lane->cast[0])) {
        *row_stride = track->cross;
        return source;
    }
    if (track->use == SCALAR)
        n = 1;
    if (track->cross == 0)
        rows = 1;
    *row_stride = track->cross == 0 ? 0 : n * lane->tile_itemsize;
    if (track->source != source || track->n != n || track->rows < rows) {
        track->ready = pack(walk, k, track, source, n, rows);
        track->source = source;
        track->n = n;
        track->rows = rows;
    }
    return track->ready;
}

/* Moves the computed block to the output's memory. */
static void store(const tb_walk *walk, tb_track *track, char *target, int64_t n, int64_t rows)
{
    const tb_lane *lane = &walk->work->lane[0];
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    int at = 0;

    for (int c = 0; c < 2 && lane->cast[c]; c++, at = !at) {
        if (track->contiguous && !lane->cast[1]) {
            for (int64_t j = 0; j < rows; j++) /* straight to memory */
                lane->cast[c](target + j * track->cross, track->tile[at] + j * n * lane->tile_itemsize, n);
            return;
        }
        lane->cast[c](track->tile[!at], track->tile[at], n * rows);
    }
    int ndim = block_dims(walk, 0, n / walk->inner, rows, size, stride);
    tb_scatter(target, stride, track->tile[at], size, ndim, lane->memory_itemsize);
}

/* ---- the walk ---- */

/* The dimensions that are walked, first ones first, and how far a block reaches. */
typedef struct {
    int dims, dim[TB_MAX_DIMS];
    int64_t step[TB_MAX_DIMS], first_short[TB_MAX_DIMS], index[TB_MAX_DIMS];
} tb_place;

static void locate(const tb_walk *walk, int64_t unit, tb_place *place)
{
    const tb_plan *plan = walk->plan;
    place->dims = 0;
    for (int d = walk->tile_dims; d < plan->ndim; d++) {
        place->step[d] = d == walk->tile_dims ? walk->chunk : d == walk->cross ? walk->rows : 1;
        place->first_short[d] = d == walk->tile_dims ? walk->chunk_short
                                : d == walk->cross   ? walk->rows_short
                                                     : 0;
        if (d != walk->cross)
            place->dim[place->dims++] = d;
        if (d == walk->tile_dims)
            place->dim[place->dims++] = walk->cross;
    }
    for (int i = 0; i < place->dims; i++) {
        const int d = place->dim[i];
        const int64_t n = tb_pieces(plan->size[d] + place->first_short[d], place->step[d]);
        const int64_t index = unit % n * place->step[d] - place->first_short[d];
        place->index[d] = index > 0 ? index : 0;
        unit /= n;
    }
}

/* From this block to the next one along dimension d. */
static int64_t step_from(const tb_place *place, int d)
{
    return place->index[d] ? place->step[d] : place->step[d] - place->first_short[d];
}

static void advance(const tb_plan *plan, tb_place *place)
{
    for (int i = 0; i < place->dims; i++) {
        const int d = place->dim[i];
        place->index[d] += step_from(place, d);
        if (place->index[d] < plan->size[d])
            return;
        place->index[d] = 0;
    }
}

static int64_t left(const tb_plan *plan, const tb_place *place, int d)
{
    const int64_t n = plan->size[d] - place->index[d], step = step_from(place, d);
    return n < step ? n : step;
}

/* How far the next block is from this one. */
static void look_ahead(const tb_walk *walk, const tb_place *place, char *const p[], tb_track *track)
{
    tb_place next = *place;
    char *q[TB_MAX_OPERANDS];
    advance(walk->plan, &next);
    tb_plan_point(walk->plan, walk->tile_dims, next.index, q);
    for (int k = 1; k < walk->plan->nop; k++)
        track[k].ahead = q[k] - p[k];
}

/* Fetches a group of rows of an operand that is used in place: this block's, or the next one's. */
static void fetch_group(const tb_track *track, const char *block, int64_t row, int64_t rows,
                        int64_t row_stride, int64_t row_bytes, int64_t group)
{
    const char *from =
        row < rows ? block + row * row_stride : block + track->ahead + (row - rows) * row_stride;
    tb_fetch_rows(from, row_stride, row_bytes, group);
}

/* Stores computed rows past the caches.  A row that ends within a line goes on in the next block: each has a
 * line that is held for it. */
static void stream_group(tb_stream *held, char *to, int64_t to_row, const char *from, int64_t from_row,
                         int64_t bytes, int64_t rows)
{
    if (((uintptr_t)to | (uintptr_t)to_row | (uintptr_t)bytes) % TB_LINE == 0) {
        tb_stream_rows(held, to, to_row, from, from_row, bytes, rows);
        return;
    }
    for (int64_t i = 0; i < rows; i++)
        tb_stream_rows(&held[i], to + i * to_row, 0, from + i * from_row, 0, bytes, 1);
}

/* The kernel over a block whose operands are ready, a group of rows at a time where the output is
 * streamed or memory fetched. */
static int compute(const tb_walk *walk, tb_stream *held, const tb_track *track, char *const p[],
                   const int64_t row_stride[], int64_t n, int64_t rows, unsigned scalar_mask)
{
    const tb_work *work = walk->work;
    const int nop = walk->plan->nop;
    const int64_t row_bytes = n * work->lane[0].tile_itemsize;
    const bool streams = work->stream && track[0].use == IN_PLACE;
    const bool itself = streams && tb_kernel_streams(work, p[0], row_stride[0], row_bytes, rows);
    const bool by_tile = streams && !itself;
    const int source = by_tile && work->copies && track[1].use != SCALAR; /* of what is streamed */
    int64_t group = rows, stride[TB_MAX_OPERANDS];

    if (streams || work->in_memory)
        group = row_bytes < GROUP_BYTES ? GROUP_BYTES / row_bytes : 1;
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
            if (k > 0 && track[k].ahead && track[k].use == IN_PLACE)
                fetch_group(&track[k], p[k], j + GROUPS_AHEAD * group, rows, row_stride[k],
                            n * work->lane[k].memory_itemsize, group);
        }
        if (by_tile)
            q[0] = track[0].tile[0];
        int code = source ? 0 : work->kernel(q, stride, n, r, scalar_mask, work->params);
        if (code)
            return code;
        if (by_tile)
            stream_group(held + j, p[0] + j * row_stride[0], row_stride[0], q[source], stride[source],
                         row_bytes, r);
    }
    return 0;
}

int tb_blocks_run(const tb_walk *walk, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = walk->plan;
    alignas(64) char tiles[TB_MAX_OPERANDS][2][TB_TILES_IN_MEMORY * TB_TILE_BYTES];
    tb_track track[TB_MAX_OPERANDS];
    tb_stream held[TB_BLOCK_ROWS];
    tb_place place;
    unsigned scalar_mask = walk->work->wide;

    const int64_t lines = walk->work->stream ? walk->rows : 0; /* `stream` holds one, for one row */
    (void)stream;
    for (int64_t j = 0; j < lines; j++)
        held[j].held = 0;
    for (int k = 0; k < plan->nop; k++) {
        track[k].tile[0] = tiles[k][0];
        track[k].tile[1] = tiles[k][1];
        classify(walk, k, &track[k]);
        if (track[k].use == SCALAR)
            scalar_mask |= 1u << k;
    }
    locate(walk, first, &place);
    for (; first < last; first++, advance(plan, &place)) {
        const int64_t n = walk->inner * left(plan, &place, walk->tile_dims);
        const int64_t rows = left(plan, &place, walk->cross);
        int64_t row_stride[TB_MAX_OPERANDS];
        char *p[TB_MAX_OPERANDS] = {0}, *target;

        tb_plan_point(plan, walk->tile_dims, place.index, p);
        target = p[0];
        if (walk->work->in_memory)
            look_ahead(walk, &place, p, track);
        for (int k = 1; k < plan->nop; k++)
            p[k] = load(walk, k, &track[k], p[k], n, rows, &row_stride[k]);
        row_stride[0] = track[0].cross;
        if (track[0].use == PACKED) {
            p[0] = track[0].tile[0];
            row_stride[0] = n * walk->work->lane[0].tile_itemsize;
        }
        int code = compute(walk, held, track, p, row_stride, n, rows, scalar_mask);
        if (code)
            return code;
        if (track[0].use == PACKED)
            store(walk, &track[0], target, n, rows);
    }
    for (int64_t j = 0; j < lines; j++)
        if (held[j].held)
            tb_stream_end(&held[j]);
    return 0;
}
