/* iteration_blocks_plan.h: whether to iterate by blocks, and by which. */
#ifndef TB_ITERATION_BLOCKS_PLAN_H
#define TB_ITERATION_BLOCKS_PLAN_H

#include "core/iterate/strategy.h"

/* Changes an iteration that was about to be FLAT into one by blocks where that pays. */
void tb_blocks_init(tb_iteration *iteration);

#endif
