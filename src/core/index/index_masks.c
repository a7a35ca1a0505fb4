/* index_masks.c: masks that are not turned into indices: one value written through one mask, for which torch
 * calls masked_fill_, and masked_select. */
#include "core/copy/clone.h"
#include "core/index/index_plan.h"
#include "core/iterate/fill_selected.h"
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <string.h>

/* ---- finding them ---- */

tb_status tb_index_find_only_mask(const tb_tensor *view, const tb_index_tensors *indices,
                                  const tb_tensor *value, const tb_tensor **mask, tb_error *err)
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

unsigned tb_index_count_byte_masks(const tb_tensor *view, const tb_index_tensors *indices)
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

/* ---- one value through one mask ---- */

/* Expands a mask of the view's dimensions from `first` on along the others. */
static tb_status expand_mask(tb_tensor *out, const tb_tensor *view, int first, const tb_tensor *mask,
                             tb_error *err)
{
    int64_t stride[TB_MAX_DIMS] = {0};
    memcpy(stride + first, mask->stride, (size_t)mask->ndim * sizeof *stride);
    return tb_tensor_view(out, mask->storage, mask->dtype, view->size, stride, view->ndim, mask->offset, err);
}

tb_status tb_index_fill_mask(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *mask,
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

/* ---- masked_select ---- */

tb_status tb_masked_select(tb_tensor *out, const tb_tensor *t, const tb_tensor *mask,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    const int64_t one = 1;
    tb_shape shape = {.ndim = 0};
    tb_tensor from, by;
    tb_index_tensors indices = {.n = 1, .tensor = {&by}};
    if (mask->dtype != TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "masked_select: expected BoolTensor for mask");
    TB_TRY(tb_broadcast(&shape, mask->size, mask->ndim, err)); /* torch's message names the mask first */
    TB_TRY(tb_broadcast(&shape, t->size, t->ndim, err));
    if (shape.ndim == 0)
        shape = (tb_shape){1, {one}};
    TB_TRY(tb_view_expand(&from, t, shape.size, shape.ndim, err));
    tb_status status = tb_view_expand(&by, mask, shape.size, shape.ndim, err);
    if (status == TB_OK) {
        status = tb_index_get(out, &from, &indices, lock, err);
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
