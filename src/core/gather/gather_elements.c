/* gather_elements.c: see gather_elements.h.  Every dimension but the indexed one is
 * planned as for a pointwise call; the innermost of them and the indexed one are
 * the two loops of a kernel.  torch looks at indices in this order, so that its
 * errors name the same index; the threads of the pool take stretches of one dimension. */
#include "core/gather/gather_elements.h"
#include "core/base/bounds.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/convert.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Operands: of the loops, and of the plan that they come from, whose first two may be exchanged. */
enum { TABLE, OTHER, INDEX, OPERANDS };

typedef struct {
    tb_plan loops; /* two at least: a kernel runs the first two of them */
    int along;     /* the one along the indexed dimension: 0 or 1 */
    char *table, *other;
    const char *index;
    int64_t jump;        /* in the table, from one index to the next */
    int64_t bound, wrap; /* wrap: what is added to negative indices */
} gather_loops;

/* NULL, or the address of an index that is out of bounds. */
typedef const char *(*rows_loop)(const gather_loops *rows);

#include "core/gather/generated/gather_loops.inc"

static rows_loop moving_loop(bool from_table, int itemsize)
{
    static const rows_loop loops[][2] = {{to_table_1, from_table_1},
                                         {to_table_2, from_table_2},
                                         {to_table_4, from_table_4},
                                         {to_table_8, from_table_8},
                                         {to_table_16, from_table_16}};
    return loops[__builtin_ctz((unsigned)itemsize)][from_table];
}

static const struct {
    rows_loop add, multiply;
} calculating[TB_NDTYPES] = {
    [TB_BOOL] = {add_bool, multiply_bool},    [TB_UINT8] = {add_u8, multiply_u8},
    [TB_INT8] = {add_u8, multiply_u8},        [TB_INT16] = {add_u16, multiply_u16},
    [TB_INT32] = {add_u32, multiply_u32},     [TB_INT64] = {add_u64, multiply_u64},
    [TB_FLOAT16] = {add_f16, multiply_f16},   [TB_BFLOAT16] = {add_bf16, multiply_bf16},
    [TB_FLOAT32] = {add_f32, multiply_f32},   [TB_FLOAT64] = {add_f64, multiply_f64},
    [TB_COMPLEX64] = {add_c64, multiply_c64}, [TB_COMPLEX128] = {add_c128, multiply_c128},
};

/* ---- loops of other kinds ---- */

static const char *only_look(const gather_loops *r)
{
    const int64_t step = r->loops.stride[INDEX][0], n = step ? r->loops.size[0] : 1, wrap = r->wrap;
    const uint64_t bound = (uint64_t)r->bound;
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        for (int64_t b = 0; b < n; b++, index += step) {
            const int64_t at = *(const int64_t *)(const void *)index;
            if ((uint64_t)(at + (at >> 63 & wrap)) >= bound)
                return index;
        }
    }
    return NULL;
}

/* gather with one index for each contiguous row (of an expanded index). */
static const char *rows_from_table(const gather_loops *r)
{
    const size_t bytes = (size_t)(r->loops.size[0] * r->loops.stride[OTHER][0]);
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        int64_t at = *(const int64_t *)(const void *)index;
        at += at >> 63 & r->wrap;
        if ((uint64_t)at >= (uint64_t)r->bound)
            return index;
        memcpy(r->other + a * r->loops.stride[OTHER][1],
               r->table + a * r->loops.stride[TABLE][1] + at * r->jump, bytes);
    }
    return NULL;
}

static rows_loop choose_loop(const tb_gather_job *w, const gather_loops *r)
{
    const int itemsize = w->table->itemsize;
    switch (w->step) {
    case TB_FROM_TABLE:
        if (r->loops.stride[INDEX][0] == 0 && r->loops.stride[OTHER][0] == itemsize &&
            r->loops.stride[TABLE][0] == itemsize && r->loops.size[0] > 1)
            return rows_from_table;
        return moving_loop(true, itemsize);
    case TB_TO_TABLE:
        return moving_loop(false, itemsize);
    case TB_ADD_TO_TABLE:
        return calculating[w->table->dtype].add;
    case TB_MULTIPLY_TABLE:
        return calculating[w->table->dtype].multiply;
    default:
        return only_look;
    }
}

/* ---- the loops ---- */

/* A tensor's sizes do not matter to the plan, but for those that broadcast: the
 * strides of a 0-dim table and of `whole` tables are 0. */
static tb_layout layout_of(const tb_tensor *t, const tb_tensor *index, const int64_t *zeros)
{
    if (!t || t->ndim != index->ndim)
        return (tb_layout){t ? tb_data(t) : NULL, index->size, zeros, index->ndim, 1};
    return (tb_layout){tb_data(t), index->size, t->stride, t->ndim, t->itemsize};
}

static void add_loop(gather_loops *r, const tb_plan *plan, int d, int table)
{
    const int64_t stride[OPERANDS] = {plan->stride[table][d], plan->stride[1 - table][d],
                                      plan->stride[INDEX][d]};
    tb_plan_append(&r->loops, plan->size[d], stride);
}

/* The two inner loops are dimension 0 of the plan, and the indexed one inside it if
 * it is the last, outside otherwise; if one of them is enough, it is the inner one. */
