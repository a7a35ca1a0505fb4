/* prepare.c: every check and decision of a call, before anything is allocated
 * or written: the note's rules, promotion, torch's refusals, in torch's order.
 * Relies on: apply.h, overlap.h, kernels/kernels.h. */
#include "apply.h"
#include "kernels/kernels.h"
#include "overlap.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the fast path: equal contiguous operands, one kernel call ---- */

/* More elements take the planned way, which can divide the work and stream. */
#define FAST_NUMEL (INT64_C(1) << 18)

/* No overlap, or the very same elements; equal addresses with other strides (of
 * dimensions of size 1) are torch's partial overlap, which the checks below refuse. */
static bool same_or_apart(const tb_tensor *out, const tb_tensor *in)
{
    uintptr_t a = (uintptr_t)tb_data(out), b = (uintptr_t)tb_data(in);
    if (a == b)
        return out->itemsize == in->itemsize && tb_same_sizes(out->stride, out->ndim, in->stride, in->ndim);
    return a + (uintptr_t)(out->numel * out->itemsize) <= b || b + (uintptr_t)(in->numel * in->itemsize) <= a;
}

/* Does a kernel of the row compute with parameters? */
static bool needs_parameters(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    return op->nparameters && (op->parametric < 0 || call->given);
}

static tb_dtype result_dtype(const tb_op *op, tb_dtype compute)
{
    switch (op->result) {
    case TB_RESULT_BOOL:
        return TB_BOOL;
    case TB_RESULT_REAL:
        return tb_to_real(compute);
    case TB_RESULT_COMPLEX:
        return tb_to_complex(compute);
    default:
        return compute;
    }
}

static bool try_fast(tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *first = call->in[0].tensor, *last = call->in[op->nin - 1].tensor;
    if (!first || !last || !first->contiguous || first->numel == 0 || first->numel > FAST_NUMEL ||
        needs_parameters(call) || op->singles)
        return false;
    tb_dtype dtype = (tb_dtype)(op->masks & 1 ? last->dtype : first->dtype), result = result_dtype(op, dtype);
    for (int i = 0; i < op->nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (!t || t->dtype != tb_input_dtype(op, i, dtype) || !t->contiguous ||
            !tb_same_sizes(t->size, t->ndim, first->size, first->ndim))
            return false;
    }
    if (!tb_kernels_active->pointwise[call->op][dtype] || (tb_is_half(dtype) && !op->by_size) ||
        (op->promotion == TB_PROMOTE_OUT && call->form == TB_FORM_NEW) || op->promotion == TB_PROMOTE_DOUBLE)
        return false;
    if (op->divisor >= 0 && tb_dtypes[dtype].kind == TB_KIND_INT)
        return false;
    if (call->form != TB_FORM_NEW) {
        const tb_tensor *out = call->out;
        if (out->dtype != result || !out->contiguous ||
            !tb_same_sizes(out->size, out->ndim, first->size, first->ndim))
            return false;
        for (int i = 0; i < op->nin; i++)
            if (!same_or_apart(out, call->in[i].tensor))
                return false;
    }
    call->fast = true;
    call->compute = dtype;
    call->result = result;
    return true;
}

/* ---- shapes ---- */

typedef struct {
    const tb_tensor *tensor[TB_MAX_INPUTS];
    int n;
    bool same_shape, same_numel; /* same_numel: and not 0, and two tensors at least */
} tensors;

static tensors collect_tensors(const tb_call *call)
{
    tensors ts = {.same_shape = true};
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor)
            ts.tensor[ts.n++] = call->in[i].tensor;
    ts.same_numel = ts.n >= 2 && ts.tensor[0]->numel != 0;
    for (int i = 1; i < ts.n; i++) {
        const tb_tensor *a = ts.tensor[0], *b = ts.tensor[i];
        ts.same_numel = ts.same_numel && a->numel == b->numel;
        ts.same_shape = ts.same_shape && tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
    }
    return ts;
}

static void set_shape(tb_shape *shape, const tb_tensor *t)
{
    shape->ndim = t->ndim;
    memcpy(shape->size, t->size, (size_t)t->ndim * sizeof *t->size);
}

static tb_status fold(const tensors *ts, tb_shape *shape, tb_error *err)
{
    for (int i = 0; i < ts->n; i++)
        TB_TRY(tb_broadcast(shape, ts->tensor[i]->size, ts->tensor[i]->ndim, err));
    return TB_OK;
}

/* The two lines of the in-place error: torch's, then the note's for the first
 * operand that does not expand. */
