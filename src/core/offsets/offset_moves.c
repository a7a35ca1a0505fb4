/* offset_moves.c: see offset_moves.h.  Single elements are moved by a loop over the offsets, inside of one
 * over the innermost outer dimension; blocks are moved row by row.  Each loop is compiled once per element
 * size. */
#include "core/offsets/offset_moves.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"
#include "core/pack/pack.h"
#include "core/kernels/by_size.h"
#include "core/kernels/loop_pragmas.h"

#include <string.h>

#define FOR_EACH_SIZE static inline __attribute__((always_inline)) void

/* ---- elements ---- */

typedef struct {
    char *table, *other;
    const int64_t *offset;
    int64_t n, step;
    int64_t across, table_across, other_across; /* the enclosing loop */
} element_loops;

FOR_EACH_SIZE move_with_step(const element_loops *l, int64_t step, bool to_table, size_t itemsize)
{
    const int64_t n = l->n, *const restrict offset = l->offset;
    for (int64_t a = 0; a < l->across; a++) {
        char *const table = l->table + a * l->table_across, *const other = l->other + a * l->other_across;
        TB_UNROLL(4)
        for (int64_t i = 0; i < n; i++)
            if (to_table)
                memcpy(table + offset[i], other + i * step, itemsize);
            else
                memcpy(other + i * step, table + offset[i], itemsize);
    }
}

FOR_EACH_SIZE move_of_size(const element_loops *l, bool to_table, size_t itemsize)
{
    const bool contiguous = l->step == (int64_t)itemsize;
    if (to_table && contiguous)
        move_with_step(l, (int64_t)itemsize, true, itemsize);
    else if (to_table)
        move_with_step(l, l->step, true, itemsize);
    else if (contiguous)
        move_with_step(l, (int64_t)itemsize, false, itemsize);
    else
        move_with_step(l, l->step, false, itemsize);
}

static void move_elements(const tb_offset_moves *m, char *table, char *other, const int64_t *offset,
                          int64_t n)
{
    const tb_plan *outer = &m->outer;
    const element_loops l = {table,
                             other,
                             offset,
                             n,
                             m->step,
                             outer->size[0],
                             outer->stride[TB_AT_OFFSETS][0],
                             outer->stride[TB_BESIDE][0]};
#define MOVE(T, N) move_of_size(&l, m->to_table, N)
    TB_BY_SIZE(m->itemsize, MOVE);
#undef MOVE
}

/* ---- blocks ---- */

enum { MOST_TWICE = 64 };

/* The innermost dimension of a block. */
typedef struct {
    int64_t size, to_stride, from_stride;
    int itemsize;
} block_row;

FOR_EACH_SIZE copy_row_of_size(const block_row *r, char *to, const char *from, size_t itemsize)
{
    const int64_t n = r->size, to_stride = r->to_stride, from_stride = r->from_stride;
    if (from_stride == 0 && to_stride == (int64_t)itemsize)
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * (int64_t)itemsize, from, itemsize);
    else
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_stride, from + i * from_stride, itemsize);
}

static void copy_row(const block_row *r, char *to, const char *from)
{
    if (r->to_stride == r->itemsize && r->size >= TB_OFFSET_PACKED_ROW) {
        tb_pack(to, from, &r->size, &r->from_stride, 1, r->itemsize);
        return;
    }
#define COPY(T, N) copy_row_of_size(r, to, from, N)
    TB_BY_SIZE(r->itemsize, COPY);
#undef COPY
}

/* Copies `bytes` bytes: from `size`, a constant, to twice as many, in two moves that overlap. */
FOR_EACH_SIZE copy_twice(char *to, const char *from, size_t bytes, size_t size)
{
    char head[MOST_TWICE / 2], tail[MOST_TWICE / 2];
    memcpy(head, from, size);
    memcpy(tail, from + bytes - size, size);
    memcpy(to, head, size);
    memcpy(to + bytes - size, tail, size);
}

/* Copies more than MOST_TWICE bytes: whole lines, and the last line again with some bytes before it. */
FOR_EACH_SIZE copy_lines(char *to, const char *from, size_t bytes)
{
    for (size_t i = 0; i < bytes - MOST_TWICE; i += MOST_TWICE)
        memcpy(to + i, from + i, MOST_TWICE);
    memcpy(to + bytes - MOST_TWICE, from + bytes - MOST_TWICE, MOST_TWICE);
}

