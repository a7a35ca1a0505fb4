/* accumulate.h: reductions at indices whose accumulators are no elements of the table: sums and products of halves
 * in float32, and means, which count.  What is not indexed is not written, for it may be another thread's; where
 * the indices are few it is not read either, and a call costs what its indices cost. */
#ifndef TB_ACCUMULATE_H
#define TB_ACCUMULATE_H

#include "core/gather/accumulate_few.h"

/* The table is written when all memory is there, by sums in another dtype when all indices were followed: after an
 * error nothing has changed.  *code is tb_gather_elements's; of sums in the table's own dtype the caller has looked at the
 * indices before. */
tb_status tb_accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
