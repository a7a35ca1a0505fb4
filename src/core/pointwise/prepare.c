/* prepare.c: every check and decision of a call, before anything is allocated or written: the note's rules,
 * promotion (dtypes.c), and torch's errors in torch's order. */
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/pointwise/dtypes.h"
#include "core/pointwise/fast.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/pointwise.h"
#include "core/pointwise/result_layout.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- shapes ---- */

typedef struct {
    const tb_tensor *tensor[TB_MAX_INPUTS];
    int n;
    bool same_shape, same_numel; /* same_numel: also not 0, with at least two tensors */
    bool with_single;            /* one of them is 0-dimensional */
} tensors;

static tensors collect_tensors(const tb_call *call)
{
    tensors ts = {.same_shape = true};
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor)
            ts.tensor[ts.n++] = call->in[i].tensor;
    ts.same_numel = ts.n >= 2 && ts.tensor[0]->numel != 0;
    ts.with_single = ts.n >= 1 && ts.tensor[0]->ndim == 0;
    for (int i = 1; i < ts.n; i++) {
        const tb_tensor *a = ts.tensor[0], *b = ts.tensor[i];
        ts.same_numel = ts.same_numel && a->numel == b->numel;
        ts.same_shape = ts.same_shape && tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
        ts.with_single |= b->ndim == 0;
    }
    return ts;
}

static tb_status broadcast_shapes(const tensors *ts, tb_shape *shape, tb_error *err)
{
    for (int i = 0; i < ts->n; i++)
        TB_TRY(tb_broadcast(shape, ts->tensor[i]->size, ts->tensor[i]->ndim, err));
    return TB_OK;
}

/* Records the shapes that the failure is about: all the operands and, if it is not one of them, the written
 * tensor. */
static tb_status about_tensors(const tb_call *call, const tensors *ts, tb_about about, tb_error *err)
{
    tb_fail_about(err, about);
    if (call->form == TB_FORM_WRITE)
        tb_fail_shape(err, call->out->size, call->out->ndim);
    for (int i = 0; i < ts->n; i++)
        tb_fail_shape(err, ts->tensor[i]->size, ts->tensor[i]->ndim);
    return TB_RUNTIME_ERROR;
}

/* The two lines of the in-place error: torch's, then the note's for the first
 * operand that does not expand. */
static void fail_inplace(const tb_tensor *out, const tensors *ts, const tb_shape *broadcast, tb_error *err)
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
    tb_fail(err, TB_RUNTIME_ERROR, "output with shape %s doesn't match the broadcast shape %s%s",
            tb_shape_text(out_text, sizeof out_text, out->size, out->ndim),
            tb_shape_text(shape_text, sizeof shape_text, broadcast->size, broadcast->ndim), line);
}

/* If all other operands are numbers, torch converts self first, to a copy that shares no memory with
 * `out`. */
static bool is_converted(const tb_call *call, int i)
{
    const tb_op *op = &tb_ops[call->op];
    return i == 0 && op->hooks.converts && (op->nin == 1 || !call->in[1].tensor) &&
           call->in[0].tensor->dtype != tb_compute_dtype(call);
}

/* Is `out` one of the operands?  Then it is written in place, and never resized. */
static bool is_operand(const tb_call *call)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor == call->out && !is_converted(call, i))
            return true;
    return false;
}

/* In place and copy_: if some operand cannot be expanded to self, the fallback runs if it may, or the call
 * fails. */
static tb_status infer_fixed_shape(tb_call *call, const tensors *ts, bool may_fall_back, tb_error *err)
{
    const tb_tensor *out = call->out;
    bool expandable = true;
    for (int i = 0; i < ts->n; i++)
        expandable &= tb_expandable(ts->tensor[i]->size, ts->tensor[i]->ndim, out->size, out->ndim, NULL);
    if (!expandable && !may_fall_back) {
        tb_shape shape;
        tb_set_shape(&shape, out);
        if (broadcast_shapes(ts, &shape, err) == TB_OK)
            fail_inplace(out, ts, &shape, err);
        return about_tensors(call, ts, call->form == TB_FORM_WRITE ? TB_ABOUT_COPY : TB_ABOUT_INPLACE, err);
    }
    call->fallback = !expandable;
    tb_set_shape(&call->shape, out);
    return TB_OK;
}

