/* join_prepare.c: see join.h.  Checks and the result's layout; join_run.c moves the elements. */
#include "core/base/memory_format.h"
#include "core/join/join.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <string.h>

/* A shape (0,) was once the only empty tensor there was: cat ignores it. */
static bool is_skipped(const tb_tensor *t) { return t->ndim == 1 && t->size[0] == 0; }

/* ---- layout ---- */

/* The memory format of a tensor as cat sees it; `widened`: with a new last dimension, along which it is
 * stacked. */
static tb_memory_format format_of(const tb_tensor *t, bool widened)
{
    int64_t size[5], stride[5];
    const int ndim = t->ndim + widened;
    if (ndim != 4 && ndim != 5)
        return TB_CONTIGUOUS_FORMAT;
    memcpy(size, t->size, (size_t)t->ndim * sizeof *size);
    memcpy(stride, t->stride, (size_t)t->ndim * sizeof *stride);
    if (widened)
        size[ndim - 1] = stride[ndim - 1] = 1;
    return tb_suggest_format(size, stride, ndim);
}

/* Contiguous, unless all tensors suggest the same other format. */
static tb_memory_format common_format(const tb_join *join, bool widened)
{
    const tb_memory_format format = format_of(join->tensor[0], widened);
    for (int64_t i = 1; i < join->n && format != TB_CONTIGUOUS_FORMAT; i++)
        if (format_of(join->tensor[i], widened) != format)
            return TB_CONTIGUOUS_FORMAT;
    return format;
}

/* torch stacks by joining along an existing dimension and splitting it; only for a new last dimension it
 * joins tensors with one more dimension.  A tensor that it resizes in the first case is contiguous. */
static void set_strides(tb_join *join)
{
    const tb_shape *shape = &join->shape;
    const bool widened = join->stacks && join->axis == shape->ndim - 1;
    const tb_memory_format format = common_format(join, widened);
    if (format == TB_CONTIGUOUS_FORMAT || (join->stacks && !widened && join->form == TB_FORM_OUT)) {
        tb_contiguous_strides(shape->size, shape->ndim, join->stride);
    } else if (!join->stacks || widened) {
        tb_format_strides(format, shape->size, NULL, shape->ndim, join->stride);
    } else {
        int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
        const tb_tensor *first = join->tensor[0];
        memcpy(size, first->size, (size_t)first->ndim * sizeof *size);
        size[join->axis] *= join->n;
        tb_format_strides(format, size, NULL, first->ndim, stride);
        tb_view_strides(size, stride, first->ndim, shape->size, shape->ndim, join->stride);
    }
}

/* ---- checks of the tensors ---- */

static tb_status cat_dims(tb_join *join, int64_t *first, tb_error *err)
{
    for (int64_t i = 0; i < join->n; i++)
        if (join->tensor[i]->ndim == 0)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "zero-dimensional tensor (at position %" PRId64 ") cannot be concatenated", i);
    *first = 0;
    while (*first < join->n && is_skipped(join->tensor[*first]))
        ++*first;
    join->skips = *first == join->n;
    join->axis = 0;
    if (!join->skips)
        TB_TRY(tb_wrap_dim(join->dim, join->tensor[*first]->ndim, &join->axis, err));
    return join->n ? TB_OK
                   : tb_fail(err, TB_VALUE_ERROR, "torch.cat(): expected a non-empty list of Tensors");
}

static tb_status check_sizes(const tb_tensor *first, const tb_tensor *t, int axis, int64_t i, tb_error *err)
{
    if (t->ndim != first->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensors must have same number of dimensions: got %d and %d",
                       first->ndim, t->ndim);
    for (int d = 0; d < t->ndim; d++)
        if (d != axis && t->size[d] != first->size[d])
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Sizes of tensors must match except in dimension %d. Expected size %" PRId64
                           " but got size %" PRId64 " for tensor number %" PRId64 " in the list.",
                           axis, first->size[d], t->size[d], i);
    return TB_OK;
}

