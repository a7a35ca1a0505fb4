/* strategy.h: the strategies to iterate over a plan, as data, and what they share.  Internal to iteration*.c
 * and parallel.c. */
#ifndef TB_STRATEGY_H
#define TB_STRATEGY_H

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
    const void *params;
    tb_transfer transfer[TB_MAX_OPERANDS];
    unsigned wide; /* operands with their TB_WIDE_BIT: one float32 among halves */
    /* The output is large, no input, and its memory was touched before: it is stored past the caches. */
    bool stream_output;
    /* The kernel copies, without casts: elements may be packed right where they belong. */
    bool is_copy;
    /* The kernel is fast along rows of one element, too. */
    bool strided_kernel;
    /* The kernel knows TB_STREAM_BIT, and reads every second element in vectors. */
    bool streaming_kernel;
    /* The operands exceed the caches: BLOCKS prefetches them. */
    bool exceeds_cache;
} tb_loop_body;

typedef enum { TB_STRATEGY_DIRECT, TB_STRATEGY_FLAT, TB_STRATEGY_BLOCKS, TB_STRATEGY_STRIDED } tb_strategy;

/* The iteration, in units that can run in any order and in parallel: rows or pieces of them (DIRECT,
 * STRIDED), tiles (FLAT) or blocks (BLOCKS). */
typedef struct {
    const tb_plan *plan;
    const tb_loop_body *work;
    tb_strategy strategy;
    int64_t units;
    int tile_dims; /* a tile, or a block's row, is dimensions 0 .. tile_dims-1 whole ... */
    int64_t inner; /* ... their number of elements ... */
    int64_t chunk; /* ... times this many steps of dimension tile_dims; DIRECT, STRIDED: of a row */
    int cross; /* BLOCKS: the dimension from row to row, beyond tile_dims ... */
    int64_t rows; /* ... and this many of them in a block */
    /* The first block is so many steps and rows shorter, so that the others begin at cache lines. */
    int64_t chunk_short, rows_short;
} tb_iteration;

/* Elements of the call's widest type that a tile holds. */
static inline int64_t tb_tile_capacity(const tb_plan *plan, const tb_loop_body *work)
{
    int widest = 1;
    for (int k = 0; k < plan->nop; k++) {
        const tb_transfer *transfer = &work->transfer[k];
        widest = transfer->memory_itemsize > widest ? transfer->memory_itemsize : widest;
        widest = transfer->tile_itemsize > widest ? transfer->tile_itemsize : widest;
    }
    return TB_TILE_BYTES / widest;
}

static inline int64_t tb_div_up(int64_t size, int64_t step)
{
    return size == step ? 1 : (size + step - 1) / step;
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

/* How an operand reaches the kernel over a tile. */
typedef enum { IN_PLACE, SCALAR, PACKED } tb_use;

/* *contiguous: over a tile in memory, whether or not it needs casts. */
static inline tb_use tb_tile_use(const tb_iteration *iteration, int k, bool *contiguous)
{
    const tb_plan *plan = iteration->plan;
    const tb_transfer *transfer = &iteration->work->transfer[k];
    const int dims = iteration->tile_dims + (iteration->chunk > 1); /* a chunk of one step has no stride */
    int64_t expected = transfer->memory_itemsize;
    bool zero = true;

    *contiguous = true;
    for (int d = 0; d < dims; d++) {
        zero &= plan->stride[k][d] == 0;
        *contiguous &= plan->stride[k][d] == expected;
        expected *= plan->size[d];
    }
    return zero && k > 0 ? SCALAR : *contiguous && !transfer->cast[0] ? IN_PLACE : PACKED;
}

/* An operand over the tiles or blocks of a run. */
typedef struct {
    tb_use use;
    bool contiguous; /* over a tile, or each row of a block, in memory, whether or not it needs casts */
    const char *source; /* of what is packed now ... */
    int64_t n, rows; /* ... and how much of it: elements of a row, rows; of a tile one row */
    char *ready; /* where it is */
    char *tile[2];
    int64_t cross; /* BLOCKS: stride from row to row in memory */
    int64_t ahead; /* BLOCKS: bytes from this block to the next one, 0: nothing is fetched */
} tb_tile_operand;

/* The plan's operands, each with two tiles of tile_bytes from `tiles` on; returns the scalar mask. */
static inline unsigned tb_tile_operands(const tb_iteration *iteration, tb_tile_operand *operand, char *tiles,
                                        int64_t tile_bytes)
{
    unsigned scalar_mask = iteration->work->wide;
    for (int k = 0; k < iteration->plan->nop; k++, tiles += 2 * tile_bytes) {
        operand[k].tile[0] = tiles;
        operand[k].tile[1] = tiles + tile_bytes;
        operand[k].use = tb_tile_use(iteration, k, &operand[k].contiguous);
        operand[k].source = NULL;
        if (operand[k].use == SCALAR)
            scalar_mask |= 1u << k;
    }
    return scalar_mask;
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
