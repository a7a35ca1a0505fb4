/* search.h: positions of values in sorted numbers. */
#ifndef TB_SEARCH_H
#define TB_SEARCH_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out (uninitialised, of the values' sizes, int64 or, if `narrow`, int32): for each value, the index of the
 * first number that is not less or, with `right`, that is greater; a nan value comes after all numbers.
 * Both operands are contiguous and of one dtype, which is not complex; the numbers are one vector for all
 * values, or one for each vector of values along the last dimension.  They should be sorted: otherwise the
 * result is what torch's bisection finds. */
tb_status tb_search(tb_tensor *out, const tb_tensor *numbers, const tb_tensor *values, bool right,
                    bool narrow, const tb_lock_callbacks *lock, tb_error *err);

#endif
