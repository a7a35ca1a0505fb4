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

/* No overlap, or the very same elements; equal addresses with other strides (of
 * dimensions of size 1) are torch's partial overlap, which the checks below refuse. */
static bool same_or_apart(const tb_tensor *out, const tb_tensor *in)
{
    uintptr_t a = (uintptr_t)tb_data(out), b = (uintptr_t)tb_data(in);
    uintptr_t bytes = (uintptr_t)(out->numel * out->itemsize);
    if (a == b)
        return tb_same_sizes(out->stride, out->ndim, in->stride, in->ndim);
    return a + bytes <= b || b + bytes <= a;
}

static bool try_fast(tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *first = call->in[0].tensor;
    if (!first || call->has_alpha || !first->contiguous || first->numel == 0)
        return false;
    tb_dtype dtype = (tb_dtype)first->dtype;
    for (int i = 1; i < op->nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (!t || t->dtype != dtype || !t->contiguous ||
            !tb_same_sizes(t->size, t->ndim, first->size, first->ndim))
            return false;
    }
    if (!tb_kernels_active->pointwise[call->op][dtype] || (tb_is_half(dtype) && !op->by_size) ||
        (op->promotion == TB_PROMOTE_OUT && call->form == TB_FORM_NEW))
        return false;
    if (call->form != TB_FORM_NEW) {
        const tb_tensor *out = call->out;
        if (out->dtype != dtype || !out->contiguous ||
            !tb_same_sizes(out->size, out->ndim, first->size, first->ndim))
            return false;
        for (int i = 0; i < op->nin; i++)
            if (!same_or_apart(out, call->in[i].tensor))
                return false;
    }
    call->fast = true;
    call->compute = call->result = dtype;
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

/* torch makes a uint64 of such a number, which bool tensors cannot be promoted to. */
static tb_status check_unsigned(const tb_call *call, tb_dtype dtype, tb_error *err)
{
    bool above = false;
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        above |=
            !call->in[i].tensor && call->in[i].number.kind == TB_KIND_INT && call->in[i].number.above_int64;
    for (int i = 0; above && i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor && call->in[i].tensor->dtype == TB_BOOL &&
            tb_dtypes[dtype].kind == TB_KIND_INT)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Promotion for uint16, uint32, uint64 types is not supported, attempted to "
                           "promote Bool and UInt64");
    return TB_OK;
}

static tb_promotion promotion_of(const tb_call *call)
{
    tb_promotion state = tb_promotion_new();
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_operand *in = &call->in[i];
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
    if (in->tensor && tb_dtypes[in->tensor->dtype].kind == TB_KIND_COMPLEX &&
        tb_dtypes[dtype].kind != TB_KIND_COMPLEX && dtype != TB_BOOL)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    if (!in->tensor && tb_ops[call->op].checked_number)
        return tb_scalar_check_fill(&in->number, dtype, call->out->numel, err);
    return TB_OK;
}

static tb_status infer_dtype(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    if (op->promotion == TB_PROMOTE_OUT)
        return infer_moved_dtype(call, err);

    tb_promotion state = promotion_of(call);
    tb_dtype dtype = tb_promotion_result(&state);
    TB_TRY(check_unsigned(call, dtype, err));
    if (op->promotion == TB_PROMOTE_FLOAT && tb_dtypes[dtype].kind < TB_KIND_FLOAT)
        dtype = call->default_dtype;
    call->compute = call->result = dtype;
    if (call->form != TB_FORM_NEW && !tb_can_cast(dtype, (tb_dtype)call->out->dtype))
        return tb_fail(err, TB_RUNTIME_ERROR, "result type %s can't be cast to the desired output type %s",
                       tb_dtypes[dtype].scalar_type, tb_dtypes[call->out->dtype].scalar_type);
    if (!tb_kernels_active->pointwise[call->op][dtype])
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s\" not implemented for '%s'", op->name,
                       tb_dtypes[dtype].scalar_type);
    return TB_OK;
}

static bool is_bool(const tb_operand *in)
{
    return in->tensor ? in->tensor->dtype == TB_BOOL : in->number.kind == TB_KIND_BOOL;
}

static tb_status check_bools(const tb_call *call, tb_error *err)
{
    if (!tb_ops[call->op].refuses_bool || (!is_bool(&call->in[0]) && !is_bool(&call->in[1])))
        return TB_OK;
    if (is_bool(&call->in[0]) && is_bool(&call->in[1]))
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead.");
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
                   "invert a mask, use the `~` or `logical_not()` operator instead.");
}

