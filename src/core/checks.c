/* checks.c: what is peculiar to one operator: refusals that need to look at the
 * whole call.  A row of the operator table names the checks that it needs; they
 * run before shapes and dtypes are decided.  Relies on: apply.h. */
#include "apply.h"

#define DECLARE(check) tb_status tb_check_##check(const tb_call *call, tb_error *err);
TB_FOR_EACH_CHECK(DECLARE)
#undef DECLARE

static bool is_bool(const tb_operand *in)
{
    return in->tensor ? in->tensor->dtype == TB_BOOL : in->number.kind == TB_KIND_BOOL;
}

tb_status tb_check_unsigned(const tb_call *call, tb_dtype dtype, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    bool above = false, clashes = false;
    for (int i = 0; i < op->nin; i++) {
        const tb_operand *in = &call->in[i];
        if (in->tensor)
            clashes |= tb_is_unsigned(in->tensor->dtype);
        else
            above |=
                op->promotion < TB_PROMOTE_DOUBLE && in->number.kind == TB_KIND_INT && in->number.above_int64;
    }
    if (clashes && op->promotion != TB_PROMOTE_FIRST && op->promotion != TB_PROMOTE_DOUBLE) {
        const tb_promotion state = tb_promotion_of(call);
        TB_TRY(tb_promotion_check(&state, err));
    }
    for (int i = 0; above && i < op->nin; i++)
        if (!(op->masks >> i & 1) && is_bool(&call->in[i]) && tb_dtypes[dtype].kind == TB_KIND_INT)
            return tb_fail_promotion(TB_BOOL, TB_UINT64, err);
    return TB_OK;
}

tb_status tb_check_bool_out(const tb_call *call, tb_error *err)
{
    if (call->form == TB_FORM_NEW || call->out->dtype == TB_BOOL)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "%s does not support non-boolean outputs.", tb_ops[call->op].name);
}

tb_status tb_check_subtract_bool(const tb_call *call, tb_error *err)
{
    if (!is_bool(&call->in[0]) && !is_bool(&call->in[1]))
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

tb_status tb_check_unsigned_pair(const tb_call *call, tb_error *err)
{
    const tb_scalar *number[2] = {&call->in[1].number, &call->in[2].number};
    tb_dtype dtype[2];
    if (call->in[1].tensor || call->in[2].tensor)
        return TB_OK;
    for (int i = 0; i < 2; i++) {
        tb_promotion one = tb_promotion_new();
        tb_promotion_add_number(&one, number[i]->kind, call->default_dtype);
        dtype[i] = number[i]->above_int64 ? TB_UINT64 : tb_promotion_result(&one);
    }
    for (int i = 0; i < 2; i++)
        if (number[i]->above_int64 && !number[1 - i]->above_int64 && number[1 - i]->kind != TB_KIND_FLOAT)
            return tb_fail_promotion(dtype[0], dtype[1], err);
    return TB_OK;
}
