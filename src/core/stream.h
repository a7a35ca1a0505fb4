/* stream.h: stores that go to memory past the caches, for large outputs that are
 * not read soon.  Relies on: nothing. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

#include <stdint.h>

/* Copies rows of `bytes` bytes each; no overlap. */
void tb_stream_rows(char *dst, int64_t dst_row, const char *src, int64_t src_row, int64_t bytes,
                    int64_t rows);
/* Before another thread may read what was streamed. */
void tb_stream_end(void);

#endif
