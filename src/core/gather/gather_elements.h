/* gather_elements.h: the loops that follow an index as large as what they move: gather, take, scatter and its
 * reductions.  The indices point into the table along one dimension; `other` has an element for each
 * index and is written by gather, read by scatter.  Slices along that dimension never share an element
 * of the table, and each is processed in the order of its indices. */
#ifndef TB_GATHER_ELEMENTS_H
#define TB_GATHER_ELEMENTS_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum {
    TB_FROM_TABLE, /* other = table[index] */
    TB_TO_TABLE, /* table[index] = other */
    TB_ADD_TO_TABLE,
    TB_MULTIPLY_TABLE,
    TB_MAX_TABLE, /* of bool, the integers but uint16 to uint64, and floats */
    TB_MIN_TABLE,
    TB_CHECK_ONLY /* at the indices: table and other need no memory */
} tb_gather_mode;

typedef struct {
    tb_gather_mode step;
    const tb_tensor *table, *index, *other; /* other NULL: the one element at `value`; index: int64 */
    const void *value; /* of the table's dtype */
    bool whole; /* index points into the whole contiguous table (take), from its end if negative */
    int dim; /* otherwise: the indexed dimension */
    bool other_leads; /* dimensions are ordered by the strides of other, not by the table's */
    const tb_lock_callbacks
        *lock; /* released during long work: then nothing is known of the tensors; NULL: kept */
} tb_gather_job;

/* Except along dim, table and other are no smaller than index (a 0-dim one counts as one of size 1).
 * Returns 0, or 1 with the first index that is out of bounds in *bad, where it interrupted, or TB_RANGE_INTERRUPTED. */
int tb_gather_elements(const tb_gather_job *job, int64_t *bad);

#endif
