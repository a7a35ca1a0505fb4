/* distance.h: distances between the rows of two batches of matrices. */
#ifndef TB_DISTANCE_H
#define TB_DISTANCE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out (uninitialised) = the p-norms of all differences of a row of a (..., P, M) and a row of b (..., R, M):
 * (..., P, R), contiguous.  Checks and texts of torch's cdist; lock may be NULL. */
tb_status tb_cdist(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, double p,
                   const tb_lock_callbacks *lock, tb_error *err);

#endif
