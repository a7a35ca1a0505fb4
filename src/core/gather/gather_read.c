/* gather_read.c: the calls that read the elements selected by an index tensor: index_select, take, gather,
 * and take_along_dim's operands. */
#include "core/base/tuning.h"
#include "core/base/strategies.h"
#include "core/copy/clone.h"
#include "core/gather/gather_elements.h"
#include "core/gather/gather_shared.h"
#include "core/gather/select_slices.h"
#include "core/plan/cursor.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/memory/view.h"
#include "core/pointwise/result_layout.h"

#include <inttypes.h>
#include <stddef.h>

/* ---- checks ---- */

/* Checks overlap with out= as it is or, once the shape is known, as it will be. */
static tb_status check_output(const tb_gather_call *c, bool may_be_index, tb_error *err)
{
    if (c->form == TB_FORM_NEW)
        return TB_OK;
    TB_TRY(tb_output_check_writable(c->out, err));
    TB_TRY(tb_output_check_overlap(c->out, c->self, false, err));
    return tb_output_check_overlap(c->out, c->index, may_be_index, err);
}

tb_status tb_prepare_select(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, false);
    int64_t size[TB_MAX_DIMS];
    const tb_tensor *self = c->self, *index = c->index;
    TB_TRY(tb_wrap_dim(c->dim, self->ndim, &c->axis, err));
    if (index->ndim > 1)
        return tb_fail(err, TB_INDEX_ERROR, "index_select(): Index is supposed to be a vector");
    if (self->ndim == 0 && index->numel != 1)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "index_select(): Index to scalar can have only 1 value, got %" PRId64 " value(s)",
                       index->numel);
    if (!tb_is_index(index))
        return tb_fail(err, TB_RUNTIME_ERROR, "index_select(): Expected dtype int32 or int64 for index");
    if (c->form == TB_FORM_OUT && c->out->tensor->dtype != self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "index_select(): self and result must have the same scalar type");
    TB_TRY(check_output(c, false, err));
    for (int d = 0; d < self->ndim; d++)
        size[d] = d == c->axis ? index->numel : self->size[d];
    tb_gather_call_set_shape(c, size, self->ndim);
    if (self->ndim > 1 && self->numel == 0 && index->numel > 0 && self->size[c->axis] == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "index_select(): self indexing axis dim should be positive");
    if (self->ndim > 1) /* slices are copied, without a kernel */
        return TB_OK;
    return tb_refuse_unsigned(self->dtype, "index_select", err);
}

tb_status tb_prepare_take(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, false);
    const tb_tensor *self = c->self, *index = c->index;
    if (index->dtype != TB_INT64)
        return tb_fail(err, TB_RUNTIME_ERROR, "take(): Expected a long tensor for index, but got %s",
                       tb_dtypes[index->dtype].scalar_type);
    if (c->form == TB_FORM_OUT && c->out->tensor->dtype != self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "take(): self and out expected to have the same dtype, but got self.dtype = %s and "
                       "out.dtype = %s",
                       tb_dtypes[self->dtype].scalar_type, tb_dtypes[c->out->tensor->dtype].scalar_type);
    if (self->numel == 0 && index->numel != 0)
        return tb_fail(err, TB_INDEX_ERROR, "take(): tried to take from an empty tensor");
    TB_TRY(check_output(c, false, err));
    tb_gather_call_set_shape(c, index->size, index->ndim);
    if (c->out->resize) { /* with the strides of a pointwise call's result */
        const tb_call pointwise = {
            .op = TB_OP_COPY, .in = {{.tensor = index}}, .compute = TB_INT64, .shape = c->shape};
        tb_result_strides(&pointwise, c->stride);
    }
    return index->numel == 0 ? TB_OK : tb_refuse_unsigned(self->dtype, "take_cpu", err);
}

static tb_status check_gather_sizes(const tb_gather_call *c, tb_error *err)
{
    char index_text[TB_SHAPE_TEXT_MAX], self_text[TB_SHAPE_TEXT_MAX];
    const tb_tensor *self = c->self, *index = c->index;
    if (tb_dims_at_least_1(self) != tb_dims_at_least_1(index))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Index tensor must have the same number of dimensions as input tensor");
    for (int d = 0; d < tb_dims_at_least_1(self); d++)
        if (d != c->axis && tb_size_or_1(index, d) > tb_size_or_1(self, d))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Size does not match at dimension %d expected index %s to be no larger than self "
                           "%s apart from dimension %d",
                           d, tb_shape_text(index_text, sizeof index_text, index->size, index->ndim),
                           tb_shape_text(self_text, sizeof self_text, self->size, self->ndim), c->axis);
    return TB_OK;
}

