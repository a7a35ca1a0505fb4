/* reduce_prepare.c: the checks of reductions, in torch's order and with its texts. */
#include "core/reduce/reduce.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const char *const tb_reduction_names[TB_NREDUCTIONS] = {
    [TB_REDUCTION_SUM] = "sum",           [TB_REDUCTION_MEAN] = "mean",
    [TB_REDUCTION_PROD] = "prod",         [TB_REDUCTION_AMAX] = "amax",
    [TB_REDUCTION_AMIN] = "amin",         [TB_REDUCTION_MAX] = "max",
    [TB_REDUCTION_MIN] = "min",           [TB_REDUCTION_ARGMAX] = "argmax",
    [TB_REDUCTION_ARGMIN] = "argmin",     [TB_REDUCTION_ALL] = "all",
    [TB_REDUCTION_ANY] = "any",           [TB_REDUCTION_VAR] = "var",
    [TB_REDUCTION_STD] = "std",           [TB_REDUCTION_VAR_MEAN] = "var_mean",
    [TB_REDUCTION_STD_MEAN] = "std_mean", [TB_REDUCTION_COUNT_NONZERO] = "count_nonzero",
    [TB_REDUCTION_AMINMAX] = "aminmax",   [TB_REDUCTION_NORM] = "norm",
};

static tb_kind kind_of(tb_dtype dtype) { return tb_dtypes[dtype].kind; }
static bool is_inexact(tb_dtype dtype) { return kind_of(dtype) >= TB_KIND_FLOAT; }
static bool is_complex(tb_dtype dtype) { return kind_of(dtype) == TB_KIND_COMPLEX; }

static tb_dtype self_dtype(const tb_reduce_call *call) { return call->self->dtype; }

/* ---- dimensions ---- */

static tb_status wrap_dims(tb_reduce_call *call, tb_error *err)
{
    const int ndim = call->self->ndim;
    const bool none = call->op == TB_REDUCTION_ALL || call->op == TB_REDUCTION_ANY;
    if (call->given_dims && (call->dims.ndim > 0 || none))
        return tb_wrap_dims(call->dims.size, call->dims.ndim, ndim, &call->reduced, err);
    call->reduced = ndim >= 64 ? UINT64_MAX : (UINT64_C(1) << ndim) - 1;
    return TB_OK;
}

/* Fails if there is no smallest element: torch checks the named dimensions before it checks whether one is
 * named twice. */
static tb_status check_not_empty(const tb_reduce_call *call, tb_error *err)
{
    const tb_tensor *t = call->self;
    const char *name = tb_reduction_names[call->op];
    if (t->numel > 0)
        return TB_OK;
    if (!call->given_dims || call->dims.ndim == 0) {
        if (call->op == TB_REDUCTION_AMINMAX)
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
                "identity.");
        if (call->op == TB_REDUCTION_ARGMAX || call->op == TB_REDUCTION_ARGMIN)
            return tb_fail(err, TB_INDEX_ERROR,
                           "%s(): Expected reduction dim to be specified for input.numel() == 0.", name);
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                       "reduction dim with the 'dim' argument.",
                       name);
    }
    for (int i = 0; i < call->dims.ndim; i++) {
        int d;
        TB_TRY(tb_wrap_dim(call->dims.size[i], t->ndim, &d, err));
        const bool as_given = call->op == TB_REDUCTION_AMAX || call->op == TB_REDUCTION_AMIN;
        if (t->ndim && t->size[d] == 0)
            return tb_fail(err, TB_INDEX_ERROR, "%s%s: Expected reduction dim %lld to have non-zero size.",
                           name, call->op == TB_REDUCTION_AMINMAX ? "" : "()",
                           as_given ? (long long)call->dims.size[i] : d);
    }
    return TB_OK;
}

/* Sets the sizes of the results, and the number of elements per result. */
static void set_shape(tb_reduce_call *call)
{
    const tb_tensor *t = call->self;
    int64_t numel = 1;
    call->shape.ndim = 0;
    for (int d = 0; d < t->ndim; d++) {
        const bool reduced = call->reduced >> d & 1;
        if (reduced && !call->keepdim)
            continue;
        call->shape.size[call->shape.ndim++] = reduced ? 1 : t->size[d];
        numel *= reduced ? 1 : t->size[d];
    }
    call->count = numel > 1 ? t->numel / numel : numel * t->numel; /* divisions show in small calls */
}

