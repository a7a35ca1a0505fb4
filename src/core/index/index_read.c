/* index_read.c: reads the elements that index tensors select: makes a plan, then moves the elements, and
 * checks the values of the indices at the same time. */
#include "core/base/tuning.h"
#include "core/index/index_plan.h"
#include "core/iterate/parallel.h"

/* Indices are checked while elements move, unless the lock is released: then others may change the tensors
 * whose sizes the error names. */
static bool checks_first(const tb_index_plan *plan, const tb_tensor *view, const tb_lock_callbacks *lock)
{
    return lock && tb_parallel_cost(plan->numel, view->itemsize, TB_WEIGHT_INDEX) >= TB_RELEASE_COST;
}

/* Reads the elements into a new `out`. */
static tb_status read_all(const tb_index_plan *plan, const int *perm, const tb_tensor *view,
                          const tb_tensor *out, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_index_move_job sides = {.self = tb_data(view),
                                     .other = tb_data(out),
                                     .storage = {view->storage, out->storage},
                                     .other_stride = out->stride,
                                     .itemsize = view->itemsize,
                                     .lock = lock};
    const bool checked = checks_first(plan, view, lock);
    if (plan->numel == 0)
        return TB_OK;
    if (checked)
        TB_TRY(tb_index_plan_check(plan, perm, err));
    const int code = tb_index_move(plan, perm, &sides);
    if (code == 1 && !checked)
        TB_TRY(tb_index_plan_check(plan, perm, err));
    return tb_index_moved(code, err);
}

tb_status tb_index_get(tb_tensor *out, const tb_tensor *view, const tb_index_tensors *indices,
                       const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    int perm[TB_MAX_DIMS];
    tb_index_plan plan;
    TB_TRY(tb_index_plan_make(&plan, view, indices, false, err));
    tb_index_plan_order(&plan, NULL, perm, stride);
    tb_status status = tb_tensor_new(out, view->dtype, plan.shape.size, stride, plan.shape.ndim, false, err);
    if (status == TB_OK) {
        status = read_all(&plan, perm, view, out, lock, err);
        if (status != TB_OK)
            tb_tensor_release(out);
    }
    tb_index_plan_release(&plan);
    return status;
}

tb_status tb_index_shape(tb_shape *shape, const tb_tensor *view, const tb_index_tensors *indices,
                         tb_error *err)
{
    tb_index_plan plan;
    TB_TRY(tb_index_plan_make(&plan, view, indices, false, err));
    *shape = plan.shape;
    tb_index_plan_release(&plan);
    return TB_OK;
}
