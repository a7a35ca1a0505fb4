/* along_dim_call.c: see along_dim.h.  The functions along one dimension: checks in torch's order and with its
 * texts, results, and the choice of kernels. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/levels/tables.h"

#include <string.h>

static bool is_scan(const tb_along_dim_call *c) { return c->function <= TB_ALONG_DIM_CUMPROD; }

/* ---- what results are ---- */

static void warn_of_cast(tb_along_dim_call *c, tb_dtype from, tb_dtype to)
{
    const bool real = tb_dtypes[to].kind != TB_KIND_COMPLEX && to != TB_BOOL;
    if (tb_dtypes[from].kind == TB_KIND_COMPLEX && real && c->in->numel > 0)
        c->warnings |= is_scan(c) ? TB_WARNING_COMPLEX_TO_REAL : TB_WARNING_CAST_FIRST;
}

/* cumsum and cumprod: integers are added as int64, unless dtype= or out= say otherwise. */
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

/* The sizes without the reduced dimensions (none given: all of them), or with 1 for each of them. */
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

/* ---- functions of two results ---- */

static void fit_both(tb_along_dim_call *c)
{
    tb_output_fit(&c->out[0], TB_WARNING_RESIZE, &c->warnings);
    tb_output_fit(&c->out[1], TB_WARNING_RESIZE_SECOND, &c->warnings);
}

static tb_status check_sort(tb_along_dim_call *c, tb_error *err)
{
    TB_TRY(tb_check_sort(c, err));
    c->out[0].stride = c->out[1].stride = c->stride;
    fit_both(c);
    return TB_OK;
}

static tb_status check_topk(tb_along_dim_call *c, tb_error *err)
{
    TB_TRY(tb_check_topk(c, err));
    fit_both(c);
    return TB_OK;
}

static tb_status check_cummax(tb_along_dim_call *c, tb_error *err)
{
    TB_TRY(tb_check_cummax(c, err));
    fit_both(c);
    return tb_check_cummax_dtype(c, err);
}

/* ---- overlap ---- */

/* Values that are written in memory that is read for them. */
static tb_status check_values_overlap(const tb_along_dim_call *c, int k, tb_error *err)
{
    const bool reads_itself = k == 0 && c->in->ndim > 0 && c->value == c->in->dtype;
    return reads_itself ? tb_output_check_overlap(&c->out[k], c->in, true, err) : TB_OK;
}

static tb_status check_topk_overlap(const tb_along_dim_call *c, int k, tb_error *err)
{
    const bool judged = c->in->ndim > 0 && !c->out[k].resize;
    return judged ? tb_output_check_overlap(&c->out[k], c->in, true, err) : TB_OK;
}

/* ---- running ---- */

/* Kernels for the halves take float32. */
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
    return c->results > 1 ? tb_fill(c->out[1].tensor, &zero, err) : TB_OK;
}

static tb_along_dim_job job_of(const tb_along_dim_call *c)
{
    tb_tensor *const second = c->results > 1 ? c->out[1].tensor : NULL;
    return (tb_along_dim_job){
        .in = c->in, .out = {c->out[0].tensor, second}, .axis = c->axis, .value = c->value};
}

static tb_status run_sort(const tb_along_dim_call *c, tb_error *err)
{
    tb_along_dim_job job = job_of(c);
    if (c->in->numel == 0)
        return TB_OK;
    TB_TRY(tb_set_up_sort(c, &job, err));
    return tb_along_dim_job_run(&job, c->lock, err);
}

static tb_status run_topk(const tb_along_dim_call *c, tb_error *err)
{
    tb_along_dim_job job = job_of(c);
    if (c->in->ndim == 0)
        return run_single(c, err);
    return c->in->numel == 0 || c->k == 0 ? TB_OK : tb_run_topk(c, &job, c->lock, err);
}

/* ---- the functions ---- */

typedef struct {
    unsigned results, in_step; /* the call's (family.h) */
    /* sets axis, value, shape and the results' dtypes; */
    tb_status (*check)(tb_along_dim_call *c, tb_error *err);
    /* out[k], which is written, and in; */
    tb_status (*check_overlap)(const tb_along_dim_call *c, int k, tb_error *err);
    tb_status (*check_last)(const tb_along_dim_call *c, tb_error *err);
    /* Either everything, or what is computed of slices, of which there are some ... */
    tb_status (*run)(const tb_along_dim_call *c, tb_error *err);
    void (*set_up)(const tb_along_dim_call *c, tb_along_dim_job *job);
    bool copies_single; /* ... but for the only element of a tensor without dimensions */
} function_row;

