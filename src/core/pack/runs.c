/* runs.c: see pack.h.  Runs of bytes, for which a call each would show, in moves of a size that the compiler
 * knows; elements in the opposite order, several at a time, the last ones again with some before them. */
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/pack/pack.h"
#include "core/kernels/by_size.h"
#include "core/kernels/move/shuffles.h"

#include <stdbool.h>
#include <string.h>

void tb_copy_bytes(char *dst, const char *src, int64_t bytes)
{
    enum { PAGE = 4096 };
    const uintptr_t behind = ((uintptr_t)dst - (uintptr_t)src) % PAGE;
    const bool is_close = 0 < behind && behind < TB_CACHE_LINE;
    for (int64_t n; bytes > 0; bytes -= n, dst += n, src += n) {
        n = is_close ? tb_min(bytes, TB_MEMCPY_PIECE) : bytes;
        memcpy(dst, src, (size_t)n);
    }
}

/* Copies runs of `size` bytes, a constant ... */
static inline void copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n,
                             size_t size)
{
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step)
        memcpy(dst, src, size);
}

/* ... and runs of at least `size` and at most twice as many bytes, in two overlapping moves of at most
 * LONGEST bytes. */
enum { LONGEST = 32 };
_Static_assert(TB_SHORT_RUN <= 2 * LONGEST, "two moves are a run");

static inline void copy_longer_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n,
                                    int64_t bytes, size_t size)
{
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step) {
        char head[LONGEST], tail[LONGEST];
        memcpy(head, src, size);
        memcpy(tail, src + bytes - size, size);
        memcpy(dst, head, size);
        memcpy(dst + bytes - size, tail, size);
    }
}

void tb_copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t bytes)
{
#define RUNS(T, N) copy_runs(dst, dst_step, src, src_step, n, N)
    if (bytes <= 16 && (bytes & (bytes - 1)) == 0)
        TB_BY_SIZE(bytes, RUNS);
    else if (bytes > TB_SHORT_RUN)
        for (int64_t i = 0; i < n; i++)
            tb_copy_bytes(dst + i * dst_step, src + i * src_step, bytes);
    else if (bytes > LONGEST)
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, LONGEST);
    else if (bytes > 16)
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 16);
    else if (bytes > 8)
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 8);
    else if (bytes > 4)
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 4);
    else
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 2); /* 3 */
#undef RUNS
}

void tb_repeat_bytes(char *dst, int64_t bytes, int64_t total)
{
    for (int64_t done = bytes; done < total; done *= 2)
        tb_copy_bytes(dst + done, dst, tb_min(done, total - done));
}

/* ---- reversed rows ---- */

#define ORDER_2 7, 6, 5, 4, 3, 2, 1, 0
#define ORDER_4 3, 2, 1, 0
#define ORDER_8 1, 0

/* For fewer than 16 bytes; a constant n lets the compiler unroll the loop. */
#define PLAIN(T, N)                                                                                       \
    TB_INLINE void plain_##N(T *restrict o, const T *restrict p, int64_t n)                               \
    {                                                                                                     \
        for (int64_t i = 0; i < n; i++)                                                                   \
            o[i] = p[-i];                                                                                 \
    }                                                                                                     \
    static void plain_rows_##N(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, \
                               int64_t rows)                                                              \
    {                                                                                                     \
        for (; rows > 0; rows--, to += to_step, from += from_step)                                        \
            switch (n) {                                                                                  \
            case 2: plain_##N((T *)to, (const T *)from, 2); break;                                        \
            case 3: plain_##N((T *)to, (const T *)from, 3); break;                                        \
            default: plain_##N((T *)to, (const T *)from, n); break;                                       \
            }                                                                                             \
    }

TB_EACH_SIZE(PLAIN)
#undef PLAIN

#if TB_SHUFFLES
#define REVERSE(T, N)                                      \
    typedef T vector_##N __attribute__((vector_size(16))); \
    TB_INLINE void reverse_##N(char *to, const char *from) \
    {                                                      \
        vector_##N v;                                      \
        memcpy(&v, from + N - 16, 16);                     \
        v = __builtin_shufflevector(v, v, ORDER_##N);      \
        memcpy(to, &v, 16);                                \
    }
REVERSE(uint16_t, 2)
REVERSE(uint32_t, 4)
REVERSE(uint64_t, 8)
#undef REVERSE

/* Moves of 8 bytes are as fast for single bytes if the processor has no byte shuffle. */
TB_INLINE void reverse_1(char *to, const char *from)
{
    uint64_t v;
    memcpy(&v, from - 7, 8);
    v = __builtin_bswap64(v);
    memcpy(to, &v, 8);
}

#define ROWS(N, AT_ONCE)                                                                            \
    static void rows_##N(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, \
                         int64_t rows)                                                              \
    {                                                                                               \
        if (n < AT_ONCE) {                                                                          \
            plain_rows_##N(to, to_step, from, from_step, n, rows);                                  \
            return;                                                                                 \
        }                                                                                           \
        for (; rows > 0; rows--, to += to_step, from += from_step) {                                \
            for (int64_t i = 0; i + AT_ONCE < n; i += AT_ONCE)                                      \
                reverse_##N(to + i * N, from - i * N);                                              \
            reverse_##N(to + (n - AT_ONCE) * N, from - (n - AT_ONCE) * N);                          \
        }                                                                                           \
    }
ROWS(1, 8)
ROWS(2, 8)
ROWS(4, 4)
ROWS(8, 2)
#undef ROWS
#else
#define rows_1 plain_rows_1
#define rows_2 plain_rows_2
#define rows_4 plain_rows_4
#define rows_8 plain_rows_8
#endif
#define rows_16 plain_rows_16

void tb_reverse_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t rows,
                     int itemsize)
{
#define REVERSE_ROWS(T, N) rows_##N(to, to_step, from, from_step, n, rows)
    TB_BY_SIZE(itemsize, REVERSE_ROWS);
#undef REVERSE_ROWS
}
