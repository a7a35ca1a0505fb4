/* scatter_prepare.c: the checks of the calls that write the elements selected by an index tensor: scatter,
 * put, index_fill, index_copy, index_add, index_reduce.  A new or other output starts as a copy of self;
 * everything after that is in place. */
#include "core/gather/gather_shared.h"
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- checks ---- */

/* The output must share no element with an operand. */
static tb_status check_output(const tb_gather_call *c, tb_error *err)
{
    if (c->form == TB_FORM_NEW)
        return TB_OK;
    TB_TRY(tb_output_check_writable(c->out, err));
    TB_TRY(tb_output_check_overlap(c->out, c->index, false, err));
    return tb_output_check_overlap(c->out, c->src, false, err);
}

/* out.copy_(self) comes first, with its own checks. */
static tb_status check_copy(const tb_gather_call *c, tb_error *err)
{
    return c->form == TB_FORM_OUT ? tb_output_check_overlap(c->out, c->self, true, err) : TB_OK;
}

/* ---- scatter ---- */

static tb_status check_scatter_sizes(const tb_gather_call *c, tb_error *err)
{
    char index_text[TB_SHAPE_TEXT_MAX], self_text[TB_SHAPE_TEXT_MAX], src_text[TB_SHAPE_TEXT_MAX];
    const tb_tensor *self = c->self, *index = c->index, *src = c->src;
    const int ndim = tb_dims_at_least_1(self);
    bool wrong = false;
    if (ndim != tb_dims_at_least_1(index))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Index tensor must have the same number of dimensions as self tensor");
    for (int d = 0; d < ndim; d++)
        wrong |= d != c->axis && tb_size_or_1(index, d) > tb_size_or_1(self, d);
    for (int d = 0; src && !wrong && d < ndim; d++) {
        if (src->ndim > 0 && d >= src->ndim)
            return tb_wrap_dim(d, src->ndim, &d, err); /* torch's text for this */
        wrong = tb_size_or_1(index, d) > tb_size_or_1(src, d);
    }
    if (src && tb_dims_at_least_1(src) != ndim)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Index tensor must have the same number of dimensions as src tensor");
    if (!wrong)
        return TB_OK;
    tb_shape_text(index_text, sizeof index_text, index->size, index->ndim);
    tb_shape_text(self_text, sizeof self_text, self->size, self->ndim);
    if (!src)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected index %s to be no larger than self %s apart from dimension %d", index_text,
                       self_text, c->axis);
    return tb_fail(
        err, TB_RUNTIME_ERROR,
        "Expected index %s to be no larger than self %s apart from dimension %d and to be no larger "
        "size than src %s",
        index_text, self_text, c->axis, tb_shape_text(src_text, sizeof src_text, src->size, src->ndim));
}

static bool is_extremum(tb_scatter_reduce reduce)
{
    return reduce == TB_SCATTER_REDUCE_MAX || reduce == TB_SCATTER_REDUCE_MIN;
}

static tb_status check_scatter_dtype(const tb_gather_call *c, tb_error *err)
{
    const tb_dtype dtype = c->self->dtype;
    const bool is_max = c->reduce == TB_SCATTER_REDUCE_MAX;
    if (c->excludes_self && tb_is_unsigned(dtype))
        return tb_fail_kernel("scatter_reduce_exclude_input_init", dtype, err);
    if (is_extremum(c->reduce) && (tb_is_unsigned(dtype) || tb_dtypes[dtype].kind == TB_KIND_COMPLEX))
        return tb_fail_kernel(is_max ? "scatter_gather_tensor_cpu_reduce_amax"
                                     : "scatter_gather_tensor_cpu_reduce_amin",
                              dtype, err);
    if (c->reduce == TB_SCATTER_REDUCE_MEAN && (tb_is_unsigned(dtype) || dtype == TB_BOOL))
        return tb_fail_kernel("scatter_gather_tensor_cpu_reduce_mean", dtype, err);
    return tb_refuse_unsigned(dtype, c->src ? "scatter_gather_tensor_cpu" : "scatter_gather_scalar_cpu", err);
}

