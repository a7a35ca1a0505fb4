/* gather_shared.c: see gather_shared.h. */
#include "core/gather/gather_shared.h"

void tb_gather_call_set_shape(tb_gather_call *call, const int64_t *size, int ndim)
{
    call->shape.ndim = ndim;
    memcpy(call->shape.size, size, (size_t)ndim * sizeof *size);
    tb_contiguous_strides(size, ndim, call->stride);
    call->out->stride = call->form == TB_FORM_NEW ? NULL : call->stride;
    tb_output_fit(call->out, TB_WARNING_RESIZE, &call->warnings);
}

tb_status tb_gather_call_check_target(const tb_gather_call *call, tb_tensor *target, tb_error *err)
{
    const tb_tensor *self = call->self;
    const bool packed = call->op != TB_TAKE && tb_is_half(self->dtype);
    if (call->form != TB_FORM_NEW && !packed)
        return tb_output_target(call->out, target, err);
    return tb_tensor_view(target, self->storage, self->dtype, call->shape.size, call->stride,
                          call->shape.ndim, 0, err);
}
