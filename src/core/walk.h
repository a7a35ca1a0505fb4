/* walk.h: runs a kernel over a plan, the only place that loops over shapes.
 *
 * Four ways to walk.  DIRECT: every operand's inner dimension is contiguous or
 * one element, and long enough: the kernel runs over rows in place.  BLOCKS: an
 * operand has its neighbours along another dimension, too far out for a tile:
 * blocks of both dimensions, transposed where needed (walk_blocks.c).  STEPPED:
 * the elements of several long rows lie apart, and the kernel takes them where they
 * are, as rows of one element.  FLAT:
 * everything else, through tiles of whole inner dimensions that are used in
 * place, as a scalar, or packed (and cast); a packed tile or block is kept while
 * its source stays the same.  Relies on: plan.h, kernels/kernels.h. */
#ifndef TB_WALK_H
#define TB_WALK_H

#include "kernels/kernels.h"
#include "plan.h"

/* How an operand's elements reach the kernel (inputs: memory to tile) or leave
 * it (operand 0: tile to memory): up to two casts, NULL where none. */
typedef struct {
    int memory_itemsize, tile_itemsize;
    tb_cast cast[2];
} tb_lane;

typedef struct {
    tb_kernel kernel;
    const void *params;
    tb_lane lane[TB_MAX_OPERANDS];
    unsigned wide; /* operands with their TB_WIDE_BIT: one float32 among halves */
    bool stream; /* the output is large, no input, and its memory was touched before: store past the caches */
    bool copies; /* the kernel copies, and there are no casts: elements may be packed where they are to be */
    bool steps; /* the kernel is fast along rows of one element, too */
    bool streams; /* the kernel knows TB_STREAM_BIT, and has every second element in vectors */
    bool in_memory; /* the operands are more than the caches hold: BLOCKS fetches them early */
} tb_work;

typedef enum { TB_WALK_DIRECT, TB_WALK_FLAT, TB_WALK_BLOCKS, TB_WALK_STEPPED } tb_way;

/* The walk in units that can run in any order and in parallel: rows or pieces of
 * them (DIRECT, STEPPED), tiles (FLAT) or blocks (BLOCKS). */
typedef struct {
    const tb_plan *plan;
    const tb_work *work;
    tb_way way;
    int64_t units;
    int tile_dims; /* a tile, or a block's row, is dimensions 0 .. tile_dims-1 whole ... */
    int64_t inner; /* ... their number of elements ... */
    int64_t chunk; /* ... times this many steps of dimension tile_dims; DIRECT, STEPPED: of a row */
    int cross; /* BLOCKS: the dimension from row to row, beyond tile_dims ... */
    int64_t rows; /* ... and this many of them in a block */
    /* The first block has so many steps and rows less: the others begin with lines of memory. */
    int64_t chunk_short, rows_short;
} tb_walk;

void tb_walk_init(tb_walk *walk, const tb_plan *plan, const tb_work *work);
/* Units [first, last).  Returns 0 or the kernel's code. */
int tb_walk_run(const tb_walk *walk, int64_t first, int64_t last);

#endif
