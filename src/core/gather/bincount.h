/* bincount.h: how often each number occurs in a vector. */
#ifndef TB_BINCOUNT_H
#define TB_BINCOUNT_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out[i]: how many elements of t are i (int64), or the sum of their weights, in the order of t: float32
 * for such weights, else float64, to which weights of other dtypes are cast.  At least minlength
 * elements.  weights may be NULL.  torch's refusals and words, the checks in its order. */
tb_status tb_bincount(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights, int64_t minlength,
                      const tb_lock_callbacks *lock, tb_error *err);

#endif
