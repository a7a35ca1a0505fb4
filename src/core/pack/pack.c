/* pack.c: see pack.h.  One recursion over dimensions for both directions, down to rows, runs and transposes;
 * packing has cases of its own for what is repeated, reversed, or too short for a call each. */
#include "core/base/arithmetic.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/pack/pack.h"
#include "core/plan/cursor.h"
#include "core/kernels/by_size.h"
#include "core/kernels/kernels.h"

#include <stdbool.h>
#include <string.h>

/* Not inlined into the functions that are called for every row, so that these need fewer registers. */
#define APART static __attribute__((noinline))

/* One function per element size and kind of row, so that each is a plain loop. */
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
    APART void gather_short_##N(char *dst, const char *src, const int64_t *size, const int64_t *stride,   \
                                int64_t blocks, int64_t step)                                             \
    {                                                                                                     \
        T *o = (T *)dst;                                                                                  \
        for (; blocks > 0; blocks--, o += size[0] * size[1], src += step)                                 \
            switch (size[0]) {                                                                            \
            case 2: short_rows_##N(o, src, 2, stride[0], size[1], stride[1]); break;                      \
            case 3: short_rows_##N(o, src, 3, stride[0], size[1], stride[1]); break;                      \
            case 4: short_rows_##N(o, src, 4, stride[0], size[1], stride[1]); break;                      \
            default: short_rows_##N(o, src, size[0], stride[0], size[1], stride[1]); break;               \
            }                                                                                             \
    }

TB_EACH_SIZE(LEAVES)
#undef LEAVES

/* The active CPU level's kernels for moving elements of this size. */
static inline const tb_move_kernels *moves_of(int itemsize)
{
    return &tb_kernels_active->move[__builtin_ctz((unsigned)itemsize)];
}

static int64_t product(const int64_t *size, int ndim)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; d++)
        n *= size[d];
    return n;
}

static bool never_repeats(const int64_t *stride, int ndim)
{
    bool never = true;
    for (int d = 0; d < ndim; d++)
        never &= stride[d] != 0;
    return never;
}

/* ---- transposes ---- */

/* Is the memory contiguous along the last dimension, and along the first neither contiguous nor a single
 * element?  Short rows of few elements in that dimension are not worth a call each. */
static bool is_transposed(const int64_t *size, const int64_t *stride, int outer, int itemsize)
{
    const int64_t least = size[0] > TB_PACK_SHORT_ROW ? 2 : TB_PACK_TRANSPOSED_COLUMNS;
    return stride[outer] == itemsize && stride[0] != itemsize && stride[0] != 0 && size[outer] >= least;
}

static bool should_collect(const int64_t *size, int outer, int itemsize)
{
    return outer > 1 && size[0] * itemsize < TB_PACK_COLLECTED_RUN &&
           size[outer] * itemsize >= TB_PACK_COLLECTED_RUN &&
           size[outer] * itemsize <= TB_PACK_COLLECTED_BYTES / TB_PACK_COLLECTED_RUNS;
}

typedef struct {
    bool packs;
    int outer, itemsize;
    const int64_t *size, *stride;
    int64_t row; /* bytes of the tile from one element of `outer` to the next */
} transposed;

/* Dimensions 0 and `outer` are transposed; loops over the others up to `middle`. */
APART void move_transposed(const transposed *t, char *tile, char *memory, int middle)
{
    const int64_t inner = product(t->size, middle) * t->itemsize, n0 = t->size[0], n1 = t->size[t->outer];
    if (middle == 0 && t->packs)
        moves_of(t->itemsize)->transpose(tile, t->row, memory, t->stride[0], n0, n1);
    else if (middle == 0)
        moves_of(t->itemsize)->transpose(memory, t->stride[0], tile, t->row, n1, n0);
    for (int64_t i = 0; middle > 0 && i < t->size[middle]; i++)
        move_transposed(t, tile + i * inner, memory + i * t->stride[middle], middle - 1);
}

