/* stream.h: stores that bypass the caches, for large outputs.  Relies on: the operating system, to know
 * whether pages exist. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include "core/base/tuning.h"

#include <stdbool.h>
#include <stdint.h>

/* Should an output of `written` bytes be streamed, if all operands of the call, the output included, have
 * `total` bytes?  `halves` of the last-level cache are the least: TB_STREAM_STORED and the like.  The output
 * must not overlap anything that is read. */
bool tb_should_stream(const char *to, int64_t written, int64_t total, int halves);

/* Whole cache lines are streamed; the beginning of a line is held until the rest of it arrives.  Starts as
 * {.held = 0}. */
typedef struct {
    char *line; /* destination of the held bytes: the beginning of a cache line */
    int64_t held;
    char bytes[TB_CACHE_LINE];
} tb_stream;

/* Copies rows of `bytes` bytes each, which must not overlap.  They may reach memory only in tb_stream_end. */
void tb_stream_rows(tb_stream *stream, char *dst, int64_t dst_row, const char *src, int64_t src_row,
                    int64_t bytes, int64_t rows);
/* Must be called before anything that was streamed may be read. */
void tb_stream_end(tb_stream *stream);

#endif
