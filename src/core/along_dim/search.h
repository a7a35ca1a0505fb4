/* search.h: where values belong among sorted numbers. */
#ifndef TB_SEARCH_H
#define TB_SEARCH_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out (uninitialised, int64, of the values' sizes): the index of the first number that is not less than each
 * value, or with `right` that is greater; a value among nan comes last.  Both operands are contiguous, both int64
 * or both float64; the numbers are one vector for all values, or one for each vector of values along the last
 * dimension, and sorted: of others the result is what bisection finds. */
tb_status tb_search(tb_tensor *out, const tb_tensor *numbers, const tb_tensor *values, bool right,
                    const tb_lock_callbacks *lock, tb_error *err);

#endif