TB_FITS_FRAME(TB_PACK_COLLECTED_BYTES);

/* Collects runs of the last dimension and transposes them together (packing), or transposes first and then
 * copies the runs to their places (unpacking). */
APART void move_collected(bool packs, char *tile, char *memory, const int64_t *size, const int64_t *stride,
                          int outer, int itemsize)
{
    char runs[TB_PACK_COLLECTED_BYTES];
    const tb_move_kernels *moves = moves_of(itemsize);
    const int64_t n = product(size, outer), bytes = size[outer] * itemsize,
                  most = TB_PACK_COLLECTED_BYTES / bytes;
    tb_plan plan;
    tb_cursor at;
    tb_plan_begin(&plan, 1);
    plan.data[0] = memory;
    for (int d = 0; d < outer; d++)
        tb_plan_append(&plan, size[d], &stride[d]);
    tb_cursor_begin(&at, &plan, 0);
    for (int64_t i = 0; i < n; i += most) {
        const int64_t count = tb_min(n - i, most);
        char *const part = tile + i * itemsize;
        if (!packs)
            moves->transpose(runs, bytes, part, n * itemsize, size[outer], count);
        for (int64_t r = 0; r < count; r++) {
            char *const run = runs + r * bytes;
            memcpy(packs ? run : at.p[0], packs ? at.p[0] : run, (size_t)bytes);
            tb_cursor_advance(&at, &plan, 0, 1);
        }
        if (packs)
            moves->transpose(part, n * itemsize, runs, bytes, count, size[outer]);
    }
}

/* ---- rows ---- */

/* Moves n elements whose stride in memory is `stride`. */
static void move_row(bool packs, char *tile, char *memory, int64_t stride, int64_t n, int itemsize)
{
#define SCATTER(T, N) scatter_##N(memory, stride, tile, n)
#define FILL(T, N) fill_##N(tile, memory, n)
    if (stride == itemsize)
        memcpy(packs ? tile : memory, packs ? memory : tile, (size_t)(n * itemsize));
    else if (!packs)
        TB_BY_SIZE(itemsize, SCATTER);
    else if (stride == 0)
        TB_BY_SIZE(itemsize, FILL);
    else
        moves_of(itemsize)->gather(tile, memory, stride, n);
#undef FILL
#undef SCATTER
}

/* Do dimensions 0 and 1 form runs of contiguous bytes? */
static inline bool is_runs(const int64_t *size, const int64_t *stride, int itemsize)
{
    const int64_t bytes = size[0] * itemsize;
    return stride[0] == itemsize && bytes <= TB_SHORT_RUN &&
           (stride[1] != 0 || bytes * size[1] <= TB_COPY_MOST_RUN);
}

static inline void move_runs(bool packs, char *tile, char *memory, const int64_t *size, const int64_t *stride,
                             int itemsize)
{
    const int64_t bytes = size[0] * itemsize;
    TB_TOOK(PACK_RUNS);
    if (packs)
        tb_copy_runs(tile, bytes, memory, stride[1], size[1], bytes);
    else
        tb_copy_runs(memory, stride[1], tile, bytes, size[1], bytes);
}

/* Are the rows too short for a call each, and is no other case faster for them? */
static bool has_short_rows(const int64_t *size, const int64_t *stride, int itemsize)
{
    return size[0] <= TB_PACK_SHORT_ROW && stride[0] != 0 && stride[0] != itemsize &&
           stride[0] != -itemsize && stride[1] != 0;
}

/* Packs the special cases; returns false if it is none of them.  `inner`: bytes of the tile inside of
 * dimension `outer`, the last one, which is not the first. */
