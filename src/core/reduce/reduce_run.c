/* reduce_run.c: runs a prepared reduction: private copies, the results' memory, the choice of kernels. */
#include "core/copy/clone.h"
#include "core/memory/split.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/memory/view.h"
#include "core/pointwise/pointwise.h"
#include "core/reduce/reduce.h"
#include "core/reduce/reduce_passes.h"

#include <math.h>
#include <string.h>

static bool is_complex(tb_dtype dtype) { return tb_dtypes[dtype].kind == TB_KIND_COMPLEX; }
static bool is_whole(tb_dtype dtype) { return tb_dtypes[dtype].kind < TB_KIND_FLOAT; }

/* ---- which kernel ---- */

/* The dtype in which the kernel of this reduction reads `values`. */
static tb_dtype tile_of(tb_reducer reducer, tb_dtype values)
{
    static const uint8_t wider[TB_NDTYPES] = {
        [TB_BOOL] = TB_INT32,      [TB_UINT8] = TB_INT32,          [TB_INT8] = TB_INT32,
        [TB_INT16] = TB_INT32,     [TB_INT32] = TB_INT64,          [TB_INT64] = TB_BOOL,
        [TB_FLOAT16] = TB_FLOAT32, [TB_BFLOAT16] = TB_FLOAT32,     [TB_FLOAT32] = TB_FLOAT64,
        [TB_FLOAT64] = TB_BOOL,    [TB_COMPLEX64] = TB_COMPLEX128, [TB_COMPLEX128] = TB_BOOL,
        [TB_UINT16] = TB_INT32,    [TB_UINT32] = TB_INT64,         [TB_UINT64] = TB_INT64,
    };
    const bool truth =
        reducer == TB_REDUCER_NONZERO || reducer == TB_REDUCER_ZERO || reducer == TB_REDUCER_COUNT;
    if (truth)
        return tb_kernels_active->reduce->of[reducer][values].rows ? values : TB_BOOL;
    while (!tb_kernels_active->reduce->of[reducer][values].rows)
        values = (tb_dtype)wider[values];
    return values;
}

static void set_reducer(tb_reduce_job *job, tb_reducer reducer, tb_dtype values, tb_dtype produced)
{
    job->reducer = reducer;
    job->values = values;
    job->tile = tile_of(reducer, values);
    job->out[0].produced = job->out[1].produced = produced == TB_UNDEFINED ? job->tile : produced;
}

/* Truth values, for any dtype. */
static void set_truth(tb_reduce_job *job, tb_reducer reducer, tb_dtype in)
{
    set_reducer(job, reducer, is_complex(in) ? TB_BOOL : in, TB_BOOL);
}

/* A complex mean is a complex quotient, which matters if parts are infinite. */
static bool divides_afterwards(const tb_reduce_call *call)
{
    return call->op == TB_REDUCTION_MEAN && is_complex(call->out[0].dtype) &&
           call->out[0].tensor->dtype == call->out[0].dtype;
}

static void set_sum(const tb_reduce_call *call, tb_reduce_job *job)
{
    const tb_dtype in = call->self->dtype, result = call->out[0].dtype;
    const bool product = call->op == TB_REDUCTION_PROD;
    tb_dtype values = result;
    job->in_parts = is_complex(in) && is_complex(result) && !product;
    if (result == TB_BOOL) {
        set_truth(job, product ? TB_REDUCER_ZERO : TB_REDUCER_NONZERO, in);
        return;
    }
    if (is_complex(result) && !product)
        values = tb_to_real(result);
    if (call->op == TB_REDUCTION_MEAN && tb_is_half(result)) /* only the quotient is rounded to it */
        values = TB_FLOAT32;
    if (values == TB_FLOAT32 && tb_is_half(in) && !product) /* the kernel reads halves as float32 */
        values = in;
    if (is_whole(result) && is_whole(in) && !product)
        values = in; /* wraps around as the result's dtype would */
    if (values == TB_BOOL) {
        set_truth(job, TB_REDUCER_COUNT, in);
        job->out[0].produced = TB_INT64;
        return;
    }
    set_reducer(job, product ? TB_REDUCER_PROD : TB_REDUCER_SUM, values,
                is_whole(result)                 ? TB_INT64
                : tb_is_half(values) && !product ? TB_FLOAT32
                                                 : TB_UNDEFINED);
    job->out[0].result = job->in_parts ? values : result;
    if (call->op == TB_REDUCTION_MEAN && !divides_afterwards(call))
        job->out[0].end.divisor = call->count ? (double)call->count : NAN;
}

