/* along_dim_call.c: see along_dim.h.  The functions along one dimension: checks in torch's order and
 * words, results, and which kernels run. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/levels/tables.h"

#include <string.h>

static bool is_scan(const tb_along_dim_call *c) { return c->function <= TB_ALONG_DIM_CUMPROD; }
static bool is_softmax(const tb_along_dim_call *c)
{
    return c->function == TB_ALONG_DIM_SOFTMAX || c->function == TB_ALONG_DIM_LOG_SOFTMAX;
}

static bool is_sort(const tb_along_dim_call *c)
{
    return c->function >= TB_ALONG_DIM_SORT && c->function <= TB_ALONG_DIM_MSORT;
}
static bool is_select(const tb_along_dim_call *c) { return c->function >= TB_ALONG_DIM_MEDIAN; }
static bool is_running(const tb_along_dim_call *c)
{
    return c->function == TB_ALONG_DIM_CUMMAX || c->function == TB_ALONG_DIM_CUMMIN;
}

/* ---- what results are ---- */

static void warn_of_cast(tb_along_dim_call *c, tb_dtype from, tb_dtype to)
{
    const bool real = tb_dtypes[to].kind != TB_KIND_COMPLEX && to != TB_BOOL;
    if (tb_dtypes[from].kind == TB_KIND_COMPLEX && real && c->in->numel > 0)
        c->warnings |= is_scan(c) ? TB_WARNING_COMPLEX_TO_REAL : TB_WARNING_CAST_FIRST;
}

/* cumsum and cumprod: integers are added as int64 unless dtype= or out= say otherwise. */
static tb_status check_scan(tb_along_dim_call *c, tb_error *err)
{
    const tb_dtype own = c->in->dtype;
    TB_TRY(tb_wrap_dim(c->dims.size[0], c->in->ndim, &c->axis, err));
    c->value = c->dtype != TB_UNDEFINED             ? c->dtype
               : c->form != TB_FORM_NEW             ? c->out[0].tensor->dtype
               : tb_dtypes[own].kind <= TB_KIND_INT ? TB_INT64
                                                    : own;
    c->out[0].dtype = c->value;
    if (c->form == TB_FORM_INPLACE && c->value != own)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Bad in-place call: input tensor dtype %s and output tensor dtype %s should match",
                       tb_dtypes[own].cpp_name, tb_dtypes[c->value].cpp_name);
    TB_TRY(tb_output_check_dtype(&c->out[0], err));
    tb_set_shape(&c->shape, c->in);
    tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
    warn_of_cast(c, c->in->dtype, c->value);
    if (c->in->numel == 0)
        return TB_OK;
    if ((c->value == TB_BOOL || tb_is_unsigned(c->value)) && c->in->ndim > 0)
        return tb_fail_kernel(c->function == TB_ALONG_DIM_CUMSUM ? "cumsum_out_cpu" : "cumprod_out_cpu",
                              c->value, err);
    return TB_OK;
}

static tb_status check_softmax(tb_along_dim_call *c, tb_error *err)
{
    c->value = c->dtype != TB_UNDEFINED ? c->dtype : c->in->dtype;
    c->out[0].dtype = c->value;
    warn_of_cast(c, c->in->dtype, c->value);
    TB_TRY(tb_wrap_dim(c->dims.size[0], c->in->ndim, &c->axis, err));
    TB_TRY(tb_output_check_dtype(&c->out[0], err));
    tb_set_shape(&c->shape, c->in);
    tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
    if (c->in->numel != 0 && tb_dtypes[c->value].kind != TB_KIND_FLOAT)
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%ssoftmax_%skernel_impl\" not implemented for '%s'",
                       c->function == TB_ALONG_DIM_LOG_SOFTMAX ? "log_" : "",
                       c->in->ndim == 0 || c->axis == c->in->ndim - 1 ? "lastdim_" : "",
                       tb_dtypes[c->value].scalar_type);
    return TB_OK;
}

/* The sizes without the dimensions that are reduced (without any: all), or with 1 for each of them. */
static tb_status reduced_shape(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    TB_TRY(tb_wrap_dims(c->dims.size, c->dims.ndim, in->ndim, &c->reduced, err));
    if (c->dims.ndim == 0)
        c->reduced = UINT64_MAX;
    c->shape.ndim = 0;
    for (int d = 0; d < in->ndim; d++)
        if (!(c->reduced >> d & 1))
            c->shape.size[c->shape.ndim++] = in->size[d];
        else if (c->keepdim)
            c->shape.size[c->shape.ndim++] = 1;
    return TB_OK;
}

