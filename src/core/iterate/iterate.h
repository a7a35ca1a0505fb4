/* iterate.h: runs a kernel over a plan.
 *
 * tb_choose decides how, once (choose.c); each strategy is a file:
 *
 *     TB_DIRECT            the kernel runs over rows in place                              direct.c
 *     TB_DIRECT_STREAMED   the same, and its results are streamed past the caches          direct_streamed.c
 *     TB_STREAMED_COPY     rows are copied past the caches, without a kernel               direct_streamed.c
 *     TB_PACKED            a copy packs elements directly into the output                  packed.c
 *     TB_TILED             everything else: tile by tile, of one row or several            tiled.c */
#ifndef TB_ITERATE_H
#define TB_ITERATE_H

#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/plan/plan.h"
#include "core/pack/transfer.h"

#include <stddef.h>

/* The kernel that runs over the plan, and its properties. */
typedef struct {
    tb_kernel kernel;
    tb_kernel_context context;
    tb_transfer transfer[TB_MAX_OPERANDS];
    /* The kernel may read what it has written: the output is not streamed. */
    bool reads_output;
    /* The kernel copies, without casts, to memory that it does not read: elements may be packed directly into
     * the output. */
    bool is_copy;
    /* The kernel is fast with short rows, too. */
    bool any_rows;
    /* The kernel writes only the elements that operand 1, a mask, selects, at any inner stride of the output,
     * which has no casts: no tile of it is written back.  It may also read those elements. */
    bool selects;
    /* The kernel is fast with any inner strides. */
    bool strided_kernel;
    /* The kernel itself can stream contiguous rows and rows of one element. */
    bool streaming_kernel;
} tb_loop_body;

typedef enum { TB_DIRECT, TB_DIRECT_STREAMED, TB_STREAMED_COPY, TB_PACKED, TB_TILED } tb_strategy;

/* How an operand reaches the kernel over a tile: in place, as one element per row, or packed into a tile of
 * its own; a packed output is computed into its tile. */
typedef enum { TB_USE_IN_PLACE, TB_USE_SINGLE, TB_USE_PACKED } tb_use;

/* An iteration, in units that can run in any order and in parallel: rows or pieces of them (DIRECT), or tiles. */
typedef struct {
    const tb_plan *plan;
    const tb_loop_body *body;
    tb_strategy strategy;
    /* The operands exceed the caches: tiles of several rows are prefetched. */
    bool exceeds_cache;
    /* The output is large, and its memory was touched before: it is streamed past the caches ... */
    bool streams;
    /* ... by the kernel. */
    bool kernel_streams;
    int64_t units;
    int64_t chunk; /* elements of dimension 0 (DIRECT), or of dimension tile_dims: */
    /* A tile has dimensions 0 .. tile_dims-1 whole ... */
    int tile_dims;
    int64_t inner; /* ... their number of elements ... */
    /* ... times `chunk` elements of dimension tile_dims, times `rows` elements of the next one: 1, or more if
     * some operand is contiguous along that dimension. */
    int64_t rows;
    tb_use use[TB_MAX_OPERANDS];
    bool contiguous[TB_MAX_OPERANDS]; /* is each row of a tile contiguous in memory, with or without casts? */
    /* If rows > 1: `crossed` has the plan's dimensions in the order of the tiles.  The first tile is shorter
     * by chunk_short and rows_short, so that the others begin at cache lines: these dimensions of `crossed`
     * begin that many elements before the plan's. */
    int64_t chunk_short, rows_short;
    tb_plan crossed;
} tb_iteration;

/* Decides the whole iteration from the plan, the dtypes, the sizes and the sizes of the caches
 * (base/tuning.h).  The only state of the machine it reads is whether the pages of a large output exist. */
void tb_choose(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *body);
/* The same for a part of a plan; whether it exceeds the caches and streams is taken from the whole. */
void tb_choose_part(tb_iteration *part, const tb_iteration *whole, const tb_plan *plan);
/* Runs units [first, last).  Returns 0 or the kernel's code. */
int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last);

/* ---- the strategies ---- */

typedef int tb_strategy_run(const tb_iteration *iteration, int64_t first, int64_t last);
tb_strategy_run tb_run_direct, tb_run_direct_streamed, tb_run_streamed_copy, tb_run_packed, tb_run_tiled;

/* The plan with the dimensions of the tiles. */
static inline const tb_plan *tb_tiled_plan(const tb_iteration *iteration)
{
    return iteration->rows > 1 ? &iteration->crossed : iteration->plan;
}

/* The number of operands whose rows are neither contiguous nor one element. */
static inline int tb_strided_operands(const tb_plan *plan, const tb_loop_body *body)
{
    int rows = 0;
    for (int k = 0; k < plan->nop; k++)
        rows += plan->stride[k][0] != 0 && plan->stride[k][0] != body->transfer[k].memory_itemsize;
    return rows;
}

static inline int tb_call_streaming_kernel(const tb_loop_body *body, char *const p[], const int64_t inner[],
                                           const int64_t outer[], int64_t n, int64_t rows)
{
    tb_kernel_context context = body->context;
    context.stream = true;
    return body->kernel(p, inner, outer, n, rows, &context);
}

/* Prefetches the cache lines of `rows` rows into the second-level cache; any address is allowed.  Prefetching
 * into the first level would stall after a few lines, as loads do. */
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
