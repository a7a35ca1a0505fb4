/* index_run.c: reads and writes the elements that index tensors select.
 *
 * Both make a plan, check the indices' values and move elements, which a read does all at once; a write
 * is checked completely before the first element changes, and reads from private copies what it might
 * overwrite. */
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/index/index_plan.h"
#include "core/iterate/fill_selected.h"
#include "core/iterate/parallel.h"
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <stddef.h>
#include <string.h>

/* ---- warnings ---- */

const char *const tb_warning_put_expanded =
    "Use of index_put_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor[indices] = tensor";
const char *const tb_warning_fill_expanded =
    "Use of masked_fill_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
    "operation. This also applies to advanced indexing e.g. tensor[mask] = scalar";
const char *const tb_warning_byte_mask =
    "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.";

/* torch writes a single value through one mask as masked_fill_: the mask, or
 * NULL.  It looks at the shape of a first mask before
 * it sees whether there is anything else. */
static tb_status find_only_mask(const tb_tensor *view, const tb_indices *indices, const tb_tensor *value,
                                const tb_tensor **mask, tb_error *err)
{
    *mask = NULL;
    if (!value || value->numel != 1)
        return TB_OK;
    for (int i = 0; i < indices->n; i++) {
        const tb_tensor *t = indices->tensor[i];
        if (t && (*mask || !tb_is_mask(t))) {
            *mask = NULL;
            return TB_OK;
        }
        if (t) {
            TB_TRY(tb_check_mask(view, i, t, err));
            *mask = t;
        }
    }
    return TB_OK;
}

/* How many uint8 masks torch comes to before a mask does not fit. */
static unsigned count_byte_masks(const tb_tensor *view, const tb_indices *indices)
{
    unsigned count = 0;
    int d = 0;
    if (tb_check_index_dtypes(indices, NULL) != TB_OK)
        return 0;
    for (int i = 0; i < indices->n; i++) {
        const tb_tensor *t = indices->tensor[i];
        const bool mask = t && tb_is_mask(t);
        count += mask && t->dtype == TB_UINT8;
        if (mask && tb_check_mask(view, d, t, NULL) != TB_OK)
            return count;
        d += mask ? t->ndim : 1;
    }
    return count;
}

static tb_status check_overlaps(const tb_tensor *view, const tb_indices *indices, const tb_tensor *value,
                                bool aliased, tb_error *err)
{
    if (aliased) /* even without elements */
        return tb_fail_overlap(err);
    TB_TRY(tb_check_no_overlap(view, value, err));
    for (int i = 0; i < indices->n; i++)
        if (indices->tensor[i])
            TB_TRY(tb_check_no_overlap(view, indices->tensor[i], err));
    return TB_OK;
}

unsigned tb_index_warnings(const tb_tensor *view, const tb_indices *indices, const tb_tensor *value,
                           bool aliased)
{
    const tb_tensor *mask;
    unsigned warnings = 0;
    if (tb_check_index_count(view, indices, NULL) != TB_OK)
        return 0;
    if (value && tb_check_writable(view, NULL) != TB_OK)
        warnings |= TB_INDEX_WARNS_PUT_EXPANDED;
    if (find_only_mask(view, indices, value, &mask, NULL) != TB_OK)
        return warnings;
    if (mask)
        return mask->dtype == TB_BOOL && warnings ? warnings | TB_INDEX_WARNS_FILL_EXPANDED : warnings;
    if (value && check_overlaps(view, indices, value, aliased, NULL) != TB_OK)
        return warnings;
    return warnings | count_byte_masks(view, indices) * TB_INDEX_WARNS_BYTE_MASK;
}

/* ---- reading ---- */

/* Indices are checked on the way, unless the lock is released: then others may change the tensors whose
 * sizes the error names. */
static bool checks_first(const tb_index_plan *plan, const tb_tensor *view, const tb_lock_callbacks *lock)
{
    return lock && tb_parallel_cost(plan->numel, view->itemsize, TB_WEIGHT_INDEX) >= TB_RELEASE_COST;
}

/* Where an index strayed that was in bounds before. */
static tb_status fail_changed(tb_error *err)
{
    return tb_fail(err, TB_INDEX_ERROR, "index is out of bounds: it was changed while it was used");
}

/* The elements into a new `out`. */
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
    if (code == 0)
        return TB_OK;
    if (code == TB_RANGE_INTERRUPTED)
        return tb_fail_interrupted(err);
    if (!checked)
        TB_TRY(tb_index_plan_check(plan, perm, err));
    return fail_changed(err);
}