static tb_status check_logsumexp(tb_along_dim_call *c, tb_error *err)
{
    const tb_dtype own = c->in->dtype;
    char text[TB_SHAPE_TEXT_MAX];
    c->value = tb_dtypes[own].kind <= TB_KIND_INT ? c->default_dtype : own;
    c->out[0].dtype = c->form == TB_FORM_OUT ? c->out[0].tensor->dtype : c->value;
    if (tb_dtypes[c->out[0].dtype].kind <= TB_KIND_INT)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "logsumexp(): Expected floating point type for result tensor, but got: %s",
                       tb_dtypes[c->out[0].dtype].scalar_type);
    TB_TRY(reduced_shape(c, err));
    if (c->dims.ndim == 0 && !c->keepdim && c->in->ndim > 0 && c->in->numel != 0) {
        const int64_t ones[TB_MAX_DIMS] = {[0 ... TB_MAX_DIMS - 1] = 1}; /* what torch would add to it */
        return tb_fail(err, TB_RUNTIME_ERROR, "output with shape [] doesn't match the broadcast shape %s",
                       tb_shape_text(text, sizeof text, ones, c->in->ndim));
    }
    tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
    if (c->in->numel != 0)
        warn_of_cast(c, c->value, c->out[0].dtype);
    return TB_OK;
}

/* ---- overlap ---- */

static tb_status check_overlap(const tb_along_dim_call *c, tb_error *err)
{
    const bool reads_itself =
        (is_scan(c) || is_sort(c)) && c->in->ndim > 0 && c->value == c->in->dtype; /* for its values */
    for (int k = 0; k < 2 && c->form != TB_FORM_NEW && c->in->numel != 0; k++) {
        if (!c->out[k].tensor)
            continue;
        TB_TRY(tb_output_check_writable(&c->out[k], err));
        if ((k == 0 && reads_itself) ||
            (c->function == TB_ALONG_DIM_TOPK && c->in->ndim > 0 && !c->out[k].resize))
            TB_TRY(tb_output_check_overlap(&c->out[k], c->in, true, err));
        if (is_select(c) && !c->out[k].resize)
            TB_TRY(tb_check_select_overlap(c, k, err));
    }
    return TB_OK;
}

/* Sets axis, value, shape and the results' dtypes. */
static tb_status (*const checks[])(tb_along_dim_call *, tb_error *) = {
    [TB_ALONG_DIM_CUMSUM] = check_scan,         [TB_ALONG_DIM_CUMPROD] = check_scan,
    [TB_ALONG_DIM_SOFTMAX] = check_softmax,     [TB_ALONG_DIM_LOG_SOFTMAX] = check_softmax,
    [TB_ALONG_DIM_LOGSUMEXP] = check_logsumexp, [TB_ALONG_DIM_SORT] = tb_check_sort,
    [TB_ALONG_DIM_ARGSORT] = tb_check_sort,     [TB_ALONG_DIM_MSORT] = tb_check_sort,
    [TB_ALONG_DIM_CUMMAX] = tb_check_cummax,    [TB_ALONG_DIM_CUMMIN] = tb_check_cummax,
    [TB_ALONG_DIM_TOPK] = tb_check_topk,        [TB_ALONG_DIM_LOGCUMSUMEXP] = tb_check_logcumsumexp,
    [TB_ALONG_DIM_MEDIAN] = tb_check_select,    [TB_ALONG_DIM_NANMEDIAN] = tb_check_select,
    [TB_ALONG_DIM_KTHVALUE] = tb_check_select,  [TB_ALONG_DIM_MODE] = tb_check_select,
};

tb_status tb_along_dim_prepare(tb_along_dim_call *c, tb_error *err)
{
    c->warnings = 0;
    tb_outputs_begin(c->out, 2, c->form, &c->shape, c->stride);
    TB_TRY(checks[c->function](c, err));
    if (!is_sort(c))
        tb_contiguous_strides(c->shape.size, c->shape.ndim, c->stride);
    if (c->function >= TB_ALONG_DIM_SORT && c->function <= TB_ALONG_DIM_TOPK) {
        tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
        tb_output_fit(&c->out[1], TB_WARNING_RESIZE_SECOND, &c->warnings);
    }
    if (is_running(c))
        TB_TRY(tb_check_cummax_dtype(c, err));
    TB_TRY(check_overlap(c, err));
    return is_select(c) ? tb_check_select_dtype(c, err) : TB_OK;
}

