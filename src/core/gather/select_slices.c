/* select_slices.c: see select_slices.h.  Every dimension but the indexed one is planned
 * as for a pointwise call; what is written decides whether the innermost loop goes
 * along the offsets or along the slices. */
#include "core/gather/select_slices.h"
#include "core/base/bounds.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/math/types.h"
#include "core/memory/view.h"

#include <string.h>

/* The two inner loops: along the offsets, and across; steps in bytes. */
typedef struct {
    char *table, *other;
    const int64_t *offset;
    int64_t count, other_step;
    int64_t across, table_across, other_across;
} select_loops;

typedef void (*slices_loop)(const select_loops *s);
typedef void (*row_loop)(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n);

#define TEMPLATE "core/gather/select_loops.inc"
#include "core/kernels/by_size.inc"

static const struct loops {
    slices_loop from, to;
    row_loop row;
} loops_by_size[] = {
    {slices_from_1, slices_to_1, copy_row_1},    {slices_from_2, slices_to_2, copy_row_2},
    {slices_from_4, slices_to_4, copy_row_4},    {slices_from_8, slices_to_8, copy_row_8},
    {slices_from_16, slices_to_16, copy_row_16},
};

/* Bytes from one index along dim to the next. */
static int64_t step_along(const tb_tensor *t, int dim)
{
    return t && t->ndim ? t->stride[dim] * t->itemsize : 0;
}

/* ---- offsets ---- */

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
static int read_checked(const tb_select_job *w, int64_t start, int64_t n, int64_t *out, int64_t *bad)
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

int tb_select_check(const tb_select_job *w, int64_t *bad)
{
    int64_t index[TB_SELECT_CHUNK];
    for (int64_t start = 0; start < w->index->numel; start += TB_SELECT_CHUNK) {
        const int64_t left = w->index->numel - start;
        if (read_checked(w, start, left < TB_SELECT_CHUNK ? left : TB_SELECT_CHUNK, index, bad))
            return 1;
    }
    return 0;
}

/* Indices that are within bounds become offsets in bytes. */
static void to_offsets(const tb_select_job *w, int64_t n, int64_t *offset)
{
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1;
    const int64_t jump = step_along(w->table, w->dim);
    if (w->from_end)
        for (int64_t i = 0; i < n; i++)
            offset[i] += offset[i] < 0 ? size : 0;
    for (int64_t i = 0; i < n; i++)
        offset[i] *= jump;
}

/* ---- the loops ---- */

/* One slice after the other, each `bytes` contiguous ones. */
static inline void copy_slices(const select_loops *s, size_t bytes, bool to_table)
{
    for (int64_t i = 0; i < s->count; i++) {
        char *table = s->table + s->offset[i], *other = s->other + i * s->other_step;
        memcpy(to_table ? table : other, to_table ? other : table, bytes);
    }
}

/* The same, for some sizes known to the compiler. */
static void run_dense_rows(select_loops s, size_t bytes, bool to_table)
{
    switch (bytes) {
    case 8:
        copy_slices(&s, 8, to_table);
        break;
    case 12:
        copy_slices(&s, 12, to_table);
        break;
    case 16:
        copy_slices(&s, 16, to_table);
        break;
    case 32:
        copy_slices(&s, 32, to_table);
        break;
    default:
        copy_slices(&s, bytes, to_table);
        break;
    }
}

/* The same with steps inside the rows. */
static void run_rows(select_loops s, row_loop copy, bool to_table)
{
    for (int64_t i = 0; i < s.count; i++) {
        char *table = s.table + s.offset[i], *other = s.other + i * s.other_step;
        if (to_table)
            copy(table, s.table_across, other, s.other_across, s.across);
        else
            copy(other, s.other_across, table, s.table_across, s.across);
    }
}

