/* product.h: batches of matrix products of one dtype, over memory with any steps.
 *
 * C = A B for every index of the batch; a step of 0 repeats an operand without copying it.  Nothing but
 * scratch is allocated. The bits of a result depend on sizes, steps and the CPU level, never on the number of
 * threads. */
#ifndef TB_PRODUCT_H
#define TB_PRODUCT_H

#include "core/base/layout.h"
#include "core/linalg/one_product.h"
#include "core/threads/caller_lock.h"

typedef struct {
    tb_dtype dtype; /* a compute dtype: tb_product_dtype */
    int64_t m, n, k;
    tb_matrix a, b, c; /* (m, k) (k, n) (m, n); c does not overlap the others */
    int nbatch;
    int64_t batch[TB_MAX_DIMS], step[3][TB_MAX_DIMS]; /* steps of a, b, c along each dimension */
} tb_product;

/* The compute dtype of products: float32 for the halves, int16 for int8 and uint8, whose bits are the lower
 * ones; TB_UNDEFINED for bool. */
tb_dtype tb_product_dtype(tb_dtype dtype);

/* storage: those of a, b, c, held while the lock is released; lock may be NULL.  Changes the description.
 * Fails with TB_MEMORY_ERROR only; c may then be partly written. */
tb_status tb_product_run(tb_product *product, tb_storage *const storage[3], const tb_lock_callbacks *lock,
                         tb_error *err);

#endif
