/* pack.c: see pack.h.  Recursive over dimensions: a broadcast dimension packs
 * its inner part once and doubles it; the leaves are memcpy, fill, a strided
 * loop, and the level's moves: repeating each element of a row, a transpose. */
#include "pack.h"
#include "kernels/kernels.h"
#include "kernels/types.h"

#include <stdbool.h>
#include <string.h>

/* One function per element size and leaf, so that each is a plain loop. */
#define LEAVES(T, N)                                                                              \
    static void scatter_##N(char *dst, int64_t stride, const char *src, int64_t n)                \
    {                                                                                             \
        const T *p = (const T *)src;                                                              \
        for (int64_t i = 0; i < n; i++)                                                           \
            *(T *)(dst + i * stride) = p[i];                                                      \
    }                                                                                             \
    static void fill_##N(char *dst, const char *src, int64_t n)                                   \
    {                                                                                             \
        T *o = (T *)dst;                                                                          \
        const T value = *(const T *)src;                                                          \
        for (int64_t i = 0; i < n; i++)                                                           \
            o[i] = value;                                                                         \
    }                                                                                             \
    /* Rows of so few elements that a call for each shows. */                                     \
    static inline void short_rows_##N(T *restrict o, const char *src, int64_t n0, int64_t s0, int64_t n1, \
                                      int64_t s1)                                                 \
    {                                                                                             \
        for (int64_t i = 0; i < n1; i++)                                                          \
            for (int64_t j = 0; j < n0; j++)                                                      \
                *o++ = *(const T *)(src + i * s1 + j * s0);                                       \
    }                                                                                             \
    static void gather_short_##N(char *dst, const char *src, const int64_t *size, const int64_t *stride) \
    {                                                                                             \
        T *o = (T *)dst;                                                                          \
        switch (size[0]) {                                                                        \
        case 2: short_rows_##N(o, src, 2, stride[0], size[1], stride[1]); break;                  \
        case 3: short_rows_##N(o, src, 3, stride[0], size[1], stride[1]); break;                  \
        case 4: short_rows_##N(o, src, 4, stride[0], size[1], stride[1]); break;                  \
        default: short_rows_##N(o, src, size[0], stride[0], size[1], stride[1]); break;           \
        }                                                                                         \
    }

LEAVES(uint8_t, 1)
LEAVES(uint16_t, 2)
LEAVES(uint32_t, 4)
LEAVES(uint64_t, 8)
LEAVES(tb_b16, 16)
#undef LEAVES

#define BY_SIZE(itemsize, CALL)                                                                   \
    switch (itemsize) {                                                                           \
    case 1: CALL(1); break;                                                                       \
    case 2: CALL(2); break;                                                                       \
    case 4: CALL(4); break;                                                                       \
    case 8: CALL(8); break;                                                                       \
    default: CALL(16); break;                                                                     \
    }

/* The level's moves of elements of this size. */
static inline const tb_moves *moves_of(int itemsize)
{
    return &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
}

static void gather_row(char *dst, const char *src, int64_t stride, int64_t n, int itemsize)
{
    if (stride == itemsize) {
        memcpy(dst, src, (size_t)(n * itemsize));
        return;
    }
#define FILL(N) fill_##N(dst, src, n)
    if (stride == 0) {
        BY_SIZE(itemsize, FILL)
    } else {
        moves_of(itemsize)->gather(dst, src, stride, n);
    }
#undef FILL
}

/* Runs of `size` bytes, ... */
#define RUNS(size)                                                                                \
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step)                             \
        memcpy(dst, src, size)
/* ... of at least that and at most twice as many, in two moves each. */
#define LONGER_RUNS(size)                                                                         \
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step) {                           \
        char head[size], tail[size];                                                              \
        memcpy(head, src, size);                                                                  \
        memcpy(tail, src + bytes - (size), size);                                                 \
        memcpy(dst, head, size);                                                                  \
        memcpy(dst + bytes - (size), tail, size);                                                 \
    }

/* Elements of a row for which gathering it as one is not worth a call. */
#define SHORT_ROW 20

