/* strips.c: see strips.h.  Long pieces are copied row by row; short ones over a block of rows that
 * stays in the first-level cache, in moves of a size that the compiler knows.
 * Relies on: strips.h, pack.h, share.h, stream.h. */
#include "strips.h"
#include "kernels/kernels.h"
#include "pack.h"
#include "share.h"
#include "stream.h"

#include <stdalign.h>
#include <string.h>

/* A block of rows; rows of more bytes are a block each. */
#define BLOCK_BYTES 8192
/* Shorter pieces are not worth a call of streaming. */
#define STREAM_PIECE 1024
/* Rows of single elements. */
#define MIN_INTERLEAVED 16
/* Ranges begin at lines of memory. */
#define LINE 64

/* Are the strips single elements of contiguous memory?  Then rows of them are a transpose. */
static bool interleaves(const tb_strips *s)
{
    const int64_t bytes = s->strip[0].bytes;
    bool same = s->n > 1 && s->rows >= MIN_INTERLEAVED && bytes <= 8 && (bytes & (bytes - 1)) == 0 &&
                s->n * bytes * MIN_INTERLEAVED <= BLOCK_BYTES;
    for (int64_t i = 0; i < s->n && same; i++)
        same = s->strip[i].bytes == bytes && s->strip[i].step == bytes &&
               (uintptr_t)s->strip[i].from % (uintptr_t)bytes == 0;
    return same;
}

static void interleave(const tb_strips *s, int64_t row, int64_t rows)
{
    alignas(64) char tile[BLOCK_BYTES];
    const int64_t bytes = s->strip[0].bytes, block = BLOCK_BYTES / s->row_bytes / 16 * 16;
    const tb_moves *moves = &tb_kernels_active->move[__builtin_ctz((unsigned)bytes)];
    for (int64_t j = row; j < row + rows; j += block) {
        const int64_t m = row + rows - j < block ? row + rows - j : block;
        char *to = s->to + j * s->row_bytes;
        if (s->n == 2) { /* two rows are always the same distance apart */
            const char *a = s->strip[0].from + j * bytes, *b = s->strip[1].from + j * bytes;
            moves->transpose(to, s->row_bytes, a, (int64_t)((uintptr_t)b - (uintptr_t)a), 2, m);
            continue;
        }
        for (int64_t i = 0; i < s->n; i++)
            memcpy(tile + i * block * bytes, s->strip[i].from + j * bytes, (size_t)(m * bytes));
        moves->transpose(to, s->row_bytes, tile, block * bytes, s->n, m);
    }
}

/* Whole rows, `row` the first. */
static void copy_rows(const tb_strips *s, tb_stream *stream, int64_t row, int64_t rows)
{
    if (interleaves(s)) {
        interleave(s, row, rows);
        return;
    }
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
                tb_copy_runs(to, s->row_bytes, from, strip->step, m, strip->bytes);
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
    s->stream = tb_stream_pays(s->to, bytes, 2 * bytes);
    tb_share_range_leaving(copy_range, s, (bytes + LINE - 1) / LINE, 1, cost, storages, nstorages, lock);
}
