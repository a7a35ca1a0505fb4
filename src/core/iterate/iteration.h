/* iteration.h: runs a kernel over a plan, the only place that loops over shapes.
 *
 * There are three strategies.  DIRECT: every operand's inner dimension is contiguous or one element, and
 * long enough: the kernel runs over rows in place.  STRIDED: several operands have long strided rows, which
 * the kernel takes in place, as rows of one element.  TILED: everything else, through tiles of one row or,
 * where an operand is contiguous along another dimension, of several (iteration_tiles.c).  Relies on: plan.h,
 * strategy.h. */
#ifndef TB_ITERATION_H
#define TB_ITERATION_H

#include "core/iterate/strategy.h"

void tb_iteration_init(tb_iteration *iteration, const tb_plan *plan, const tb_loop_body *work);
/* Units [first, last).  Returns 0 or the kernel's code. */
int tb_iteration_run(const tb_iteration *iteration, int64_t first, int64_t last);

#endif
