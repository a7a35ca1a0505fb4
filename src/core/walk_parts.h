/* walk_parts.h: what the walks share; internal to walk*.c.  Relies on: walk.h. */
#ifndef TB_WALK_PARTS_H
#define TB_WALK_PARTS_H

#include "stream.h"
#include "walk.h"

/* Two tiles an operand fit the first-level cache together; operands in memory gain more from longer rows
 * of a block. */
#define TB_TILE_BYTES 8192
#define TB_TILES_IN_MEMORY 2 /* times as large */
/* Of a block, at most. */
#define TB_BLOCK_ROWS 128

/* Elements of the call's widest type that a tile holds. */
static inline int64_t tb_tile_room(const tb_plan *plan, const tb_work *work)
{
    int widest = 1;
    for (int k = 0; k < plan->nop; k++) {
        const tb_lane *lane = &work->lane[k];
        widest = lane->memory_itemsize > widest ? lane->memory_itemsize : widest;
        widest = lane->tile_itemsize > widest ? lane->tile_itemsize : widest;
    }
    return TB_TILE_BYTES / widest;
}

static inline int64_t tb_pieces(int64_t size, int64_t step)
{
    return size == step ? 1 : (size + step - 1) / step;
}

/* Product of the sizes of dimensions from .. to-1. */
static inline int64_t tb_plan_product(const tb_plan *plan, int from, int to)
{
    int64_t n = 1;
    for (int d = from; d < to; d++)
        n *= plan->size[d];
    return n;
}

/* The operands' addresses at index[from .. ndim-1], 0 in the dimensions before. */
static inline void tb_plan_point(const tb_plan *plan, int from, const int64_t *index, char **p)
{
    for (int k = 0; k < plan->nop; k++) {
        p[k] = plan->data[k];
        for (int d = from; d < plan->ndim; d++)
            p[k] += index[d] * plan->stride[k][d];
    }
}

/* Does the kernel itself stream these rows of the output?  Short ones have to be whole lines: what is
 * before and behind lines is stored as usual, and would be fetched for that. */
#define TB_LONG_ROW 4096
static inline bool tb_kernel_streams(const tb_work *work, const char *to, int64_t row_stride, int64_t bytes,
                                     int64_t rows)
{
    const uint64_t ends = (uint64_t)(uintptr_t)to | (uint64_t)bytes | (uint64_t)(rows > 1 ? row_stride : 0);
    if (!work->streams)
        return false;
    return ends % TB_LINE == 0 || (bytes >= TB_LONG_ROW && ends % (uint64_t)work->lane[0].tile_itemsize == 0);
}

/* How an operand reaches the kernel over a tile. */
typedef enum { IN_PLACE, SCALAR, PACKED } tb_use;

/* *contiguous: in memory over a tile, whether or not it needs casts. */
static inline tb_use tb_tile_use(const tb_walk *walk, int k, bool *contiguous)
{
    const tb_plan *plan = walk->plan;
    const tb_lane *lane = &walk->work->lane[k];
    const int dims = walk->tile_dims + (walk->chunk > 1); /* a chunk of one step has no stride */
    int64_t expected = lane->memory_itemsize;
    bool zero = true;

    *contiguous = true;
    for (int d = 0; d < dims; d++) {
        zero &= plan->stride[k][d] == 0;
        *contiguous &= plan->stride[k][d] == expected;
        expected *= plan->size[d];
    }
    return zero && k > 0 ? SCALAR : *contiguous && !lane->cast[0] ? IN_PLACE : PACKED;
}

/* Asks for the lines of `rows` rows, to arrive in the second-level cache; any address will do.  The
 * loads themselves, and what is asked for nearer, wait for a few lines at a time. */
static inline void tb_fetch_rows(const char *p, int64_t row_stride, int64_t bytes, int64_t rows)
{
#if defined(__GNUC__)
    for (int64_t j = 0; j < rows; j++) {
        const char *row = p + j * row_stride;
        for (int64_t i = -(int64_t)((uintptr_t)row % TB_LINE); i < bytes; i += TB_LINE)
            __builtin_prefetch(row + i, 0, 2);
    }
#else
    (void)p, (void)row_stride, (void)bytes, (void)rows;
#endif
}

/* Turns a walk that was about to be FLAT into one of blocks where that pays. */
void tb_blocks_init(tb_walk *walk);
int tb_blocks_run(const tb_walk *walk, tb_stream *stream, int64_t first, int64_t last);

#endif
