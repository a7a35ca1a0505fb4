/* distance.c: see distance.h.  b is transposed once for each matrix of the batch; then the rows of the result
 * are independent of each other, and the pool's threads share them.  Distances are computed from differences:
 * in |a|^2 + |b|^2 - 2ab the common digits would cancel. */
#include "core/linalg/distance.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/kernels.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define T float
#define NAME(what) what##_f32
#define FABS fabsf
#define POW powf
#define SQRT sqrtf
#include "core/linalg/distance_loops.inc"
#define T double
#define NAME(what) what##_f64
#define FABS fabs
#define POW pow
#define SQRT sqrt
#include "core/linalg/distance_loops.inc"

/* ---- one matrix of the batch ---- */

typedef struct {
    void (*row)(void *out, const void *a, int64_t step, const void *columns, int64_t n, int64_t depth,
                double p);
    const char *a, *b;
    char *out, *columns;
    int64_t rows, n, depth, itemsize;
    int64_t a_row, a_step, b_row, b_step; /* in elements */
    double p;
} matrix;

static int run_rows(const void *work, int64_t first, int64_t last)
{
    const matrix *m = work;
    for (int64_t i = first; i < last; i++)
        m->row(m->out + i * m->n * m->itemsize, m->a + i * m->a_row * m->itemsize, m->a_step, m->columns,
               m->n, m->depth, m->p);
    return 0;
}

static void transpose(const matrix *m)
{
    const tb_move_kernels *move = &tb_kernels_active->move[m->itemsize == 4 ? 2 : 3];
    const int64_t size = m->itemsize;
    if (m->b_step == 1) {
        move->transpose(m->columns, m->n * size, m->b, m->b_row * size, m->n, m->depth);
        return;
    }
    for (int64_t k = 0; k < m->depth; k++)
        move->gather(m->columns + k * m->n * size, m->b + k * m->b_step * size, m->b_row * size, m->n);
}

/* ---- the batch ---- */

/* Computes every pair of matrices of the plan: a and b, broadcast against each other. */
static void run_all(matrix *m, const tb_plan *batch, int64_t cost)
{
    tb_cursor at;
    tb_cursor_begin(&at, batch, 0);
    do {
        m->a = at.p[0];
        m->b = at.p[1];
        transpose(m);
        tb_parallel_for(run_rows, m, m->rows, 1, cost);
        m->out += m->rows * m->n * m->itemsize;
    } while (tb_cursor_advance(&at, batch, 0, 1) && !tb_is_interrupted());
}

/* The cost in parallel.h's unit. */
static int64_t distance_cost(const matrix *m)
{
    const bool powers = m->p != 0 && m->p != 1 && m->p != 2 && m->p != INFINITY;
    return tb_saturating_mul(tb_saturating_mul(m->rows, m->n), m->depth * (powers ? TB_WEIGHT_POWER : 1));
}

static tb_status run(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, const tb_plan *batch, double p,
                     const tb_lock_callbacks *lock, tb_error *err)
{
    const int na = a->ndim, nb = b->ndim;
    tb_storage *const storage[3] = {out->storage, a->storage, b->storage};
    tb_block block;
    matrix m = {
        .row = out->dtype == TB_FLOAT32 ? row_f32 : row_f64,
        .a = tb_data(a),
        .b = tb_data(b),
        .out = tb_data(out),
        .rows = a->size[na - 2],
        .n = b->size[nb - 2],
        .depth = a->size[na - 1],
        .itemsize = out->itemsize,
        .a_row = a->stride[na - 2],
        .a_step = a->stride[na - 1],
        .b_row = b->stride[nb - 2],
        .b_step = b->stride[nb - 1],
        .p = p,
    };
    if (!tb_block_get(m.n * m.depth * m.itemsize, false, &block))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    m.columns = block.start;
    const int64_t cost = distance_cost(&m), all = tb_saturating_mul(cost, out->numel / (m.rows * m.n));
    int code = 0;
    TB_WITHOUT_LOCK (&code, lock, all, storage, 3)
        run_all(&m, batch, cost);
    tb_block_put(&block);
    return tb_status_of_code(code, err);
}

static tb_status check(const tb_tensor *a, const tb_tensor *b, double p, tb_error *err)
{
    const tb_tensor *const both[2] = {a, b};
    for (int i = 0; i < 2; i++)
        if (both[i]->ndim < 2)
            return tb_fail(err, TB_RUNTIME_ERROR, "cdist only supports at least 2D tensors, X%d got: %dD",
                           i + 1, both[i]->ndim);
    const int64_t columns[2] = {a->size[a->ndim - 1], b->size[b->ndim - 1]};
    if (columns[0] != columns[1])
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "X1 and X2 must have the same number of columns. X1: %" PRId64 " X2: %" PRId64,
                       columns[0], columns[1]);
    for (int i = 0; i < 2; i++)
        if (tb_dtypes[both[i]->dtype].kind != TB_KIND_FLOAT)
            return tb_fail(err, TB_RUNTIME_ERROR, "cdist only supports floating-point dtypes, X%d got: %s",
                           i + 1, tb_dtypes[both[i]->dtype].scalar_type);
    if (!(p >= 0))
        return tb_fail(err, TB_RUNTIME_ERROR, "cdist only supports non-negative p values");
    return TB_OK;
}

tb_status tb_cdist(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, double p,
                   const tb_lock_callbacks *lock, tb_error *err)
{
    tb_shape shape;
    tb_plan batch;
    TB_TRY(check(a, b, p, err));
    TB_TRY(tb_broadcast_batches(&shape, a->size, a->ndim, b->size, b->ndim, err));
    tb_layout layout[] = {tb_layout_of(a), tb_layout_of(b)};
    layout[0].ndim -= 2;
    layout[1].ndim -= 2;
    tb_plan_in_order(&batch, &shape, layout, 2);
    shape.size[shape.ndim++] = a->size[a->ndim - 2];
    shape.size[shape.ndim++] = b->size[b->ndim - 2];
    const int64_t depth = a->size[a->ndim - 1];
    const bool empty = tb_numel(shape.size, shape.ndim) == 0 || depth == 0;
    if (!empty && tb_is_half(a->dtype))
        return tb_fail_kernel("cdist", a->dtype, err);
    if (!empty && a->dtype != b->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar type %s but found %s",
                       tb_dtypes[a->dtype].scalar_type, tb_dtypes[b->dtype].scalar_type);
    TB_TRY(tb_tensor_new(out, a->dtype, shape.size, NULL, shape.ndim, empty, err));
    if (empty)
        return TB_OK;
    const tb_status status = run(out, a, b, &batch, p, lock, err);
    if (status != TB_OK)
        tb_tensor_release(out);
    return status;
}
