/* iteration_tiles.h: iterating by tiles. */
#ifndef TB_ITERATION_TILES_H
#define TB_ITERATION_TILES_H

#include "core/iterate/strategy.h"
#include "core/iterate/stream.h"

int tb_tiles_run(const tb_iteration *iteration, tb_stream *stream, int64_t first, int64_t last);

#endif
