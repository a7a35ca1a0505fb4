/* stream.c: see stream.h.  What is no whole line in the end is stored as usual, and
 * without SSE2 everything is: a line that is half streamed and half stored costs
 * both times. */
#include "stream.h"

#include <string.h>

/* What a large third-level cache holds (no system tells how much is ours), and too little to begin with. */
#define CACHE_BYTES (INT64_C(32) << 20)
#define LEAST_BYTES (INT64_C(8) << 20)

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#define LOOKS 4

/* Have the pages been written (or read) before?  A few of them are looked at, by
 * asking the system, about a microsecond each.  False where it cannot tell. */
static bool was_touched(const char *data, int64_t bytes)
{
    const int64_t page = sysconf(_SC_PAGESIZE);
    for (int64_t i = 0; i < LOOKS; i++) {
        const char *p = data + bytes / (2 * LOOKS) * (2 * i + 1);
        unsigned char resident = 0;
        if (mincore((void *)((uintptr_t)p & ~(uintptr_t)(page - 1)), 1, &resident) != 0 || !(resident & 1))
            return false;
    }
    return true;
}
#else
static bool was_touched(const char *data, int64_t bytes)
{
    (void)data;
    (void)bytes;
    return false;
}
#endif

/* What the third-level cache takes stays there for who reads it next; on the first touch of a page
 * streaming costs a third more. */
bool tb_stream_pays(const char *to, int64_t written, int64_t total)
{
    return total >= CACHE_BYTES && written >= LEAST_BYTES && was_touched(to, written);
}

#if defined(__SSE2__)
#include <emmintrin.h>

static void stream_lines(char *dst, const char *src, int64_t lines)
{
    enum { PARTS = TB_STREAM_LINE / 16 };
    for (int64_t i = 0; i < lines; i++, dst += TB_STREAM_LINE, src += TB_STREAM_LINE) {
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
    memcpy(dst, src, (size_t)(lines * TB_STREAM_LINE));
}

static void fence(void) {}
#endif

static void let_go(tb_stream *stream)
{
    memcpy(stream->line, stream->bytes, (size_t)stream->held);
    stream->held = 0;
}

/* More of the held line; how many bytes it took. */
static int64_t complete(tb_stream *stream, const char *src, int64_t bytes)
{
    const int64_t room = TB_STREAM_LINE - stream->held, n = bytes < room ? bytes : room;
    memcpy(stream->bytes + stream->held, src, (size_t)n);
    stream->held += n;
    if (stream->held == TB_STREAM_LINE) {
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
        let_go(stream);
    const int64_t beyond = (int64_t)((uintptr_t)(dst + done) % TB_STREAM_LINE), left = bytes - done;
    if (left == 0)
        return;
    if (beyond) { /* the line began elsewhere */
        const int64_t head = TB_STREAM_LINE - beyond < left ? TB_STREAM_LINE - beyond : left;
        memcpy(dst + done, src + done, (size_t)head);
        done += head;
    }
    const int64_t lines = (bytes - done) / TB_STREAM_LINE;
    stream_lines(dst + done, src + done, lines);
    done += lines * TB_STREAM_LINE;
    if (done < bytes) {
        stream->line = dst + done;
        complete(stream, src + done, bytes - done);
    }
}

void tb_stream_end(tb_stream *stream)
{
    if (stream->held)
        let_go(stream);
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
