/* scatter_run.c: runs the calls that write the elements selected by an index tensor: checks the indices,
 * copies self unless it is the output, then writes everything in place. */
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/gather/accumulate.h"
#include "core/gather/gather_shared.h"
#include "core/gather/select_slices.h"
#include "core/offsets/index_rows.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/scalar.h"
#include "core/memory/reshape.h"
#include "core/pointwise/pointwise.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

/* Makes out a copy of self, unless it is self. */
static tb_status copy_self(const tb_gather_call *c, tb_error *err)
{
    const bool is_self = c->form == TB_FORM_INPLACE || c->out->tensor == c->self;
    return is_self ? TB_OK : tb_copy(c->out->tensor, c->self, err);
}

static tb_status fail_bounds(const tb_gather_call *c, int64_t index, tb_error *err)
{
    return tb_fail_bounds(TB_RUNTIME_ERROR, index, c->axis, tb_size_or_1(c->self, c->axis), err);
}

/* The status of tb_gather_elements's code. */
static tb_status outcome(const tb_gather_call *c, int code, int64_t bad, tb_error *err)
{
    return code == 0                      ? TB_OK
           : code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                          : fail_bounds(c, bad, err);
}

/* ---- scatter ---- */

/* Checks the indices before anything is written.  torch converts the number when it writes the first element:
 * after it has checked the first index, and before the others. */
static tb_status check_indices(const tb_gather_call *c, tb_gather_job job, tb_error *err)
{
    const tb_tensor *index = job.index;
    tb_element ignored;
    tb_tensor target;
    int64_t bad;
    if (!c->src) {
        const int64_t first = *(const int64_t *)(const void *)tb_data(index);
        if (!tb_is_within(first, 0, tb_size_or_1(c->self, c->axis)))
            return fail_bounds(c, first, err);
        TB_TRY(tb_scalar_store_checked(&c->number, c->self->dtype, &ignored, err));
    }
    TB_TRY(tb_gather_call_check_target(c, &target, err));
    job.step = TB_CHECK_ONLY;
    job.table = &target;
    job.lock = NULL;
    const int code = tb_gather_elements(&job, &bad);
    const tb_status status = outcome(c, code, bad, err);
    tb_tensor_release(&target);
    return status;
}

/* The initial value of a reduction that excludes self. */
static void store_first(tb_scatter_reduce reduce, tb_dtype dtype, tb_element *element)
{
    const bool is_max = reduce == TB_SCATTER_REDUCE_MAX,
               is_extremum = is_max || reduce == TB_SCATTER_REDUCE_MIN;
    tb_scalar number = {.kind = TB_KIND_INT, .v.i = reduce == TB_SCATTER_REDUCE_MULTIPLY};
    if (is_extremum && tb_dtypes[dtype].kind == TB_KIND_FLOAT)
        number = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = is_max ? -INFINITY : INFINITY};
    else if (is_extremum && (dtype == TB_BOOL || dtype == TB_UINT8))
        number.v.i = is_max ? 0 : dtype == TB_BOOL ? 1 : UINT8_MAX;
    else if (is_extremum)
        number.v.i = (is_max ? INT64_MIN : INT64_MAX) >> (64 - 8 * tb_dtypes[dtype].itemsize);
    tb_scalar_store(&number, dtype, element);
}

/* Reduces step by step in the table itself. */
static tb_status write_table(const tb_gather_call *c, tb_gather_job job, tb_error *err)
{
    int64_t bad;
    if (c->excludes_self) {
        tb_gather_job first = job;
        tb_element element;
        store_first(c->reduce, job.table->dtype, &element);
        first.step = TB_TO_TABLE;
        first.other = NULL;
        first.value = &element;
        const int code = tb_gather_elements(&first, &bad);
        if (code)
            return outcome(c, code, bad, err);
    }
    const int code = tb_gather_elements(&job, &bad);
    return outcome(c, code, bad, err);
}

