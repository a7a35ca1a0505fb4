/* reduce_passes.h: a reduction over a tensor of any layout, by one of the reduction kernels.
 *
 * Dimensions are merged and sorted by the input's strides; memory that is contiguous along a long dimension
 * is read in place, everything else (strided or short dimensions, casts) through tiles.  Long reductions are
 * cut into pieces whose accumulators are merged as a tree: the pieces follow from the shape alone, so that
 * bits do not depend on the number of threads. */
#ifndef TB_REDUCE_PASSES_H
#define TB_REDUCE_PASSES_H

#include "core/reduce/reduce_plan.h"
#include "core/threads/caller_lock.h"

/* Fails only if out of memory.  No tensor is written before everything is allocated. */
tb_status tb_reduce_job_run(const tb_reduce_job *job, const tb_lock_callbacks *lock, tb_error *err);

#endif