static tb_status infer_shape(tb_call *call, tb_error *err)
{
    tensors ts = collect_tensors(call);
    bool may_fall_back = ts.same_numel && (call->policy & TB_ALLOW_FALLBACK);

    call->shape.ndim = 0;
    if (call->form == TB_FORM_INPLACE || call->form == TB_FORM_WRITE) {
        TB_TRY(infer_fixed_shape(call, &ts, may_fall_back, err));
    } else if (broadcast_shapes(&ts, &call->shape, NULL) != TB_OK) {
        call->shape.ndim = 0;
        if (!may_fall_back) {
            broadcast_shapes(&ts, &call->shape, err);
            return about_tensors(call, &ts, TB_ABOUT_SHAPES, err);
        }
        call->fallback = true;
        tb_set_shape(&call->shape, ts.tensor[0]);
    } else if (call->form == TB_FORM_OUT && is_operand(call) &&
               !tb_same_sizes(call->out->size, call->out->ndim, call->shape.size, call->shape.ndim)) {
        fail_inplace(call->out, &ts, &call->shape, err);
        return TB_RUNTIME_ERROR;
    }
    if (call->fallback)
        call->warnings |= TB_WARNING_FALLBACK;
    else if ((call->policy & TB_WARN_ON_BROADCAST) && ts.same_numel && !ts.same_shape && !ts.with_single)
        call->warnings |= TB_WARNING_BROADCAST;
    return TB_OK;
}

/* Refuses what the row refuses before all other checks. */
static tb_status check_refusals(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    for (int i = 0; i < op->nin; i++) {
        const int kind = tb_operand_kind(&call->in[i]);
        if (op->promotion.refuses[kind].status != TB_OK)
            return tb_fail(err, op->promotion.refuses[kind].status, "%s", op->promotion.refuses[kind].text);
    }
    if (op->promotion.result == TB_RESULT_REAL && call->form == TB_FORM_INPLACE &&
        tb_dtypes[call->out->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, "In-place %s is not supported for complex tensors.", op->name);
    for (int i = 0; i < TB_MAX_CHECKS && op->hooks.checks[i]; i++)
        TB_TRY(op->hooks.checks[i](call, op, err));
    return TB_OK;
}

/* ---- memory ---- */

/* May the output be written, with these operands? */
static tb_status check_memory(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    if (op->hooks.writes == TB_WRITES_ANYWHERE || call->policy & TB_META)
        return TB_OK;
    if (op->hooks.writes == TB_WRITES_ALL)
        TB_TRY(tb_check_writable(call->out, err));
    for (int i = 0; i < op->nin; i++)
        if (call->in[i].tensor && call->in[i].tensor != call->out && !is_converted(call, i))
            TB_TRY(tb_check_partial_overlap(call->out, call->in[i].tensor, err));
    return TB_OK;
}

/* ---- masks, operands read as numbers ---- */

/* Reads each 0-dim tensor that the row takes as a number. */
static void read_singles(tb_call *call)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        tb_operand *in = &call->in[i];
        if (!(tb_ops[call->op].promotion.singles >> i & 1) || !in->tensor || in->tensor->ndim > 0)
            continue;
        in->number = tb_scalar_load(in->tensor->dtype, tb_data(in->tensor));
        in->tensor = NULL;
    }
}

/* Requests the deprecation warnings about masks and about writing through expanded tensors. */
static void warn_of_masks(tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    for (int i = 0; i < op->nin; i++)
        if ((op->promotion.fixed >> i & 1) && op->promotion.fixed_dtype[i] == TB_BOOL &&
            call->in[i].tensor->dtype == TB_UINT8)
            call->warnings |= TB_WARNING_BYTE_CONDITION;
    if (op->hooks.writes == TB_WRITES_SELECTED && call->form == TB_FORM_INPLACE &&
        !(call->policy & TB_META) && tb_check_writable(call->out, NULL) != TB_OK)
        call->warnings |= TB_WARNING_FILL_EXPANDED;
}

/* ---- the whole call ---- */

tb_status tb_prepare(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    call->warnings = 0;
    call->fallback = call->fast = false;
    call->row = call->op;
    if (op->hooks.choose) {
        op->hooks.choose(call);
        op = &tb_ops[call->op];
    }
    const bool may_be_fast = !(call->policy & TB_META);
    if (may_be_fast && !op->hooks.checks[0] && tb_try_fast(call))
        return TB_OK;
    read_singles(call);
    TB_TRY(check_refusals(call, err));
    if (may_be_fast && op->hooks.checks[0] && tb_try_fast(call))
        return TB_OK;
    if (call->form != TB_FORM_NEW)
        TB_TRY(check_memory(call, err));
    TB_TRY(infer_shape(call, err));
    TB_TRY(tb_infer_dtype(call, err));
    TB_TRY(tb_infer_parameters(call, err));
    warn_of_masks(call);
    const tb_tensor *resized = tb_resized(call);
    if (resized)
        call->warnings |= resized->numel != 0 ? TB_WARNING_RESIZE | TB_WARNING_CHANGE : TB_WARNING_CHANGE;
    return TB_OK;
}
