/* sequence.h: fills tensors whose elements are functions of their position in logical order. */
#ifndef TB_SEQUENCE_H
#define TB_SEQUENCE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* Writes the elements [first, last) contiguously to `to`; called in any order and in any thread.  At most
 * TB_SEQUENCE_AT_ONCE elements at a time, and `first` is a multiple of that. */
typedef void (*tb_sequence_values)(const void *state, char *to, int64_t first, int64_t last);

/* Fills `out` with the elements that `values` computes: in place if `out` is contiguous, else through a
 * contiguous copy.  The pool's threads share long work, which releases the lock (NULL: keeps it).  On failure
 * nothing has been written. */
tb_status tb_write_sequence(tb_tensor *out, tb_sequence_values values, const void *state,
                            const tb_lock_callbacks *lock, tb_error *err);

#endif
