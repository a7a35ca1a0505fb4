/* gather_elements.h: loops for an index tensor that is as large as the elements it moves: gather, take,
 * scatter and its reductions.  The indices point into the table along one dimension; `other` has an element
 * for each index and is written by gather, read by scatter.  Slices along that dimension share no element of
 * the table, and each is processed in the order of its indices. */
#ifndef TB_GATHER_ELEMENTS_H
#define TB_GATHER_ELEMENTS_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum {
    TB_FROM_TABLE, /* other = table[index] */
    TB_TO_TABLE, /* table[index] = other */
    TB_ADD_TO_TABLE,
    TB_MULTIPLY_TABLE,
    TB_MAX_TABLE, /* for bool, floats, and the integers except uint16 to uint64 */
    TB_MIN_TABLE,
    TB_CHECK_ONLY /* checks the indices: table and other need no memory */
} tb_gather_mode;

typedef struct {
    tb_gather_mode step;
    const tb_tensor *table, *index, *other; /* other NULL: the single element at `value`; index: int64 */
    const void *value; /* of the table's dtype */
    bool whole; /* index points into the whole contiguous table (take), from its end if negative */
    int dim; /* otherwise: the indexed dimension */
    bool other_leads; /* the dimensions are ordered by other's strides, not the table's */
    const tb_lock_callbacks
        *lock; /* released during long work: the tensors may have changed afterwards; NULL: kept */
} tb_gather_job;

/* Except along dim, table and other are no smaller than index (a 0-dim one counts as one of size 1).  Returns
 * 0; or 1, with the first index that is out of bounds in *bad, with a part of the elements moved; or
 * TB_RANGE_INTERRUPTED. */
int tb_gather_elements(const tb_gather_job *job, int64_t *bad);

#endif
