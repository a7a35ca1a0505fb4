/* index_write.c: writes the elements that index tensors select, and torch's warnings about that.
 *
 * All indices are checked before the first element changes; operands that might be overwritten are read from
 * private copies. */
#include "core/copy/clone.h"
#include "core/index/index_plan.h"
#include "core/memory/overlap.h"

/* ---- before ---- */

tb_status tb_index_check_overlaps(const tb_tensor *view, const tb_index_tensors *indices,
                                  const tb_tensor *value, tb_error *err)
{
    TB_TRY(tb_check_no_overlap(view, value, err));
    for (int i = 0; i < indices->n; i++)
        if (indices->tensor[i])
            TB_TRY(tb_check_no_overlap(view, indices->tensor[i], err));
    return TB_OK;
}

const char *const tb_warning_put_expanded =
    "Use of index_put_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor[indices] = tensor";
const char *const tb_warning_fill_expanded =
    "Use of masked_fill_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor[mask] = scalar";
const char *const tb_warning_byte_mask =
    "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.";

unsigned tb_index_warnings(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                           bool aliased)
{
    const tb_tensor *mask;
    unsigned warnings = 0;
    if (tb_check_index_count(view, indices, NULL) != TB_OK)
        return 0;
    if (value && tb_check_writable(view, NULL) != TB_OK)
        warnings |= TB_INDEX_WARNS_PUT_EXPANDED;
    if (tb_index_find_only_mask(view, indices, value, &mask, NULL) != TB_OK)
        return warnings;
    if (mask)
        return mask->dtype == TB_BOOL && warnings ? warnings | TB_INDEX_WARNS_FILL_EXPANDED : warnings;
    if (value && (aliased || tb_index_check_overlaps(view, indices, value, NULL) != TB_OK))
        return warnings;
    return warnings | tb_index_count_byte_masks(view, indices) * TB_INDEX_WARNS_BYTE_MASK;
}

/* ---- writing ---- */

static tb_status check_value(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *value,
                             tb_error *err)
{
    char have[TB_SHAPE_TEXT_MAX], wanted[TB_SHAPE_TEXT_MAX];
    const tb_shape *shape = &plan->shape;
    if (!tb_expandable(value->size, value->ndim, shape->size, shape->ndim, NULL)) {
        tb_fail(err, TB_RUNTIME_ERROR,
                "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
                tb_shape_text(have, sizeof have, value->size, value->ndim),
                tb_shape_text(wanted, sizeof wanted, shape->size, shape->ndim));
        tb_fail_about(err, TB_ABOUT_VALUE);
        tb_fail_shape(err, shape->size, shape->ndim);
        tb_fail_shape(err, value->size, value->ndim);
        return TB_RUNTIME_ERROR;
    }
    if (value->dtype != view->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Index put requires the source and destination dtypes match, got %s for the "
                       "destination and %s for the source.",
                       tb_dtypes[view->dtype].scalar_type, tb_dtypes[value->dtype].scalar_type);
    return TB_OK;
}

tb_status tb_index_check_write(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor **value,
                               tb_tensor *owned, int64_t *value_stride, int *perm, tb_error *err)
{
    int64_t ignored[TB_MAX_DIMS];
    const tb_shape *shape = &plan->shape;
    const tb_tensor *v = *value;
    TB_TRY(check_value(plan, view, v, err));
    TB_TRY(tb_refuse_unsigned(view->dtype, "index_put", err));
    tb_expand_strides(v->size, v->stride, v->ndim, shape->size, shape->ndim, value_stride);
    tb_index_plan_order(plan, value_stride, perm, ignored);
    TB_TRY(tb_index_plan_check(plan, perm, err));
    if (plan->numel == 0 || !tb_extents_overlap(view, v))
        return TB_OK;
    TB_TRY(tb_own_clone(value, owned, v->dtype, false, err));
    tb_expand_strides(owned->size, owned->stride, owned->ndim, shape->size, shape->ndim, value_stride);
    return TB_OK;
}

static tb_status write_all(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *value,
                           const int64_t *value_stride, const int *perm, const tb_lock_callbacks *lock,
                           tb_error *err)
{
    const tb_index_move_job sides = {.self = tb_data(view),
                                     .other = tb_data(value),
                                     .storage = {view->storage, value->storage},
                                     .other_stride = value_stride,
                                     .itemsize = view->itemsize,
                                     .write = true,
                                     .exact = !tb_is_non_overlapping(view),
                                     .lock = lock};
    return tb_index_moved(tb_index_move(plan, perm, &sides), err);
}

static tb_status put(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *value,
                     const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t value_stride[TB_MAX_DIMS];
    int perm[TB_MAX_DIMS];
    tb_tensor owned = {0};
    TB_TRY(tb_index_check_write(plan, view, &value, &owned, value_stride, perm, err));
    const tb_status status =
        plan->numel ? write_all(plan, view, value, value_stride, perm, lock, err) : TB_OK;
    tb_tensor_release(&owned);
    return status;
}

tb_status tb_index_put(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                       bool aliased, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *mask;
    tb_index_plan plan;
    TB_TRY(tb_check_index_count(view, indices, err));
    TB_TRY(tb_index_find_only_mask(view, indices, value, &mask, err));
    if (mask)
        return tb_index_fill_mask(view, indices, mask, value, lock, err);
    if (aliased) /* even without elements */
        return tb_fail_overlap(err);
    TB_TRY(tb_index_check_overlaps(view, indices, value, err));
    TB_TRY(tb_index_plan_make(&plan, view, indices, true, err));
    tb_status status = put(&plan, view, value, lock, err);
    tb_index_plan_release(&plan);
    return status;
}
