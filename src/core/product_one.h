/* product_one.h: one matrix product.  Internal to product*.c.  Relies on: product.h. */
#ifndef TB_PRODUCT_ONE_H
#define TB_PRODUCT_ONE_H

#include "kernels/matmul.h"
#include "product.h"

typedef struct {
    const tb_matmul_kernels *kernels;
    int64_t m, n, k;
    tb_matrix a, b, c;
    bool share; /* the pool's threads may help */
} tb_one_product;

/* 0, or not 0 without memory for scratch. */
int tb_one_product_run(const tb_one_product *product);
/* A row or a column of C (n or m is 1). */
int tb_one_vector_run(const tb_one_product *product);

/* Many rows by very few columns, product_few.c; false, having done nothing, for anything else. */
bool tb_one_few_run(const tb_one_product *product);

/* In the measure of pool.h. */
static inline int64_t tb_product_cost(const tb_matmul_kernels *kernels, int64_t m, int64_t n, int64_t k)
{
    return tb_saturating_mul(tb_saturating_mul(m, n), k) / kernels->at_once;
}

/* Memory for a while: the caller's own, or a block. */
typedef struct {
    tb_block block;
    char *start; /* aligned to a line */
} tb_scratch;
static inline bool tb_scratch_get(tb_scratch *scratch, char *own, int64_t room, int64_t bytes)
{
    scratch->block = (tb_block){0};
    scratch->start = own;
    if (bytes <= room)
        return true;
    if (!tb_block_get(bytes + TB_ALIGNMENT, false, &scratch->block))
        return false;
    const uintptr_t at = (uintptr_t)scratch->block.start;
    scratch->start = (char *)((at + TB_ALIGNMENT - 1) / TB_ALIGNMENT * TB_ALIGNMENT);
    return true;
}

#endif
