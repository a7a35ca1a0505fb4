/* stream.c: see stream.h.  A partial cache line at the end is stored as usual, and without SSE2 so is
 * everything: a line that is half streamed and half stored costs as much as both. */
#include "core/iterate/stream.h"
#include "core/base/caches.h"
#include "core/base/tuning.h"
#include "core/platform/platform.h"

#include <string.h>

/* Have the pages been written (or read) before?  Asks the system about a few of them. */
static bool was_touched(const char *data, int64_t bytes)
{
    for (int64_t i = 0; i < TB_STREAM_PAGES_ASKED; i++)
        if (!tb_is_page_resident(data + bytes / (2 * TB_STREAM_PAGES_ASKED) * (2 * i + 1)))
            return false;
    return true;
}

/* An output that fits the last-level cache stays there for its next reader; on the first touch of a page,
 * streaming costs a third more. */
bool tb_should_stream(const char *to, int64_t written, int64_t total, int halves)
{
    return total >= tb_caches.last / 2 * halves && written >= tb_caches.last / TB_STREAM_LEAST_PART &&
           was_touched(to, written);
}

#if defined(__SSE2__)
#include <emmintrin.h>

static void stream_lines(char *dst, const char *src, int64_t lines)
{
    enum { PARTS = TB_CACHE_LINE / 16 };
    for (int64_t i = 0; i < lines; i++, dst += TB_CACHE_LINE, src += TB_CACHE_LINE) {
        __m128i part[PARTS];
        for (int j = 0; j < PARTS; j++)
            part[j] = _mm_loadu_si128((const __m128i *)src + j);
        for (int j = 0; j < PARTS; j++)
            _mm_stream_si128((__m128i *)dst + j, part[j]);
    }
}

static void fence(void) { _mm_sfence(); }
#else
static void stream_lines(char *dst, const char *src, int64_t lines)
{
    memcpy(dst, src, (size_t)(lines * TB_CACHE_LINE));
}

static void fence(void) {}
#endif

static void flush_held(tb_stream *stream)
{
    memcpy(stream->line, stream->bytes, (size_t)stream->held);
    stream->held = 0;
}

/* Adds bytes to the held line; returns how many it took. */
static int64_t complete(tb_stream *stream, const char *src, int64_t bytes)
{
    const int64_t room = TB_CACHE_LINE - stream->held, n = bytes < room ? bytes : room;
    memcpy(stream->bytes + stream->held, src, (size_t)n);
    stream->held += n;
    if (stream->held == TB_CACHE_LINE) {
        stream_lines(stream->line, stream->bytes, 1);
        stream->held = 0;
    }
    return n;
}

static void stream_row(tb_stream *stream, char *dst, const char *src, int64_t bytes)
{
    int64_t done = 0;
    if (stream->held && stream->line + stream->held == dst)
        done = complete(stream, src, bytes);
    else if (stream->held)
        flush_held(stream);
    const int64_t beyond = (int64_t)((uintptr_t)(dst + done) % TB_CACHE_LINE), left = bytes - done;
    if (left == 0)
        return;
    if (beyond) { /* the row begins inside of a line */
        const int64_t head = TB_CACHE_LINE - beyond < left ? TB_CACHE_LINE - beyond : left;
        memcpy(dst + done, src + done, (size_t)head);
        done += head;
    }
    const int64_t lines = (bytes - done) / TB_CACHE_LINE;
    stream_lines(dst + done, src + done, lines);
    done += lines * TB_CACHE_LINE;
    if (done < bytes) {
        stream->line = dst + done;
        complete(stream, src + done, bytes - done);
    }
}

void tb_stream_end(tb_stream *stream)
{
    if (stream->held)
        flush_held(stream);
    fence();
}

void tb_stream_rows(tb_stream *stream, char *dst, int64_t dst_row, const char *src, int64_t src_row,
                    int64_t bytes, int64_t rows)
{
    if (dst_row == bytes && src_row == bytes) {
        bytes *= rows;
        rows = 1;
    }
    for (int64_t j = 0; j < rows; j++)
        stream_row(stream, dst + j * dst_row, src + j * src_row, bytes);
}