tb_status tb_prepare_gather(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, false);
    TB_TRY(tb_wrap_dim(c->dim, c->self->ndim, &c->axis, err));
    TB_TRY(tb_output_check_dtype(c->out, err));
    tb_gather_call_set_shape(c, c->index->size, c->index->ndim);
    TB_TRY(check_output(c, true, err));
    if (c->index->numel == 0)
        return TB_OK;
    if (!tb_is_index(c->index))
        return tb_fail(err, TB_RUNTIME_ERROR, "gather(): Expected dtype int32/int64 for index");
    TB_TRY(check_gather_sizes(c, err));
    return tb_refuse_unsigned(c->self->dtype, "scatter_gather_tensor_cpu", err);
}

/* ---- index_select ---- */

/* torch has two code paths with different texts. */
static tb_status fail_select(const tb_gather_call *c, int64_t index, tb_error *err)
{
    const tb_tensor *self = c->self;
    const bool contiguous = c->form == TB_FORM_NEW || c->out->resize || c->out->tensor->contiguous;
    if (self->ndim > 1 && (self->numel == 0 || (c->axis == 1 && contiguous)))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "INDICES element is out of DATA bounds, id=%" PRId64 " axis_dim=%" PRId64, index,
                       self->size[c->axis]);
    return tb_fail(err, TB_INDEX_ERROR, "index out of range in self");
}

/* A single vector needs no shared offsets: self and out are gathered as vectors. */
static tb_status select_from_vector(const tb_gather_call *c, int *refused, int64_t *bad, tb_error *err)
{
    const tb_tensor *self = c->self, *out = c->out->tensor;
    tb_gather_job job = {.step = TB_FROM_TABLE,
                         .table = self,
                         .index = c->index,
                         .other = out,
                         .other_leads = true,
                         .lock = c->lock};
    tb_tensor vector, written;
    if (self->ndim == 1) {
        *refused = tb_gather_elements(&job, bad);
        return TB_OK;
    }
    TB_TRY(tb_tensor_view(&vector, self->storage, self->dtype, &self->size[c->axis], &self->stride[c->axis],
                          1, self->offset, err));
    tb_status status = tb_tensor_view(&written, out->storage, out->dtype, &out->size[c->axis],
                                      &out->stride[c->axis], 1, out->offset, err);
    if (status == TB_OK) {
        job.table = &vector;
        job.other = &written;
        *refused = tb_gather_elements(&job, bad);
        tb_tensor_release(&written);
    }
    tb_tensor_release(&vector);
    return status;
}

static tb_select_job select_job(const tb_gather_call *c)
{
    return (tb_select_job){
        .table = c->self, .other = c->out->tensor, .index = c->index, .dim = c->axis, .lock = c->lock};
}

tb_status tb_check_select_indices(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_select_job job = select_job(c);
    int64_t bad;
    (void)operands;
    return c->form != TB_FORM_NEW && tb_select_check(&job, &bad) ? fail_select(c, bad, err) : TB_OK;
}

tb_status tb_compute_select(void *call, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_select_job job = select_job(c);
    const tb_tensor *self = c->self;
    int64_t bad;
    int refused = 0;
    if (self->ndim > 0 && self->numel == self->size[c->axis] && c->index->dtype == TB_INT64) {
        TB_TOOK(SELECT_FROM_VECTOR);
        TB_TRY(select_from_vector(c, &refused, &bad, err));
    } else {
        TB_TOOK(SELECT_SLICES);
        refused = tb_select_run(&job, &bad);
    }
    return refused == 0                      ? TB_OK
           : refused == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                             : fail_select(c, bad, err);
}

/* ---- take, gather ---- */

static tb_status fail_gather(const tb_gather_call *c, int64_t index, tb_error *err)
{
    if (c->op == TB_TAKE)
        return tb_fail_take(c->self, index, err);
    return tb_fail_bounds(TB_RUNTIME_ERROR, index, c->axis, tb_size_or_1(c->self, c->axis), err);
}

static tb_status check_indices(const tb_gather_call *c, tb_gather_job job, tb_error *err)
{
    tb_tensor target;
    int64_t bad;
    TB_TRY(tb_gather_call_check_target(c, &target, err));
    job.step = TB_CHECK_ONLY;
    job.other = &target;
    job.lock = NULL;
    tb_status status = tb_gather_elements(&job, &bad) ? fail_gather(c, bad, err) : TB_OK;
    tb_tensor_release(&target);
    return status;
}

/* take's table is contiguous.  Of one that is not, this makes a packed copy or, if it is much larger than
 * index, a view of all the memory it spans, with indices into that. */