static tb_status fail_inplace(const tb_tensor *out, const tensors *ts, const tb_shape *broadcast,
                              tb_error *err)
{
    char out_text[TB_SHAPE_TEXT_MAX], shape_text[TB_SHAPE_TEXT_MAX], line[160] = "";
    for (int i = 0; i < ts->n; i++) {
        const tb_tensor *t = ts->tensor[i];
        int clash = -1;
        if (tb_expandable(t->size, t->ndim, out->size, out->ndim, &clash))
            continue;
        if (clash >= 0)
            snprintf(line, sizeof line,
                     "\nThe expanded size of the tensor (%" PRId64 ") must match the existing size (%" PRId64
                     ") at non-singleton dimension %d.",
                     out->size[clash], t->size[t->ndim - out->ndim + clash], clash);
        break;
    }
    return tb_fail(err, TB_RUNTIME_ERROR, "output with shape %s doesn't match the broadcast shape %s%s",
                   tb_shape_text(out_text, sizeof out_text, out->size, out->ndim),
                   tb_shape_text(shape_text, sizeof shape_text, broadcast->size, broadcast->ndim), line);
}

/* In place and copy_: can every other operand be expanded to self?  Then the
 * fallback, then the errors. */
static tb_status infer_fixed_shape(tb_call *call, const tensors *ts, bool may_fall_back, tb_error *err)
{
    const tb_tensor *out = call->out;
    bool expandable = true;
    for (int i = 0; i < ts->n; i++)
        expandable &= tb_expandable(ts->tensor[i]->size, ts->tensor[i]->ndim, out->size, out->ndim, NULL);
    if (!expandable && !may_fall_back) {
        tb_shape shape;
        set_shape(&shape, out);
        TB_TRY(fold(ts, &shape, err));
        return fail_inplace(out, ts, &shape, err);
    }
    call->fallback = !expandable;
    set_shape(&call->shape, out);
    return TB_OK;
}

static tb_status infer_shape(tb_call *call, tb_error *err)
{
    tensors ts = collect_tensors(call);
    bool may_fall_back = ts.same_numel && (call->policy & TB_ALLOW_FALLBACK);

    call->shape.ndim = 0;
    if (call->form == TB_FORM_INPLACE || call->form == TB_FORM_WRITE) {
        TB_TRY(infer_fixed_shape(call, &ts, may_fall_back, err));
    } else if (fold(&ts, &call->shape, NULL) != TB_OK) {
        call->shape.ndim = 0;
        if (!may_fall_back)
            return fold(&ts, &call->shape, err);
        call->fallback = true;
        set_shape(&call->shape, ts.tensor[0]);
    }
    if (call->fallback)
        call->warnings |= TB_WARNING_FALLBACK;
    else if ((call->policy & TB_WARN_ON_BROADCAST) && ts.same_numel && !ts.same_shape)
        call->warnings |= TB_WARNING_BROADCAST;
    return TB_OK;
}

/* ---- dtypes ---- */

tb_promotion tb_promotion_of(const tb_call *call)
{
    tb_promotion state = tb_promotion_new();
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_operand *in = &call->in[i];
        if (((tb_ops[call->op].masks | tb_ops[call->op].exponents) >> i & 1) ||
            (!in->tensor && tb_ops[call->op].promotion == TB_PROMOTE_TENSORS))
            continue;
        if (in->tensor)
            tb_promotion_add_tensor(&state, (tb_dtype)in->tensor->dtype, in->tensor->ndim);
        else
            tb_promotion_add_number(&state, in->number.kind, call->default_dtype);
    }
    return state;
}

static tb_status infer_moved_dtype(tb_call *call, tb_error *err)
{
    const tb_operand *in = &call->in[0];
    tb_dtype dtype = call->form == TB_FORM_NEW ? call->forced_dtype : (tb_dtype)call->out->dtype;

    call->compute = call->result = dtype;
    const bool casts = in->tensor && (call->form == TB_FORM_NEW ? in->tensor : call->out)->numel > 0;
    if (casts && tb_dtypes[in->tensor->dtype].kind == TB_KIND_COMPLEX &&
        tb_dtypes[dtype].kind != TB_KIND_COMPLEX && dtype != TB_BOOL)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    if (!in->tensor && tb_ops[call->op].checked_number)
        return tb_scalar_check_fill(&in->number, dtype, call->out->numel, err);
    return TB_OK;
}

static tb_status check_numbers(const tb_call *call, tb_error *err)
{
    const bool follows = tb_ops[call->op].promotion == TB_PROMOTE_TENSORS;
    const tb_dtype dtype = follows ? tb_tile_dtype(call, call->compute) : call->compute;
    tb_element ignored;
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (!call->in[i].tensor)
            TB_TRY(tb_scalar_store_checked(&call->in[i].number, dtype, &ignored, err));
    return TB_OK;
}