static bool pack_rows(char *dst, const char *src, const int64_t *size, const int64_t *stride, int outer,
                      int64_t inner, int itemsize)
{
    const int64_t n = size[outer], row = size[0] * itemsize;
    if (stride[0] == 0 && never_repeats(stride + 1, outer)) {
        TB_TOOK(PACK_REPEATED);
        const int64_t elements = product(size + 1, outer);
        char *const end = dst + (size[0] - 1) * elements * itemsize;
        if (outer > 1) /* each once, at the end */
            tb_pack(end, src, size + 1, stride + 1, outer, itemsize);
        moves_of(itemsize)->repeat(dst, outer > 1 ? end : src, outer > 1 ? itemsize : stride[1], elements,
                                   size[0]);
    } else if (stride[outer] == 0) {
        tb_pack(dst, src, size, stride, outer, itemsize);
        tb_repeat_bytes(dst, inner, inner * n);
    } else if (outer == 2 && stride[0] == itemsize && stride[1] == 0 && size[1] <= TB_COPY_FEW_REPEATS &&
               row <= TB_COPY_MOST_RUN) {
        for (int64_t r = 0; r < size[1]; r++)
            tb_copy_runs(dst + r * row, inner, src, stride[2], n, row);
    } else if (outer == 1 && stride[0] == -itemsize && row <= TB_COPY_MOST_FLIPPED_RUN) {
        TB_TOOK(PACK_REVERSED);
        tb_reverse_rows(dst, row, src, stride[1], size[0], n, itemsize);
    } else if (outer <= 2 && has_short_rows(size, stride, itemsize)) {
        TB_TOOK(PACK_SHORT_ROWS);
#define SHORT(T, N) gather_short_##N(dst, src, size, stride, outer == 2 ? n : 1, stride[outer])
        TB_BY_SIZE(itemsize, SHORT);
#undef SHORT
    } else {
        return false;
    }
    return true;
}

/* ---- all ---- */

/* Compiled once for each direction, as a constant. */
static inline __attribute__((always_inline)) void move(bool packs, char *tile, char *memory,
                                                       const int64_t *size, const int64_t *stride, int ndim,
                                                       int itemsize)
{
    const int outer = ndim - 1;
    if (outer == 0) {
        move_row(packs, tile, memory, stride[0], size[0], itemsize);
        return;
    }
    const int64_t n = size[outer], inner = product(size, outer) * itemsize;
    if (is_transposed(size, stride, outer, itemsize)) {
        if (should_collect(size, outer, itemsize)) {
            TB_TOOK(PACK_COLLECTED);
            move_collected(packs, tile, memory, size, stride, outer, itemsize);
        } else {
            TB_TOOK(PACK_TRANSPOSED);
            const transposed t = {packs, outer, itemsize, size, stride, inner};
            move_transposed(&t, tile, memory, outer - 1);
        }
    } else if (outer == 1 && is_runs(size, stride, itemsize)) {
        move_runs(packs, tile, memory, size, stride, itemsize);
    } else if (!packs || !pack_rows(tile, memory, size, stride, outer, inner, itemsize)) {
        const bool runs = outer == 2 && is_runs(size, stride, itemsize); /* a call each would show */
        for (int64_t i = 0; i < n; i++, tile += inner, memory += stride[outer])
            if (outer == 1)
                move_row(packs, tile, memory, stride[0], size[0], itemsize);
            else if (runs)
                move_runs(packs, tile, memory, size, stride, itemsize);
            else if (packs)
                tb_pack(tile, memory, size, stride, outer, itemsize);
            else
                tb_unpack(memory, stride, tile, size, outer, itemsize);
    }
}

void tb_pack(char *dst, const char *src, const int64_t *size, const int64_t *stride, int ndim, int itemsize)
{
    move(true, dst, (char *)src, size, stride, ndim, itemsize);
}

void tb_unpack(char *dst, const int64_t *stride, const char *src, const int64_t *size, int ndim, int itemsize)
{
    move(false, (char *)src, dst, size, stride, ndim, itemsize);
}
