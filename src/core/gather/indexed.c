/* indexed.c: see indexed.h. */
#include "core/gather/indexed.h"
#include "core/memory/overlap.h"
#include "core/memory/reshape.h"
#include "core/memory/view.h"
#include "core/pointwise/pointwise.h"

#include <stdio.h>
#include <string.h>

/* ---- the output ---- */

tb_status tb_indexed_out_dtype(const tb_indexed *call, tb_error *err)
{
    return call->form != TB_FORM_OUT ? TB_OK : tb_check_out_dtype(call->self->dtype, call->out->dtype, err);
}

void tb_indexed_set_shape(tb_indexed *call, const int64_t *size, int ndim)
{
    call->shape.ndim = ndim;
    memcpy(call->shape.size, size, (size_t)ndim * sizeof *size);
    tb_contiguous_strides(size, ndim, call->stride);
    if (call->form == TB_FORM_OUT &&
        tb_output_resizes(call->form, call->out, &call->shape, TB_WARNING_RESIZE, &call->warnings))
        call->resize = true;
}

tb_output tb_indexed_output(const tb_indexed *call)
{
    return (tb_output){.form = call->form,
                       .tensor = call->out,
                       .dtype = call->self->dtype,
                       .resize = call->resize,
                       .shape = &call->shape,
                       .stride = call->form == TB_FORM_NEW ? NULL : call->stride};
}

tb_status tb_indexed_check_target(const tb_indexed *call, tb_tensor *target, tb_error *err)
{
    const tb_tensor *self = call->self;
    const bool packed = call->op != TB_TAKE && tb_is_half(self->dtype);
    if (call->form != TB_FORM_NEW && !packed)
        return tb_indexed_target(call, target, err);
    return tb_tensor_view(target, self->storage, self->dtype, call->shape.size, call->stride,
                          call->shape.ndim, 0, err);
}

tb_status tb_indexed_check_no_overlap(const tb_tensor *target, const tb_tensor *in, tb_error *err)
{
    if (target->storage != in->storage && tb_exceeds_storage(target))
        return TB_OK;
    return tb_check_no_overlap(target, in, err);
}

tb_status tb_indexed_check_partial_overlap(const tb_tensor *target, const tb_tensor *in, tb_error *err)
{
    if (target->storage != in->storage && tb_exceeds_storage(target))
        return TB_OK;
    return tb_check_partial_overlap(target, in, err);
}

/* ---- operands ---- */

tb_status tb_indexed_private_operand(const tb_indexed *call, const tb_tensor *in, tb_tensor *owned,
                                     const tb_tensor **use, tb_error *err)
{
    const tb_output output = tb_indexed_output(call);
    *use = in;
    if (!in || !tb_output_must_copy(&output, in, false))
        return TB_OK;
    *use = owned;
    return tb_clone(owned, in, in->dtype, true, err);
}

tb_status tb_indexed_int64_index(const tb_tensor **index, tb_tensor *owned, tb_error *err)
{
    tb_tensor wide;
    if ((*index)->dtype == TB_INT64)
        return TB_OK;
    TB_TRY(tb_clone(&wide, *index, TB_INT64, true, err));
    tb_tensor_take(owned, &wide);
    *index = owned;
    return TB_OK;
}
