/* stream.h: stores that go to memory past the caches, for large outputs.
 * Relies on: the operating system, for whether pages exist. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include <stdbool.h>
#include <stdint.h>

/* Have the pages been written (or read) before?  A few of them are looked at, by
 * asking the system, about a microsecond each.  False where it cannot tell. */
bool tb_was_touched(const char *data, int64_t bytes);
/* Copies rows of `bytes` bytes each; no overlap. */
void tb_stream_rows(char *dst, int64_t dst_row, const char *src, int64_t src_row, int64_t bytes,
                    int64_t rows);
/* Before another thread may read what was streamed. */
void tb_stream_end(void);

#endif
