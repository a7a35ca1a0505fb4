/* repeat_interleave.h: torch.repeat_interleave, with one number for all slices or one for each.  `out` is
 * uninitialised, and needs no release after a failure; `lock` as in tb_run_releasing. */
#ifndef TB_REPEAT_INTERLEAVE_H
#define TB_REPEAT_INTERLEAVE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* repeat_interleave(): repeats every slice along dim that many times; dim NULL: every element of t,
 * flattened. output_size: the required size of the result along dim, or NULL. */
tb_status tb_repeat_each(tb_tensor *out, const tb_tensor *t, int64_t repeats, const int64_t *dim,
                         const int64_t *output_size, const tb_lock_callbacks *lock, tb_error *err);
/* The same with an int64 or int32 number for each slice. */
tb_status tb_repeat_by(tb_tensor *out, const tb_tensor *t, const tb_tensor *repeats, const int64_t *dim,
                       const int64_t *output_size, tb_error *err);
/* Repeats number i repeats[i] times, in repeats' dtype. */
tb_status tb_repeat_indices(tb_tensor *out, const tb_tensor *repeats, const int64_t *output_size,
                            tb_error *err);

#endif
