/* stream.h: stores that go to memory past the caches, for large outputs.
 * Relies on: the operating system, for whether pages exist. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include <stdbool.h>
#include <stdint.h>

/* Operands of more bytes, all together, are in memory as much as in the caches. */
#define TB_MEMORY_BYTES (INT64_C(16) << 20)

/* Is it worth storing an output of `written` bytes past the caches, if the call's operands, the output among
 * them, have `total` bytes?  Nothing that is read may overlap it. */
bool tb_stream_pays(const char *to, int64_t written, int64_t total);

/* Streamed are whole lines of memory; the beginning of one is held back until its rest comes, if that comes
 * next.  Begins as {.held = 0}. */
#define TB_STREAM_LINE 64
typedef struct {
    char *line; /* where the held bytes belong, the beginning of a line */
    int64_t held;
    char bytes[TB_STREAM_LINE];
} tb_stream;

/* Copies rows of `bytes` bytes each; no overlap.  They need not be in memory before the end. */
void tb_stream_rows(tb_stream *stream, char *dst, int64_t dst_row, const char *src, int64_t src_row,
                    int64_t bytes, int64_t rows);
/* Before anybody may read what was streamed. */
void tb_stream_end(tb_stream *stream);

#endif
