/* backwards.c: see backwards.h.  Several at a time, the last ones again with some before them; for short
 * rows, of which a call of a level's kernel for each would show.
 * Relies on: backwards.h, kernels/shuffles.h, kernels/types.h. */
#include "backwards.h"
#include "kernels/shuffles.h"
#include "kernels/types.h"

#include <string.h>

#define ORDER_2 7, 6, 5, 4, 3, 2, 1, 0
#define ORDER_4 3, 2, 1, 0
#define ORDER_8 1, 0

/* Of fewer than 16 bytes; a constant n lets the compiler unroll. */
#define PLAIN(T, N)                                                                               \
    TB_INLINE void plain_##N(T *restrict o, const T *restrict p, int64_t n)                       \
    {                                                                                             \
        for (int64_t i = 0; i < n; i++)                                                           \
            o[i] = p[-i];                                                                         \
    }                                                                                             \
    static void plain_rows_##N(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, \
                               int64_t rows)                                                      \
    {                                                                                             \
        for (; rows > 0; rows--, to += to_step, from += from_step)                                \
            switch (n) {                                                                          \
            case 2: plain_##N((T *)to, (const T *)from, 2); break;                                \
            case 3: plain_##N((T *)to, (const T *)from, 3); break;                                \
            default: plain_##N((T *)to, (const T *)from, n); break;                               \
            }                                                                                     \
    }

PLAIN(uint8_t, 1)
PLAIN(uint16_t, 2)
PLAIN(uint32_t, 4)
PLAIN(uint64_t, 8)
PLAIN(tb_b16, 16)

#if defined(TB_SHUFFLES)
#define TURN(T, N)                                                                                \
    typedef T vector_##N __attribute__((vector_size(16)));                                        \
    TB_INLINE void turn_##N(char *to, const char *from)                                           \
    {                                                                                             \
        vector_##N v;                                                                             \
        memcpy(&v, from + N - 16, 16);                                                            \
        v = __builtin_shufflevector(v, v, ORDER_##N);                                             \
        memcpy(to, &v, 16);                                                                       \
    }
TURN(uint16_t, 2)
TURN(uint32_t, 4)
TURN(uint64_t, 8)

/* Bytes are as fast 8 at a time where the processor has no shuffle for them. */
TB_INLINE void turn_1(char *to, const char *from)
{
    uint64_t v;
    memcpy(&v, from - 7, 8);
    v = __builtin_bswap64(v);
    memcpy(to, &v, 8);
}

#define ROWS(N, AT_ONCE)                                                                          \
    static void rows_##N(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, \
                         int64_t rows)                                                            \
    {                                                                                             \
        if (n < AT_ONCE) {                                                                        \
            plain_rows_##N(to, to_step, from, from_step, n, rows);                                \
            return;                                                                               \
        }                                                                                         \
        for (; rows > 0; rows--, to += to_step, from += from_step) {                              \
            for (int64_t i = 0; i + AT_ONCE < n; i += AT_ONCE)                                    \
                turn_##N(to + i * N, from - i * N);                                               \
            turn_##N(to + (n - AT_ONCE) * N, from - (n - AT_ONCE) * N);                           \
        }                                                                                         \
    }
ROWS(1, 8)
ROWS(2, 8)
ROWS(4, 4)
ROWS(8, 2)
#else
#define rows_1 plain_rows_1
#define rows_2 plain_rows_2
#define rows_4 plain_rows_4
#define rows_8 plain_rows_8
#endif

void tb_turn_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t rows,
                  int itemsize)
{
    switch (itemsize) {
    case 1:
        rows_1(to, to_step, from, from_step, n, rows);
        break;
    case 2:
        rows_2(to, to_step, from, from_step, n, rows);
        break;
    case 4:
        rows_4(to, to_step, from, from_step, n, rows);
        break;
    case 8:
        rows_8(to, to_step, from, from_step, n, rows);
        break;
    default:
        plain_rows_16(to, to_step, from, from_step, n, rows);
        break;
    }
}
