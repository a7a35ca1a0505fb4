/* iterate.h: runs a kernel over a plan.
 *
 * There are two strategies.  DIRECT: the kernel runs over rows in place, where they are long enough, and
 * every operand's are contiguous or one element, or several are strided and the kernel takes that.  TILED:
 * everything else, through tiles of one row or, where an operand is contiguous along another dimension, of
 * several (iteration_tiles.c). */
#ifndef TB_ITERATE_H
#define TB_ITERATE_H

#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/iterate/plan.h"

#include <stddef.h>

/* How an operand's elements reach the kernel (inputs: memory to tile) or leave
 * it (operand 0: tile to memory): up to two casts, NULL where none. */
typedef struct {
    int memory_itemsize, tile_itemsize;
    tb_cast cast[2];
} tb_transfer;

typedef struct {
    tb_kernel kernel;
    tb_kernel_context context;
    tb_transfer transfer[TB_MAX_OPERANDS];
    /* The output is large, no input, and its memory was touched before: it is stored past the caches. */
    bool stream_output;
    /* The kernel copies, without casts: elements may be packed right where they belong. */
    bool is_copy;
    /* It is fast with short rows, too. */
    bool any_rows;
    /* It writes the elements that operand 1, a mask, selects, and no others, at any inner stride of the output,
     * which has no casts: no tile of it is written back. */
    bool selects;
    /* The kernel is fast with any inner strides. */
    bool strided_kernel;
    /* The kernel streams contiguous rows and rows of one element itself. */
    bool streaming_kernel;
    /* The operands exceed the caches: tiles of several rows are fetched ahead. */
    bool exceeds_cache;
} tb_loop_body;

/* The iteration, in units that can run in any order and in parallel: rows or pieces of them (DIRECT), or tiles. */
typedef struct {
    const tb_plan *plan;
    const tb_loop_body *work;
    bool direct; /* the strategy: DIRECT, or TILED */
    int64_t units;
    int64_t chunk; /* of dimension 0, or: */
    /* A tile: dimensions 0 .. tile_dims-1 whole ... */
    int tile_dims;
    int64_t inner; /* ... their number of elements ... */
    /* ... times `chunk` steps of dimension tile_dims, and of the next one this many rows: 1, or more where
     * some operand is contiguous along that one. */
    int64_t rows;
    /* Then `crossed` has the plan's dimensions in this order.  The first tile is so many steps and rows
     * shorter, so that the others begin at cache lines: by as many the dimensions of `crossed` begin before
     * those of the plan. */
    int64_t chunk_short, rows_short;
    tb_plan crossed;
} tb_iteration;

void tb_iteration_init(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *work);
/* Units [first, last).  Returns 0 or the kernel's code. */
int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last);

/* ---- between the files of iteration*.c ---- */

/* Sets everything but `direct` of an iteration with a plan and work, for TILED. */
void tb_tiles_init(tb_iteration *iteration);
int tb_tiles_run(const tb_iteration *iteration, int64_t first, int64_t last);

/* How many operands' rows are neither contiguous nor one element? */
static inline int tb_strided_operands(const tb_plan *plan, const tb_loop_body *work)
{
    int rows = 0;
    for (int k = 0; k < plan->nop; k++)
        rows += plan->stride[k][0] != 0 && plan->stride[k][0] != work->transfer[k].memory_itemsize;
    return rows;
}

/* Does the kernel itself stream these rows of the output?  Short ones must be whole cache lines: a
 * partial line is stored as usual, and would have to be read first. */
static inline bool tb_kernel_streams(const tb_loop_body *work, const char *to, int64_t row_stride,
                                     int64_t bytes, int64_t rows)
{
    const uint64_t ends = (uint64_t)(uintptr_t)to | (uint64_t)bytes | (uint64_t)(rows > 1 ? row_stride : 0);
    if (!work->streaming_kernel)
        return false;
    return ends % TB_CACHE_LINE == 0 ||
           (bytes >= TB_STREAM_ROW_BYTES && ends % (uint64_t)work->transfer[0].tile_itemsize == 0);
}

static inline int tb_call_streaming_kernel(const tb_loop_body *work, char *const p[], const int64_t inner[],
                                           const int64_t outer[], int64_t n, int64_t rows)
{
    tb_kernel_context context = work->context;
    context.stream = true;
    return work->kernel(p, inner, outer, n, rows, &context);
}

/* Prefetches the cache lines of `rows` rows into the second-level cache; any address will do.
 * Prefetching nearer, as loading, would stall after a few lines. */
static inline void tb_prefetch_rows(const char *p, int64_t row_stride, int64_t bytes, int64_t rows)
{
#if defined(__GNUC__)
    for (int64_t j = 0; j < rows; j++) {
        const char *row = p + j * row_stride;
        for (int64_t i = -(int64_t)((uintptr_t)row % TB_CACHE_LINE); i < bytes; i += TB_CACHE_LINE)
            __builtin_prefetch(row + i, 0, 2);
    }
#else
    (void)p, (void)row_stride, (void)bytes, (void)rows;
#endif
}

#endif