/* Chooses the kernel, and the results' dtypes if they differ from the kernel's. */
static void set_kernel(const tb_reduce_call *call, tb_reduce_job *job)
{
    const tb_dtype in = call->self->dtype;
    const bool two = call->results == 3;
    const bool max =
        call->op == TB_REDUCTION_AMAX || call->op == TB_REDUCTION_MAX || call->op == TB_REDUCTION_ARGMAX;
    job->out[0].result = call->out[0].dtype;
    job->out[1].result = call->out[1].dtype;
    switch (call->op) {
    case TB_REDUCTION_SUM:
    case TB_REDUCTION_MEAN:
    case TB_REDUCTION_PROD:
        set_sum(call, job);
        break;
    case TB_REDUCTION_ALL:
    case TB_REDUCTION_ANY:
        set_truth(job, call->op == TB_REDUCTION_ALL ? TB_REDUCER_ZERO : TB_REDUCER_NONZERO,
                  call->out[0].dtype == TB_UINT8 ? TB_UINT8
                                                 : in); /* torch casts to the result's dtype first */
        job->out[0].produced = call->out[0].dtype; /* a byte, 0 or 1 */
        break;
    case TB_REDUCTION_COUNT_NONZERO:
        set_truth(job, TB_REDUCER_COUNT, in);
        job->out[0].produced = TB_INT64;
        break;
    case TB_REDUCTION_VAR:
    case TB_REDUCTION_STD:
    case TB_REDUCTION_VAR_MEAN:
    case TB_REDUCTION_STD_MEAN:
        set_reducer(job, TB_REDUCER_MOMENTS, call->out[0].dtype, TB_UNDEFINED);
        job->out[0].end.divisor = call->count ? fmax((double)call->count - call->number, 0) : 0;
        job->out[0].end.root = call->op == TB_REDUCTION_STD || call->op == TB_REDUCTION_STD_MEAN;
        job->out[1].end.mean = true;
        break;
    default:
        if (two || call->op >= TB_REDUCTION_ARGMAX) {
            set_reducer(job, max ? TB_REDUCER_ARGMAX : TB_REDUCER_ARGMIN, in, TB_UNDEFINED);
            job->out[0].end.values = two;
            job->out[two].produced = TB_INT64;
        } else if (in == TB_BOOL) {
            set_truth(job, max ? TB_REDUCER_NONZERO : TB_REDUCER_ZERO, in);
        } else {
            set_reducer(job, max ? TB_REDUCER_MAX : TB_REDUCER_MIN, in, TB_UNDEFINED);
        }
    }
}

/* ---- memory ---- */

/* The strides of an output for each dimension of self. */
static void spread_strides(const tb_reduce_call *call, const tb_tensor *out, int64_t *stride)
{
    int k = 0;
    for (int d = 0; d < call->self->ndim; d++) {
        const bool reduced = call->reduced >> d & 1;
        stride[d] = reduced ? 0 : out->stride[k];
        k += !reduced || call->keepdim;
    }
}

/* ---- one pass ---- */

static tb_status reduce_into(const tb_reduce_call *call, tb_reduce_job *job, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS], second[TB_MAX_DIMS];
    job->reduced = call->reduced;
    job->out_stride = stride;
    spread_strides(call, job->out[0].tensor, stride);
    if (job->nout == 1)
        return tb_reduce_job_run(job, call->lock, err);
    spread_strides(call, job->out[1].tensor, second);
    if (memcmp(stride, second, (size_t)call->self->ndim * sizeof *stride) == 0)
        return tb_reduce_job_run(job, call->lock, err);
    job->nout = 1;
    TB_TRY(tb_reduce_job_run(job, call->lock, err));
    job->out[0] = job->out[1];
    job->out_stride = second;
    return tb_reduce_job_run(job, call->lock, err);
}

static tb_status run_one(const tb_reduce_call *call, tb_error *err)
{
    tb_reduce_job job = {.in = call->self, .nout = tb_output_count(&call->header)};
    for (int i = 0; i < job.nout; i++)
        job.out[i].tensor = call->out[i].tensor;
    set_kernel(call, &job);
    return reduce_into(call, &job, err);
}

/* ---- reductions that are several ---- */

/* Runs the same call with another operation or operand; `out` is new or is written. */
static tb_status run_other(const tb_reduce_call *call, tb_reduction op, const tb_tensor *self, tb_tensor *out,
                           tb_form form, tb_error *err)
{
    tb_reduce_call other = *call;
    other.op = op;
    other.self = self;
    other.out[0].tensor = out;
    other.form = form;
    other.given_dims = true;
    other.without_dims = false;
    other.dims.ndim = 0;
    for (int d = 0; d < self->ndim; d++)
        if (call->reduced >> d & 1)
            other.dims.size[other.dims.ndim++] = d;
    TB_TRY(tb_family_prepare(&other.header, err));
    return tb_family_run(&other.header, err);
}

