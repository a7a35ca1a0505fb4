/* strips.c: see strips.h.  Long pieces are copied row by row; short ones over a block of rows that
 * stays in the first-level cache, in moves of a size that the compiler knows.
 * Relies on: strips.h, move.h, share.h, stream.h. */
#include "strips.h"
#include "move.h"
#include "share.h"
#include "stream.h"

#include <string.h>

/* A block of rows; rows of more bytes are a block each. */
#define BLOCK_BYTES 8192
/* Shorter pieces are not worth a call of memcpy, or of streaming. */
#define SHORT_PIECE 64
#define STREAM_PIECE 1024
/* Ranges begin at lines of memory. */
#define LINE 64

#define EXACT(size)                                                     \
    for (int64_t j = 0; j < rows; j++, to += to_step, from += from_step) \
        memcpy(to, from, size);

/* At least `size` bytes and at most twice as many. */
#define TWICE(size)                                                        \
    for (int64_t j = 0; j < rows; j++, to += to_step, from += from_step) { \
        char head[size], tail[size];                                       \
        memcpy(head, from, size);                                          \
        memcpy(tail, from + bytes - (size), size);                         \
        memcpy(to, head, size);                                            \
        memcpy(to + bytes - (size), tail, size);                           \
    }

static void copy_pieces(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t bytes,
                        int64_t rows)
{
    if (rows == 1 || bytes > SHORT_PIECE) {
        for (int64_t j = 0; j < rows; j++)
            memcpy(to + j * to_step, from + j * from_step, (size_t)bytes);
        return;
    }
    switch (bytes) {
    case 1:
        EXACT(1) return;
    case 2:
        EXACT(2) return;
    case 4:
        EXACT(4) return;
    case 8:
        EXACT(8) return;
    case 16:
        EXACT(16) return;
    default:
        break;
    }
    if (bytes > 32) {
        TWICE(32)
    } else if (bytes > 16) {
        TWICE(16)
    } else if (bytes > 8) {
        TWICE(8)
    } else if (bytes > 4) {
        TWICE(4)
    } else {
        TWICE(2) /* 3 */
    }
}

/* Whole rows, `row` the first. */
static void copy_rows(const tb_strips *s, tb_stream *stream, int64_t row, int64_t rows)
{
    const int64_t block = s->row_bytes < BLOCK_BYTES ? BLOCK_BYTES / s->row_bytes : 1;
    for (int64_t j = 0; j < rows; j += block) {
        const int64_t m = rows - j < block ? rows - j : block;
        char *to = s->to + (row + j) * s->row_bytes;
        for (int64_t i = 0; i < s->n; i++) {
            const tb_strip *strip = &s->strip[i];
            const char *from = strip->from + (row + j) * strip->step;
            if (s->stream && strip->bytes >= STREAM_PIECE)
                tb_stream_rows(stream, to, s->row_bytes, from, strip->step, strip->bytes, m);
            else
                copy_pieces(to, s->row_bytes, from, strip->step, strip->bytes, m);
            to += strip->bytes;
        }
    }
}

/* Bytes [first, last) of one row. */
static void copy_part(const tb_strips *s, tb_stream *stream, int64_t row, int64_t first, int64_t last)
{
    int64_t at = 0;
    for (int64_t i = 0; i < s->n && at < last; at += s->strip[i++].bytes) {
        const tb_strip *strip = &s->strip[i];
        const int64_t begin = first > at ? first - at : 0;
        const int64_t end = last - at < strip->bytes ? last - at : strip->bytes;
        if (begin >= end)
            continue;
        char *to = s->to + row * s->row_bytes + at + begin;
        const char *from = strip->from + row * strip->step + begin;
        if (s->stream)
            tb_stream_rows(stream, to, 0, from, 0, end - begin, 1);
        else
            memcpy(to, from, (size_t)(end - begin));
    }
}

/* Lines [first, last) of the memory that is written. */
static void copy_range(const void *work, int64_t first, int64_t last)
{
    const tb_strips *s = work;
    const int64_t total = s->rows * s->row_bytes;
    tb_stream stream = {.held = 0};
    int64_t at = first * LINE, end = last * LINE < total ? last * LINE : total;
    if (at % s->row_bytes) {
        const int64_t row = at / s->row_bytes, stop = (row + 1) * s->row_bytes;
        copy_part(s, &stream, row, at - row * s->row_bytes, (end < stop ? end : stop) - row * s->row_bytes);
        at = end < stop ? end : stop;
    }
    const int64_t rows = (end - at) / s->row_bytes;
    if (rows > 0)
        copy_rows(s, &stream, at / s->row_bytes, rows);
    at += rows * s->row_bytes;
    if (at < end)
        copy_part(s, &stream, at / s->row_bytes, 0, end - at);
    if (s->stream)
        tb_stream_end(&stream);
}

void tb_strips_run(tb_strips *s, tb_storage *const *storages, int64_t nstorages, const tb_lock *lock)
{
    const int64_t bytes = s->rows * s->row_bytes, cost = tb_share_cost(bytes / 4, 4, 1);
    if (cost < TB_POOL_LEAST) {
        s->stream = false;
        copy_rows(s, NULL, 0, s->rows);
        return;
    }
    s->stream = tb_move_streams(s->to, bytes);
    tb_share_range_leaving(copy_range, s, (bytes + LINE - 1) / LINE, 1, cost, storages, nstorages, lock);
}