tb_status tb_index(tb_tensor *out, const tb_tensor *view, const tb_indices *indices,
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

/* ---- one value through one mask ---- */

/* A mask of the view's dimensions from the first on, expanded along the others. */
static tb_status expand_mask(tb_tensor *out, const tb_tensor *view, int first, const tb_tensor *mask,
                             tb_error *err)
{
    int64_t stride[TB_MAX_DIMS] = {0};
    memcpy(stride + first, mask->stride, (size_t)mask->ndim * sizeof *stride);
    return tb_tensor_view(out, mask->storage, mask->dtype, view->size, stride, view->ndim, mask->offset, err);
}

/* The mask's shape has been checked. */
static tb_status fill_mask(const tb_tensor *view, const tb_indices *indices, const tb_tensor *mask,
                           const tb_tensor *value, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_element element;
    int first = 0;
    while (indices->tensor[first] != mask)
        first++;
    if (mask->dtype != TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
    TB_TRY(tb_check_partial_overlap(view, mask, err));
    TB_TRY(tb_refuse_unsigned(view->dtype, "masked_fill", err));
    const tb_scalar number = tb_scalar_load(value->dtype, tb_data(value));
    TB_TRY(tb_scalar_store_checked(&number, view->dtype, &element, err));
    tb_tensor owned = {0}, expanded = {0};
    tb_status status = TB_OK;
    if (tb_needs_private_copy(view, mask))
        status = tb_own_clone(&mask, &owned, TB_BOOL, false, err);
    if (status == TB_OK && mask->ndim < view->ndim) {
        status = expand_mask(&expanded, view, first, mask, err);
        mask = &expanded;
    }
    if (status == TB_OK)
        status = tb_fill_selected(view, mask, &element, lock, err);
    tb_tensor_release(&expanded);
    tb_tensor_release(&owned);
    return status;
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
    const int code = tb_index_move(plan, perm, &sides);
    return code == 0 ? TB_OK : code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err) : fail_changed(err);
}

static tb_status put(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor *value,
                     const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t value_stride[TB_MAX_DIMS], ignored[TB_MAX_DIMS];
    int perm[TB_MAX_DIMS];
    tb_tensor copy;
    const tb_shape *shape = &plan->shape;
    TB_TRY(check_value(plan, view, value, err));
    TB_TRY(tb_refuse_unsigned(view->dtype, "index_put", err));
    tb_expand_strides(value->size, value->stride, value->ndim, shape->size, shape->ndim, value_stride);
    tb_index_plan_order(plan, value_stride, perm, ignored);
    TB_TRY(tb_index_plan_check(plan, perm, err));
    if (plan->numel == 0)
        return TB_OK;
    if (!tb_extents_overlap(view, value))
        return write_all(plan, view, value, value_stride, perm, lock, err);
    TB_TRY(tb_clone(&copy, value, value->dtype, false, err));
    tb_expand_strides(copy.size, copy.stride, copy.ndim, shape->size, shape->ndim, value_stride);
    tb_status status = write_all(plan, view, &copy, value_stride, perm, lock, err);
    tb_tensor_release(&copy);
    return status;
}

tb_status tb_index_shape(tb_shape *shape, const tb_tensor *view, const tb_indices *indices, tb_error *err)
{
    tb_index_plan plan;
    TB_TRY(tb_index_plan_make(&plan, view, indices, false, err));
    *shape = plan.shape;
    tb_index_plan_release(&plan);
    return TB_OK;
}

tb_status tb_index_put(const tb_tensor *view, const tb_indices *indices, const tb_tensor *value, bool aliased,
                       const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *mask;
    tb_index_plan plan;
    TB_TRY(tb_check_index_count(view, indices, err));
    TB_TRY(find_only_mask(view, indices, value, &mask, err));
    if (mask)
        return fill_mask(view, indices, mask, value, lock, err);
    TB_TRY(check_overlaps(view, indices, value, aliased, err));
    TB_TRY(tb_index_plan_make(&plan, view, indices, true, err));
    tb_status status = put(&plan, view, value, lock, err);
    tb_index_plan_release(&plan);
    return status;
}

/* ---- masked_select ---- */

tb_status tb_masked_select(tb_tensor *out, const tb_tensor *t, const tb_tensor *mask,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    const int64_t one = 1;
    tb_shape shape = {.ndim = 0};
    tb_tensor from, by;
    tb_indices indices = {.n = 1, .tensor = {&by}};
    if (mask->dtype != TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "masked_select: expected BoolTensor for mask");
    TB_TRY(tb_broadcast(&shape, mask->size, mask->ndim, err)); /* torch's message names the mask first */
    TB_TRY(tb_broadcast(&shape, t->size, t->ndim, err));
    if (shape.ndim == 0)
        shape = (tb_shape){1, {one}};
    TB_TRY(tb_view_expand(&from, t, shape.size, shape.ndim, err));
    tb_status status = tb_view_expand(&by, mask, shape.size, shape.ndim, err);
    if (status == TB_OK) {
        status = tb_index(out, &from, &indices, lock, err);
        tb_tensor_release(&by);
    }
    tb_tensor_release(&from);
    if (status == TB_OK && out->numel != 0) {
        status = tb_refuse_unsigned(t->dtype, "masked_select", err);
        if (status != TB_OK)
            tb_tensor_release(out);
    }
    return status;
}