static const function_row
    scan = {1, 1, check_scan, check_values_overlap, NULL, NULL, set_kernels, true},
    softmax = {1, 1, check_softmax, NULL, NULL, NULL, set_kernels, false},
    logsumexp = {1, 0, check_logsumexp, NULL, NULL, tb_run_logsumexp, NULL, false},
    sort = {3, 0, check_sort, check_values_overlap, NULL, run_sort, NULL, false},
    argsort = {2, 0, check_sort, check_values_overlap, NULL, run_sort, NULL, false},
    msort = {1, 0, check_sort, check_values_overlap, NULL, run_sort, NULL, false},
    cummax = {3, 0, check_cummax, NULL, NULL, NULL, tb_set_up_cummax, true},
    topk = {3, 0, check_topk, check_topk_overlap, NULL, run_topk, NULL, false},
    logcumsumexp = {1, 1, tb_check_logcumsumexp, NULL, NULL, NULL, tb_set_up_logcumsumexp, false},
    layer_norm = {1, 0, tb_check_layer_norm, NULL, NULL, tb_run_layer_norm, NULL, false},
    chosen = {3,    0,    tb_check_select, tb_check_select_overlap, tb_check_select_dtype, tb_run_select,
              NULL, false};

static const function_row *const functions[] = {
    [TB_ALONG_DIM_CUMSUM] = &scan,
    [TB_ALONG_DIM_CUMPROD] = &scan,
    [TB_ALONG_DIM_SOFTMAX] = &softmax,
    [TB_ALONG_DIM_LOG_SOFTMAX] = &softmax,
    [TB_ALONG_DIM_LOGSUMEXP] = &logsumexp,
    [TB_ALONG_DIM_SORT] = &sort,
    [TB_ALONG_DIM_ARGSORT] = &argsort,
    [TB_ALONG_DIM_MSORT] = &msort,
    [TB_ALONG_DIM_CUMMAX] = &cummax,
    [TB_ALONG_DIM_CUMMIN] = &cummax,
    [TB_ALONG_DIM_TOPK] = &topk,
    [TB_ALONG_DIM_LOGCUMSUMEXP] = &logcumsumexp,
    [TB_ALONG_DIM_MEDIAN] = &chosen,
    [TB_ALONG_DIM_NANMEDIAN] = &chosen,
    [TB_ALONG_DIM_KTHVALUE] = &chosen,
    [TB_ALONG_DIM_MODE] = &chosen,
    [TB_ALONG_DIM_LAYER_NORM] = &layer_norm,
};

static tb_status prepare(void *call, tb_error *err)
{
    tb_along_dim_call *c = call;
    const function_row *row = functions[c->function];
    c->results = c->whole ? 1 : row->results;
    c->in_step = row->in_step;
    TB_TRY(row->check(c, err));
    for (int k = 0; k < tb_output_count(&c->header) && c->form != TB_FORM_NEW && c->in->numel != 0; k++) {
        if (!c->out[k].tensor)
            continue;
        TB_TRY(tb_output_check_writable(&c->out[k], err));
        if (row->check_overlap)
            TB_TRY(row->check_overlap(c, k, err));
    }
    return row->check_last ? row->check_last(c, err) : TB_OK;
}

static tb_status compute(void *call, tb_error *err)
{
    const tb_along_dim_call *c = call;
    const function_row *row = functions[c->function];
    if (row->run)
        return row->run(c, err);
    if (c->in->numel == 0)
        return TB_OK;
    if (row->copies_single && c->in->ndim == 0)
        return run_single(c, err);
    tb_along_dim_job job = job_of(c);
    row->set_up(c, &job);
    return tb_along_dim_job_run(&job, c->lock, err);
}

const tb_family tb_along_dim_family = {.prepare = prepare,
                                       .compute = compute,
                                       .warning_text = tb_along_dim_warning,
                                       .reads = {offsetof(tb_along_dim_call, in)},
                                       .keeps_layout = true};