static void set_loops(const tb_gather_job *w, const tb_plan *plan, int table, gather_loops *r)
{
    const int ndim = w->index->ndim;
    const bool has_dim = !w->whole && ndim > 0;
    const int64_t n = has_dim ? w->index->size[w->dim] : 1;
    const int64_t along[OPERANDS] = {
        0, has_dim && w->other && w->other->ndim > 0 ? w->other->stride[w->dim] * w->other->itemsize : 0,
        has_dim ? w->index->stride[w->dim] * 8 : 0};
    const bool inside = has_dim && w->dim == ndim - 1 ? n != 1 : plan->size[0] == 1;

    tb_plan_begin(&r->loops, OPERANDS);
    r->along = !inside;
    if (inside)
        tb_plan_append(&r->loops, n, along);
    add_loop(r, plan, 0, table);
    if (!inside)
        tb_plan_append(&r->loops, n, along);
    for (int d = 1; d < plan->ndim; d++)
        add_loop(r, plan, d, table);
    if (w->whole) {
        r->jump = w->table->itemsize;
        r->bound = r->wrap = w->table->numel;
    } else {
        r->jump = w->table->ndim ? w->table->stride[w->dim] * w->table->itemsize : 0;
        r->bound = w->table->ndim ? w->table->size[w->dim] : 1;
        r->wrap = 0;
    }
}

/* In whatever order, quickly: only a refusal has to name the first. */
static bool all_within(const tb_gather_job *w)
{
    const int64_t bound = w->whole ? w->table->numel : w->table->ndim ? w->table->size[w->dim] : 1;
    return w->index->contiguous && tb_all_within((const int64_t *)(const void *)tb_data(w->index),
                                                 w->index->numel, w->whole ? bound : 0, bound);
}

/* All of them in order; NULL, or the address of the first index that is out of bounds. */
static const char *run_rows(gather_loops *r, rows_loop run)
{
    tb_cursor at;
    tb_cursor_begin(&at, &r->loops, 2);
    do {
        r->table = at.p[TABLE];
        r->other = at.p[OTHER];
        r->index = at.p[INDEX];
        const char *refused = run(r);
        if (refused)
            return refused;
    } while (tb_cursor_advance(&at, &r->loops, 2, 1));
    return NULL;
}

/* What threads share: stretches of one loop. */
typedef struct {
    const gather_loops *rows;
    rows_loop run;
    int loop;
    atomic_bool *refused;
    _Atomic int64_t *bad; /* an index that was refused */
} gather_job;

static void run_range(const void *p, int64_t first, int64_t last)
{
    const gather_job *g = p;
    gather_loops r = *g->rows;
    if (atomic_load_explicit(g->refused, memory_order_relaxed))
        return;
    r.loops.size[g->loop] = last - first;
    for (int k = 0; k < OPERANDS; k++)
        r.loops.data[k] += first * r.loops.stride[k][g->loop];
    const char *refused = run_rows(&r, g->run);
    if (refused) {
        atomic_store_explicit(g->bad, *(const int64_t *)(const void *)refused, memory_order_relaxed);
        atomic_store_explicit(g->refused, true, memory_order_relaxed);
    }
}

/* The longest loop, the outermost of equals.  A slice that is written is written in order. */
static int parallel_loop(const gather_loops *r, tb_gather_mode step)
{
    const bool reads = step == TB_FROM_TABLE || step == TB_CHECK_ONLY;
    int longest = -1;
    for (int loop = r->loops.ndim - 1; loop >= 0; loop--)
        if ((reads || loop != r->along) && (longest < 0 || r->loops.size[loop] > r->loops.size[longest]))
            longest = loop;
    return longest;
}

int tb_gather_run(const tb_gather_job *w, int64_t *bad)
{
    static const int64_t zeros[TB_MAX_DIMS];
    const int table = w->other_leads, other = 1 - table;
    tb_layout layout[OPERANDS];
    tb_shape shape;
    tb_plan plan;
    gather_loops r;
    atomic_bool refused = false;
    _Atomic int64_t any = 0;

    if (w->index->numel == 0)
        return 0;
    shape.ndim = w->index->ndim;
    memcpy(shape.size, w->index->size, (size_t)shape.ndim * sizeof *shape.size);
    if (!w->whole && shape.ndim > 0)
        shape.size[w->dim] = 1;
    if (w->step == TB_CHECK_ONLY && all_within(w))
        return 0;
    layout[INDEX] = layout_of(w->index, w->index, zeros);
    layout[other] = layout_of(w->other, w->index, zeros);
    layout[table] = layout_of(w->whole ? NULL : w->table, w->index, zeros);
    tb_plan_build(&plan, &shape, layout, OPERANDS);
    set_loops(w, &plan, table, &r);
    r.loops.data[TABLE] = tb_data(w->table);
    r.loops.data[OTHER] = w->other ? plan.data[other] : (char *)(uintptr_t)w->value;
    r.loops.data[INDEX] = plan.data[INDEX];
    const gather_job work = {&r, choose_loop(w, &r), parallel_loop(&r, w->step), &refused, &any};
    tb_storage *const storages[OPERANDS] = {w->table->storage, w->index->storage,
                                            w->other ? w->other->storage : NULL};
    const int64_t cost = tb_parallel_cost(w->index->numel, w->table->itemsize, TB_WEIGHT_INDEX);
    const tb_released_lock released = tb_release_lock(w->lock, cost, storages, OPERANDS);
    const char *first = NULL;
    if (cost < TB_POOL_LEAST)
        first = run_rows(&r, work.run);
    else
        tb_parallel_for(run_range, &work, r.loops.size[work.loop], work.loop == 0 ? TB_CACHE_LINE : 1, cost);
    if (refused) /* the first one, unless another thread has written to the indices meanwhile */
        first = run_rows(&r, only_look);
    if (first || refused)
        *bad = first ? *(const int64_t *)(const void *)first : any;
    tb_reacquire_lock(&released);
    return first || refused;
}
