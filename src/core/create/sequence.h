/* sequence.h: tensors whose elements follow from their number in logical order: what makes sequences. */
#ifndef TB_SEQUENCE_H
#define TB_SEQUENCE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* Writes the elements [first, last) to `to`, one after another; in any order and thread.  They are at most
 * TB_SEQUENCE_AT_ONCE, and `first` is a multiple of it. */
typedef void (*tb_sequence_values)(const void *state, char *to, int64_t first, int64_t last);

/* Has `values` make out's elements: in place when `out` is contiguous, else in memory that is copied.
 * Long work is shared by the pool's threads and releases the lock (NULL: keeps it).  On failure nothing
 * has been written. */
tb_status tb_write_sequence(tb_tensor *out, tb_sequence_values values, const void *state,
                            const tb_lock_callbacks *lock, tb_error *err);

#endif