/* Reduces in separate accumulators. */
static tb_status accumulate(const tb_gather_call *c, tb_gather_job job, tb_dtype dtype, tb_error *err)
{
    tb_element value;
    tb_accumulate_job wide = {.table = job.table,
                              .index = job.index,
                              .other = job.other,
                              .value = &value,
                              .dim = job.dim,
                              .step = job.step,
                              .dtype = dtype,
                              .excludes_table = c->excludes_self,
                              .mean = c->reduce == TB_SCATTER_REDUCE_MEAN,
                              .lock = job.lock};
    int code;
    int64_t bad;
    if (!job.other)
        tb_convert(dtype, &value, job.table->dtype, job.value);
    TB_TRY(tb_accumulate(&wide, &code, &bad, err));
    if (code == 1) /* only now looked at: which one does torch name? */
        TB_TRY(check_indices(c, job, err));
    return outcome(c, code, bad, err);
}

/* ---- all reductions ---- */

static tb_gather_mode step_of(const tb_gather_call *c)
{
    static const tb_gather_mode steps[] = {TB_TO_TABLE,  TB_ADD_TO_TABLE, TB_MULTIPLY_TABLE,
                                           TB_MAX_TABLE, TB_MIN_TABLE,    TB_ADD_TO_TABLE};
    return steps[c->reduce];
}

/* Halves are summed in float32 and rounded at the end, as in torch. */
static tb_dtype accumulator_dtype(tb_dtype dtype, tb_gather_mode step, bool widen)
{
    const bool sums = step == TB_ADD_TO_TABLE || step == TB_MULTIPLY_TABLE;
    return sums && widen && tb_is_half(dtype) ? TB_FLOAT32 : dtype;
}

static tb_dtype sums_dtype(const tb_gather_call *c)
{
    return accumulator_dtype(c->self->dtype, step_of(c), c->widens);
}

static bool accumulates(const tb_gather_call *c)
{
    return sums_dtype(c) != c->self->dtype || c->reduce == TB_SCATTER_REDUCE_MEAN;
}

static tb_gather_job scatter_job(const tb_gather_call *c)
{
    return (tb_gather_job){.step = step_of(c),
                           .table = c->out->tensor,
                           .index = c->index,
                           .other = c->src,
                           .dim = c->axis,
                           .lock = c->lock};
}

/* Accumulators of another dtype find what is out of bounds themselves. */
static tb_status check_elements(const tb_gather_call *c, tb_error *err)
{
    return c->src && sums_dtype(c) != c->self->dtype ? TB_OK : check_indices(c, scatter_job(c), err);
}

tb_status tb_check_scatter_indices(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    if (c->index->numel == 0)
        return TB_OK;
    TB_TRY(tb_operand_cast(operands, TB_GATHER_INDEX, TB_INT64, err));
    return check_elements(c, err);
}

static bool writes_nothing(const tb_gather_call *c)
{
    return c->index->numel == 0 || (c->op != TB_SCATTER && c->self->numel == 0);
}

/* The output has to stay what it is after a failure, for want of memory. */
tb_dtype tb_scatter_apart(const void *call)
{
    const tb_gather_call *c = call;
    const bool in_place = c->form != TB_FORM_OUT || c->out->tensor == c->self;
    return in_place || writes_nothing(c) || !accumulates(c) ? TB_UNDEFINED : c->self->dtype;
}

tb_status tb_compute_scatter(void *call, tb_error *err)
{
    const tb_gather_call *c = call;
    tb_gather_job job = scatter_job(c);
    tb_element element;
    TB_TRY(copy_self(c, err));
    if (writes_nothing(c))
        return TB_OK;
    job.value = &element;
    if (!c->src)
        tb_scalar_store(&c->number, c->self->dtype, &element);
    return accumulates(c) ? accumulate(c, job, sums_dtype(c), err) : write_table(c, job, err);
}

/* ---- put ---- */

static tb_gather_job put_job(const tb_gather_call *c)
{
    tb_gather_job job = scatter_job(c);
    job.whole = true;
    return job;
}