/* Moves `bytes` contiguous bytes at each offset, by `size`: the bytes themselves, or what copy_twice takes; 0:
 * any number. */
FOR_EACH_SIZE move_bytes(const tb_offset_moves *m, char *table, char *other, const int64_t *offset, int64_t n,
                         size_t bytes, size_t size)
{
    const int64_t step = m->step, scale = m->scale;
    const bool to_table = m->to_table;
    TB_UNROLL(4)
    for (int64_t i = 0; i < n; i++) {
        char *const to = to_table ? table + offset[i] * scale : other + i * step;
        const char *const from = to_table ? other + i * step : table + offset[i] * scale;
        if (size == 0 && i + TB_OFFSET_AHEAD < n)
            for (size_t line = 0; line < bytes && line < TB_OFFSET_AHEAD_BYTES; line += TB_CACHE_LINE)
                __builtin_prefetch(table + offset[i + TB_OFFSET_AHEAD] * scale + line);
        if (size == bytes)
            memcpy(to, from, size);
        else if (size)
            copy_twice(to, from, bytes, size);
        else if (bytes <= TB_OFFSET_INLINE_BYTES)
            copy_lines(to, from, bytes);
        else
            tb_copy_bytes(to, from, (int64_t)bytes);
    }
}

static void move_contiguous(const tb_offset_moves *m, char *table, char *other, const int64_t *offset,
                            int64_t n)
{
    const size_t bytes = (size_t)(m->block.size[0] * m->itemsize);
#define BYTES(exactly, size)                                                 \
    if (bytes == (exactly)) {                                                \
        move_bytes(m, table, other, offset, n, exactly, exactly);            \
        return;                                                              \
    }                                                                        \
    if (bytes < (exactly)) {                                                 \
        move_bytes(m, table, other, offset, n, bytes, size);                 \
        return;                                                              \
    }
    BYTES(4, 2)
    BYTES(8, 4)
    BYTES(12, 8)
    BYTES(16, 8)
    BYTES(32, 16)
    BYTES(64, 32)
#undef BYTES
    move_bytes(m, table, other, offset, n, bytes, 0);
}

static void move_blocks(tb_offset_moves *m, char *table, char *other, const int64_t *offset, int64_t n)
{
    tb_plan *block = &m->block;
    const int to = m->to_table ? TB_AT_OFFSETS : TB_BESIDE, from = 1 - to;
    const block_row row = {block->size[0], block->stride[to][0], block->stride[from][0], m->itemsize};
    if (block->ndim == 1 && row.to_stride == row.itemsize && row.from_stride == row.itemsize) {
        move_contiguous(m, table, other, offset, n);
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        char *const sides[] = {[TB_AT_OFFSETS] = table + offset[i] * m->scale,
                               [TB_BESIDE] = other + i * m->step};
        tb_cursor at;
        if (block->ndim == 1) {
            copy_row(&row, sides[to], sides[from]);
            continue;
        }
        memcpy(block->data, sides, sizeof sides);
        tb_cursor_begin(&at, block, 1);
        do
            copy_row(&row, at.p[to], at.p[from]);
        while (tb_cursor_advance(&at, block, 1, 1));
    }
}

void tb_offset_moves_run(tb_offset_moves *m, char *table, char *other, const int64_t *offset, int64_t n)
{
    const bool blocks = m->block.ndim > 0;
    const int from = blocks ? 0 : 1; /* the loops over elements include the first outer dimension */
    tb_cursor at;
    m->outer.data[TB_AT_OFFSETS] = table;
    m->outer.data[TB_BESIDE] = other;
    tb_cursor_begin(&at, &m->outer, from);
    do
        if (blocks)
            move_blocks(m, at.p[TB_AT_OFFSETS], at.p[TB_BESIDE], offset, n);
        else
            move_elements(m, at.p[TB_AT_OFFSETS], at.p[TB_BESIDE], offset, n);
    while (tb_cursor_advance(&at, &m->outer, from, 1));
}
