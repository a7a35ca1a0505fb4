/* in_order.h: tensors whose elements follow from their number in logical order: what makes sequences.
 * Relies on: apply.h. */
#ifndef TB_IN_ORDER_H
#define TB_IN_ORDER_H

#include "apply.h"

/* Elements that are asked for at once, at most; `first` is a multiple of it. */
#define TB_VALUES_MOST 1024
/* Writes the elements [first, last) to `to`, one after another; in any order and thread. */
typedef void (*tb_values)(const void *state, char *to, int64_t first, int64_t last);

/* Has `values` make out's elements: in place when `out` is contiguous, else in memory that is copied.  Long
 * ones are shared by the pool's threads and leave the lock (NULL: it is kept).  On failure nothing has been
 * written. */
tb_status tb_write_in_order(tb_tensor *out, tb_values values, const void *state, const tb_lock *lock,
                            tb_error *err);

#endif
