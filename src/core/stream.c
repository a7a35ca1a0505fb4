/* stream.c: see stream.h.  Whole lines are streamed, the ends of a row are stored
 * as usual; without SSE2 everything is. */
#include "stream.h"

#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#define LOOKS 4

bool tb_was_touched(const char *data, int64_t bytes)
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
bool tb_was_touched(const char *data, int64_t bytes)
{
    (void)data;
    (void)bytes;
    return false;
}
#endif

#if defined(__SSE2__)
#include <emmintrin.h>

#define LINE 64

static void stream_row(char *dst, const char *src, int64_t bytes)
{
    int64_t head = (int64_t)(-(uintptr_t)dst & (LINE - 1));
    if (head > bytes)
        head = bytes;
    memcpy(dst, src, (size_t)head);
    int64_t i = head;
    for (; i + LINE <= bytes; i += LINE) {
        __m128i part[LINE / 16];
        for (int j = 0; j < LINE / 16; j++)
            part[j] = _mm_loadu_si128((const __m128i *)(src + i) + j);
        for (int j = 0; j < LINE / 16; j++)
            _mm_stream_si128((__m128i *)(dst + i) + j, part[j]);
    }
    memcpy(dst + i, src + i, (size_t)(bytes - i));
}

void tb_stream_end(void) { _mm_sfence(); }
#else
static void stream_row(char *dst, const char *src, int64_t bytes) { memcpy(dst, src, (size_t)bytes); }

void tb_stream_end(void) {}
#endif

void tb_stream_rows(char *dst, int64_t dst_row, const char *src, int64_t src_row, int64_t bytes, int64_t rows)
{
    if (dst_row == bytes && src_row == bytes) {
        bytes *= rows;
        rows = 1;
    }
    for (int64_t j = 0; j < rows; j++)
        stream_row(dst + j * dst_row, src + j * src_row, bytes);
}
