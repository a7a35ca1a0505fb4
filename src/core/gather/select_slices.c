/* select_slices.c: see select_slices.h.  Every dimension but the indexed one is planned
 * as for a pointwise call. */
#include "core/gather/select_slices.h"
#include "core/base/bounds.h"
#include "core/base/frame.h"
#include "core/base/tuning.h"
#include "core/iterate/offset_moves.h"
#include "core/iterate/parallel.h"

/* Bytes from one index along dim to the next. */
static int64_t step_along(const tb_tensor *t, int dim)
{
    return t && t->ndim ? t->stride[dim] * t->itemsize : 0;
}

/* ---- offsets ---- */

/* What is known of the indices, the tensors being anything once the lock is released. */
typedef struct {
    const char *start;
    int itemsize;
    int64_t n, stride;   /* bytes from one to the next */
    int64_t below, size; /* each is at least -below and less than size */
    int64_t jump;        /* bytes in the table from one to the next */
} indices;

static indices indices_of(const tb_select_job *w)
{
    const int64_t size = w->table->ndim ? w->table->size[w->dim] : 1;
    return (indices){.start = tb_data(w->index),
                     .itemsize = w->index->itemsize,
                     .n = w->index->numel,
                     .stride = step_along(w->index, 0),
                     .below = w->from_end ? size : 0,
                     .size = size,
                     .jump = step_along(w->table, w->dim)};
}

/* Reads the n indices from the one at `start`; 1 with the first that is out of bounds in *bad. */
static int read_checked(const indices *x, int64_t start, int64_t n, int64_t *out, int64_t *bad)
{
    if (tb_read_within(out, x->start + start * x->stride, x->itemsize, x->stride, n, x->below, x->size))
        return 0;
    while (*out >= -x->below && *out < x->size)
        out++;
    *bad = *out;
    return 1;
}

/* Indices that are within bounds become offsets in bytes. */
static void to_offsets(const indices *x, int64_t n, int64_t *offset)
{
    if (x->below)
        for (int64_t i = 0; i < n; i++)
            offset[i] += offset[i] < 0 ? x->size : 0;
    for (int64_t i = 0; i < n; i++)
        offset[i] *= x->jump;
}

TB_FITS_FRAME(TB_SELECT_CHUNK * sizeof(int64_t));

int tb_select_check(const tb_select_job *w, int64_t *bad)
{
    const indices x = indices_of(w);
    int64_t index[TB_SELECT_CHUNK];
    for (int64_t start = 0; start < x.n; start += TB_SELECT_CHUNK)
        if (read_checked(&x, start, tb_min(x.n - start, TB_SELECT_CHUNK), index, bad))
            return 1;
    return 0;
}

/* ---- moves ---- */

/* A tensor as the plan sees it; without one, a single element. */
static tb_layout layout_of(const tb_tensor *t, const void *value)
{
    return t ? tb_layout_of(t) : (tb_layout){.data = (char *)(uintptr_t)value, .itemsize = 1};
}

/* Divides the plan of all dimensions but the indexed one: what is written decides whether the innermost loop
 * goes along the offsets, or along rows of the slices. */
static void divide(const tb_select_job *w, const tb_plan *plan, tb_offset_moves *m)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const bool along_index =
        plan->size[0] == 1 || step_along(w->to_table ? w->table : w->other, w->dim) < plan->stride[0][0];
    tb_offset_moves_begin(m, w->table->itemsize, w->to_table);
    m->step = step_along(w->other, w->dim);
    for (int d = 0; d < plan->ndim; d++) {
        const int64_t stride[] = {[TB_AT_OFFSETS] = plan->stride[table][d],
                                  [TB_BESIDE] = plan->stride[other][d]};
        tb_plan_append(d == 0 && !along_index ? &m->block : &m->outer, plan->size[d], stride);
    }
    tb_offset_moves_end(m);
}

static int move_all(const indices *x, tb_offset_moves *m, char *table, char *other, int64_t *bad)
{
    int64_t offset[TB_SELECT_CHUNK], since = 0;
    for (int64_t start = 0; start < x->n; start += TB_SELECT_CHUNK) {
        const int64_t n = tb_min(x->n - start, TB_SELECT_CHUNK);
        if (read_checked(x, start, n, offset, bad))
            return 1;
        to_offsets(x, n, offset);
        tb_offset_moves_run(m, table, other + start * m->step, offset, n);
        if (tb_interrupted_after(n * m->each, &since))
            return TB_RANGE_INTERRUPTED;
    }
    return 0;
}

int tb_select_run(const tb_select_job *w, int64_t *bad)
{
    const int table = w->to_table ? 0 : 1, other = 1 - table;
    const tb_tensor *shaped = w->table->ndim ? w->table : w->other; /* has all dimensions; NULL: none */
    const indices x = indices_of(w);
    tb_shape shape;
    tb_layout layout[2];
    tb_plan plan;
    tb_offset_moves moves;

    shape.ndim = shaped ? shaped->ndim : 0;
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = d == w->dim ? 1 : shaped->size[d];
        if (shape.size[d] == 0)
            return tb_select_check(w, bad);
    }
    layout[table] = layout_of(w->table, NULL);
    layout[other] = layout_of(w->other, w->value);
    tb_plan_build(&plan, &shape, layout, 2);
    divide(w, &plan, &moves);
    tb_storage *const storages[] = {w->table->storage, w->index->storage,
                                    w->other ? w->other->storage : NULL};
    const int64_t moved = w->other ? w->other->numel : w->table->numel;
    tb_released_lock released;
    tb_release_lock(&released, w->lock, tb_parallel_cost(moved, w->table->itemsize, 1), storages, 3);
    const int refused = move_all(&x, &moves, plan.data[table], plan.data[other], bad);
    return tb_reacquire_lock(&released, NULL) == TB_OK ? refused : TB_RANGE_INTERRUPTED;
}
