/* checks_ternary.c: what is peculiar to where, masked_fill, lerp and addcdiv, in torch's order.
 * Relies on: apply.h. */
#include "apply.h"

/* A number becomes a tensor of one element first; then out=, the condition. */
tb_status tb_check_where(const tb_call *call, tb_error *err)
{
    const tb_promotion state = tb_promotion_of(call);
    const tb_dtype dtype = tb_promotion_result(&state), condition = call->in[0].tensor->dtype;
    TB_TRY(tb_check_unsigned(call, dtype, err));
    TB_TRY(tb_check_unsigned_pair(call, err));
    for (int i = 1; i < 3; i++)
        if (!call->in[i].tensor)
            TB_TRY(tb_scalar_check_fill(&call->in[i].number, dtype, 1, err));
    if (call->form == TB_FORM_OUT && call->out->dtype != dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "Expected out type to be %s but got %s",
                       tb_dtypes[dtype].scalar_type, tb_dtypes[call->out->dtype].scalar_type);
    if (condition != TB_BOOL && condition != TB_UINT8)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "where expected condition to be a boolean tensor, but got a tensor with dtype %s",
                       tb_dtypes[condition].scalar_type);
    return TB_OK;
}

/* end must have self's dtype, and so must a weight with dimensions. */
tb_status tb_check_lerp(const tb_call *call, tb_error *err)
{
    const tb_dtype dtype = call->in[0].tensor->dtype;
    for (int i = 1; i < 3; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (t && t->dtype != dtype && (i == 1 || t->ndim > 0))
            return tb_fail(err, TB_RUNTIME_ERROR, "expected dtype %s for `%s` but got dtype %s",
                           tb_dtypes[dtype].cpp_name, i == 1 ? "end" : "weight",
                           tb_dtypes[t->dtype].cpp_name);
    }
    return TB_OK;
}

tb_status tb_check_addcdiv(const tb_call *call, tb_error *err)
{
    if (tb_dtypes[call->in[1].tensor->dtype].kind >= TB_KIND_FLOAT ||
        tb_dtypes[call->in[2].tensor->dtype].kind >= TB_KIND_FLOAT)
        return TB_OK;
    return tb_fail(
        err, TB_RUNTIME_ERROR,
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
        "a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input "
        "+ "
        "value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
        "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
        "(input + value * tensor1 / tensor2), for all dtypes.");
}

/* Out of place the mask and self are expanded before anything is looked at. */
tb_status tb_check_masked_fill(const tb_call *call, tb_error *err)
{
    const tb_tensor *self = call->in[0].tensor, *mask = call->in[1].tensor, *value = call->in[2].tensor;
    const bool may_fall_back =
        (call->policy & TB_ALLOW_FALLBACK) && self->numel == mask->numel && self->numel != 0;
    if (call->form == TB_FORM_NEW && !may_fall_back) {
        tb_shape shape = {.ndim = 0};
        TB_TRY(tb_broadcast(&shape, mask->size, mask->ndim, err));
        TB_TRY(tb_broadcast(&shape, self->size, self->ndim, err));
    }
    if (value)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).",
            value->ndim);
    if (mask->dtype != TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "masked_fill_ only supports boolean masks, but got mask with dtype %s",
                       tb_dtypes[mask->dtype].cpp_name);
    return TB_OK;
}
