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
    if (call->form != TB_FORM_OUT || tb_same_sizes(call->out->size, call->out->ndim, size, ndim))
        return;
    call->resize = true;
    if (call->out->numel != 0)
        call->warnings |= TB_WARNING_RESIZE;
}

tb_status tb_indexed_target(const tb_indexed *call, tb_tensor *target, tb_error *err)
{
    const tb_tensor *out = call->out;
    if (!call->resize)
        return tb_view_alias(target, out, err);
    return tb_tensor_view(target, out->storage, out->dtype, call->shape.size, call->stride, call->shape.ndim,
                          out->offset, err);
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

tb_status tb_indexed_make_out(tb_indexed *call, tb_error *err)
{
    const tb_shape *shape = &call->shape;
    if (call->form == TB_FORM_NEW)
        return tb_tensor_new(call->out, call->self->dtype, shape->size, NULL, shape->ndim, false, err);
    if (call->resize)
        return tb_tensor_resize(call->out, shape->size, call->stride, shape->ndim, err);
    return TB_OK;
}

/* ---- operands ---- */

tb_status tb_indexed_private_operand(const tb_indexed *call, const tb_tensor *in, tb_tensor *owned,
                                     const tb_tensor **use, tb_error *err)
{
    *use = in;
    if (!in || call->form == TB_FORM_NEW)
        return TB_OK;
    if (!(call->resize ? tb_storages_overlap(call->out->storage, in->storage)
                       : tb_extents_overlap(call->out, in)))
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
