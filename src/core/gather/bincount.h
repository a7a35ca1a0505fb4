/* bincount.h: counts how often each number occurs in a vector. */
#ifndef TB_BINCOUNT_H
#define TB_BINCOUNT_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out[i]: the number of elements of t that equal i (int64), or the sum of their weights, in the order of t:
 * float32 for float32 weights, otherwise float64, to which weights of other dtypes are cast.  At least
 * minlength elements.  weights may be NULL.  torch's errors, in its order of checks. */
tb_status tb_bincount(tb_tensor *out, const tb_tensor *t, const tb_tensor *weights, int64_t minlength,
                      const tb_lock_callbacks *lock, tb_error *err);

#endif
