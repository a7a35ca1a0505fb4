/* indexed.c: see indexed.h; the entry points of gather.h.
 * Relies on: indexed.h, overlap.h. */
#include "indexed.h"
#include "overlap.h"

#include <stdio.h>
#include <string.h>

tb_status tb_indexed_prepare(tb_indexed *call, tb_error *err)
{
    call->warnings = 0;
    call->resize = false;
    return call->op <= TB_GATHER ? tb_prepare_reading(call, err) : tb_prepare_writing(call, err);
}

tb_status tb_indexed_run(tb_indexed *call, tb_error *err)
{
    return call->op <= TB_GATHER ? tb_run_reading(call, err) : tb_run_writing(call, err);
}

const char *tb_indexed_warning_text(const tb_indexed *call, unsigned warning, char *text, int64_t room)
{
    if (warning == TB_WARNING_EXPANDED) {
        snprintf(text, (size_t)room,
                 "Use of index_fill_ on expanded tensors is deprecated. Please clone() the tensor before "
                 "performing this operation. This also applies to advanced indexing e.g. tensor[mask] = "
                 "scalar");
    } else if (warning == TB_WARNING_SCATTER_REDUCE) {
        snprintf(text, (size_t)room,
                 "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in "
                 "a future PyTorch release. Use torch.scatter_reduce instead for more reduction options.");
    } else {
        tb_resize_warning(text, room, call->out->size, call->out->ndim, call->shape.size, call->shape.ndim);
    }
    return text;
}

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

tb_status tb_indexed_walked(const tb_indexed *call, tb_tensor *target, tb_error *err)
{
    const tb_tensor *self = call->self;
    const bool packed = call->op != TB_TAKE && tb_is_half(self->dtype);
    if (call->form != TB_FORM_NEW && !packed)
        return tb_indexed_target(call, target, err);
    return tb_tensor_view(target, self->storage, self->dtype, call->shape.size, call->stride,
                          call->shape.ndim, 0, err);
}

tb_status tb_indexed_apart(const tb_tensor *target, const tb_tensor *in, tb_error *err)
{
    if (target->storage != in->storage && tb_reaches_beyond(target))
        return TB_OK;
    return tb_check_no_overlap(target, in, err);
}

tb_status tb_indexed_not_partial(const tb_tensor *target, const tb_tensor *in, tb_error *err)
{
    if (target->storage != in->storage && tb_reaches_beyond(target))
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

tb_status tb_indexed_operand(const tb_indexed *call, const tb_tensor *in, tb_tensor *owned,
                             const tb_tensor **use, tb_error *err)
{
    *use = in;
    if (!in || call->form == TB_FORM_NEW)
        return TB_OK;
    if (!(call->resize ? tb_storages_meet(call->out->storage, in->storage) : tb_extents_meet(call->out, in)))
        return TB_OK;
    *use = owned;
    return tb_clone(owned, in, in->dtype, true, err);
}

tb_status tb_indexed_wide_index(const tb_tensor **index, tb_tensor *owned, tb_error *err)
{
    tb_tensor wide;
    if ((*index)->dtype == TB_INT64)
        return TB_OK;
    TB_TRY(tb_clone(&wide, *index, TB_INT64, true, err));
    tb_tensor_release(owned);
    tb_status status = tb_view_alias(owned, &wide, err);
    tb_tensor_release(&wide);
    *index = owned;
    return status;
}
