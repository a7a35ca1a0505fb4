/* clone.c: copies, clones, and reshapes that need a copy. */
#include "core/copy/clone.h"

#include "core/kernels/generated/ops_ids.h"
#include "core/memory/reshape.h"
#include "core/memory/view.h"
#include "core/pointwise/pointwise.h"

tb_status tb_copy_releasing(tb_tensor *out, const tb_tensor *src, const tb_lock_callbacks *lock,
                            tb_error *err)
{
    tb_call call = {.op = TB_OP_COPY, .form = TB_FORM_WRITE, .out = out, .in = {{.tensor = src}}};
    TB_TRY(tb_prepare(&call, err));
    return tb_run_releasing(&call, lock, err);
}

tb_status tb_copy(tb_tensor *out, const tb_tensor *src, tb_error *err)
{
    return tb_copy_releasing(out, src, NULL, err);
}

tb_status tb_clone_as(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_memory_format format,
                      const tb_lock_callbacks *lock, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    TB_TRY(tb_check_format(format, t->ndim, err));
    tb_format_strides(format, t->size, t->stride, t->ndim, stride);
    TB_TRY(tb_tensor_new(out, dtype, t->size, format == TB_CONTIGUOUS_FORMAT ? NULL : stride, t->ndim, false,
                         err));
    return tb_made(out, tb_copy_releasing(out, t, lock, err));
}

tb_status tb_clone(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, bool keep_layout, tb_error *err)
{
    return tb_clone_as(out, t, dtype, keep_layout ? TB_PRESERVE_FORMAT : TB_CONTIGUOUS_FORMAT, NULL, err);
}

tb_status tb_own_clone(const tb_tensor **t, tb_tensor *owned, tb_dtype dtype, bool keep_layout, tb_error *err)
{
    tb_tensor copy;
    TB_TRY(tb_clone(&copy, *t, dtype, keep_layout, err));
    tb_tensor_take(owned, &copy);
    *t = owned;
    return TB_OK;
}

tb_status tb_reshape(tb_tensor *out, const tb_tensor *t, const tb_shape *shape, tb_error *err)
{
    tb_shape size = *shape;
    bool needs_copy;
    tb_tensor copy;
    TB_TRY(tb_view_reshape(out, t, size.size, size.ndim, &needs_copy, err));
    if (!needs_copy)
        return TB_OK;
    TB_TRY(tb_clone(&copy, t, t->dtype, false, err));
    tb_status status = tb_view_reshape(out, &copy, size.size, size.ndim, &needs_copy, err);
    tb_tensor_release(&copy);
    if (status == TB_OK)
        out->is_view = false;
    return status;
}

tb_status tb_ravel(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    tb_tensor packed;
    tb_status status;
    if (t->contiguous)
        return tb_view_as(out, t, &t->numel, 1, err);
    TB_TRY(tb_clone(&packed, t, t->dtype, false, err));
    status = tb_view_as(out, &packed, &packed.numel, 1, err);
    tb_tensor_release(&packed);
    return status;
}