static tb_status set_cat_shape(tb_join *join, int64_t from, tb_error *err)
{
    if (join->skips) {
        join->shape.ndim = 1;
        join->shape.size[0] = 0;
        return TB_OK;
    }
    const tb_tensor *first = join->tensor[from];
    int64_t length = 0;
    bool overflow = false; /* of expanded tensors: then the new size, negative, is refused */
    for (int64_t i = from; i < join->n; i++) {
        const tb_tensor *t = join->tensor[i];
        if (is_skipped(t))
            continue;
        TB_TRY(check_sizes(first, t, join->axis, i, err));
        overflow |= __builtin_add_overflow(length, t->size[join->axis], &length);
    }
    join->shape.ndim = first->ndim;
    memcpy(join->shape.size, first->size, (size_t)first->ndim * sizeof *first->size);
    join->shape.size[join->axis] = overflow ? INT64_MIN : length;
    return TB_OK;
}

static tb_status set_stack_shape(tb_join *join, tb_error *err)
{
    char a[TB_SHAPE_TEXT_MAX], b[TB_SHAPE_TEXT_MAX];
    if (join->n == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "stack expects a non-empty TensorList");
    const tb_tensor *first = join->tensor[0];
    TB_TRY(tb_wrap_dim(join->dim, first->ndim + 1, &join->axis, err));
    for (int64_t i = 1; i < join->n; i++) {
        const tb_tensor *t = join->tensor[i];
        if (!tb_same_sizes(t->size, t->ndim, first->size, first->ndim))
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "stack expects each tensor to be equal size, but got %s at entry 0 and %s at entry "
                "%" PRId64,
                tb_shape_text(a, sizeof a, first->size, first->ndim),
                tb_shape_text(b, sizeof b, t->size, t->ndim), i);
    }
    TB_TRY(tb_check_ndim(first->ndim + 1, err));
    join->skips = false;
    join->shape.ndim = first->ndim + 1;
    for (int d = 0; d < join->shape.ndim; d++)
        join->shape.size[d] = d == join->axis ? join->n : first->size[d - (d > join->axis)];
    return TB_OK;
}

/* ---- the output ---- */

static tb_status check_dtypes(tb_join *join, tb_error *err)
{
    tb_dtype common = join->tensor[0]->dtype;
    for (int64_t i = 1; i < join->n; i++) { /* with out=, too */
        const tb_dtype had = common;
        common = tb_promote(had, join->tensor[i]->dtype);
        if (common == TB_UNDEFINED)
            return tb_fail_promotion(had, join->tensor[i]->dtype, err);
    }
    if (join->form != TB_FORM_OUT) {
        join->out->dtype = common;
        return TB_OK;
    }
    const tb_dtype out = join->out->tensor->dtype;
    for (int64_t i = 0; i < join->n; i++)
        if (!tb_can_cast(join->tensor[i]->dtype, out))
            return tb_fail(err, TB_TYPE_ERROR,
                           "torch.cat(): input types can't be cast to the desired output type %s",
                           tb_dtypes[out].scalar_type);
    return TB_OK;
}

/* With its new sizes, out= may have no element twice and share no memory with a tensor. */
static tb_status check_overlap(const tb_join *join, tb_error *err)
{
    tb_tensor target;
    TB_TRY(tb_output_target(join->out, &target, err));
    const bool beyond = tb_exceeds_storage(&target);
    tb_status status = tb_check_writable(&target, err);
    for (int64_t i = 0; i < join->n && status == TB_OK; i++) {
        const tb_tensor *t = join->tensor[i];
        if (t == join->out->tensor && !join->stacks)
            status = tb_fail_overlap(err);
        else if (!beyond || t->storage == join->out->tensor->storage)
            status = tb_check_no_overlap(&target, t, err);
    }
    tb_tensor_release(&target);
    return status;
}

static tb_status prepare(void *call, tb_error *err)
{
    tb_join *join = call;
    int64_t first = 0;
    join->out->stride = join->stride;
    if (join->stacks) {
        TB_TRY(set_stack_shape(join, err));
        if (join->axis < join->shape.ndim - 1) /* where torch joins along a dimension that is there */
            tb_output_fit(join->out, TB_WARNING_RESIZE, &join->warnings);
        TB_TRY(check_dtypes(join, err));
    } else {
        TB_TRY(cat_dims(join, &first, err));
        TB_TRY(check_dtypes(join, err));
        TB_TRY(set_cat_shape(join, first, err));
    }
    set_strides(join);
    tb_output_fit(join->out, TB_WARNING_RESIZE, &join->warnings);
    return join->form == TB_FORM_NEW || join->skips ? TB_OK : check_overlap(join, err);
}

const tb_family tb_join_family = {.prepare = prepare, .apart = tb_join_apart, .compute = tb_join_compute};