static tb_status run_pointwise(int op, const tb_tensor *a, const tb_tensor *b, const double *number,
                               tb_tensor *out, tb_form form, tb_error *err)
{
    tb_call call = {.op = op, .form = form, .in = {{.tensor = a}, {.tensor = b}}, .out = out};
    call.default_dtype = TB_FLOAT32;
    if (number)
        call.in[1].number = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = *number};
    TB_TRY(tb_prepare(&call, err));
    return tb_run(&call, err);
}

/* Reduces in self's own dtype, and casts into the output. */
static tb_status run_in_own_dtype(const tb_reduce_call *call, tb_error *err)
{
    tb_reduce_call own = *call;
    tb_tensor result;
    own.dtype = TB_UNDEFINED;
    TB_TRY(run_other(&own, call->op, call->self, &result, TB_FORM_NEW, err));
    const tb_status status = tb_copy(call->out[0].tensor, &result, err);
    tb_tensor_release(&result);
    return status;
}

/* The variance of complex numbers is the sum of both parts' variances. */
static tb_status run_complex_var(const tb_reduce_call *call, tb_error *err)
{
    const tb_tensor *in = call->self;
    const bool two = call->results == 3;
    const bool root = call->op == TB_REDUCTION_STD || call->op == TB_REDUCTION_STD_MEAN;
    tb_tensor part[2] = {0}, var[2] = {0}, sum;
    tb_reduce_call parts = *call;
    parts.dtype = call->out[0].dtype;
    tb_status status = tb_view_real(&part[0], in, err);
    if (status == TB_OK)
        status = tb_view_imag(&part[1], in, err);
    for (int i = 0; i < 2 && status == TB_OK; i++)
        status = run_other(&parts, TB_REDUCTION_VAR, &part[i], &var[i], TB_FORM_NEW, err);
    if (status == TB_OK) {
        status = run_pointwise(TB_OP_ADD, &var[0], &var[1], NULL, &sum, TB_FORM_NEW, err);
        const bool wide = is_complex(call->out[0].tensor->dtype); /* then the root of nan is nan+nanj */
        if (status == TB_OK && root && !wide)
            status = run_pointwise(TB_OP_SQRT, &sum, NULL, NULL, &sum, TB_FORM_INPLACE, err);
        if (status == TB_OK) {
            status = tb_copy(call->out[0].tensor, &sum, err);
            tb_tensor_release(&sum);
        }
        if (status == TB_OK && root && wide)
            status = run_pointwise(TB_OP_SQRT, call->out[0].tensor, NULL, NULL, call->out[0].tensor,
                                   TB_FORM_INPLACE, err);
    }
    if (status == TB_OK && two)
        status = run_other(call, TB_REDUCTION_MEAN, in, call->out[1].tensor, TB_FORM_OUT, err);
    for (int i = 0; i < 2; i++) {
        tb_tensor_release(&var[i]);
        tb_tensor_release(&part[i]);
    }
    return status;
}

static tb_status run_aminmax(const tb_reduce_call *call, tb_error *err)
{
    const tb_tensor *in = call->self;
    if (in->ndim == 0 && tb_is_unsigned(in->dtype)) { /* which torch only copies */
        TB_TRY(tb_copy(call->out[0].tensor, in, err));
        return tb_copy(call->out[1].tensor, in, err);
    }
    TB_TRY(run_other(call, TB_REDUCTION_AMIN, in, call->out[0].tensor, TB_FORM_OUT, err));
    return run_other(call, TB_REDUCTION_AMAX, in, call->out[1].tensor, TB_FORM_OUT, err);
}

/* ---- norms ---- */

static bool norm_reducer(double order, tb_reducer *reducer)
{
    if (order == 2)
        *reducer = TB_REDUCER_SQUARES;
    else if (order == 1)
        *reducer = TB_REDUCER_ABSOLUTE;
    else if (order == 0)
        *reducer = TB_REDUCER_COUNT;
    else if (isinf(order))
        *reducer = order > 0 ? TB_REDUCER_HIGHEST : TB_REDUCER_LOWEST;
    else
        return false;
    return true;
}

/* sum(|t| ** p) ** (1 / p) of real numbers, in doubles: the last power multiplies the error. */
static tb_status run_power_norm(const tb_reduce_call *call, const tb_tensor *in, tb_error *err)
{
    const double order = call->number, inverse = 1 / call->number;
    tb_tensor wide, sum;
    TB_TRY(tb_clone(&wide, in, TB_FLOAT64, false, err));
    tb_status status = run_pointwise(TB_OP_ABS, &wide, NULL, NULL, &wide, TB_FORM_INPLACE, err);
    if (status == TB_OK)
        status = run_pointwise(TB_OP_POW, &wide, NULL, &order, &wide, TB_FORM_INPLACE, err);
    if (status == TB_OK) {
        tb_reduce_call plain = *call;
        plain.dtype = TB_UNDEFINED;
        status = run_other(&plain, TB_REDUCTION_SUM, &wide, &sum, TB_FORM_NEW, err);
    }
    if (status == TB_OK) {
        status = run_pointwise(TB_OP_POW, &sum, NULL, &inverse, &sum, TB_FORM_INPLACE, err);
        if (status == TB_OK)
            status = tb_copy(call->out[0].tensor, &sum, err);
        tb_tensor_release(&sum);
    }
    tb_tensor_release(&wide);
    return status;
}