static tb_status check_out_dtype(const tb_call *call, tb_error *err)
{
    const tb_dtype out = (tb_dtype)call->out->dtype;
    const bool becomes_real = call->compute != call->result && tb_dtypes[out].kind != TB_KIND_COMPLEX;
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *last =
        call->in[op->nin - 1].tensor; /* without dimensions it is promoted with the others */
    const bool promotes = op->promotion == TB_PROMOTE_TENSORS && (!last || last->ndim == 0);
    if (op->exact_out && !becomes_real && !promotes) {
        if (out != call->compute)
            return tb_fail(err, TB_RUNTIME_ERROR, "Found dtype %s but expected %s",
                           tb_dtypes[out].scalar_type, tb_dtypes[call->compute].scalar_type);
    } else if (!tb_can_cast(call->result, out)) {
        return tb_fail(err, TB_RUNTIME_ERROR, "result type %s can't be cast to the desired output type %s",
                       tb_dtypes[call->result].scalar_type, tb_dtypes[out].scalar_type);
    }
    return TB_OK;
}

/* Is parameter 0 what the plain row does without? */
static bool is_default(const tb_call *call)
{
    const tb_parameter_info *info = &tb_ops[call->op].parameter[0];
    const tb_scalar *value = &call->parameter[0];
    return !(call->given & 1) || (value->kind == TB_KIND_INT && info->value.kind == TB_KIND_INT &&
                                  value->v.i == info->value.v.i && !value->above_int64);
}

/* The dtypes of a parametric row hold even where the parameter is its default
 * (round of integers). */
static tb_status check_kernel(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    const bool parametric = op->parametric >= 0 && (call->given & 1);
    if (tb_kernels_active->pointwise[parametric ? op->parametric : call->row][call->compute])
        return TB_OK;
    return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s\" not implemented for '%s'",
                   parametric && !is_default(call)                         ? tb_ops[op->parametric].kernel
                   : op->kernel_of_number && !call->in[op->nin - 1].tensor ? op->kernel_of_number
                                                                           : op->kernel,
                   tb_dtypes[call->compute].scalar_type);
}

static tb_status infer_dtype(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    if (op->promotion == TB_PROMOTE_OUT)
        return infer_moved_dtype(call, err);

    tb_promotion state = tb_promotion_of(call);
    tb_dtype dtype = tb_promotion_result(&state);
    if (op->promotion == TB_PROMOTE_FIRST)
        dtype = (tb_dtype)call->in[0].tensor->dtype;
    TB_TRY(tb_check_unsigned(call, dtype, err));
    if (op->promotion == TB_PROMOTE_FLOAT && tb_dtypes[dtype].kind < TB_KIND_FLOAT)
        dtype = call->default_dtype;
    if (op->promotion == TB_PROMOTE_COUNTED && dtype == TB_BOOL)
        dtype = TB_INT64;
    if (op->promotion == TB_PROMOTE_DOUBLE)
        dtype = tb_dtypes[dtype].kind == TB_KIND_COMPLEX ? TB_COMPLEX128 : TB_FLOAT64;
    call->compute = dtype;
    call->result = result_dtype(op, dtype);
    if (call->form != TB_FORM_NEW)
        TB_TRY(check_out_dtype(call, err));
    TB_TRY(check_kernel(call, err));
    /* torch has a comparison's result in the operands' dtype for a moment, which shows in a warning. */
    if (call->form != TB_FORM_NEW && op->result == TB_RESULT_BOOL && op->nin == 2 &&
        tb_dtypes[dtype].kind == TB_KIND_COMPLEX && tb_dtypes[call->out->dtype].kind != TB_KIND_COMPLEX &&
        call->out->dtype != TB_BOOL)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    return op->checked_number ? check_numbers(call, err) : TB_OK;
}

