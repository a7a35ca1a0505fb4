/* accumulate.h: reductions at indices whose accumulators are no elements of the table: sums and products of halves
 * in float32, and means, which count.  Accumulators exist for what is indexed alone: a call costs what its indices
 * cost, and nothing else of the table is read or written, for it may be another thread's. */
#ifndef TB_ACCUMULATE_H
#define TB_ACCUMULATE_H

#include "core/gather/gather_elements.h"

typedef struct {
    const tb_tensor *table, *index, *other; /* as tb_gather_job's, other NULL: the one element at `value` */
    const void *value; /* of the accumulators' dtype */
    int dim;
    tb_gather_mode step; /* TB_ADD_TO_TABLE or TB_MULTIPLY_TABLE */
    tb_dtype dtype; /* of the accumulators */
    bool excludes_table; /* they begin with 0 or 1, and not with the table's elements */
    bool mean; /* of what was added, and of the table's element unless that is excluded */
    const tb_lock_callbacks *lock; /* as tb_gather_job's */
} tb_accumulate_job;

/* The table is written when everything else is done: after an error, of which memory is the only one, nothing has
 * changed.  *code is tb_gather_run's. */
tb_status tb_accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