/* The source gets the sizes of index. */
static tb_status shape_source(const tb_gather_call *c, tb_operands *operands, tb_error *err)
{
    const tb_tensor *index = c->index, *src = c->src;
    tb_shape shape;
    tb_tensor shaped;
    if (tb_same_sizes(src->size, src->ndim, index->size, index->ndim))
        return TB_OK;
    tb_set_shape(&shape, index);
    TB_TRY(tb_reshape(&shaped, src, &shape, err));
    tb_operand_replace(operands, TB_GATHER_SRC, &shaped);
    return TB_OK;
}

tb_status tb_check_put_indices(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_tensor *self = c->out->tensor;
    tb_gather_job job = put_job(c);
    tb_tensor offsets;
    int64_t bad;
    if (c->index->numel == 0)
        return TB_OK;
    job.step = TB_CHECK_ONLY;
    job.other = NULL;
    job.lock = NULL;
    if (tb_gather_elements(&job, &bad))
        return tb_fail_take(self, bad, err);
    TB_TRY(shape_source(c, operands, err));
    if (self->contiguous)
        return TB_OK;
    TB_TRY(tb_offsets_into(&offsets, self, c->index, err));
    tb_operand_replace(operands, TB_GATHER_INDEX, &offsets);
    return TB_OK;
}

tb_status tb_compute_put(void *call, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_tensor *self = c->out->tensor;
    tb_gather_job job = put_job(c);
    tb_tensor memory;
    int64_t bad;
    if (c->index->numel == 0)
        return TB_OK;
    if (!self->contiguous) {
        TB_TRY(tb_view_memory(&memory, self, err));
        job.table = &memory;
    }
    const int code = tb_gather_elements(&job, &bad);
    if (job.table == &memory)
        tb_tensor_release(&memory);
    return code == 0                      ? TB_OK
           : code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                          : tb_fail_take(self, bad, err);
}

/* ---- index_fill, index_copy ---- */

static tb_status fail_slices(const tb_gather_call *c, int64_t index, tb_error *err)
{
    return tb_fail(
        err, TB_INDEX_ERROR, "%sindex %" PRId64 " is out of bounds for dimension %d with size %" PRId64,
        c->op == TB_INDEX_COPY ? "index_copy_(): " : "", index, c->axis, tb_size_or_1(c->self, c->axis));
}

/* Is a slice empty?  Then torch does not check the indices. */
static bool has_empty_slices(const tb_tensor *t, int dim)
{
    for (int d = 0; d < t->ndim; d++)
        if (d != dim && t->size[d] == 0)
            return true;
    return false;
}

static tb_select_job slices_job(const tb_gather_call *c)
{
    return (tb_select_job){.table = c->self, /* has the sizes of out */
                           .other = c->src,
                           .index = c->index,
                           .dim = c->axis,
                           .to_table = true,
                           .from_end = c->op == TB_INDEX_FILL,
                           .lock = c->lock};
}

tb_status tb_check_slices(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_select_job job = slices_job(c);
    int64_t bad;
    (void)operands;
    return !has_empty_slices(c->self, c->axis) && tb_select_check(&job, &bad) ? fail_slices(c, bad, err)
                                                                              : TB_OK;
}

tb_status tb_compute_slices(void *call, tb_error *err)
{
    const tb_gather_call *c = call;
    tb_select_job job = slices_job(c);
    tb_element element;
    int64_t bad;
    TB_TRY(copy_self(c, err));
    if (has_empty_slices(c->self, c->axis))
        return TB_OK;
    if (!c->src)
        tb_scalar_store(&c->number, c->out->tensor->dtype, &element);
    job.table = c->out->tensor;
    job.value = &element;
    const int code = tb_select_run(&job, &bad);
    return code == 0                      ? TB_OK
           : code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                          : fail_slices(c, bad, err);
}

/* ---- index_add ---- */

/* src becomes src * alpha, in its dtype and rounded to it. */
static tb_status scale_source(const tb_gather_call *c, tb_operands *operands, tb_error *err)
{
    const tb_dtype dtype = c->self->dtype;
    tb_element element;
    tb_tensor product;
    TB_TRY(tb_scalar_store_checked(&c->number, dtype, &element, err));
    tb_call call = {.op = TB_OP_MUL,
                    .form = TB_FORM_NEW,
                    .out = &product,
                    .in = {{.tensor = c->src}, {.number = tb_scalar_load(dtype, &element)}},
                    .default_dtype = TB_FLOAT32};
    TB_TRY(tb_prepare(&call, err));
    TB_TRY(tb_run(&call, err));
    tb_operand_replace(operands, TB_GATHER_SRC, &product);
    return TB_OK;
}