void tb_copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t bytes)
{
    switch (bytes) {
    case 1:
        RUNS(1);
        return;
    case 2:
        RUNS(2);
        return;
    case 4:
        RUNS(4);
        return;
    case 8:
        RUNS(8);
        return;
    case 16:
        RUNS(16);
        return;
    default:
        break;
    }
    if (bytes > TB_SHORT_RUN) {
        RUNS((size_t)bytes);
    } else if (bytes > 32) {
        LONGER_RUNS(32)
    } else if (bytes > 16) {
        LONGER_RUNS(16)
    } else if (bytes > 8) {
        LONGER_RUNS(8)
    } else if (bytes > 4) {
        LONGER_RUNS(4)
    } else {
        LONGER_RUNS(2) /* 3 */
    }
}
#undef RUNS
#undef LONGER_RUNS

/* The first `bytes` of dst are repeated until `total` bytes are filled. */
static void repeat_block(char *dst, int64_t bytes, int64_t total)
{
    for (int64_t done = bytes; done < total;) {
        int64_t step = done < total - done ? done : total - done;
        memcpy(dst + done, dst, (size_t)step);
        done += step;
    }
}

static int64_t product(const int64_t *size, int ndim)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; d++)
        n *= size[d];
    return n;
}

/* Is memory contiguous along the last dimension, and neither contiguous nor one
 * element along the first? */
static bool is_transposed(const int64_t *size, const int64_t *stride, int outer, int itemsize)
{
    return stride[outer] == itemsize && stride[0] != itemsize && stride[0] != 0 && size[outer] > 1;
}

/* Small tiles never come here: kept apart from what they do come through. */
#define APART static __attribute__((noinline))

/* Dimensions 0 and `outer` change places; the others up to `middle` one by one. */
APART void gather_transposed(char *dst, const char *src, const int64_t *size, const int64_t *stride,
                             int middle, int outer, int64_t row, int itemsize)
{
    if (middle == 0) {
        moves_of(itemsize)->transpose(dst, row, src, stride[0], size[0], size[outer]);
        return;
    }
    const int64_t inner = product(size, middle) * itemsize;
    for (int64_t i = 0; i < size[middle]; i++)
        gather_transposed(dst + i * inner, src + i * stride[middle], size, stride, middle - 1, outer, row,
                          itemsize);
}

APART void scatter_transposed(char *dst, const int64_t *stride, const char *src, const int64_t *size,
                              int middle, int outer, int64_t row, int itemsize)
{
    if (middle == 0) {
        moves_of(itemsize)->transpose(dst, stride[0], src, row, size[outer], size[0]);
        return;
    }
    const int64_t inner = product(size, middle) * itemsize;
    for (int64_t i = 0; i < size[middle]; i++)
        scatter_transposed(dst + i * stride[middle], stride, src + i * inner, size, middle - 1, outer, row,
                           itemsize);
}

/* A short dimension 0 leaves a transpose little to do at once.  Then the runs along
 * `outer` are collected first (or spread last), and transposed together. */
#define COLLECTED_BYTES 4096

static bool should_collect(const int64_t *size, int outer, int itemsize)
{
    return outer > 1 && size[0] * itemsize < 32 && size[outer] * itemsize >= 32 &&
           size[outer] * itemsize <= COLLECTED_BYTES / 16;
}

/* The offset in memory of run number i over dimensions 0 .. outer-1. */
static int64_t run_offset(const int64_t *size, const int64_t *stride, int outer, int64_t i)
{
    int64_t offset = 0;
    for (int d = 0; d < outer; i /= size[d++])
        offset += i % size[d] * stride[d];
    return offset;
}

APART void gather_collected(char *dst, const char *src, const int64_t *size, const int64_t *stride, int outer,
                            int itemsize)
{
    char runs[COLLECTED_BYTES];
    const int64_t n = product(size, outer), bytes = size[outer] * itemsize, most = COLLECTED_BYTES / bytes;
    for (int64_t i = 0; i < n; i += most) {
        const int64_t count = n - i < most ? n - i : most;
        for (int64_t r = 0; r < count; r++)
            memcpy(runs + r * bytes, src + run_offset(size, stride, outer, i + r), (size_t)bytes);
        moves_of(itemsize)->transpose(dst + i * itemsize, n * itemsize, runs, bytes, count, size[outer]);
    }
}