/* ---- dtypes ---- */

static tb_status refuse(const tb_reduce_call *call, const char *kernel, tb_error *err)
{
    const tb_dtype dtype = self_dtype(call);
    return is_complex(dtype) ? tb_fail_kernel(kernel, dtype, err) : tb_refuse_unsigned(dtype, kernel, err);
}

/* sum, prod, mean: the compute dtype. */
static tb_dtype summed_dtype(const tb_reduce_call *call)
{
    if (call->dtype != TB_UNDEFINED)
        return call->dtype;
    if (call->form == TB_FORM_OUT)
        return call->out[0].tensor->dtype;
    return is_inexact(self_dtype(call)) ? self_dtype(call) : TB_INT64;
}

static tb_status prepare_sum(tb_reduce_call *call, tb_error *err)
{
    const tb_dtype in = call->dtype != TB_UNDEFINED ? call->dtype : self_dtype(call);
    if (call->op == TB_REDUCTION_MEAN && call->form == TB_FORM_OUT && call->without_dims &&
        !tb_can_cast(self_dtype(call), call->out[0].tensor->dtype))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "mean.dtype_out(): input types can't be cast to the desired output type %s",
                       tb_dtypes[call->out[0].tensor->dtype].scalar_type);
    if (call->op == TB_REDUCTION_MEAN && !is_inexact(in))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "mean(): could not infer output dtype. %s dtype must be either a floating point or "
                       "complex dtype. Got: %s",
                       call->dtype != TB_UNDEFINED ? "Optional" : "Input", tb_dtypes[in].scalar_type);
    TB_TRY(wrap_dims(call, err));
    call->out[0].dtype = summed_dtype(call);
    TB_TRY(tb_output_check_dtype(&call->out[0], err));
    if (is_complex(self_dtype(call)) && !is_complex(call->out[0].dtype) && call->out[0].dtype != TB_BOOL &&
        call->self->numel > 0)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    if (call->op == TB_REDUCTION_MEAN && !is_inexact(call->out[0].dtype))
        return tb_fail_cast(call->default_dtype, call->out[0].dtype, err);
    return TB_OK;
}

static tb_status prepare_amax(tb_reduce_call *call, tb_error *err)
{
    call->out[0].dtype = self_dtype(call);
    if (call->form == TB_FORM_OUT && call->out[0].tensor->dtype != call->self->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected the dtype for input and out to match, but got %s for input's dtype and %s "
                       "for out's dtype.",
                       tb_dtypes[self_dtype(call)].scalar_type,
                       tb_dtypes[call->out[0].tensor->dtype].scalar_type);
    TB_TRY(check_not_empty(call, err));
    return wrap_dims(call, err);
}

/* The largest element and, along a dimension, its index. */
static tb_status prepare_max(tb_reduce_call *call, tb_error *err)
{
    call->out[0].dtype = self_dtype(call);
    if (!call->given_dims) {
        if (call->form == TB_FORM_OUT && !tb_can_cast(self_dtype(call), call->out[0].tensor->dtype))
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to "
                "be "
                "true, but got false.  (Could this error message be improved?  If so, please report an "
                "enhancement request to PyTorch.)");
        TB_TRY(check_not_empty(call, err));
        return wrap_dims(call, err);
    }
    TB_TRY(wrap_dims(call, err));
    TB_TRY(check_not_empty(call, err));
    if (is_complex(self_dtype(call)))
        return tb_fail(err, TB_RUNTIME_ERROR, "%s(): does not support complex input",
                       tb_reduction_names[call->op]);
    call->results = 3;
    call->out[1].dtype = TB_INT64;
    TB_TRY(tb_output_check_dtype(&call->out[0], err));
    TB_TRY(tb_output_check_dtype(&call->out[1], err));
    if (call->self->numel == 0 || call->self->ndim == 0)
        return TB_OK;
    return tb_refuse_unsigned(self_dtype(call), call->op == TB_REDUCTION_MAX ? "max_cpu" : "min_cpu", err);
}