/* index becomes a view with an index for every element of the source. */
static tb_status spread_index(const tb_gather_call *c, tb_operands *operands, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS] = {0};
    const tb_tensor *index = c->index, *src = c->src;
    tb_tensor spread;
    if (src->ndim == 0)
        return TB_OK; /* one index for one element */
    stride[c->axis] = index->ndim ? index->stride[0] : 0;
    TB_TRY(
        tb_tensor_view(&spread, index->storage, TB_INT64, src->size, stride, src->ndim, index->offset, err));
    tb_operand_replace(operands, TB_GATHER_INDEX, &spread);
    return TB_OK;
}

/* A row of indices, of which none is negative. */
static tb_index_row row_of(const tb_gather_call *c)
{
    const tb_tensor *index = c->index;
    return (tb_index_row){.start = tb_data(index),
                          .itemsize = 8,
                          .stride = index->ndim ? 8 * index->stride[0] : 0,
                          .bound = tb_size_or_1(c->self, c->axis)};
}

/* torch converts alpha first for vectors, otherwise after the first valid index. */
static tb_status check_and_scale(const tb_gather_call *c, tb_operands *operands, tb_error *err)
{
    const tb_index_row row = row_of(c);
    if (c->self->ndim <= 1 || tb_index_row_check(&row, 1, NULL)) {
        TB_TRY(scale_source(c, operands, err));
        if (tb_index_row_check(&row, c->index->numel, NULL))
            return TB_OK;
    }
    return tb_fail(err, TB_INDEX_ERROR, "index out of range in self");
}

tb_status tb_check_added(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    const bool vector = c->self->ndim <= 1;
    tb_element ignored;
    if (vector && c->index->numel == 0)
        return tb_scalar_store_checked(&c->number, c->self->dtype, &ignored, err);
    if (c->index->numel == 0 || (!vector && c->self->numel == 0))
        return TB_OK;
    TB_TRY(tb_operand_cast(operands, TB_GATHER_INDEX, TB_INT64, err));
    if (!c->widens)
        TB_TRY(check_and_scale(c, operands, err));
    TB_TRY(spread_index(c, operands, err));
    return check_elements(c, err);
}

/* ---- index_reduce ---- */

/* If self is excluded, torch fills it first; there negative indices count from the end. */
static tb_status check_slices_reduced(const tb_gather_call *c, tb_error *err)
{
    const tb_index_row row = row_of(c);
    const int64_t n = row.stride ? c->index->numel : 1; /* one element, expanded */
    tb_index_row filled = row;
    int64_t bad;
    filled.below = row.bound;
    if (c->excludes_self && !tb_index_row_check(&filled, n, &bad))
        return fail_slices(c, bad, err);
    return tb_index_row_check(&row, n, NULL) ? TB_OK
                                             : tb_fail(err, TB_INDEX_ERROR, "index out of range in self");
}

tb_status tb_check_reduced(void *call, tb_operands *operands, tb_error *err)
{
    const tb_gather_call *c = call;
    const tb_tensor *self = c->self;
    char text[TB_SHAPE_TEXT_MAX];
    if (c->index->numel == 0)
        return TB_OK;
    if (self->ndim > 1 && self->size[c->axis] == 0 && !c->excludes_self) /* torch selects a slice first */
        return tb_fail(err, TB_INDEX_ERROR,
                       "select(): index 0 out of range for tensor of size %s at dimension %d",
                       tb_shape_text(text, sizeof text, self->size, self->ndim), c->axis);
    TB_TRY(tb_operand_cast(operands, TB_GATHER_INDEX, TB_INT64, err));
    TB_TRY(check_slices_reduced(c, err));
    if (self->numel == 0)
        return TB_OK;
    TB_TRY(spread_index(c, operands, err));
    return check_elements(c, err);
}