tb_status tb_prepare_scatter(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    c->widens = true;
    if (c->deprecated)
        c->warnings |= TB_WARNING_SCATTER_REDUCE;
    TB_TRY(tb_wrap_dim(c->dim, c->self->ndim, &c->axis, err));
    if (c->index->numel != 0 && !tb_is_index(c->index))
        return tb_fail(err, TB_RUNTIME_ERROR, "scatter(): Expected dtype int32/int64 for index");
    if (c->src && c->src->dtype != c->self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "scatter(): Expected self.dtype to be equal to src.dtype");
    if (c->index->numel != 0)
        TB_TRY(check_scatter_sizes(c, err));
    TB_TRY(check_output(c, err)); /* as out= is before it is resized */
    TB_TRY(tb_output_check_dtype(c->out, err));
    tb_gather_call_set_shape(c, c->self->size, c->self->ndim);
    if (c->reduce == TB_SCATTER_REDUCE_UNKNOWN && c->word)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "reduce argument must be either sum, prod, mean, amax or amin, got %.999s", c->word);
    if (c->reduce == TB_SCATTER_REDUCE_UNKNOWN)
        return tb_fail(err, TB_RUNTIME_ERROR, "reduce argument must be either add or multiply.");
    TB_TRY(check_copy(c, err));
    if (c->index->numel != 0)
        return check_scatter_dtype(c, err);
    return c->reduce == TB_SCATTER_REDUCE_MEAN && c->self->dtype == TB_BOOL
               ? tb_fail_kernel("div_floor_cpu", TB_BOOL, err)
               : TB_OK;
}

/* ---- put ---- */

tb_status tb_prepare_put(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    const tb_tensor *self = c->out->tensor, *index = c->index, *source = c->src;
    if (index->dtype != TB_INT64)
        return tb_fail(err, TB_RUNTIME_ERROR, "put_(): Expected a long tensor for index, but got %s",
                       tb_dtypes[index->dtype].scalar_type);
    if (source->dtype != self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "put_(): self and source expected to have the same dtype, but got self.dtype = %s and "
                       "source.dtype = %s",
                       tb_dtypes[self->dtype].scalar_type, tb_dtypes[source->dtype].scalar_type);
    if (source->numel != index->numel)
        return tb_fail(err, TB_INDEX_ERROR,
                       "put_(): Expected source and index to have the same number of elements, but got "
                       "source.numel() = %" PRId64 ", index.numel() = %" PRId64,
                       source->numel, index->numel);
    if (self->numel == 0 && index->numel != 0)
        return tb_fail(err, TB_INDEX_ERROR, "put_(): Tried to put elements into an empty tensor");
    TB_TRY(check_output(c, err));
    return index->numel == 0 ? TB_OK : tb_refuse_unsigned(self->dtype, "take_put_cpu", err);
}

/* ---- index_fill ---- */

/* torch sees t as index->numel equal slices; if t is empty, these may exceed its memory. */
static tb_status check_reach(const tb_tensor *t, int axis, int64_t slices, tb_error *err)
{
    int64_t size[TB_MAX_DIMS] = {1}, stride[TB_MAX_DIMS] = {1};
    tb_tensor reached;
    if (t->numel != 0)
        return TB_OK;
    memcpy(size, t->size, (size_t)t->ndim * sizeof *size);
    memcpy(stride, t->stride, (size_t)t->ndim * sizeof *stride);
    size[axis] = slices;
    stride[axis] = 0;
    TB_TRY(tb_view_as_strided(&reached, t, size, stride, t->ndim, t->offset, err));
    tb_tensor_release(&reached);
    return TB_OK;
}

tb_status tb_prepare_index_fill(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    const tb_tensor *self = c->out->tensor, *index = c->index;
    tb_element ignored;
    if (index->dtype != TB_INT64)
        return tb_fail(err, TB_INDEX_ERROR, "index_fill_(): Expected dtype int64 for index.");
    TB_TRY(tb_check_no_overlap(self, index, err));
    if (tb_check_writable(self, NULL) != TB_OK)
        c->warnings |= TB_WARNING_EXPANDED;
    if (c->number.kind == TB_KIND_COMPLEX && tb_dtypes[self->dtype].kind != TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "index_fill_(): Converting complex Scalar to non-complex type is not supported");
    TB_TRY(tb_wrap_dim(c->dim, self->ndim, &c->axis, err));
    if (index->ndim > 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "Index has to be a vector/scalar");
    TB_TRY(check_reach(self, c->axis, index->numel, err));
    TB_TRY(tb_refuse_unsigned(self->dtype, "index_fill_cpu", err));
    return tb_scalar_store_checked(&c->number, self->dtype, &ignored, err);
}

/* ---- index_copy ---- */

/* "2 4": the sizes except along dim, as torch prints them here. */
static const char *slice_text(char *text, size_t room, const tb_tensor *t, int dim)
{
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < t->ndim; d++)
        if (d != dim && used < room)
            used += (size_t)snprintf(text + used, room - used, "%s%" PRId64, used ? " " : "", t->size[d]);
    return text;
}

