/* one_product.h: one matrix product, and the files that compute it: product_one.c, product_vector.c (a row
 * or a column), product_few.c (few columns).  Internal to linalg. */
#ifndef TB_ONE_PRODUCT_H
#define TB_ONE_PRODUCT_H

#include "core/base/strategies.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/kernels/matmul/matmul_kernels.h"
#include "core/memory/allocator.h"

/* Returns 0, or another number if there is no memory for scratch. */
int tb_one_product_run(const tb_one_product *product);
/* Computes a C with one row or one column (n or m is 1). */
int tb_one_vector_run(const tb_one_product *product);

/* Computes many rows by very few columns (product_few.c); for other products does nothing and returns
 * false. */
bool tb_one_few_run(const tb_one_product *product);

/* The cost of a product in parallel.h's unit. */
static inline int64_t tb_product_cost(const tb_matmul_kernels *kernels, int64_t m, int64_t n, int64_t k)
{
    return tb_saturating_mul(tb_saturating_mul(m, n), k) / kernels->at_once;
}

/* Does such a product take less time than any preparation? */
static inline bool tb_one_product_is_small(const tb_one_product *p)
{
    return p->k > 0 && p->m * p->n <= TB_MATMUL_SMALL && p->m * p->n * p->k <= TB_MATMUL_SMALL;
}

/* Is it a row by a column, whose elements are next to each other, and summed in one go? */
static inline bool tb_one_product_is_dot(const tb_one_product *p)
{
    return p->m == 1 && p->n == 1 && p->k >= TB_DOT_LEAST && p->k <= TB_DOT_DEPTH && p->a.column == 1 &&
           p->b.row == 1;
}
static inline void tb_one_dot_run(const tb_one_product *p)
{
    TB_TOOK(PRODUCT_DOT);
    p->kernels->dots(p->c.data, 1, p->a.data, 0, p->b.data, 1, p->k, false);
}

/* Temporary memory: the caller's `own`, or a block. */
typedef struct {
    tb_block block;
    char *start; /* aligned to a cache line */
} tb_temporary;
static inline bool tb_temporary_get(tb_temporary *temporary, char *own, int64_t own_bytes, int64_t bytes)
{
    temporary->block = (tb_block){0};
    temporary->start = own;
    if (bytes <= own_bytes)
        return true;
    if (!tb_block_get(bytes + TB_CACHE_LINE, false, &temporary->block))
        return false;
    const uintptr_t at = (uintptr_t)temporary->block.start;
    temporary->start = (char *)((at + TB_CACHE_LINE - 1) / TB_CACHE_LINE * TB_CACHE_LINE);
    return true;
}

#endif