static tb_status prepare_argmax(tb_reduce_call *call, tb_error *err)
{
    const tb_dtype dtype = self_dtype(call);
    call->out[0].dtype = TB_INT64;
    if (is_complex(dtype) || dtype == TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "%s(): does not support %s input", tb_reduction_names[call->op],
                       dtype == TB_BOOL ? "bool" : "complex");
    if (call->given_dims)
        TB_TRY(wrap_dims(call, err));
    TB_TRY(check_not_empty(call, err));
    TB_TRY(wrap_dims(call, err));
    return tb_output_check_dtype(&call->out[0], err);
}

static tb_status prepare_all(tb_reduce_call *call, tb_error *err)
{
    call->out[0].dtype = self_dtype(call) == TB_UINT8 ? TB_UINT8 : TB_BOOL;
    if (call->form == TB_FORM_OUT) {
        call->out[0].dtype = call->out[0].tensor->dtype;
        if (call->out[0].dtype != TB_BOOL && call->out[0].dtype != TB_UINT8)
            return tb_fail(err, TB_RUNTIME_ERROR, "%s only supports bool tensor for result, got: %s",
                           tb_reduction_names[call->op], tb_dtypes[call->out[0].dtype].scalar_type);
    }
    if (is_complex(self_dtype(call)) && call->out[0].dtype == TB_UINT8)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    return wrap_dims(call, err);
}

/* For a single result, torch computes the variance in the numbers' own dtype, and fills `out` with it;
 * without numbers it fills with nan. */
static bool is_filled(const tb_reduce_call *call, tb_dtype out)
{
    const bool single = call->count == call->self->numel && call->self->numel > 0;
    if (is_complex(self_dtype(call)) || out == self_dtype(call))
        return false;
    return call->self->numel == 0 ? is_complex(out) : single && !tb_is_half(out);
}

static tb_status prepare_var(tb_reduce_call *call, tb_error *err)
{
    const tb_dtype dtype = self_dtype(call);
    const bool two = call->op == TB_REDUCTION_VAR_MEAN || call->op == TB_REDUCTION_STD_MEAN;
    if (!is_inexact(dtype))
        return tb_fail(err, TB_RUNTIME_ERROR, "%s only support floating point and complex dtypes",
                       two ? tb_reduction_names[call->op] : "std and var");
    TB_TRY(wrap_dims(call, err));
    call->out[0].dtype = tb_to_real(call->dtype != TB_UNDEFINED ? call->dtype : dtype);
    call->out[1].dtype = dtype;
    call->results = two ? 3 : 1;
    set_shape(call);
    const tb_dtype out = call->form == TB_FORM_OUT ? call->out[0].tensor->dtype : call->out[0].dtype;
    if (call->form == TB_FORM_OUT && !two && !tb_can_cast(call->out[0].dtype, out))
        return tb_fail_cast(call->out[0].dtype, out, err);
    if ((double)call->count - call->number <= 0)
        call->warnings |=
            is_complex(dtype) ? TB_WARNING_FREEDOM_REAL | TB_WARNING_FREEDOM_IMAG : TB_WARNING_FREEDOM;
    call->apart = !two && is_filled(call, out);
    if (call->form != TB_FORM_OUT || two)
        return TB_OK;
    call->out[0].dtype = tb_to_real(out); /* what is computed in */
    return TB_OK;
}

static tb_status prepare_aminmax(tb_reduce_call *call, tb_error *err)
{
    call->out[0].dtype = call->out[1].dtype = self_dtype(call);
    call->results = 3;
    if (call->given_dims)
        TB_TRY(wrap_dims(call, err));
    TB_TRY(check_not_empty(call, err));
    TB_TRY(wrap_dims(call, err));
    TB_TRY(tb_output_check_dtype(&call->out[0], err));
    return tb_output_check_dtype(&call->out[1], err);
}

/* ---- norm ---- */

static tb_status check_norm_dtype(const tb_reduce_call *call, tb_error *err)
{
    const tb_dtype in = self_dtype(call), dtype = call->dtype;
    if (!is_inexact(dtype))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "linalg.vector_norm: dtype should be floating point or complex, but got %s",
                       tb_dtypes[dtype].scalar_type);
    if (is_complex(in) != is_complex(dtype))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "linalg.vector_norm: dtype should be %s for %s inputs, but got %s",
                       is_complex(in) ? "complex" : "real", is_complex(in) ? "complex" : "real",
                       tb_dtypes[dtype].scalar_type);
    if (tb_promote(in, dtype) != dtype)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "linalg.vector_norm: the dtype of the input (%s) should be convertible without narrowing "
            "to the specified dtype (%s)",
            tb_dtypes[in].scalar_type, tb_dtypes[dtype].scalar_type);
    return TB_OK;
}

