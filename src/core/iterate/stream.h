/* stream.h: stores that go to memory past the caches, for large outputs.
 * Relies on: the operating system for whether pages exist. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include "core/base/tuning.h"

#include <stdbool.h>
#include <stdint.h>

/* Is it worth storing an output of `written` bytes past the caches, if the call's operands, the output among
 * them, have `total` bytes?  Nothing that is read may overlap it. */
bool tb_should_stream(const char *to, int64_t written, int64_t total);

/* Whole cache lines are streamed; the beginning of one is held back for its rest, if that comes next.
 * Begins as {.held = 0}. */
typedef struct {
    char *line; /* where the held bytes belong, the beginning of a cache line */
    int64_t held;
    char bytes[TB_CACHE_LINE];
} tb_stream;

/* Copies rows of `bytes` bytes each; no overlap.  They may reach memory only at the end. */
void tb_stream_rows(tb_stream *stream, char *dst, int64_t dst_row, const char *src, int64_t src_row,
                    int64_t bytes, int64_t rows);
/* To be called before anything that was streamed may be read. */
void tb_stream_end(tb_stream *stream);

#endif
