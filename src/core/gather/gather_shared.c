/* gather_shared.c: see gather_shared.h. */
#include "core/gather/gather_shared.h"

#include "core/copy/clone.h"
#include "core/plan/cursor.h"

#include <inttypes.h>

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

tb_status tb_fail_take(const tb_tensor *t, int64_t index, tb_error *err)
{
    return tb_fail(err, TB_INDEX_ERROR,
                   "out of range: tried to access index %" PRId64 " on a tensor of %" PRId64 " elements.",
                   index, t->numel);
}

tb_status tb_offsets_into(tb_tensor *offsets, const tb_tensor *t, const tb_tensor *index, tb_error *err)
{
    tb_plan plan;
    tb_cursor at;
    TB_TRY(tb_clone(offsets, index, TB_INT64, true, err));
    int64_t *offset = (int64_t *)(void *)tb_data(offsets); /* dense, in whatever order */
    tb_plan_tensor(&plan, t, true);
    for (int64_t i = 0; i < offsets->numel; i++) {
        tb_cursor_locate(&at, &plan, 0, 1, offset[i] < 0 ? offset[i] + t->numel : offset[i]);
        offset[i] = (at.p[0] - plan.data[0]) / t->itemsize;
    }
    return TB_OK;
}

tb_status tb_view_memory(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    const int64_t step = 1;
    int64_t extent;
    TB_TRY(tb_storage_extent(t->size, t->stride, t->ndim, 0, t->itemsize, &extent, err));
    return tb_tensor_view(out, t->storage, t->dtype, &extent, &step, 1, t->offset, err);
}
