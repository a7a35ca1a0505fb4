/* select_slices.h: the loops of all calls that select whole slices by a vector of indices: index_select,
 * index_fill, index_copy.  Indices become offsets, some hundred at a time. */
#ifndef TB_SELECT_SLICES_H
#define TB_SELECT_SLICES_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* table and other have the same sizes except along dim, or no dimensions at all; other NULL: the single
 * element at `value`.  They share no memory. */
typedef struct {
    const tb_tensor *table, *other;
    const void *value;
    const tb_tensor *index; /* int32 or int64, one dimension or none */
    int dim;
    bool to_table;
    bool from_end;          /* negative indices count from the end */
    const tb_lock_callbacks *lock;    /* as tb_gather_job's */
} tb_select_job;

/* Returns 0; or 1, with the first index that is out of bounds in *bad: the run stopped at or before it; or
 * TB_RANGE_INTERRUPTED. tb_select_check only checks the indices. */
int tb_select_run(const tb_select_job *job, int64_t *bad);
int tb_select_check(const tb_select_job *job, int64_t *bad);

#endif
