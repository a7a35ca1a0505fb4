/* checks_unary.c: what is peculiar to one unary operator; see checks.c.
 * Relies on: apply.h. */
#include "apply.h"

#define DECLARE(check) tb_status tb_check_##check(const tb_call *call, tb_error *err);
TB_FOR_EACH_CHECK(DECLARE)
#undef DECLARE

tb_status tb_check_same_out_dtype(const tb_call *call, tb_error *err)
{
    const tb_tensor *in = call->in[0].tensor;
    if (call->form != TB_FORM_OUT || call->out->dtype == in->dtype)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "%s: dtype of out: %s should be same as input: %s",
                   tb_ops[call->op].name, tb_dtypes[call->out->dtype].scalar_type,
                   tb_dtypes[in->dtype].scalar_type);
}
