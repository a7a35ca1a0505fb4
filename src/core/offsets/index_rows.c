/* index_rows.c: see index_rows.h. */
#include "core/offsets/index_rows.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"
#include "core/kernels/by_size.h"
#include "core/kernels/loop_pragmas.h"

/* ---- checks ---- */

/* Finds no index if another thread changed the bad one meanwhile: then all of them are within bounds. */
static bool find_bad(const tb_index_row *row, int64_t n, int64_t *bad)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t index = tb_index_at(row, i);
        if (!tb_is_within(index, row->below, row->bound)) {
            if (bad)
                *bad = index;
            return true;
        }
    }
    return false;
}

bool tb_index_row_check(const tb_index_row *row, int64_t n, int64_t *bad)
{
    bool fine = true;
    if (row->is_checked)
        return true;
    if (row->itemsize == 8 && row->stride == 8)
        fine = tb_all_within((const int64_t *)(const void *)row->start, n, row->below, row->bound);
    else
        for (int64_t i = 0; i < n; i++)
            fine &= tb_is_within(tb_index_at(row, i), row->below, row->bound);
    return fine || !find_bad(row, n, bad);
}

/* Returns n indices beginning at `first`: a checked copy in `chunk`, or the row's own memory if it needs no
 * check.  NULL if one is out of bounds. */
static const int64_t *read_chunk(const tb_index_row *row, int64_t first, int64_t n, int64_t *chunk,
                                 int64_t *bad)
{
    const char *start = row->start + first * row->stride;
    if (row->is_checked && row->stride == 8)
        return (const int64_t *)(const void *)start;
    if (tb_read_within(chunk, start, row->itemsize, row->stride, n, row->below, row->bound) ||
        row->is_checked)
        return chunk;
    const tb_index_row copy = {
        .start = (const char *)chunk, .itemsize = 8, .stride = 8, .below = row->below, .bound = row->bound};
    (void)find_bad(&copy, n, bad);
    return NULL;
}

/* ---- elements at the indices of one row ---- */

/* In a table whose elements are contiguous, indices are used directly, without offsets.  The elements of the
 * other side are `step` bytes apart; 0: a single value, which is written to each. */
#define FOLLOW(T, N)                                                                                         \
    static void take_##N(const char *table, char *other, const int64_t *index, int64_t below, int64_t n)     \
    {                                                                                                        \
        T *o = (T *)other;                                                                                   \
        const T *t = (const T *)table;                                                                       \
        TB_UNROLL(4)                                                                                         \
        for (int64_t i = 0; i < n; i++)                                                                      \
            o[i] = t[tb_wrap_index(index[i], below)];                                                        \
    }                                                                                                        \
    static void put_##N(char *table, const char *other, int64_t step, const int64_t *index, int64_t below,   \
                        int64_t n)                                                                           \
    {                                                                                                        \
        T *t = (T *)table;                                                                                   \
        const T value = *(const T *)other;                                                                   \
        if (step == 0)                                                                                       \
            for (int64_t i = 0; i < n; i++)                                                                  \
                t[tb_wrap_index(index[i], below)] = value;                                                   \
        else                                                                                                 \
            for (int64_t i = 0; i < n; i++)                                                                  \
                t[tb_wrap_index(index[i], below)] = *(const T *)(other + i * step);                          \
    }
TB_EACH_SIZE(FOLLOW)
#undef FOLLOW

/* Is an offset the product of one index and a step? */
static bool is_single(const tb_index_rows *rows) { return rows->n == 1 && rows->along == 0; }

static bool needs_no_offsets(const tb_index_rows *rows, const tb_offset_moves *m)
{
    return is_single(rows) && rows->row->step == m->itemsize && m->block.ndim == 0 && m->each == 1 &&
           (m->to_table || m->step == m->itemsize);
}

static void move_plain(const tb_index_row *row, const int64_t *index, int64_t n, const tb_offset_moves *m,
                       char *table, char *other)
{
#define TAKE(T, N) take_##N(table, other, index, row->below, n)
#define PUT(T, N) put_##N(table, other, m->step, index, row->below, n)
    if (m->to_table)
        TB_BY_SIZE(m->itemsize, PUT);
    else
        TB_BY_SIZE(m->itemsize, TAKE);
#undef TAKE
#undef PUT
}

/* ---- offsets ---- */

/* offset = index * step, added to the previous value if `add`; both may be the same memory. */
static inline __attribute__((always_inline)) void to_offsets(int64_t *offset, const int64_t *index, int64_t n,
                                                             int64_t below, int64_t step, bool add)
{
    if (below)
        TB_INDEPENDENT for (int64_t i = 0; i < n; i++) offset[i] =
            (add ? offset[i] : 0) + (int64_t)tb_wrap_index(index[i], below) * step;
    else
        TB_INDEPENDENT for (int64_t i = 0; i < n; i++) offset[i] = (add ? offset[i] : 0) + index[i] * step;
}

/* Computes the offsets of n positions from `start`, in bytes or, `in_steps`, in steps of the only row; NULL if an
 * index is out of bounds. */
static const int64_t *find_offsets(const tb_index_rows *rows, int64_t start, int64_t n, bool in_steps,
                                   int64_t *offset, int64_t *bad)
{
    int64_t chunk[TB_INDEX_CHUNK];
    const tb_index_row *row = rows->row;
    const int64_t *index = read_chunk(row, start, n, offset, bad);
    if (!index || (in_steps && row->below == 0))
        return index;
    if (in_steps) {
        to_offsets(offset, index, n, row->below, 1, false); /* a constant: no multiplications */
        return offset;
    }
    to_offsets(offset, index, n, row->below, row->step, false);
    for (int k = 1; k < rows->n; k++) {
        row = &rows->row[k];
        index = read_chunk(row, start, n, chunk, bad);
        if (!index)
            return NULL;
        to_offsets(offset, index, n, row->below, row->step, true);
    }
    if (rows->along != 0)
        for (int64_t i = 0; i < n; i++)
            offset[i] += (start + i) * rows->along;
    return offset;
}

TB_FITS_FRAME(2 * TB_INDEX_CHUNK * sizeof(int64_t));

int tb_index_rows_move(const tb_index_rows *rows, int64_t n, tb_offset_moves *moves, char *table, char *other,
                       int64_t *bad, int64_t *since)
{
    const bool plain = needs_no_offsets(rows, moves);
    const bool in_steps = is_single(rows) && moves->block.ndim > 0;
    int64_t chunk[TB_INDEX_CHUNK]; /* first indices, then offsets */
    if (plain)
        TB_TOOK(INDEX_PLAIN);
    moves->scale = in_steps ? rows->row->step : 1;
    for (int64_t start = 0; start < n; start += TB_INDEX_CHUNK) {
        const int64_t count = tb_min(n - start, TB_INDEX_CHUNK);
        char *const beside = other + start * moves->step;
        if (plain) {
            const int64_t *index = read_chunk(rows->row, start, count, chunk, bad);
            if (!index)
                return 1;
            move_plain(rows->row, index, count, moves, table, beside);
        } else {
            const int64_t *offset = find_offsets(rows, start, count, in_steps, chunk, bad);
            if (!offset)
                return 1;
            tb_offset_moves_run(moves, table, beside, offset, count);
        }
        if (tb_interrupted_after(count * moves->each, since))
            return TB_RANGE_INTERRUPTED;
    }
    return 0;
}
