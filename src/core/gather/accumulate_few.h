/* accumulate_few.h: accumulate.h's reductions if there are few indices compared to the table's elements. */
#ifndef TB_ACCUMULATE_FEW_H
#define TB_ACCUMULATE_FEW_H

#include "core/gather/gather_elements.h"

typedef struct {
    const tb_tensor *table, *index, *other; /* as tb_gather_job's; other NULL: the one element at `value` */
    const void *value; /* of the accumulators' dtype */
    int dim;
    tb_gather_mode step; /* TB_ADD_TO_TABLE or TB_MULTIPLY_TABLE */
    tb_dtype dtype; /* of the accumulators */
    bool excludes_table; /* they begin with 0 or 1, not with the table's elements */
    bool mean; /* of the added values, and of the table's element unless excluded */
    const tb_lock_callbacks *lock; /* as tb_gather_job's */
} tb_accumulate_job;

/* As tb_accumulate; the job's tensors must not change meanwhile. */
tb_status tb_accumulate_few(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