static tb_status make_flat(const tb_gather_call *c, tb_gather_job job, tb_operands *operands, tb_error *err)
{
    const tb_tensor *t = c->self;
    int64_t bad;
    tb_tensor table, offsets;
    if (t->numel / TB_TAKE_WHOLE <= c->index->numel) {
        TB_TRY(tb_clone(&table, t, t->dtype, false, err));
        tb_operand_replace(operands, TB_GATHER_SELF, &table);
        return TB_OK;
    }
    TB_TOOK(TAKE_FROM_STRIDED);
    job.step = TB_CHECK_ONLY;
    job.other = NULL;
    job.lock = NULL;
    if (tb_gather_elements(&job, &bad))
        return fail_gather(c, bad, err);
    TB_TRY(tb_offsets_into(&offsets, t, c->index, err));
    tb_operand_replace(operands, TB_GATHER_INDEX, &offsets);
    TB_TRY(tb_view_memory(&table, t, err));
    tb_operand_replace(operands, TB_GATHER_SELF, &table);
    return TB_OK;
}

static tb_gather_job gather_job(const tb_gather_call *c)
{
    return (tb_gather_job){.step = TB_FROM_TABLE,
                           .table = c->self,
                           .index = c->index,
                           .other = c->out->tensor,
                           .whole = c->op == TB_TAKE,
                           .dim = c->axis,
                           .other_leads = true,
                           .lock = c->lock};
}

tb_status tb_check_gather_indices(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    if (c->index->numel == 0)
        return TB_OK;
    TB_TRY(tb_operand_cast(operands, TB_GATHER_INDEX, TB_INT64, err));
    const tb_gather_job job = gather_job(c);
    if (c->form != TB_FORM_NEW)
        TB_TRY(check_indices(c, job, err));
    return job.whole && !c->self->contiguous ? make_flat(c, job, operands, err) : TB_OK;
}

tb_status tb_compute_gather(void *call, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_gather_job job = gather_job(c);
    int64_t bad;
    const int code = tb_gather_elements(&job, &bad);
    return code == 0                      ? TB_OK
           : code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                          : fail_gather(c, bad, err);
}

/* ---- take_along_dim ---- */

/* The sizes of `a` broadcast against those of `b`, except that dimension `axis` is b's. */
static tb_status broadcast_but(tb_shape *shape, const tb_tensor *a, const tb_tensor *b, int axis,
                               tb_error *err)
{
    shape->ndim = a->ndim;
    for (int d = 0; d < a->ndim; d++)
        shape->size[d] = d == axis ? b->size[d] : a->size[d];
    return tb_broadcast(shape, b->size, b->ndim, err);
}

/* Indices outside the table's dimension are taken modulo its size, in a copy. */
static tb_status wrap_indices(const tb_tensor *t, int axis, const tb_tensor **indices, tb_tensor *owned,
                              tb_error *err)
{
    const int64_t size = t->size[axis];
    int64_t bad;
    const tb_gather_job job = {.step = TB_CHECK_ONLY, .table = t, .index = *indices, .dim = axis};
    if (size == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "ZeroDivisionError");
    if (!tb_gather_elements(&job, &bad))
        return TB_OK;
    TB_TRY(tb_own_clone(indices, owned, TB_INT64, true, err));
    int64_t *data = (int64_t *)(void *)tb_data(owned); /* dense, in whatever order */
    for (int64_t i = 0; i < owned->numel; i++) {
        const int64_t rest = data[i] % size;
        data[i] = rest < 0 ? rest + size : rest;
    }
    return TB_OK;
}

tb_status tb_take_along_dim_operands(tb_tensor *self, tb_tensor *index, const tb_tensor *t,
                                     const tb_tensor *indices, int64_t dim, tb_error *err)
{
    tb_shape self_shape, index_shape;
    tb_tensor owned = {0};
    int axis;
    if (t->ndim != indices->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "torch.take_along_dim(): input and indices should have the same number of dimensions, "
                       "but got %d dimensions for input, and %d dimensions for indices",
                       t->ndim, indices->ndim);
    if (indices->dtype != TB_INT64)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "torch.take_along_dim(): dtype of indices should be Long but got %s",
                       tb_dtypes[indices->dtype].scalar_type);
    TB_TRY(tb_wrap_dim(dim, t->ndim, &axis, err));
    if (t->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as 0 but tensor has no dimensions");
    TB_TRY(broadcast_but(&index_shape, t, indices, axis, err));
    TB_TRY(broadcast_but(&self_shape, indices, t, axis, err));
    if (tb_numel(index_shape.size, index_shape.ndim) > 0)
        TB_TRY(wrap_indices(t, axis, &indices, &owned, err));
    tb_status status = tb_view_expand(index, indices, index_shape.size, index_shape.ndim, err);
    tb_tensor_release(&owned);
    TB_TRY(status);
    status = tb_view_expand(self, t, self_shape.size, self_shape.ndim, err);
    if (status != TB_OK)
        tb_tensor_release(index);
    return status;
}
