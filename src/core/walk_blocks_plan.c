/* walk_blocks_plan.c: whether a walk goes by blocks (walk_blocks.c), and by which.
 * Relies on: walk_parts.h. */
#include "walk_parts.h"

#include <stdlib.h>

/* FLAT tiles have room for a good run along a dimension with no more than this
 * many elements inside of it (what is in memory is fetched better in blocks). */
#define SHORT_ROW 64
#define SHORT_ROW_IN_MEMORY 15
/* A block's rows, by the bytes of a run from row to row: from 16 to 128 float32 matter little in
 * cache; in memory as many lines on both sides are best. */
#define RUN_BYTES 128
#define RUN_IN_MEMORY 256
/* Blocks are made of whole blocks of a transpose, in memory of whole lines. */
#define WHOLE 8
#define WHOLE_IN_MEMORY 16
/* Fewer elements along `cross` are not worth a block, in a row not worth a call. */
#define MIN_CROSS 4
#define MIN_ROW 32

/* The dimension along which operand k has its neighbours, 0 if that is the
 * innermost one or none. */
static int neighbours(const tb_plan *plan, int k)
{
    int best = 0;
    if (plan->stride[k][0] == 0)
        return 0;
    for (int d = 1; d < plan->ndim; d++)
        if (plan->stride[k][d] != 0 && llabs(plan->stride[k][d]) < llabs(plan->stride[k][best]))
            best = d;
    return llabs(plan->stride[k][best]) < TB_LINE ? best : 0;
}

/* A stretch of at most `most` elements such that the last is not much shorter; a multiple of
 * `step` where it can be. */
static int64_t stretch(int64_t size, int64_t most, int64_t step)
{
    if (size <= most)
        return size;
    if (most >= step)
        most = most / step * step;
    const int64_t even = tb_pieces(size, tb_pieces(size, most)), whole = tb_pieces(even, step) * step;
    return whole < most ? whole : most;
}

/* Without casts an operand's two tiles are one. */
static bool has_casts(const tb_walk *walk)
{
    bool any = false;
    for (int k = 0; k < walk->plan->nop; k++)
        any |= walk->work->lane[k].cast[0] != NULL;
    return any;
}

/* The first operand's neighbours that are too far out for a tile, or 0. */
static int transposed(const tb_walk *walk)
{
    const tb_plan *plan = walk->plan;
    int cross = 0;
    for (int k = 0; k < plan->nop && cross == 0; k++)
        cross = neighbours(plan, k);
    const int short_row = walk->work->in_memory ? SHORT_ROW_IN_MEMORY : SHORT_ROW;
    const bool far = cross > 0 && cross >= walk->tile_dims && tb_plan_product(plan, 0, cross) > short_row;
    return far && plan->size[cross] >= MIN_CROSS ? cross : 0;
}

/* An operand that is cast and one element a row would be spread over a tile before
 * its cast: in rows it needs one cast for each.  The longest dimension along which
 * it changes, or 0. */
static int cast_by_row(const tb_walk *walk)
{
    const tb_plan *plan = walk->plan;
    const int dims = walk->tile_dims + (walk->chunk > 1);
    for (int k = 1; k < plan->nop && plan->size[0] >= MIN_ROW; k++) {
        bool changes = false;
        int cross = 0;
        if (!walk->work->lane[k].cast[0] || plan->stride[k][0] != 0)
            continue;
        for (int d = 1; d < plan->ndim; d++) {
            if (plan->stride[k][d] == 0)
                continue;
            changes |= d < dims;
            cross = cross == 0 || plan->size[d] > plan->size[cross] ? d : cross;
        }
        if (changes)
            return cross;
    }
    return 0;
}

static int64_t most_rows(const tb_walk *walk)
{
    const int64_t run = walk->work->in_memory ? RUN_IN_MEMORY : RUN_BYTES;
    int widest = 1;
    for (int k = 0; k < walk->plan->nop; k++)
        if (walk->work->lane[k].memory_itemsize > widest)
            widest = walk->work->lane[k].memory_itemsize;
    return run / widest < TB_BLOCK_ROWS ? run / widest : TB_BLOCK_ROWS;
}

/* How many steps the first block along dimension d has less than `step`, if the operand's memory is then
 * read or written in whole lines by the others. */
static int64_t shortened(const tb_walk *walk, int k, int d, int64_t step)
{
    const tb_plan *plan = walk->plan;
    const int64_t itemsize = walk->work->lane[k].memory_itemsize;
    const int64_t beyond = (int64_t)((uintptr_t)plan->data[k] & (TB_LINE - 1));
    if (!walk->work->in_memory || plan->stride[k][d] != itemsize || plan->size[d] <= step ||
        step * itemsize % TB_LINE != 0 || beyond % itemsize != 0)
        return 0;
    for (int i = 0; i < plan->ndim; i++)
        if (i != d && plan->stride[k][i] % TB_LINE != 0)
            return 0;
    return beyond / itemsize;
}

void tb_blocks_init(tb_walk *walk)
{
    const tb_plan *plan = walk->plan;
    const int far = transposed(walk), cross = far ? far : cast_by_row(walk);
    if (cross == 0)
        return;
    const bool in_memory = walk->work->in_memory;
    const int64_t room =
        tb_tile_room(plan, walk->work) * (in_memory ? TB_TILES_IN_MEMORY : 1) * (has_casts(walk) ? 1 : 2);
    const int64_t step = in_memory ? WHOLE_IN_MEMORY : WHOLE;
    const int64_t rows = stretch(plan->size[cross], most_rows(walk), step);
    int64_t inner = 1;
    int t = 0;
    while (far && t < cross - 1 && inner * plan->size[t] <= room / rows)
        inner *= plan->size[t++];
    walk->way = TB_WALK_BLOCKS;
    walk->tile_dims = t;
    walk->inner = inner;
    walk->chunk = stretch(plan->size[t], room / rows / inner, step);
    walk->cross = cross;
    walk->rows = rows;
    walk->chunk_short = t == 0 ? shortened(walk, 0, t, walk->chunk) : 0;
    walk->rows_short = 0;
    for (int k = 0; k < plan->nop && walk->rows_short == 0; k++)
        walk->rows_short = shortened(walk, k, cross, rows);
    walk->units = tb_pieces(plan->size[t] + walk->chunk_short, walk->chunk) *
                  tb_pieces(plan->size[cross] + walk->rows_short, rows);
    for (int d = t + 1; d < plan->ndim; d++)
        if (d != cross)
            walk->units *= plan->size[d];
}
