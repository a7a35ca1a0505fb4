/* iteration.h: runs a kernel over a plan.
 *
 * There are two strategies.  DIRECT: the kernel runs over rows in place, where they are long enough, and
 * every operand's are contiguous or one element, or several are strided and the kernel takes that.  TILED:
 * everything else, through tiles of one row or, where an operand is contiguous along another dimension, of
 * several (iteration_tiles.c).  Relies on: plan.h, strategy.h. */
#ifndef TB_ITERATION_H
#define TB_ITERATION_H

#include "core/iterate/strategy.h"

void tb_iteration_init(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *work);
/* Units [first, last).  Returns 0 or the kernel's code. */
int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last);

#endif
