/* strategies.h: the names of the core's fast paths.  Builds for tests count how often each is taken
 * (tests/core/call/test_strategies.c has a call for every one); in other builds TB_TOOK is nothing. */
#ifndef TB_STRATEGIES_H
#define TB_STRATEGIES_H

#ifndef TB_COUNT_STRATEGIES
#define TB_COUNT_STRATEGIES 0
#endif

#define TB_EACH_STRATEGY(X)                                                                     \
    /* pointwise */                                                                             \
    X(EQUAL_PAIR) X(SMALL_PAIR) X(FAST) X(FILL_SMALL) X(CAST_ONCE) X(CAST_SINGLE)               \
    X(COPY_WITHOUT_TILE) X(COPY_BY_CAST)                                                        \
    /* iterate */                                                                               \
    X(DIRECT) X(DIRECT_STRIDED) X(DIRECT_STREAMED) X(DIRECT_STREAMED_BY_KERNEL)                 \
    X(STREAMED_COPY) X(TILED) X(TILED_BLOCKS) X(TILED_BLOCKS_SHORTENED) X(TILED_STREAMED)       \
    X(TILED_STREAMED_BY_KERNEL) X(PACKED) X(GATHER_AHEAD) X(CAST_BEFORE_REPEAT)        \
    X(CAST_ROWS) X(FUSE_RUNS) X(PACK_TRANSPOSED) X(PACK_COLLECTED) X(PACK_RUNS) X(PACK_REPEATED)             \
    X(PACK_REVERSED) X(PACK_SHORT_ROWS) X(INTERLEAVE)                                           \
    /* reduce */                                                                                \
    X(REDUCE_DIRECT_RUNS) X(REDUCE_DIRECT_PAIRS) X(REDUCE_DIRECT_ROWS) X(REDUCE_TILED_RUNS)     \
    X(REDUCE_TILED_ROWS) X(REDUCE_SHORT_ROWS) X(REDUCE_FEW_ROWS) X(REDUCE_PIECES)               \
    /* along one dimension */                                                                   \
    X(ALONG_DIM_ROWS) X(ALONG_DIM_COLUMNS) X(ALONG_DIM_PACKED) X(SORT_MERGE) X(SORT_IN_VECTORS) \
    X(SORT_BYTES) X(SORT_DIGITS) X(SORT_SORTED) X(SORT_RANKED) X(TOPK_DROPPED) X(SELECT_DIGITS) X(SELECT_IN_ORDER)  \
    X(SELECT_EQUAL) X(SELECT_PREVAILING) X(SELECT_BYTES) X(SEARCH_FROM_PREVIOUS) X(SEARCH_FROM_NEXT)            \
    /* indexing */                                                                              \
    X(SELECT_FROM_VECTOR) X(SELECT_SLICES) X(GATHER_ROWS) X(INDEX_REDUCE_ROWS) X(INDEX_PLAIN)      \
    X(BINCOUNT_APART) X(TAKE_FROM_STRIDED) X(ACCUMULATE_MANY) X(ACCUMULATE_FEW) X(MASK_BLOCK_IS_FALSE)            \
    /* products */                                                                              \
    X(PRODUCT_DOT) X(PRODUCT_SMALL) X(PRODUCT_VECTOR) X(PRODUCT_FEW) X(PRODUCT_DIRECT) X(PRODUCT_PACKED)       \
    X(PRODUCT_SYMMETRIC) X(PRODUCT_SMALL_BATCH)

enum {
#define ENUMERATE(name) TB_STRATEGY_##name,
    TB_EACH_STRATEGY(ENUMERATE)
#undef ENUMERATE
        TB_NSTRATEGIES
};

#if TB_COUNT_STRATEGIES
#include <stdatomic.h>
extern atomic_long tb_taken[TB_NSTRATEGIES];
#define TB_TOOK(name) ((void)atomic_fetch_add_explicit(&tb_taken[TB_STRATEGY_##name], 1, memory_order_relaxed))
#else
#define TB_TOOK(name) ((void)0)
#endif

#endif