/* Are the sizes equal except along dim?  A dimension that one tensor lacks makes them differ. */
static bool same_slices(const tb_tensor *a, const tb_tensor *b, int dim)
{
    int64_t sizes[2][TB_MAX_DIMS];
    int n[2] = {0, 0};
    const tb_tensor *both[2] = {a, b};
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < both[i]->ndim; d++)
            if (d != dim)
                sizes[i][n[i]++] = both[i]->size[d];
    return tb_same_sizes(sizes[0], n[0], sizes[1], n[1]);
}

static tb_status check_source(const tb_gather_call *c, tb_error *err)
{
    char self_text[TB_SHAPE_TEXT_MAX], source_text[TB_SHAPE_TEXT_MAX];
    const tb_tensor *self = c->self, *index = c->index, *source = c->src;
    if (index->ndim > 1)
        return tb_fail(err, TB_INDEX_ERROR, "index_copy_(): Index should have dimension 1 or 0 (got %d)",
                       index->ndim);
    if (source->ndim == 0 && index->numel != 1)
        return tb_fail(err, TB_INDEX_ERROR,
                       "index_copy_(): When source is scalar, index should have one element (got %" PRId64
                       ")",
                       index->numel);
    if (source->ndim != self->ndim && source->ndim != 0 && self->ndim != 0)
        return tb_fail(
            err, TB_INDEX_ERROR,
            "index_copy_(): When source and destination are not scalars, their dimensionality must "
            "match. Source dimensionality (%d), destination dimensionality (%d)",
            source->ndim, self->ndim);
    if (index->dtype != TB_INT64)
        return tb_fail(err, TB_RUNTIME_ERROR, "index_copy_(): Expected a long tensor for index, but got %s",
                       tb_dtypes[index->dtype].scalar_type);
    if (source->dtype != self->dtype)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "index_copy_(): self and source expected to have the same dtype, but got (self) %s and "
            "(source) %s",
            tb_dtypes[self->dtype].scalar_type, tb_dtypes[source->dtype].scalar_type);
    if (!same_slices(self, source, c->axis))
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice "
            "shape: %s at dimension %d and source slice shape: %s at dimension 0.",
            slice_text(self_text, sizeof self_text, self, c->axis), c->axis,
            slice_text(source_text, sizeof source_text, source, c->axis));
    if (source->ndim != 0 && index->numel != source->size[c->axis])
        return tb_fail(err, TB_INDEX_ERROR,
                       "index_copy_(): Number of indices (%" PRId64
                       ") should be equal to source.size(dim) (%" PRId64 ")",
                       index->numel, source->size[c->axis]);
    return TB_OK;
}

tb_status tb_prepare_index_copy(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    tb_tensor target;
    TB_TRY(tb_wrap_dim(c->dim, c->self->ndim, &c->axis, err));
    TB_TRY(tb_output_check_dtype(c->out, err));
    tb_gather_call_set_shape(c, c->self->size, c->self->ndim);
    TB_TRY(check_output(c, err));
    TB_TRY(check_source(c, err));
    TB_TRY(check_copy(c, err));
    if (c->self->numel != 0)
        return tb_refuse_unsigned(c->self->dtype, "index_copy_cpu", err);
    if (c->form == TB_FORM_NEW)
        TB_TRY(tb_tensor_new(&target, c->self->dtype, c->shape.size, NULL, c->shape.ndim, false, err));
    else
        TB_TRY(tb_output_target(c->out, &target, err));
    tb_status status = check_reach(&target, c->axis, c->index->numel, err);
    tb_tensor_release(&target);
    return status == TB_OK ? tb_refuse_unsigned(c->self->dtype, "index_copy_cpu", err) : status;
}

/* ---- index_add ---- */

