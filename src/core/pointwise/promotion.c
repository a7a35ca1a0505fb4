/* promotion.c: see promotion.h. */
#include "core/pointwise/promotion.h"

static bool numbers_follow(const tb_call *call, const tb_op *op)
{
    return op->promotion.rule == TB_PROMOTE_TENSORS ||
           (op->numbers == TB_NUMBERS_DOUBLE && tb_dtypes[call->in[0].tensor->dtype].kind == TB_KIND_FLOAT);
}

tb_promotion tb_promotion_of(const tb_call *call, const tb_op *op)
{
    tb_promotion state = tb_promotion_new();
    for (int i = 0; i < op->nin; i++) {
        const tb_operand *in = &call->in[i];
        if ((op->promotion.fixed >> i & 1) || (!in->tensor && numbers_follow(call, op)))
            continue;
        if (in->tensor)
            tb_promotion_add_tensor(&state, in->tensor->dtype, in->tensor->ndim);
        else
            tb_promotion_add_number(&state, in->number.kind, call->default_dtype);
    }
    return state;
}

tb_status tb_check_unsigned(const tb_call *call, const tb_op *op, tb_dtype dtype, tb_error *err)
{
    bool above = false, clashes = false;
    for (int i = 0; i < op->nin; i++) {
        const tb_operand *in = &call->in[i];
        if (in->tensor)
            clashes |= tb_is_unsigned(in->tensor->dtype);
        else
            above |= op->promotion.rule < TB_PROMOTE_DOUBLE && in->number.kind == TB_KIND_INT &&
                     in->number.above_int64;
    }
    if (clashes && op->promotion.rule != TB_PROMOTE_FIRST && op->promotion.rule != TB_PROMOTE_DOUBLE) {
        const tb_promotion state = tb_promotion_of(call, op);
        TB_TRY(tb_promotion_check(&state, err));
    }
    for (int i = 0; above && i < op->nin; i++)
        if (!(op->promotion.fixed >> i & 1) && tb_operand_kind(&call->in[i]) == TB_KIND_BOOL &&
            tb_dtypes[dtype].kind == TB_KIND_INT)
            return tb_fail_promotion(TB_BOOL, TB_UINT64, err);
    return TB_OK;
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