/* Negative orders and infinity have no result for no elements. */
static tb_status check_norm_identity(const tb_reduce_call *call, tb_error *err)
{
    const tb_tensor *t = call->self;
    char order[40];
    if (t->numel > 0 || !(call->number < 0 || isinf(call->number)))
        return TB_OK;
    snprintf(order, sizeof order, "%g", call->number);
    if (!call->given_dims || call->dims.ndim == 0)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "linalg.vector_norm cannot compute the %s norm on an empty tensor because the operation "
            "does not have an identity",
            order);
    for (int i = 0; i < call->dims.ndim; i++) {
        int d;
        TB_TRY(tb_wrap_dim(call->dims.size[i], t->ndim, &d, err));
        if (t->ndim && t->size[d] == 0)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "linalg.vector_norm cannot compute the %s norm on the dimension %dbecause this "
                           "dimension is empty and the operation does not have an identity",
                           order, d);
    }
    return TB_OK;
}

static tb_status prepare_norm(tb_reduce_call *call, tb_error *err)
{
    const tb_dtype in = self_dtype(call);
    if (!is_inexact(in))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s",
                       tb_dtypes[in].scalar_type);
    TB_TRY(check_norm_identity(call, err));
    if (call->dtype != TB_UNDEFINED)
        TB_TRY(check_norm_dtype(call, err));
    TB_TRY(wrap_dims(call, err));
    call->out[0].dtype = tb_to_real(call->dtype != TB_UNDEFINED ? call->dtype : in);
    return tb_output_check_dtype(&call->out[0], err);
}

/* ---- the whole ---- */

/* Without elements, or with one per result, torch needs no kernel for argmax. */
static bool is_single(const tb_reduce_call *call)
{
    return call->self->numel == 0 || (call->self->ndim != 0 && call->count == 1);
}

/* The errors that torch raises when it looks for a kernel, after all other checks. */
static tb_status check_kernel(const tb_reduce_call *call, tb_error *err)
{
    const tb_dtype dtype = self_dtype(call);
    const bool max = call->op == TB_REDUCTION_AMAX || call->op == TB_REDUCTION_MAX;
    switch (call->op) {
    case TB_REDUCTION_AMAX:
    case TB_REDUCTION_AMIN:
        return call->self->numel == 0 ? TB_OK : refuse(call, max ? "max_values_cpu" : "min_values_cpu", err);
    case TB_REDUCTION_MAX:
    case TB_REDUCTION_MIN:
        return call->given_dims ? TB_OK : refuse(call, max ? "max_all" : "min_all", err);
    case TB_REDUCTION_ARGMAX:
        return is_single(call) ? TB_OK : refuse(call, "argmax_cpu", err);
    case TB_REDUCTION_ARGMIN:
        return is_single(call) ? TB_OK : refuse(call, "argmin_cpu", err);
    case TB_REDUCTION_SUM: /* nothing is summed in any dtype */
        return call->self->numel == 0 ? TB_OK : tb_refuse_unsigned(call->out[0].dtype, "sum_cpu", err);
    case TB_REDUCTION_PROD:
        return call->self->numel == 0 ? TB_OK : tb_refuse_unsigned(call->out[0].dtype, "prod_out_cpu", err);
    case TB_REDUCTION_COUNT_NONZERO:
        return call->dims.ndim > 0 && call->given_dims ? TB_OK
                                                       : tb_refuse_unsigned(dtype, "nonzero_count_cpu", err);
    case TB_REDUCTION_AMINMAX:
        if (is_complex(dtype) && call->self->ndim == 0 && call->given_dims)
            return tb_fail(err, TB_RUNTIME_ERROR, "aminmax not implemented for %s",
                           tb_dtypes[dtype].scalar_type);
        if (call->self->ndim == 0 && call->given_dims)
            return TB_OK;
        return refuse(call, "aminmax_cpu", err);
    case TB_REDUCTION_VAR:
    case TB_REDUCTION_STD:
        if (call->apart && call->self->numel > 0 && tb_is_half(dtype))
            return tb_fail(err, TB_RUNTIME_ERROR, "std_var_all: Unsupported dtype %s",
                           tb_dtypes[dtype].scalar_type);
        if (call->form == TB_FORM_OUT && !is_complex(dtype) && is_complex(call->out[0].tensor->dtype) &&
            !call->apart)
            return tb_fail_kernel("std_cpu", call->out[0].tensor->dtype, err);
        return TB_OK;
    default:
        return TB_OK;
    }
}

