/* index_add.c: adds values at the elements that index tensors select (index_put with accumulate).  The indices
 * become offsets into a table whose first dimension is the memory that they reach; the others are those that are
 * not indexed. */
#include "core/copy/clone.h"
#include "core/gather/gather_elements.h"
#include "core/index/index_plan.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"
#include "core/plan/cursor.h"

#include <string.h>

/* The offset of each position, in elements, which the tensors' indices add up to.  None is out of bounds. */
static tb_status find_offsets(const tb_index_plan *plan, tb_tensor *out, tb_error *err)
{
    const int64_t *size = plan->shape.size, numel = tb_numel(size, plan->indexed);
    int64_t *offset, stride[TB_MAX_DIMS];
    TB_TRY(tb_tensor_new(out, TB_INT64, &numel, NULL, 1, true, err));
    offset = (int64_t *)(void *)tb_data(out);
    tb_contiguous_strides(size, plan->indexed, stride);
    for (int k = 0; k < plan->n; k++) {
        const tb_planned_index *by = &plan->by[k];
        const int64_t *along = tb_index_plan_strides(plan, k);
        const int64_t none[] = {0, 0};
        tb_plan positions;
        tb_cursor at;
        tb_plan_begin(&positions, 2);
        for (int d = plan->indexed; d-- > 0;)
            tb_plan_add(&positions, size[d], (int64_t[]){8 * stride[d], 8 * along[d]});
        tb_plan_end(&positions, none);
        positions.data[0] = (char *)offset;
        positions.data[1] = tb_data(by->tensor);
        tb_cursor_begin(&at, &positions, 1);
        do
            for (int64_t i = 0; i < positions.size[0]; i++) {
                const int64_t index = *(int64_t *)(void *)(at.p[1] + i * positions.stride[1][0]);
                *(int64_t *)(void *)(at.p[0] + i * positions.stride[0][0]) +=
                    (index < 0 ? index + by->size : index) * by->step;
            }
        while (tb_cursor_advance(&at, &positions, 1, 1));
    }
    return TB_OK;
}

/* The value, expanded, with one dimension for all positions; `shape` is the plan's with that dimension. */
static tb_status shape_value(tb_tensor *out, const tb_index_plan *plan, const tb_tensor *value,
                             const tb_shape *shape, tb_error *err)
{
    tb_tensor expanded;
    TB_TRY(tb_view_expand(&expanded, value, plan->shape.size, plan->shape.ndim, err));
    const tb_status status = tb_reshape(out, &expanded, shape, err);
    tb_tensor_release(&expanded);
    return status;
}

static tb_status add_at(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *offsets,
                        const tb_tensor *value, const tb_lock_callbacks *lock, tb_error *err)
{
    const int rest = plan->shape.ndim - plan->indexed, first = view->ndim - rest;
    int64_t reach, bad, size[TB_MAX_DIMS], stride[TB_MAX_DIMS] = {1}, step[TB_MAX_DIMS] = {1};
    tb_shape shape = {.ndim = 1 + rest};
    tb_tensor table, index, shaped;
    shape.size[0] = offsets->numel;
    memcpy(shape.size + 1, view->size + first, (size_t)rest * sizeof *size);
    memcpy(size + 1, view->size + first, (size_t)rest * sizeof *size);
    memcpy(stride + 1, view->stride + first, (size_t)rest * sizeof *stride);
    TB_TRY(tb_storage_extent(view->size, view->stride, first, 0, view->itemsize, &reach, err));
    size[0] = reach;
    TB_TRY(shape_value(&shaped, plan, value, &shape, err));
    tb_status status =
        tb_tensor_view(&table, view->storage, view->dtype, size, stride, shape.ndim, view->offset, err);
    if (status == TB_OK) {
        status = tb_tensor_view(&index, offsets->storage, TB_INT64, shape.size, step, shape.ndim, 0, err);
        if (status == TB_OK) {
            const tb_gather_job job = {
                .step = TB_ADD_TO_TABLE, .table = &table, .index = &index, .other = &shaped, .lock = lock};
            status = tb_index_moved(tb_gather_elements(&job, &bad), err);
            tb_tensor_release(&index);
        }
        tb_tensor_release(&table);
    }
    tb_tensor_release(&shaped);
    return status;
}

static tb_status add(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *value,
                     const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t ignored[TB_MAX_DIMS];
    int perm[TB_MAX_DIMS];
    tb_tensor offsets, owned = {0};
    TB_TRY(tb_index_check_write(plan, view, &value, &owned, ignored, perm, err));
    tb_status status = plan->numel ? find_offsets(plan, &offsets, err) : TB_OK;
    if (status == TB_OK && plan->numel) {
        status = add_at(plan, view, &offsets, value, lock, err);
        tb_tensor_release(&offsets);
    }
    tb_tensor_release(&owned);
    return status;
}

tb_status tb_index_add(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                       const tb_lock_callbacks *lock, tb_error *err)
{
    tb_index_plan plan;
    TB_TRY(tb_check_index_count(view, indices, err));
    TB_TRY(tb_check_writable(view, err));
    TB_TRY(tb_index_check_overlaps(view, indices, value, err));
    TB_TRY(tb_index_plan_make(&plan, view, indices, true, err));
    const tb_status status = add(&plan, view, value, lock, err);
    tb_index_plan_release(&plan);
    return status;
}