static tb_status run_norm(const tb_reduce_call *call, const tb_tensor *in, tb_error *err)
{
    tb_reduce_job job = {.in = in, .nout = 1};
    tb_reducer reducer;
    if (is_complex(in->dtype)) {
        tb_tensor wide, real;
        const tb_dtype dtype = call->dtype != TB_UNDEFINED ? call->dtype : in->dtype;
        TB_TRY(tb_clone(&wide, in, dtype, false, err));
        tb_status status = run_pointwise(TB_OP_ABS, &wide, NULL, NULL, &real, TB_FORM_NEW, err);
        tb_tensor_release(&wide);
        TB_TRY(status);
        status = run_norm(call, &real, err);
        tb_tensor_release(&real);
        return status;
    }
    if (!norm_reducer(call->number, &reducer))
        return run_power_norm(call, in, err);
    job.out[0].tensor = call->out[0].tensor;
    job.out[0].result = call->out[0].dtype;
    job.out[0].end.root = reducer == TB_REDUCER_SQUARES;
    set_reducer(&job, reducer, reducer == TB_REDUCER_COUNT ? in->dtype : call->out[0].dtype,
                reducer == TB_REDUCER_COUNT ? TB_INT64 : TB_UNDEFINED);
    return reduce_into(call, &job, err);
}

/* ---- the whole ---- */

static tb_status compute(void *reduction, tb_error *err)
{
    const tb_reduce_call *call = reduction;
    const tb_tensor *in = call->self;
    if (call->op == TB_REDUCTION_NORM)
        return run_norm(call, in, err);
    if (call->op == TB_REDUCTION_AMINMAX)
        return call->shape.ndim == 0 && in->numel == 0 ? TB_OK : run_aminmax(call, err);
    const bool var = call->op >= TB_REDUCTION_VAR && call->op <= TB_REDUCTION_STD_MEAN;
    if (call->apart)
        return run_in_own_dtype(call, err);
    if (var && is_complex(in->dtype))
        return run_complex_var(call, err);
    TB_TRY(run_one(call, err));
    const double count = (double)call->count;
    return divides_afterwards(call) ? run_pointwise(TB_OP_DIV, call->out[0].tensor, NULL, &count,
                                                    call->out[0].tensor, TB_FORM_INPLACE, err)
                                    : TB_OK;
}

const tb_family tb_reduce_family = {.prepare = tb_reduce_prepare,
                                    .compute = compute,
                                    .warning_text = tb_reduce_warning_text,
                                    .reads = {offsetof(tb_reduce_call, self)}};

/* ---- sum_to_size ---- */

/* The dimensions that size lacks, or where it is 1; false if it cannot be expanded to t's size. */
static bool summed_dims(const tb_tensor *t, const tb_shape *size, tb_shape *dims)
{
    const int lacking = t->ndim - size->ndim;
    dims->ndim = 0;
    for (int d = 0; d < t->ndim && lacking >= 0; d++) {
        const int64_t wanted = d < lacking ? 1 : size->size[d - lacking];
        if (wanted != t->size[d] && wanted != 1)
            return false;
        if (d < lacking || wanted != t->size[d])
            dims->size[dims->ndim++] = d;
    }
    return lacking >= 0;
}

tb_status tb_sum_to_size(tb_tensor *out, const tb_tensor *t, const tb_shape *size,
                         const tb_lock_callbacks *lock, tb_error *err)
{
    char text[2][TB_SHAPE_TEXT_MAX];
    tb_tensor sum;
    tb_reduce_call call = {.family = &tb_reduce_family,
                           .form = TB_FORM_NEW,
                           .out = {{.tensor = &sum}},
                           .lock = lock,
                           .op = TB_REDUCTION_SUM,
                           .self = t,
                           .keepdim = true,
                           .given_dims = true,
                           .dtype = TB_UNDEFINED};
    if (!summed_dims(t, size, &call.dims))
        return tb_fail(err, TB_RUNTIME_ERROR, "size {%s} is not expandable to size {%s}.",
                       tb_shape_text(text[0], sizeof text[0], size->size, size->ndim),
                       tb_shape_text(text[1], sizeof text[1], t->size, t->ndim));
    TB_TRY(tb_family_prepare(&call.header, err));
    TB_TRY(tb_family_run(&call.header, err));
    const tb_status status = tb_view_as(out, &sum, size->size, size->ndim, err);
    tb_tensor_release(&sum);
    return status;
}