const char *tb_along_dim_warning(const void *call, unsigned warning, char *text, int64_t room)
{
    const tb_along_dim_call *c = call;
    return is_select(c) ? tb_select_warning(c, warning, text, room)
                        : tb_output_warning(c->out, warning, text, room);
}

/* ---- running ---- */

/* Kernels take the halves as float32. */
static tb_dtype tile_of(tb_dtype value) { return tb_dtypes[value].compute; }

static void set_kernels(const tb_along_dim_call *c, tb_along_dim_job *job)
{
    static const tb_along_dim_kernel_op ops[] = {[TB_ALONG_DIM_CUMSUM] = TB_ALONG_DIM_KERNEL_SUM,
                                                 [TB_ALONG_DIM_CUMPROD] = TB_ALONG_DIM_KERNEL_PROD,
                                                 [TB_ALONG_DIM_SOFTMAX] = TB_ALONG_DIM_KERNEL_SOFTMAX,
                                                 [TB_ALONG_DIM_LOG_SOFTMAX] = TB_ALONG_DIM_KERNEL_LOG_SOFTMAX,
                                                 [TB_ALONG_DIM_LOGSUMEXP] = TB_ALONG_DIM_KERNEL_LOGSUMEXP};
    const bool whole = tb_dtypes[c->value].kind <= TB_KIND_INT;
    const tb_along_dim_kernels *level = tb_dtypes[c->value].kind == TB_KIND_COMPLEX
                                            ? &tb_along_dim_kernels_baseline
                                            : tb_kernels_active->along_dim;
    job->tile = whole ? TB_INT64 : tile_of(c->value);
    memcpy(job->kernel, level->kernel[ops[c->function]][whole ? TB_INT64 : c->value], sizeof job->kernel);
    job->passes = !is_scan(c);
    job->column_scratch = is_scan(c) ? (int)sizeof(tb_element) : 3 * tb_dtypes[job->tile].itemsize;
    job->weight = is_scan(c) ? TB_WEIGHT_SCAN : TB_WEIGHT_EXPONENTIAL;
}

/* A single element is the result; its index is 0. */
static tb_status run_single(const tb_along_dim_call *c, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT};
    TB_TRY(tb_copy(c->out[0].tensor, c->in, err));
    return c->out[1].tensor ? tb_fill(c->out[1].tensor, &zero, err) : TB_OK;
}

static tb_status run_kernels(const tb_along_dim_call *c, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_along_dim_job job = {
        .in = c->in, .out = {c->out[0].tensor, c->out[1].tensor}, .axis = c->axis, .value = c->value};
    if (c->function == TB_ALONG_DIM_TOPK)
        return c->k == 0 ? TB_OK : tb_run_topk(c, &job, lock, err);
    if (c->function == TB_ALONG_DIM_LOGCUMSUMEXP)
        tb_set_up_logcumsumexp(c, &job);
    else if (is_scan(c) || is_softmax(c))
        set_kernels(c, &job);
    else if (is_running(c))
        tb_set_up_cummax(c, &job);
    else
        TB_TRY(tb_set_up_sort(c, &job, err));
    return tb_along_dim_job_run(&job, lock, err);
}

static tb_status compute(tb_along_dim_call *c, const tb_lock_callbacks *lock, tb_error *err)
{
    if ((is_scan(c) || is_running(c) || c->function == TB_ALONG_DIM_TOPK) && c->in->ndim == 0)
        return run_single(c, err);
    if (is_select(c))
        return tb_run_select(c, lock, err);
    if (c->function == TB_ALONG_DIM_LOGSUMEXP)
        return tb_run_logsumexp(c, lock, err);
    return c->in->numel == 0 ? TB_OK : run_kernels(c, lock, err);
}

tb_status tb_along_dim_run(tb_along_dim_call *c, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_along_dim_call call = *c;
    tb_tensor owned;
    TB_TRY(tb_private_operand(c->out, 2,
                              is_scan(c) || is_softmax(c) || c->function == TB_ALONG_DIM_LOGCUMSUMEXP, true,
                              &call.in, &owned, err));
    tb_status status = tb_outputs_make(c->out, 2, err);
    if (status == TB_OK)
        status = tb_outputs_end(c->out, 2, compute(&call, lock, err));
    if (call.in == &owned)
        tb_tensor_release(&owned);
    return status;
}
