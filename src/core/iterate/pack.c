/* pack.c: see pack.h.  Recursive over dimensions: a broadcast dimension packs
 * its inner part once and doubles it; the leaves are memcpy, fill, a strided
 * loop, and the level's moves: repeating each element of a row, a transpose. */
#include "core/iterate/pack.h"
#include "core/base/tuning.h"
#include "core/kernels/by_size.h"
#include "core/kernels/kernels.h"

#include <stdbool.h>
#include <string.h>

/* One function per element size and leaf, so that each is a plain loop. */
#define LEAVES(T, N)                                                                                      \
    static void scatter_##N(char *dst, int64_t stride, const char *src, int64_t n)                        \
    {                                                                                                     \
        const T *p = (const T *)src;                                                                      \
        for (int64_t i = 0; i < n; i++)                                                                   \
            *(T *)(dst + i * stride) = p[i];                                                              \
    }                                                                                                     \
    static void fill_##N(char *dst, const char *src, int64_t n)                                           \
    {                                                                                                     \
        T *o = (T *)dst;                                                                                  \
        const T value = *(const T *)src;                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                   \
            o[i] = value;                                                                                 \
    }                                                                                                     \
    /* Rows too short for a call each. */                                                                 \
    static inline void short_rows_##N(T *restrict o, const char *src, int64_t n0, int64_t s0, int64_t n1, \
                                      int64_t s1)                                                         \
    {                                                                                                     \
        for (int64_t i = 0; i < n1; i++)                                                                  \
            for (int64_t j = 0; j < n0; j++)                                                              \
                *o++ = *(const T *)(src + i * s1 + j * s0);                                               \
    }                                                                                                     \
    static void gather_short_##N(char *dst, const char *src, const int64_t *size, const int64_t *stride)  \
    {                                                                                                     \
        T *o = (T *)dst;                                                                                  \
        switch (size[0]) {                                                                                \
        case 2: short_rows_##N(o, src, 2, stride[0], size[1], stride[1]); break;                          \
        case 3: short_rows_##N(o, src, 3, stride[0], size[1], stride[1]); break;                          \
        case 4: short_rows_##N(o, src, 4, stride[0], size[1], stride[1]); break;                          \
        default: short_rows_##N(o, src, size[0], stride[0], size[1], stride[1]); break;                   \
        }                                                                                                 \
    }

TB_EACH_SIZE(LEAVES)
#undef LEAVES

/* The level's moves of elements of this size. */
static inline const tb_move_kernels *moves_of(int itemsize)
{
    return &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
}

static void gather_row(char *dst, const char *src, int64_t stride, int64_t n, int itemsize)
{
    if (stride == itemsize) {
        memcpy(dst, src, (size_t)(n * itemsize));
        return;
    }
#define FILL(T, N) fill_##N(dst, src, n)
    if (stride == 0)
        TB_BY_SIZE(itemsize, FILL);
    else
        moves_of(itemsize)->gather(dst, src, stride, n);
#undef FILL
}

/* Runs of `size` bytes, a constant, ... */
static inline void copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n,
                             size_t size)
{
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step)
        memcpy(dst, src, size);
}

/* ... and of at least that and at most twice as many, in two moves each. */
static inline void copy_longer_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n,
                                    int64_t bytes, size_t size)
{
    for (int64_t i = 0; i < n; i++, dst += dst_step, src += src_step) {
        char head[TB_SHORT_RUN / 2], tail[TB_SHORT_RUN / 2];
        memcpy(head, src, size);
        memcpy(tail, src + bytes - size, size);
        memcpy(dst, head, size);
        memcpy(dst + bytes - size, tail, size);
    }
}

void tb_copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t bytes)
{
    switch (bytes) {
    case 1:
        copy_runs(dst, dst_step, src, src_step, n, 1);
        return;
    case 2:
        copy_runs(dst, dst_step, src, src_step, n, 2);
        return;
    case 4:
        copy_runs(dst, dst_step, src, src_step, n, 4);
        return;
    case 8:
        copy_runs(dst, dst_step, src, src_step, n, 8);
        return;
    case 16:
        copy_runs(dst, dst_step, src, src_step, n, 16);
        return;
    default:
        break;
    }
    if (bytes > TB_SHORT_RUN) {
        copy_runs(dst, dst_step, src, src_step, n, (size_t)bytes);
    } else if (bytes > 32) {
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 32);
    } else if (bytes > 16) {
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 16);
    } else if (bytes > 8) {
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 8);
    } else if (bytes > 4) {
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 4);
    } else {
        copy_longer_runs(dst, dst_step, src, src_step, n, bytes, 2); /* 3 */
    }
}

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

/* Not for small tiles: kept out of the functions that they do use. */
#define APART static __attribute__((noinline))

/* Dimensions 0 and `outer` are transposed; loops over the others up to `middle`. */
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

static bool should_collect(const int64_t *size, int outer, int itemsize)
{
    return outer > 1 && size[0] * itemsize < 32 && size[outer] * itemsize >= 32 &&
           size[outer] * itemsize <= TB_PACK_COLLECTED_BYTES / 16;
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
    char runs[TB_PACK_COLLECTED_BYTES];
    const int64_t n = product(size, outer), bytes = size[outer] * itemsize,
                  most = TB_PACK_COLLECTED_BYTES / bytes;
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
    char runs[TB_PACK_COLLECTED_BYTES];
    const int64_t n = product(size, outer), bytes = size[outer] * itemsize,
                  most = TB_PACK_COLLECTED_BYTES / bytes;
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

void tb_pack(char *dst, const char *src, const int64_t *size, const int64_t *stride, int ndim, int itemsize)
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
        tb_pack(dst + end, src, size + 1, stride + 1, outer, itemsize);
        moves_of(itemsize)->repeat(dst, dst + end, itemsize, n, size[0]);
        return;
    }
    if (stride[outer] == 0) {
        tb_pack(dst, src, size, stride, outer, itemsize);
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
    if (outer == 1 && size[0] <= TB_PACK_SHORT_ROW && stride[0] != 0 && stride[0] != itemsize) {
#define SHORT(T, N) gather_short_##N(dst, src, size, stride)
        TB_BY_SIZE(itemsize, SHORT);
#undef SHORT
        return;
    }
    for (int64_t i = 0; i < size[outer]; i++)
        tb_pack(dst + i * inner, src + i * stride[outer], size, stride, outer, itemsize);
}

void tb_unpack(char *dst, const int64_t *stride, const char *src, const int64_t *size, int ndim, int itemsize)
{
    int outer = ndim - 1;
    if (outer == 0) {
        if (stride[0] == itemsize) {
            memcpy(dst, src, (size_t)(size[0] * itemsize));
            return;
        }
#define SCATTER(T, N) scatter_##N(dst, stride[0], src, size[0])
        TB_BY_SIZE(itemsize, SCATTER);
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
        tb_unpack(dst + i * stride[outer], stride, src + i * inner, size, outer, itemsize);
}
