/* product.c: see product.h; the batch.  Dimensions of the batch along which one operand
 * is the same become rows or columns of one larger product where steps allow it. */
#include "core/linalg/product.h"
#include "core/base/shape.h"
#include "core/base/tuning.h"
#include "core/threads/pool.h"

#include <string.h>

tb_dtype tb_product_dtype(tb_dtype dtype)
{
    if (dtype == TB_BOOL)
        return TB_UNDEFINED;
    return dtype == TB_UINT8 || dtype == TB_INT8 ? TB_INT16 : tb_dtypes[dtype].compute;
}

/* ---- fewer dimensions ---- */

static void remove_dim(tb_product *p, int d)
{
    p->nbatch--;
    for (; d < p->nbatch; d++) {
        p->batch[d] = p->batch[d + 1];
        for (int i = 0; i < 3; i++)
            p->step[i][d] = p->step[i][d + 1];
    }
}

/* Does this dimension continue the rows (or columns) of an operand? */
static bool continues(int64_t step, int64_t inner, int64_t size) { return size == 1 || step == inner * size; }

/* The last dimension of the batch as more rows, where B is the same for all of it. */
static bool merge_rows(tb_product *p, int d)
{
    if (p->step[1][d] != 0 || !continues(p->step[0][d], p->a.row, p->m) ||
        !continues(p->step[2][d], p->c.row, p->m))
        return false;
    if (p->m == 1) {
        p->a.row = p->step[0][d];
        p->c.row = p->step[2][d];
    }
    p->m *= p->batch[d];
    return true;
}

static bool merge_columns(tb_product *p, int d)
{
    if (p->step[0][d] != 0 || !continues(p->step[1][d], p->b.column, p->n) ||
        !continues(p->step[2][d], p->c.column, p->n))
        return false;
    if (p->n == 1) {
        p->b.column = p->step[1][d];
        p->c.column = p->step[2][d];
    }
    p->n *= p->batch[d];
    return true;
}

static void simplify(tb_product *p)
{
    for (int d = p->nbatch; d-- > 0;)
        if (p->batch[d] == 1)
            remove_dim(p, d);
    while (p->nbatch > 0 && (merge_rows(p, p->nbatch - 1) || merge_columns(p, p->nbatch - 1)))
        p->nbatch--;
    for (int d = p->nbatch - 1; d > 0; d--) {
        bool merge = true;
        for (int i = 0; i < 3; i++)
            merge = merge && p->step[i][d - 1] == p->step[i][d] * p->batch[d];
        if (!merge)
            continue;
        p->batch[d] *= p->batch[d - 1];
        remove_dim(p, d - 1);
    }
}

/* ---- the loops ---- */

typedef struct {
    const tb_product *p;
    tb_one_product one; /* of the first index */
    int64_t total, step;
} batch_loop;

/* Indices [first, last) of the batch. */
static int run_range(const batch_loop *w, int64_t first, int64_t last)
{
    const tb_product *p = w->p;
    const int64_t itemsize = w->one.kernels->itemsize;
    int64_t index[TB_MAX_DIMS], at[3] = {0, 0, 0}, rest = first;
    for (int d = p->nbatch; d-- > 0; rest /= p->batch[d]) {
        index[d] = rest % p->batch[d];
        for (int i = 0; i < 3; i++)
            at[i] += index[d] * p->step[i][d];
    }
    tb_one_product one = w->one;
    for (int64_t k = first; k < last; k++) {
        one.a.data = p->a.data + at[0] * itemsize;
        one.b.data = p->b.data + at[1] * itemsize;
        one.c.data = p->c.data + at[2] * itemsize;
        if (tb_one_product_run(&one) != 0)
            return 1;
        for (int d = p->nbatch; d-- > 0;) {
            const int64_t back = ++index[d] < p->batch[d] ? 0 : p->batch[d];
            for (int i = 0; i < 3; i++)
                at[i] += p->step[i][d] * (1 - back);
            if (!back)
                break;
            index[d] = 0;
        }
    }
    return 0;
}

static int run_piece(const void *work, int64_t index)
{
    const batch_loop *w = work;
    const int64_t first = index * w->step, left = w->total - first;
    return run_range(w, first, first + (left < w->step ? left : w->step));
}

/* Threads take products where there are many of them, else they share each. */
static int run(batch_loop *w, int64_t cost)
{
    const bool many = w->total >= 2 * TB_POOL_PIECES || cost < TB_POOL_LEAST;
    w->one.share = !many && cost >= TB_POOL_LEAST;
    const int64_t all = tb_saturating_mul(cost, w->total) + w->total * TB_WEIGHT_PRODUCT;
    const int threads = many && w->total > 1 ? tb_pool_enter(all) : 1;
    if (threads == 1)
        return run_range(w, 0, w->total);
    const int64_t pieces = threads * TB_POOL_PIECES;
    w->step = (w->total + pieces - 1) / pieces;
    return tb_pool_run(run_piece, w, (int)((w->total + w->step - 1) / w->step));
}

tb_status tb_product_run(tb_product *p, tb_storage *const storage[3], const tb_lock_callbacks *lock,
                         tb_error *err)
{
    if (p->m == 0 || p->n == 0)
        return TB_OK;
    simplify(p);
    batch_loop w = {.p = p, .total = tb_numel(p->batch, p->nbatch)};
    if (w.total == 0)
        return TB_OK;
    w.one = (tb_one_product){.kernels = tb_matmul_active[p->dtype],
                             .m = p->m,
                             .n = p->n,
                             .k = p->k,
                             .a = p->a,
                             .b = p->b,
                             .c = p->c};
    const int64_t cost = tb_product_cost(w.one.kernels, p->m, p->n, p->k);
    const tb_released_lock released = tb_release_lock(lock, tb_saturating_mul(cost, w.total), storage, 3);
    if (w.total == 1)
        w.one.share = true;
    const int code = w.total == 1 ? tb_one_product_run(&w.one) : run(&w, cost);
    tb_reacquire_lock(&released);
    return code == 0 ? TB_OK : tb_fail(err, TB_MEMORY_ERROR, "out of memory");
}