static void run_inner(const tb_select_job *w, const select_loops *s, bool along_index)
{
    const int itemsize = w->table->itemsize;
    const struct loops *loops = &loops_by_size[__builtin_ctz(itemsize)];
    if (along_index && w->to_table)
        loops->to(s);
    else if (along_index)
        loops->from(s);
    else if (s->table_across == itemsize && s->other_across == itemsize)
        run_dense_rows(*s, (size_t)(s->across * itemsize), w->to_table);
    else
        run_rows(*s, loops->row, w->to_table);
}

/* The offsets of one chunk over all dimensions of the plan. */
static void run_plan(const tb_select_job *w, const tb_plan *plan, select_loops s, bool along_index)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do {
        s.table = at.p[table];
        s.other = at.p[other];
        run_inner(w, &s, along_index);
    } while (tb_cursor_advance(&at, plan, 1, 1));
}

/* A tensor as the plan sees it; without one, a single element. */
static tb_layout layout_of(const tb_tensor *t, const void *value)
{
    if (!t)
        return (tb_layout){.data = (char *)(uintptr_t)value, .itemsize = 1};
    return (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

/* Without the lock: of private tensors, since the caller's may be changed meanwhile. */
static bool run_unlocked(const tb_select_job *w, int64_t cost, int64_t *bad, int *refused)
{
    tb_tensor table = {0}, index = {0}, other = {0};
    tb_status status = tb_view_alias(&table, w->table, NULL);
    if (status == TB_OK)
        status = tb_view_alias(&index, w->index, NULL);
    if (status == TB_OK && w->other)
        status = tb_view_alias(&other, w->other, NULL);
    if (status == TB_OK) {
        tb_select_job own = *w;
        own.table = &table;
        own.index = &index;
        own.other = w->other ? &other : NULL;
        own.lock = NULL;
        tb_storage *const storages[3] = {table.storage, index.storage, other.storage};
        const tb_released_lock released = tb_release_lock(w->lock, cost, storages, 3);
        *refused = tb_select_run(&own, bad);
        tb_reacquire_lock(&released);
    }
    tb_tensor_release(&table);
    tb_tensor_release(&index);
    tb_tensor_release(&other);
    return status == TB_OK;
}

int tb_select_run(const tb_select_job *w, int64_t *bad)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const tb_tensor *shaped = w->table->ndim ? w->table : w->other; /* has all dimensions; NULL: none */
    tb_shape shape;
    tb_layout layout[2];
    tb_plan plan;
    int64_t offset[TB_SELECT_CHUNK];
    int refused;
    const int64_t moved = w->other ? w->other->numel : w->table->numel;
    const int64_t cost = tb_parallel_cost(moved, w->table->itemsize, 1);
    if (w->lock && cost >= TB_RELEASE_COST && run_unlocked(w, cost, bad, &refused))
        return refused;

    shape.ndim = shaped ? shaped->ndim : 0;
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = d == w->dim ? 1 : shaped->size[d];
        if (shape.size[d] == 0)
            return tb_select_check(w, bad);
    }
    layout[table] = layout_of(w->table, NULL);
    layout[other] = layout_of(w->other, w->value);
    tb_plan_build(&plan, &shape, layout, 2);
    select_loops s = {.offset = offset,
                      .other_step = step_along(w->other, w->dim),
                      .across = plan.size[0],
                      .table_across = plan.stride[table][0],
                      .other_across = plan.stride[other][0]};
    const bool along_index =
        s.across == 1 || step_along(w->to_table ? w->table : w->other, w->dim) < plan.stride[0][0];
    for (int64_t start = 0; start < w->index->numel; start += TB_SELECT_CHUNK) {
        const int64_t left = w->index->numel - start;
        s.count = left < TB_SELECT_CHUNK ? left : TB_SELECT_CHUNK;
        if (read_checked(w, start, s.count, offset, bad))
            return 1;
        to_offsets(w, s.count, offset);
        run_plan(w, &plan, s, along_index);
        plan.data[other] += s.count * s.other_step;
    }
    return 0;
}
