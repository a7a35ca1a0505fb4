/* select_walk.c: see select_walk.h.  Every dimension but the indexed one is planned
 * as for a pointwise call; what is written decides whether the innermost loop goes
 * along the offsets or along the slices.
 * Relies on: select_walk.h, bounds.h, plan.h, share.h, kernels/types.h. */
#include "select_walk.h"
#include "bounds.h"
#include "kernels/types.h"
#include "plan.h"
#include "share.h"

#include <string.h>

/* The two inner loops: along the offsets, and across; steps in bytes. */
typedef struct {
    char *table, *other;
    const int64_t *offset;
    int64_t count, other_step;
    int64_t across, table_across, other_across;
} tb_select;

typedef void (*lines_loop)(const tb_select *s);
typedef void (*row_loop)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n);

#define T uint8_t
#define NAME(what) what##_1
#include "select_loops.inc"
#define T uint16_t
#define NAME(what) what##_2
#include "select_loops.inc"
#define T uint32_t
#define NAME(what) what##_4
#include "select_loops.inc"
#define T uint64_t
#define NAME(what) what##_8
#include "select_loops.inc"
#define T tb_b16
#define NAME(what) what##_16
#include "select_loops.inc"

static const struct loops {
    lines_loop from, to;
    row_loop row;
} loops_by_size[] = {
    {lines_from_1, lines_to_1, copy_row_1},    {lines_from_2, lines_to_2, copy_row_2},
    {lines_from_4, lines_to_4, copy_row_4},    {lines_from_8, lines_to_8, copy_row_8},
    {lines_from_16, lines_to_16, copy_row_16},
};

/* Bytes from one index along dim to the next. */
static int64_t step_along(const tb_tensor *t, int dim)
{
    return t && t->ndim ? t->stride[dim] * t->itemsize : 0;
}

/* ---- offsets ---- */

enum { CHUNK = 512 };

/* n indices from the one at `start`, as they are given. */
static void read_indices(const tb_tensor *index, int64_t start, int64_t n, int64_t *out)
{
    const int64_t step = index->ndim ? index->stride[0] : 0;
    if (index->dtype == TB_INT32) {
        const int32_t *p = (const int32_t *)(const void *)tb_data(index) + start * step;
        for (int64_t i = 0; i < n; i++)
            out[i] = p[i * step];
        return;
    }
    const int64_t *p = (const int64_t *)(const void *)tb_data(index) + start * step;
    if (step == 1)
        memcpy(out, p, (size_t)n * sizeof *out);
    else
        for (int64_t i = 0; i < n; i++)
            out[i] = p[i * step];
}

/* The same within bounds, or 1 and the first that is not. */
static int read_checked(const tb_select_walk *w, int64_t start, int64_t n, int64_t *out, int64_t *bad)
{
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1, below = w->from_end ? size : 0;
    read_indices(w->index, start, n, out);
    if (tb_all_within(out, n, below, size))
        return 0;
    while (*out >= -below && *out < size)
        out++;
    *bad = *out;
    return 1;
}

int tb_select_look(const tb_select_walk *w, int64_t *bad)
{
    int64_t index[CHUNK];
    for (int64_t start = 0; start < w->index->numel; start += CHUNK) {
        const int64_t left = w->index->numel - start;
        if (read_checked(w, start, left < CHUNK ? left : CHUNK, index, bad))
            return 1;
    }
    return 0;
}

/* Indices that are within bounds become offsets in bytes. */
static void to_offsets(const tb_select_walk *w, int64_t n, int64_t *offset)
{
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1;
    const int64_t jump = step_along(w->table, w->dim);
    if (w->from_end)
        for (int64_t i = 0; i < n; i++)
            offset[i] += offset[i] < 0 ? size : 0;
    for (int64_t i = 0; i < n; i++)
        offset[i] *= jump;
}

/* ---- the walk ---- */

/* Rows of one size that the compiler knows. */
#define ROWS_OF(bytes)                                              \
    for (int64_t i = 0; i < s.count; i++) {                         \
        char *table = s.table + offset[i], *other = s.other + i * s.other_step; \
        memcpy(to_table ? table : other, to_table ? other : table, bytes); \
    }                                                               \
    break

/* One slice after the other, each a row in memory. */
static void run_dense_rows(tb_select s, size_t bytes, bool to_table)
{
    const int64_t *offset = s.offset;
    switch (bytes) {
    case 8:
        ROWS_OF(8);
    case 12:
        ROWS_OF(12);
    case 16:
        ROWS_OF(16);
    case 32:
        ROWS_OF(32);
    default:
        ROWS_OF(bytes);
    }
}
#undef ROWS_OF

