/* walk.h: runs a kernel over a plan, the only place that loops over shapes.
 *
 * Two ways to walk.  DIRECT: every operand's inner dimension is contiguous or
 * one element, and long enough: the kernel runs over rows in place.  FLAT:
 * everything else, through tiles of whole inner dimensions that are used in
 * place, as a scalar, or packed (and cast); a packed tile is kept while its
 * source stays the same.  Relies on: plan.h, kernels/kernels.h. */
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
} tb_work;

/* The walk in units that can run in any order and in parallel: rows (DIRECT) or
 * tiles (FLAT). */
typedef struct {
    const tb_plan *plan;
    const tb_work *work;
    bool direct;
    int64_t units;
    int tile_dims;       /* FLAT: a tile is dimensions 0 .. tile_dims-1 whole ... */
    int64_t inner;       /* ... their number of elements ... */
    int64_t chunk;       /* ... times this many steps of dimension tile_dims */
} tb_walk;

void tb_walk_init(tb_walk *walk, const tb_plan *plan, const tb_work *work);
/* Units [first, last).  Returns 0 or the kernel's code. */
int tb_walk_run(const tb_walk *walk, int64_t first, int64_t last);

#endif
