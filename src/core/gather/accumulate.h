/* accumulate.h: reductions at indices that need accumulators beside the table: sums and products of halves, in
 * float32, and means, which count.  Elements that are not indexed are not written: another thread may own them.  Few
 * indices do not read them either, so that such a call costs what its indices cost. */
#ifndef TB_ACCUMULATE_H
#define TB_ACCUMULATE_H

#include "core/gather/accumulate_few.h"

/* The table is written when all memory is there, by sums in another dtype when all indices were followed: after an
 * error nothing has changed.  *code is tb_gather_elements's; of sums in the table's own dtype the caller has looked
 * at the indices before. */
tb_status tb_accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