/* What the row refuses before anything else. */
static tb_status check_refusals(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    for (int i = 0; i < op->nin; i++) {
        const tb_operand *in = &call->in[i];
        int kind = in->tensor ? tb_dtypes[in->tensor->dtype].kind : in->number.kind;
        if (op->refuses[kind].status != TB_OK)
            return tb_fail(err, op->refuses[kind].status, "%s", op->refuses[kind].text);
    }
    if (op->result == TB_RESULT_REAL && call->form == TB_FORM_INPLACE &&
        tb_dtypes[call->out->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, "In-place %s is not supported for complex tensors.", op->name);
    for (int i = 0; i < TB_MAX_CHECKS && op->checks[i]; i++)
        TB_TRY(op->checks[i](call, err));
    return TB_OK;
}

/* ---- parameters ---- */

static tb_scalar negated(tb_scalar value)
{
    switch (value.kind) {
    case TB_KIND_BOOL:
    case TB_KIND_INT:
        if (value.above_int64)
            return (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = -tb_scalar_integer(&value)};
        value.v.i = (int64_t)(0 - (uint64_t)value.v.i);
        break;
    case TB_KIND_FLOAT:
        value.v.f = -value.v.f;
        break;
    case TB_KIND_COMPLEX:
        value.v.c[0] = -value.v.c[0];
        value.v.c[1] = -value.v.c[1];
        break;
    }
    return value;
}

static tb_status check_alpha(tb_call *call, const tb_scalar *alpha, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    tb_kind result = (tb_kind)tb_dtypes[call->result].kind, kind = alpha->kind;

    if (kind == TB_KIND_BOOL && result != TB_KIND_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "Boolean alpha only supported for Boolean results.");
    if (result < TB_KIND_FLOAT && kind >= TB_KIND_FLOAT)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For integral input tensors, argument alpha must not be a floating point number.");
    if (result != TB_KIND_COMPLEX && kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For non-complex input tensors, argument alpha must not be a complex number.");
    call->value[0] = op->negates_alpha ? negated(*alpha) : *alpha;
    return TB_OK;
}

/* max and lowest of the dtype, which nan_to_num puts in for infinities. */
static tb_scalar limit_of(const tb_parameter_info *info, tb_dtype dtype)
{
    double most = tb_dtypes[dtype].kind < TB_KIND_FLOAT ? 0 : tb_float_max(dtype);
    return (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = info->limit == TB_LIMIT_MAX ? most : -most};
}

static tb_status infer_parameters(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    tb_element ignored;

    for (int i = 0; i < op->nparameters; i++) {
        const tb_parameter_info *info = &op->parameter[i];
        bool given = call->given >> i & 1;
        call->value[i] = given         ? call->parameter[i]
                         : info->limit ? limit_of(info, call->compute)
                                       : info->value;
        if (given && op->alpha)
            TB_TRY(check_alpha(call, &call->parameter[i], err));
        if (given && info->type <= TB_PARAMETER_REAL)
            TB_TRY(tb_scalar_store_checked(
                &call->value[i],
                info->type == TB_PARAMETER_WIDE ? tb_tile_dtype(call, call->compute) : call->compute,
                &ignored, err));
        if (i == 0 && op->parametric >= 0 && !is_default(call))
            call->row = op->parametric; /* the default gives the plain row the same bits */
    }
    return TB_OK;
}

/* ---- masks, operands of one element ---- */

/* A 0-dim tensor is the number that it holds now. */
static void read_singles(tb_call *call)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        tb_operand *in = &call->in[i];
        if (!(tb_ops[call->op].singles >> i & 1) || !in->tensor || in->tensor->ndim > 0)
            continue;
        in->number = tb_scalar_load((tb_dtype)in->tensor->dtype, tb_data(in->tensor));
        in->tensor = NULL;
    }
}

/* What is deprecated about the masks and about writing through them. */
static void warn_of_masks(tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    for (int i = 0; i < op->nin; i++)
        if ((op->masks >> i & 1) && call->in[i].tensor->dtype == TB_UINT8)
            call->warnings |= TB_WARNING_BYTE_CONDITION;
    if (op->selective && call->form == TB_FORM_INPLACE && tb_check_writable(call->out, NULL) != TB_OK)
        call->warnings |= TB_WARNING_FILL_EXPANDED;
}

/* ---- the whole ---- */

tb_status tb_prepare(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    call->warnings = 0;
    call->fallback = call->fast = false;
    call->row = call->op;
    if (op->choose) {
        op->choose(call);
        op = &tb_ops[call->op];
    }
    if (!op->checks[0] && try_fast(call))
        return TB_OK;
    read_singles(call);
    TB_TRY(check_refusals(call, err));
    if (op->checks[0] && try_fast(call))
        return TB_OK;
    if (call->form != TB_FORM_NEW) {
        if (!op->one_value && !op->selective)
            TB_TRY(tb_check_writable(call->out, err));
        for (int i = 0; i < op->nin; i++)
            if (call->in[i].tensor && call->in[i].tensor != call->out)
                TB_TRY(tb_check_partial_overlap(call->out, call->in[i].tensor, err));
    }
    TB_TRY(infer_shape(call, err));
    TB_TRY(infer_dtype(call, err));
    TB_TRY(infer_parameters(call, err));
    warn_of_masks(call);
    if (call->form == TB_FORM_OUT && call->out->numel != 0 &&
        !tb_same_sizes(call->out->size, call->out->ndim, call->shape.size, call->shape.ndim))
        call->warnings |= TB_WARNING_RESIZE;
    return TB_OK;
}
