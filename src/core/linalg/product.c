/* product.c: see product.h; the batch.  If an operand is the same along dimensions of the batch, these become
 * rows or columns of one larger product, if the steps allow it. */
#include "core/linalg/product.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"

tb_dtype tb_product_dtype(tb_dtype dtype)
{
    if (dtype == TB_BOOL)
        return TB_UNDEFINED;
    return dtype == TB_UINT8 || dtype == TB_INT8 ? TB_INT16 : tb_dtypes[dtype].compute;
}

/* ---- fewer dimensions ---- */

/* The last dimension of the batch as more rows of A and C (0), or columns of B and C (1), where the other operand is
 * the same for all of it. */
static bool merge(tb_product *p, int d, int which)
{
    int64_t *const size = which ? &p->n : &p->m, *const step = which ? &p->b.column : &p->a.row,
                   *const c_step = which ? &p->c.column : &p->c.row;
    const int64_t along = p->step[which][d], c_along = p->step[2][d];
    if (p->step[1 - which][d] != 0 ||
        (*size > 1 && !(tb_continues(along, *size, *step) && tb_continues(c_along, *size, *c_step))))
        return false;
    if (*size == 1) {
        *step = along;
        *c_step = c_along;
    }
    *size *= p->batch[d];
    return true;
}

/* Plans the remaining batch: a, b and c. */
static void plan_batch(tb_plan *plan, tb_product *p)
{
    const int64_t itemsize = tb_matmul_active[p->dtype]->itemsize;
    tb_plan_begin(plan, 3);
    for (int d = p->nbatch; d-- > 0;) {
        int64_t stride[3];
        if (p->batch[d] == 1 || (plan->ndim == 0 && (merge(p, d, 0) || merge(p, d, 1))))
            continue;
        for (int i = 0; i < 3; i++)
            stride[i] = p->step[i][d] * itemsize;
        tb_plan_add(plan, p->batch[d], stride);
    }
    plan->data[0] = p->a.data;
    plan->data[1] = p->b.data;
    plan->data[2] = p->c.data;
}

/* ---- the loops ---- */

typedef struct {
    const tb_plan *plan;
    tb_one_product one; /* of the first index */
} batch_loop;

/* Computes the products of indices [first, last) of the batch. */
static int run_products(const void *work, int64_t first, int64_t last)
{
    const batch_loop *w = work;
    tb_one_product one = w->one;
    tb_cursor at;
    const bool dots = tb_one_product_is_dot(&one);
    if (w->plan->ndim == 1 && (dots || tb_one_product_is_small(&one))) {
        const int64_t step[] = {w->plan->stride[0][0], w->plan->stride[1][0], w->plan->stride[2][0]};
        if (!dots)
            TB_TOOK(PRODUCT_SMALL_BATCH);
        one.a.data += first * step[0];
        one.b.data += first * step[1];
        one.c.data += first * step[2];
        for (; first < last; first++, one.a.data += step[0], one.b.data += step[1], one.c.data += step[2])
            if (dots)
                tb_one_dot_run(&one);
            else
                one.kernels->small(&one);
        return 0;
    }
    tb_cursor_locate(&at, w->plan, 0, 1, first);
    for (; first < last; first++) {
        one.a.data = at.p[0];
        one.b.data = at.p[1];
        one.c.data = at.p[2];
        if (tb_one_product_run(&one) != 0)
            return 1;
        tb_cursor_advance(&at, w->plan, 0, 1);
    }
    return 0;
}

/* If there are many products, each is computed by one thread; otherwise the threads share each product. */
static int run(const batch_loop *w, int64_t total, int64_t cost, int64_t all)
{
    if (total == 1)
        return tb_one_product_run(&w->one);
    if (total >= 2 * TB_POOL_PIECES || cost < TB_POOL_LEAST)
        return tb_parallel_for(run_products, w, total, 1, all + total * TB_WEIGHT_PRODUCT);
    return run_products(w, 0, total);
}

tb_status tb_product_run(tb_product *p, tb_storage *const storage[3], const tb_lock_callbacks *lock,
                         tb_error *err)
{
    if (p->m == 0 || p->n == 0 || tb_numel(p->batch, p->nbatch) == 0)
        return TB_OK;
    tb_plan plan;
    plan_batch(&plan, p);
    const batch_loop w = {&plan,
                          {tb_matmul_active[p->dtype], p->m, p->n, p->k, p->a, p->b, p->c, .add = false}};
    const int64_t total = tb_plan_product(&plan, 0, plan.ndim);
    const int64_t cost = tb_product_cost(w.one.kernels, p->m, p->n, p->k);
    const int64_t all = tb_saturating_mul(cost, total);
    int code;
    TB_WITHOUT_LOCK (&code, lock, all, storage, 3)
        code = run(&w, total, cost, all);
    return code == 1 ? tb_fail(err, TB_MEMORY_ERROR, "out of memory") : tb_status_of_code(code, err);
}