static tb_status prepare_count(tb_reduce_call *call, tb_error *err)
{
    call->out[0].dtype = TB_INT64;
    return wrap_dims(call, err);
}

static tb_status (*const prepare_op[TB_NREDUCTIONS])(tb_reduce_call *call, tb_error *err) = {
    [TB_REDUCTION_SUM] = prepare_sum,         [TB_REDUCTION_MEAN] = prepare_sum,
    [TB_REDUCTION_PROD] = prepare_sum,        [TB_REDUCTION_AMAX] = prepare_amax,
    [TB_REDUCTION_AMIN] = prepare_amax,       [TB_REDUCTION_MAX] = prepare_max,
    [TB_REDUCTION_MIN] = prepare_max,         [TB_REDUCTION_ARGMAX] = prepare_argmax,
    [TB_REDUCTION_ARGMIN] = prepare_argmax,   [TB_REDUCTION_ALL] = prepare_all,
    [TB_REDUCTION_ANY] = prepare_all,         [TB_REDUCTION_VAR] = prepare_var,
    [TB_REDUCTION_STD] = prepare_var,         [TB_REDUCTION_VAR_MEAN] = prepare_var,
    [TB_REDUCTION_STD_MEAN] = prepare_var,    [TB_REDUCTION_COUNT_NONZERO] = prepare_count,
    [TB_REDUCTION_AMINMAX] = prepare_aminmax, [TB_REDUCTION_NORM] = prepare_norm,
};

/* max, min and aminmax along a dimension write two tensors, which torch compares with self as if they had
 * kept the dimension. */
static tb_status check_overlap_of_two(const tb_reduce_call *call, const tb_tensor *out, tb_error *err)
{
    tb_tensor kept;
    if (call->keepdim)
        return tb_check_partial_overlap(out, call->self, err);
    TB_TRY(tb_view_unsqueeze(&kept, out, call->dims.size[0], err));
    const tb_status status = tb_check_partial_overlap(&kept, call->self, err);
    tb_tensor_release(&kept);
    return status;
}

/* Checks whether out= has to be resized, and otherwise that it may be written. */
static tb_status prepare_out(tb_reduce_call *call, int i, tb_error *err)
{
    tb_output *out = &call->out[i];
    const bool compared = call->results == 3 && call->given_dims && call->self->ndim > 0;
    tb_output_fit(out, i ? TB_WARNING_RESIZE_SECOND : TB_WARNING_RESIZE, &call->warnings);
    TB_TRY(tb_output_check_writable(out, err));
    return compared && !out->resize ? check_overlap_of_two(call, out->tensor, err) : TB_OK;
}

tb_status tb_reduce_prepare(void *reduction, tb_error *err)
{
    tb_reduce_call *call = reduction;
    call->apart = false;
    TB_TRY(prepare_op[call->op](call, err));
    set_shape(call);
    for (int i = 0; i < tb_output_count(&call->header) && call->form == TB_FORM_OUT; i++)
        TB_TRY(prepare_out(call, i, err));
    return check_kernel(call, err);
}

const char *tb_reduce_warning_text(const void *reduction, unsigned warning, char *text, int64_t room)
{
    const tb_reduce_call *call = reduction;
    if (!(warning & (TB_WARNING_FREEDOM | TB_WARNING_FREEDOM_REAL | TB_WARNING_FREEDOM_IMAG)))
        return tb_output_warning(call->out, warning, text, room);
    snprintf(text, (size_t)room,
             "%s(): degrees of freedom is <= 0. Correction should be strictly less than the reduction "
             "factor (input numel divided by output numel).",
             tb_reduction_names[call->op]);
    return text;
}