static tb_status check_addend(const tb_gather_call *c, tb_error *err)
{
    const char *const name = c->op == TB_INDEX_ADD ? "index_add_" : "index_reduce_";
    char text[TB_SHAPE_TEXT_MAX], source_text[TB_SHAPE_TEXT_MAX];
    const tb_tensor *self = c->self, *index = c->index, *source = c->src;
    if (index->ndim > 1)
        return tb_fail(err, TB_INDEX_ERROR,
                       "%s(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s",
                       name, index->ndim, tb_dtypes[index->dtype].scalar_type,
                       tb_shape_text(text, sizeof text, index->size, index->ndim));
    if (!tb_is_index(index))
        return tb_fail(err, TB_RUNTIME_ERROR, "%s(): Expected dtype int32/int64 for index but got: %s", name,
                       tb_dtypes[index->dtype].scalar_type);
    if (source->dtype != self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "%s(): self (%s) and source (%s) must have the same scalar type", name,
                       tb_dtypes[self->dtype].scalar_type, tb_dtypes[source->dtype].scalar_type);
    if (c->axis != 0 && c->axis >= source->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "%s(): Indexing dim %d is out of bounds of the source tensor with dim %d", name,
                       c->axis, source->ndim);
    if (index->numel != tb_size_or_1(source, c->axis) && source->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as 0 but tensor has no dimensions");
    if (index->numel != tb_size_or_1(source, c->axis))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "%s(): Number of indices (%" PRId64 ") should be equal to source.size(dim): (%" PRId64
                       "), for dim: %d",
                       name, index->numel, source->size[c->axis], c->axis);
    if ((self->ndim == 0) != (source->ndim == 0) || !same_slices(self, source, c->axis))
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got "
            "self.shape = %s source.shape = %s",
            tb_shape_text(text, sizeof text, self->size, self->ndim),
            tb_shape_text(source_text, sizeof source_text, source->size, source->ndim));
    return TB_OK;
}

/* Does torch's index_add call scatter_add_, with its texts and its sums of halves in float32? */
static bool adds_like_scatter(const tb_gather_call *call)
{
    const int last = call->self->ndim - 1;
    return last > 0 && (call->axis == 0 || call->axis == last) && tb_scalar_equals(&call->number, 1) &&
           call->index->dtype == TB_INT64;
}

tb_status tb_prepare_index_add(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    TB_TRY(tb_wrap_dim(c->dim, c->self->ndim, &c->axis, err));
    c->reduce = TB_SCATTER_REDUCE_ADD;
    c->widens = adds_like_scatter(c);
    TB_TRY(check_addend(c, err));
    TB_TRY(tb_output_check_dtype(c->out, err));
    tb_gather_call_set_shape(c, c->self->size, c->self->ndim);
    TB_TRY(check_output(c, err));
    TB_TRY(check_copy(c, err));
    if (c->self->ndim <= 1)
        return tb_refuse_unsigned(c->self->dtype, "index_add_", err);
    if (c->self->numel == 0 || c->index->numel == 0)
        return TB_OK;
    return tb_refuse_unsigned(c->self->dtype, c->widens ? "scatter_gather_tensor_cpu" : "add_stub", err);
}

/* torch has different code for vectors and for matrices. */
static tb_status check_index_reduce_dtype(const tb_gather_call *c, tb_error *err)
{
    const tb_tensor *self = c->self;
    const tb_dtype dtype = self->dtype;
    const bool odd = dtype == TB_BOOL || tb_dtypes[dtype].kind == TB_KIND_COMPLEX || tb_is_unsigned(dtype);
    if (!odd)
        return TB_OK;
    if (c->excludes_self)
        return tb_fail_kernel("index_reduce_func_exclude_input_init", dtype, err);
    if (self->ndim <= 1)
        return tb_fail_kernel("index_func_", dtype, err);
    if (c->index->numel == 0 || c->reduce == TB_SCATTER_REDUCE_MULTIPLY)
        return TB_OK;
    if (is_extremum(c->reduce))
        return dtype == TB_BOOL
                   ? TB_OK
                   : tb_fail_kernel(c->reduce == TB_SCATTER_REDUCE_MAX ? "maximum_cpu" : "minimum_cpu", dtype,
                                    err);
    return dtype == TB_BOOL ? tb_fail_kernel("div_floor_cpu", dtype, err)
                            : tb_refuse_unsigned(dtype, "add_stub", err);
}

tb_status tb_prepare_index_reduce(void *call, tb_error *err)
{
    tb_gather_call *c = tb_gather_begin(call, true);
    c->widens = false;
    if (c->reduce == TB_SCATTER_REDUCE_UNKNOWN)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got %.999s.", c->word);
    TB_TRY(tb_wrap_dim(c->dim, c->self->ndim, &c->axis, err));
    TB_TRY(check_addend(c, err));
    TB_TRY(tb_output_check_dtype(c->out, err));
    tb_gather_call_set_shape(c, c->self->size, c->self->ndim);
    TB_TRY(check_output(c, err));
    c->warnings |= TB_WARNING_INDEX_REDUCE;
    TB_TRY(check_copy(c, err));
    return check_index_reduce_dtype(c, err);
}
