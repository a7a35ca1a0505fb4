/* accumulate.h: reductions at indices that need accumulators beside the table: sums and products of halves,
 * in float32, and means, which need counts.  Elements that are not indexed are not written: another thread
 * may own them.  With few indices they are not read either, so that the cost depends on the indices only. */
#ifndef TB_ACCUMULATE_H
#define TB_ACCUMULATE_H

#include "core/gather/accumulate_few.h"

/* The table is not written before all memory is allocated and, for sums in another dtype, before all indices
 * have been followed: after an error nothing has changed.  *code is tb_gather_elements's; for sums in the
 * table's own dtype the caller has checked the indices before. */
tb_status tb_accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