/* ---- alpha ---- */

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

static tb_status check_alpha(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    tb_kind result = (tb_kind)tb_dtypes[call->result].kind, kind = call->alpha.kind;
    tb_scalar factor = op->negates_alpha ? negated(call->alpha) : call->alpha;
    tb_element ignored;

    if (kind == TB_KIND_BOOL && result != TB_KIND_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "Boolean alpha only supported for Boolean results.");
    if (result < TB_KIND_FLOAT && kind >= TB_KIND_FLOAT)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For integral input tensors, argument alpha must not be a floating point number.");
    if (result != TB_KIND_COMPLEX && kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For non-complex input tensors, argument alpha must not be a complex number.");
    TB_TRY(tb_scalar_store_checked(&factor, call->compute, &ignored, err));
    if (!(kind == TB_KIND_INT && call->alpha.v.i == 1)) { /* alpha=1 is the plain row, with the same bits */
        call->row = op->alpha;
        call->factor = factor;
    }
    return TB_OK;
}

/* ---- the whole ---- */

tb_status tb_prepare(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    call->warnings = 0;
    call->fallback = call->fast = false;
    call->row = call->op;
    if (try_fast(call))
        return TB_OK;

    TB_TRY(check_bools(call, err));
    if (call->form != TB_FORM_NEW) {
        if (!op->one_value)
            TB_TRY(tb_check_writable(call->out, err));
        for (int i = 0; i < op->nin; i++)
            if (call->in[i].tensor && call->in[i].tensor != call->out)
                TB_TRY(tb_check_partial_overlap(call->out, call->in[i].tensor, err));
    }
    TB_TRY(infer_shape(call, err));
    TB_TRY(infer_dtype(call, err));
    if (call->has_alpha)
        TB_TRY(check_alpha(call, err));
    if (call->form == TB_FORM_OUT && call->out->numel != 0 &&
        !tb_same_sizes(call->out->size, call->out->ndim, call->shape.size, call->shape.ndim))
        call->warnings |= TB_WARNING_RESIZE;
    return TB_OK;
}

/* ---- warning texts ---- */

/* "self and other", "self, tensor1, and tensor2": rows of two or three operands. */
static const char *join_names(const tb_op *op, char *text, size_t room)
{
    if (op->nin == 2)
        snprintf(text, room, "%s and %s", op->operand[0], op->operand[1]);
    else
        snprintf(text, room, "%s, %s, and %s", op->operand[0], op->operand[1], op->operand[2]);
    return text;
}

const char *tb_warning_text(const tb_call *call, unsigned warning, char *text, int64_t room)
{
    const tb_op *op = &tb_ops[call->op];
    char names[96], out_text[TB_SHAPE_TEXT_MAX], shape_text[TB_SHAPE_TEXT_MAX];

    switch (warning) {
    case TB_WARNING_BROADCAST:
        snprintf(
            text, (size_t)room,
            "%s do not have the same shape, but are broadcastable, and have the same number of elements.\n"
            "Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as "
            "1-dimensional.",
            join_names(op, names, sizeof names));
        break;
    case TB_WARNING_FALLBACK:
        if (call->form == TB_FORM_INPLACE && op->nin == 2)
            snprintf(
                text, (size_t)room,
                "%s is not broadcastable to %s, but they have the same number of elements.  Falling back to "
                "deprecated pointwise behavior.",
                op->operand[1], op->operand[0]);
        else
            snprintf(
                text, (size_t)room,
                "%s not broadcastable, but have the same number of elements.  Falling back to deprecated "
                "pointwise behavior.",
                join_names(op, names, sizeof names));
        break;
    case TB_WARNING_COMPLEX_TO_REAL:
        snprintf(text, (size_t)room, "Casting complex values to real discards the imaginary part");
        break;
    default:
        snprintf(
            text, (size_t)room,
            "An output with one or more elements was resized since it had shape %s, which does not match the "
            "required output shape %s. This behavior is deprecated, and in a future PyTorch release outputs "
            "will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by "
            "resizing it, inplace, to zero elements with t.resize_(0).",
            tb_shape_text(out_text, sizeof out_text, call->out->size, call->out->ndim),
            tb_shape_text(shape_text, sizeof shape_text, call->shape.size, call->shape.ndim));
        break;
    }
    return text;
}
