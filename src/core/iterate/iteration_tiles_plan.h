/* iteration_tiles_plan.h: which part of an iteration is a tile. */
#ifndef TB_ITERATION_TILES_PLAN_H
#define TB_ITERATION_TILES_PLAN_H

#include "core/iterate/strategy.h"

/* Sets everything but the strategy of an iteration with a plan and work. */
void tb_tiles_init(tb_iteration *iteration);

#endif
