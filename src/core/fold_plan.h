/* fold_plan.h: how a reduction walks: merged dimensions, tiles, tasks, pieces.
 * Relies on: fold_walk.h. */
#ifndef TB_FOLD_PLAN_H
#define TB_FOLD_PLAN_H

#include "fold_walk.h"

/* Elements of a tile. */
#define TB_FOLD_TILE 2048
/* Columns of a task whose rows are no rows in memory; bytes of the accumulators of any task. */
#define TB_FOLD_TILE_COLUMNS 1024
#define TB_FOLD_ROOM (1 << 16)

typedef enum {
    TB_FOLD_DIRECT_RUNS, /* the innermost dimension is reduced, contiguous and long */
    TB_FOLD_DIRECT_PAIRS, /* the same of the two parts of complex numbers */
    TB_FOLD_DIRECT_ROWS, /* it is kept, contiguous and long, or short and rows follow each other */
    TB_FOLD_TILED_RUNS,  /* through tiles of one run each */
    TB_FOLD_TILED_ROWS   /* through tiles of rows */
} tb_fold_way;

/* Dimensions innermost first; strides in bytes, kout in elements. */
typedef struct {
    const tb_fold_job *job;
    const tb_folding *fold;
    tb_fold_way way;
    const char *data;
    char *out[2];
    tb_dtype out_dtype[2];       /* in memory */
    int itemsize, tile_itemsize; /* in memory; as the kernel reads */
    tb_cast cast[2];             /* memory to tile, NULL: none */
    int nk, nr;
    int64_t ksize[TB_MAX_DIMS + 1], kin[TB_MAX_DIMS + 1], kout[TB_MAX_DIMS + 1];
    int64_t rsize[TB_MAX_DIMS + 1], rin[TB_MAX_DIMS + 1];
    int64_t kept, reduced; /* elements */
    int kd, rd;            /* a task's columns are kept dimensions 0 .. kd-1 whole ... */
    int64_t kstep;         /* ... and so many of kd; a tile's rows: the same of the reduced ones, rstep */
    int64_t rstep;
    int64_t kinner, rinner;     /* elements of dimensions 0 .. kd-1, 0 .. rd-1 */
    int64_t chunks, tasks;      /* of dimension kd; in all */
    int cut;                    /* the reduced dimension that is cut ... */
    int64_t pieces, step;       /* ... into so many pieces of so many */
} tb_fold_plan;

/* False: places cannot be counted in this layout, the input must be made contiguous. */
bool tb_fold_plan_build(tb_fold_plan *plan, const tb_fold_job *job);

#endif