APART void scatter_collected(char *dst, const int64_t *stride, const char *src, const int64_t *size,
                             int outer, int itemsize)
{
    char runs[COLLECTED_BYTES];
    const int64_t n = product(size, outer), bytes = size[outer] * itemsize, most = COLLECTED_BYTES / bytes;
    for (int64_t i = 0; i < n; i += most) {
        const int64_t count = n - i < most ? n - i : most;
        moves_of(itemsize)->transpose(runs, bytes, src + i * itemsize, n * itemsize, size[outer], count);
        for (int64_t r = 0; r < count; r++)
            memcpy(dst + run_offset(size, stride, outer, i + r), runs + r * bytes, (size_t)bytes);
    }
}

static bool never_repeats(const int64_t *stride, int ndim)
{
    bool never = true;
    for (int d = 0; d < ndim; d++)
        never &= stride[d] != 0;
    return never;
}

void tb_gather(char *dst, const char *src, const int64_t *size, const int64_t *stride, int ndim, int itemsize)
{
    int outer = ndim - 1;
    if (outer == 0) {
        gather_row(dst, src, stride[0], size[0], itemsize);
        return;
    }
    if (outer == 1 && stride[0] == 0 && stride[1] != 0) {
        moves_of(itemsize)->repeat(dst, src, stride[1], size[1], size[0]);
        return;
    }
    int64_t inner = itemsize;
    for (int d = 0; d < outer; d++)
        inner *= size[d];
    if (outer == 1 && stride[0] == itemsize && stride[1] != 0 && inner <= TB_SHORT_RUN) {
        tb_copy_runs(dst, inner, src, stride[1], size[1], inner);
        return;
    }
    if (stride[0] == 0 &&
        never_repeats(stride + 1, outer)) { /* each element once, at the end, then repeated */
        const int64_t n = product(size + 1, outer), end = (size[0] - 1) * n * itemsize;
        tb_gather(dst + end, src, size + 1, stride + 1, outer, itemsize);
        moves_of(itemsize)->repeat(dst, dst + end, itemsize, n, size[0]);
        return;
    }
    if (stride[outer] == 0) {
        tb_gather(dst, src, size, stride, outer, itemsize);
        repeat_block(dst, inner, inner * size[outer]);
        return;
    }
    if (is_transposed(size, stride, outer, itemsize)) {
        if (should_collect(size, outer, itemsize))
            gather_collected(dst, src, size, stride, outer, itemsize);
        else
            gather_transposed(dst, src, size, stride, outer - 1, outer, inner, itemsize);
        return;
    }
    if (outer == 1 && size[0] <= SHORT_ROW && stride[0] != 0 && stride[0] != itemsize) {
#define SHORT(N) gather_short_##N(dst, src, size, stride)
        BY_SIZE(itemsize, SHORT)
#undef SHORT
        return;
    }
    for (int64_t i = 0; i < size[outer]; i++)
        tb_gather(dst + i * inner, src + i * stride[outer], size, stride, outer, itemsize);
}

void tb_scatter(char *dst, const int64_t *stride, const char *src, const int64_t *size, int ndim,
                int itemsize)
{
    int outer = ndim - 1;
    if (outer == 0) {
        if (stride[0] == itemsize) {
            memcpy(dst, src, (size_t)(size[0] * itemsize));
            return;
        }
#define SCATTER(N) scatter_##N(dst, stride[0], src, size[0])
        BY_SIZE(itemsize, SCATTER)
#undef SCATTER
        return;
    }
    int64_t inner = itemsize;
    for (int d = 0; d < outer; d++)
        inner *= size[d];
    if (is_transposed(size, stride, outer, itemsize)) {
        if (should_collect(size, outer, itemsize))
            scatter_collected(dst, stride, src, size, outer, itemsize);
        else
            scatter_transposed(dst, stride, src, size, outer - 1, outer, inner, itemsize);
        return;
    }
    if (outer == 1 && stride[0] == itemsize && inner <= TB_SHORT_RUN) {
        tb_copy_runs(dst, stride[1], src, inner, size[1], inner);
        return;
    }
    for (int64_t i = 0; i < size[outer]; i++)
        tb_scatter(dst + i * stride[outer], stride, src + i * inner, size, outer, itemsize);
}
