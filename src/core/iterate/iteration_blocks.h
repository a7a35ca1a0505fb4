/* iteration_blocks.h: iterating by blocks of two dimensions. */
#ifndef TB_ITERATION_BLOCKS_H
#define TB_ITERATION_BLOCKS_H

#include "core/iterate/strategy.h"
#include "core/iterate/stream.h"

int tb_blocks_run(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last);

#endif
