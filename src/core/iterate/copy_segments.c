/* copy_segments.c: see copy.h.  Long rows are copied one by one, or in parts; short ones a segment at a time,
 * over a block of rows that stays in the first-level cache. */
#include "core/base/arithmetic.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/iterate/copy.h"
#include "core/pack/pack.h"
#include "core/iterate/parallel.h"
#include "core/iterate/stream.h"

#include <stdalign.h>
#include <string.h>

/* Are the segments single elements of contiguous memory?  Then the copy is a transpose. */
static bool is_interleaved(const tb_segments *s)
{
    const int64_t bytes = s->segment[0].bytes;
    bool same = s->n > 1 && s->rows >= TB_MIN_INTERLEAVED && bytes <= 8 && (bytes & (bytes - 1)) == 0 &&
                s->n * bytes * TB_MIN_INTERLEAVED <= TB_COPY_BLOCK_BYTES;
    for (int64_t i = 0; i < s->n && same; i++)
        same = s->segment[i].bytes == bytes && s->segment[i].step == bytes &&
               (uintptr_t)s->segment[i].from % (uintptr_t)bytes == 0;
    return same;
}

TB_FITS_FRAME(TB_COPY_BLOCK_BYTES);

static void interleave(const tb_segments *s, int64_t row, int64_t rows)
{
    alignas(TB_CACHE_LINE) char tile[TB_COPY_BLOCK_BYTES];
    const int64_t bytes = s->segment[0].bytes,
                  block = TB_COPY_BLOCK_BYTES / s->row_bytes / TB_MIN_INTERLEAVED * TB_MIN_INTERLEAVED;
    const tb_move_kernels *moves = &tb_kernels_active->move[__builtin_ctz((unsigned)bytes)];
    for (int64_t j = row; j < row + rows; j += block) {
        const int64_t m = tb_min(row + rows - j, block);
        char *to = s->to + j * s->row_bytes;
        if (s->n == 2) { /* the distance between two rows is their stride */
            const char *a = s->segment[0].from + j * bytes, *b = s->segment[1].from + j * bytes;
            moves->transpose(to, s->row_bytes, a, (int64_t)((uintptr_t)b - (uintptr_t)a), 2, m);
            continue;
        }
        for (int64_t i = 0; i < s->n; i++)
            memcpy(tile + i * block * bytes, s->segment[i].from + j * bytes, (size_t)(m * bytes));
        moves->transpose(to, s->row_bytes, tile, block * bytes, s->n, m);
    }
}

/* Copies whole rows from number `row` on. */
static void copy_rows(const tb_segments *s, tb_stream *stream, int64_t row, int64_t rows)
{
    const int64_t block = TB_COPY_BLOCK_BYTES / s->row_bytes;
    if (is_interleaved(s)) {
        TB_TOOK(INTERLEAVE);
        interleave(s, row, rows);
        return;
    }
    for (int64_t j = row; j < row + rows; j += block) {
        const int64_t m = tb_min(row + rows - j, block);
        char *to = s->to + j * s->row_bytes;
        for (int64_t i = 0; i < s->n; to += s->segment[i++].bytes) {
            const tb_segment *segment = &s->segment[i];
            const char *from = segment->from + j * segment->step;
            if (s->stream && segment->bytes >= TB_SEGMENT_STREAM_BYTES)
                tb_stream_rows(stream, to, s->row_bytes, from, segment->step, segment->bytes, m);
            else
                tb_copy_runs(to, s->row_bytes, from, segment->step, m, segment->bytes);
        }
    }
}

/* Copies bytes [first, last) of one row. */
static void copy_part(const tb_segments *s, tb_stream *stream, int64_t row, int64_t first, int64_t last)
{
    int64_t at = 0;
    for (int64_t i = 0; i < s->n && at < last; at += s->segment[i++].bytes) {
        const tb_segment *segment = &s->segment[i];
        const int64_t begin = tb_max(first - at, 0), bytes = tb_min(last - at, segment->bytes) - begin;
        char *to = s->to + row * s->row_bytes + at + begin;
        const char *from = segment->from + row * segment->step + begin;
        if (bytes > 0 && s->stream)
            tb_stream_rows(stream, to, 0, from, 0, bytes, 1);
        else if (bytes > 0)
            tb_copy_bytes(to, from, bytes);
    }
}

static bool has_short_rows(const tb_segments *s) { return s->row_bytes < TB_COPY_BLOCK_BYTES; }

/* [first, last) counts short rows, or else cache lines of the output. */
static int copy_range(const void *work, int64_t first, int64_t last)
{
    const tb_segments *s = work;
    tb_stream stream = {.held = 0};
    if (has_short_rows(s)) {
        copy_rows(s, &stream, first, last - first);
    } else {
        const int64_t end = tb_min(last * TB_CACHE_LINE, s->rows * s->row_bytes);
        for (int64_t at = first * TB_CACHE_LINE, stop; at < end; at = stop) {
            const int64_t row = at / s->row_bytes, begin = row * s->row_bytes;
            stop = tb_min(begin + s->row_bytes, end);
            copy_part(s, &stream, row, at - begin, stop - begin);
        }
    }
    if (s->stream)
        tb_stream_end(&stream);
    return 0;
}

tb_status tb_segments_run(tb_segments *s, tb_storage *const *storages, int64_t nstorages,
                          const tb_lock_callbacks *lock, tb_error *err)
{
    int code = 0;
    const int64_t bytes = s->rows * s->row_bytes, cost = tb_parallel_cost(bytes / 4, 4, 1);
    const int64_t total = has_short_rows(s) ? s->rows : tb_div_up(bytes, TB_CACHE_LINE);
    s->stream = cost >= TB_POOL_LEAST && tb_should_stream(s->to, bytes, 2 * bytes, TB_STREAM_STORED);
    if (cost < TB_POOL_LEAST && has_short_rows(s))
        copy_rows(s, NULL, 0, s->rows);
    else
        code = tb_parallel_for_releasing(copy_range, s, total, 1, cost, storages, nstorages, lock);
    return tb_status_of_code(code, err);
}
