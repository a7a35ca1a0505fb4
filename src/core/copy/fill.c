/* fill.c: see fill.h. */
#include "core/copy/fill.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/scalar.h"
#include "core/pointwise/pointwise.h"

/* Fills with a single kernel call if nothing can be refused; false otherwise. */
static bool fill_small(const tb_tensor *out, const tb_scalar *value)
{
    const int64_t inner[] = {out->itemsize, 0}, outer[2] = {0};
    const tb_dtype dtype = out->dtype;
    tb_element element;
    if (!out->contiguous || out->numel == 0 || out->numel > TB_FILL_SMALL || value->above_int64 ||
        value->kind > tb_dtypes[dtype].kind || (tb_is_half(dtype) && out->numel == 1) ||
        tb_scalar_store_checked(value, dtype, &element, NULL) != TB_OK)
        return false;
    TB_TOOK(FILL_SMALL);
    char *p[TB_MAX_OPERANDS] = {tb_data(out), (char *)&element};
    tb_kernels_active->pointwise[TB_OP_FILL][dtype](p, inner, outer, out->numel, 1, &tb_no_context);
    return true;
}

tb_status tb_fill_releasing(tb_tensor *out, const tb_scalar *value, const tb_lock_callbacks *lock,
                            tb_error *err)
{
    if (fill_small(out, value))
        return TB_OK;
    tb_call call = {.op = TB_OP_FILL, .form = TB_FORM_WRITE, .out = out, .in = {{.number = *value}}};
    TB_TRY(tb_prepare(&call, err));
    return tb_run_releasing(&call, lock, err);
}

tb_status tb_fill(tb_tensor *out, const tb_scalar *value, tb_error *err)
{
    return tb_fill_releasing(out, value, NULL, err);
}

/* Fresh pages are zeros; a reused block is cleared by the pool's threads. */
tb_status tb_zero(tb_tensor *t, bool is_new, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT};
    const int64_t bytes = t->numel * t->itemsize;
    if (is_new && t->storage->block.fresh)
        return TB_OK;
    if (!t->contiguous || bytes >= TB_LARGE_BLOCK)
        return tb_fill_releasing(t, &zero, lock, err);
    memset(tb_data(t), 0, (size_t)bytes);
    return TB_OK;
}

tb_status tb_zeros(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                   const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t bytes = tb_dtypes[dtype].itemsize;
    for (int d = 0; d < ndim; d++)
        bytes = tb_saturating_mul(bytes, size[d]);
    const bool small = bytes < TB_LARGE_BLOCK;
    TB_TRY(tb_tensor_new(out, dtype, size, stride, ndim, small, err));
    return small ? TB_OK : tb_made(out, tb_zero(out, true, lock, err));
}
