/* select_walk.h: the walk of everything that a vector of indices picks whole
 * slices for: index_select, index_fill, index_copy.  Indices become offsets, some
 * hundred at a time, which every line of the tensor then follows.
 * Relies on: apply.h. */
#ifndef TB_SELECT_WALK_H
#define TB_SELECT_WALK_H

#include "apply.h"

/* table and other have the same sizes except along dim, or no dimensions at all
 * there; other NULL: the one element at `value`.  They share no memory. */
typedef struct {
    const tb_tensor *table, *other;
    const void *value;
    const tb_tensor *index; /* int32 or int64, one dimension or none */
    int dim;
    bool to_table;
    bool from_end;          /* negative indices count from the end */
    const tb_lock *lock;    /* as tb_gather_walk's */
} tb_select_walk;

/* 0, or 1 with the first index that is out of bounds in *bad: the walk stopped
 * somewhere before it.  tb_select_look only looks at the indices. */
int tb_select_run(const tb_select_walk *walk, int64_t *bad);
int tb_select_look(const tb_select_walk *walk, int64_t *bad);

#endif