/* The same with steps inside the rows. */
static void run_rows(tb_select s, row_loop copy, bool to_table)
{
    for (int64_t i = 0; i < s.count; i++) {
        char *table = s.table + s.offset[i], *other = s.other + i * s.other_step;
        if (to_table)
            copy(table, s.table_across, other, s.other_across, s.across);
        else
            copy(other, s.other_across, table, s.table_across, s.across);
    }
}

static void run_inner(const tb_select_walk *w, const tb_select *s, bool lines)
{
    const int itemsize = w->table->itemsize;
    const struct loops *loops = &loops_by_size[__builtin_ctz(itemsize)];
    if (lines && w->to_table)
        loops->to(s);
    else if (lines)
        loops->from(s);
    else if (s->table_across == itemsize && s->other_across == itemsize)
        run_dense_rows(*s, (size_t)(s->across * itemsize), w->to_table);
    else
        run_rows(*s, loops->row, w->to_table);
}

/* The offsets of one chunk over all dimensions of the plan. */
static void run_plan(const tb_select_walk *w, const tb_plan *plan, tb_select s, bool lines)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    int64_t at[TB_MAX_DIMS];
    memset(at, 0, (size_t)plan->ndim * sizeof *at);
    for (;;) {
        run_inner(w, &s, lines);
        int d = 1;
        while (d < plan->ndim && ++at[d] == plan->size[d]) {
            s.table -= plan->stride[table][d] * (plan->size[d] - 1);
            s.other -= plan->stride[other][d] * (plan->size[d] - 1);
            at[d++] = 0;
        }
        if (d >= plan->ndim)
            return;
        s.table += plan->stride[table][d];
        s.other += plan->stride[other][d];
    }
}

/* A tensor as the plan sees it; without one, a single element. */
static tb_layout layout_of(const tb_tensor *t, const void *value)
{
    if (!t)
        return (tb_layout){.data = (char *)(uintptr_t)value, .itemsize = 1};
    return (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

/* Without the lock: of private tensors, since the caller's may be changed meanwhile. */
static bool run_leaving(const tb_select_walk *w, int64_t cost, int64_t *bad, int *refused)
{
    tb_tensor table, index, other = {0};
    if (tb_view_alias(&table, w->table, NULL) != TB_OK)
        return false;
    bool made = tb_view_alias(&index, w->index, NULL) == TB_OK;
    if (made && w->other && tb_view_alias(&other, w->other, NULL) != TB_OK) {
        tb_tensor_release(&index);
        made = false;
    }
    if (made) {
        tb_select_walk own = *w;
        own.table = &table;
        own.index = &index;
        own.other = w->other ? &other : NULL;
        own.lock = NULL;
        tb_storage *const storages[3] = {table.storage, index.storage, other.storage};
        const tb_leaving leaving = tb_leave(w->lock, cost, storages, 3);
        *refused = tb_select_run(&own, bad);
        tb_come_back(&leaving);
        tb_tensor_release(&index);
        tb_tensor_release(&other);
    }
    tb_tensor_release(&table);
    return made;
}

int tb_select_run(const tb_select_walk *w, int64_t *bad)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const tb_tensor *shaped = w->table->ndim ? w->table : w->other; /* has all dimensions; NULL: none */
    tb_shape shape;
    tb_layout layout[2];
    tb_plan plan;
    int64_t offset[CHUNK];
    int refused;
    const int64_t moved = w->other ? w->other->numel : w->table->numel;
    const int64_t cost = tb_share_cost(moved, w->table->itemsize, 1);
    if (w->lock && cost >= TB_LEAVE_COST && run_leaving(w, cost, bad, &refused))
        return refused;

    shape.ndim = shaped ? shaped->ndim : 0;
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = d == w->dim ? 1 : shaped->size[d];
        if (shape.size[d] == 0)
            return tb_select_look(w, bad);
    }
    layout[table] = layout_of(w->table, NULL);
    layout[other] = layout_of(w->other, w->value);
    tb_plan_build(&plan, &shape, layout, 2);
    tb_select s = {.offset = offset,
                   .other_step = step_along(w->other, w->dim),
                   .across = plan.size[0],
                   .table_across = plan.stride[table][0],
                   .other_across = plan.stride[other][0],
                   .table = plan.data[table],
                   .other = plan.data[other]};
    const bool lines =
        s.across == 1 || step_along(w->to_table ? w->table : w->other, w->dim) < plan.stride[0][0];
    for (int64_t start = 0; start < w->index->numel; start += CHUNK) {
        const int64_t left = w->index->numel - start;
        s.count = left < CHUNK ? left : CHUNK;
        if (read_checked(w, start, s.count, offset, bad))
            return 1;
        to_offsets(w, s.count, offset);
        run_plan(w, &plan, s, lines);
        s.other += s.count * s.other_step;
    }
    return 0;
}
