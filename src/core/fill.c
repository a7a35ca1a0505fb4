/* fill.c: one number everywhere, on the road of all operators.  Relies on: apply.h. */
#include "apply.h"

tb_status tb_fill_leaving(tb_tensor *out, const tb_scalar *value, const tb_lock *lock, tb_error *err)
{
    tb_call call = {.op = TB_OP_FILL, .form = TB_FORM_WRITE, .out = out, .in = {{.number = *value}}};
    TB_TRY(tb_prepare(&call, err));
    return tb_run_leaving(&call, lock, err);
}

tb_status tb_fill(tb_tensor *out, const tb_scalar *value, tb_error *err)
{
    return tb_fill_leaving(out, value, NULL, err);
}

/* Fresh pages are zeros; what was kept of a freed block is cleared by the pool's threads. */
tb_status tb_zeros(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                   const tb_lock *lock, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT};
    int64_t bytes = tb_dtypes[dtype].itemsize;
    for (int d = 0; d < ndim; d++)
        bytes = tb_saturating_mul(bytes, size[d]);
    const bool small = bytes < TB_LARGE_BLOCK;
    TB_TRY(tb_tensor_new(out, dtype, size, stride, ndim, small, err));
    if (small || out->storage->block.fresh)
        return TB_OK;
    tb_status status = tb_fill_leaving(out, &zero, lock, err);
    if (status != TB_OK)
        tb_tensor_release(out);
    return status;
}
