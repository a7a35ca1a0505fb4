/* gather_walk.h: the one walk of everything that follows a tensor of indices:
 * gather, take, scatter and the adding kinds.  The table is what the indices
 * point into along one dimension; `other` has an element for each index and is
 * written by gather, read by scatter.  Lines along that dimension never share an
 * element of the table, and each line is walked in the order of its indices.
 * Relies on: apply.h. */
#ifndef TB_GATHER_WALK_H
#define TB_GATHER_WALK_H

#include "apply.h"

typedef enum {
    TB_FROM_TABLE, /* other = table[index] */
    TB_TO_TABLE,   /* table[index] = other */
    TB_ADD_TO_TABLE,
    TB_MULTIPLY_TABLE,
    TB_ONLY_LOOK   /* at the indices: table and other need no memory */
} tb_gather_step;

typedef struct {
    tb_gather_step step;
    const tb_tensor *table, *index, *other; /* other NULL: the one element at `value`; index: int64 */
    const void *value;                      /* of the table's dtype */
    bool whole;        /* index points into the whole contiguous table (take), from its end if negative */
    int dim;           /* otherwise: the indexed dimension */
    bool other_leads;  /* dimensions are ordered by the strides of other, not by the table's */
    const tb_lock *lock; /* left during long work, after which nothing is known of the tensors; NULL: kept */
} tb_gather_walk;

/* Except along dim, table and other are no smaller than index (a 0-dim one counts
 * as one of size 1).  Returns 0, or 1 with the first index that is out of bounds
 * in *bad: the walk stopped there. */
int tb_gather_run(const tb_gather_walk *walk, int64_t *bad);

#endif
