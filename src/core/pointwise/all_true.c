/* all_true.c: see all_true.h. */
#include "core/pointwise/all_true.h"
#include "core/base/tuning.h"
#include "core/pointwise/has_zero.h"
#include "core/pointwise/pointwise.h"
#include "core/memory/view.h"

static tb_status check_whole(const tb_call *whole, bool *holds, tb_error *err)
{
    tb_call call = *whole;
    tb_tensor result;
    call.form = TB_FORM_NEW;
    call.out = &result;
    TB_TRY(tb_prepare(&call, err));
    TB_TRY(tb_run(&call, err));
    *holds = result.numel == 0 || !tb_has_zero(&result);
    tb_tensor_release(&result);
    return TB_OK;
}

/* Compares rows [start, stop) along dim of both operands. */
static tb_status check_block(const tb_call *whole, int dim, int64_t start, int64_t stop, bool *holds,
                             tb_error *err)
{
    tb_call call = *whole;
    tb_tensor part[2] = {0};
    tb_status status = TB_OK;
    for (int i = 0; i < 2 && status == TB_OK; i++) {
        status = tb_view_slice(&part[i], whole->in[i].tensor, dim, start, stop, 1, err);
        call.in[i].tensor = &part[i];
    }
    if (status == TB_OK)
        status = check_whole(&call, holds, err);
    tb_tensor_release(&part[0]);
    tb_tensor_release(&part[1]);
    return status;
}

tb_status tb_holds_everywhere(const tb_call *call, bool *holds, tb_error *err)
{
    const tb_tensor *t = call->in[0].tensor;
    int dim = 0;
    *holds = true;
    while (dim < t->ndim - 1 && t->size[dim] == 1)
        dim++;
    const int64_t size = t->ndim ? t->size[dim] : 1, rest = size ? t->numel / size : 0;
    const int64_t step = rest > 0 && rest < TB_PREDICATE_BLOCK ? TB_PREDICATE_BLOCK / rest : 1;
    if (t->ndim == 0 || t->numel <= TB_PREDICATE_BLOCK)
        return check_whole(call, holds, err);
    for (int64_t start = 0; start < size && *holds; start += step)
        TB_TRY(check_block(call, dim, start, tb_min(start + step, size), holds, err));
    return TB_OK;
}
