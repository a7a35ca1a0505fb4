/* gather_call.c: the entry points of gather.h. */
#include "core/gather/gather_shared.h"

tb_status tb_gather_call_prepare(tb_gather_call *call, tb_error *err)
{
    call->warnings = 0;
    tb_outputs_begin(&call->out, 1, call->form, &call->shape,
                     call->form == TB_FORM_NEW ? NULL : call->stride);
    call->out.dtype = call->self->dtype;
    return call->op <= TB_GATHER ? tb_prepare_gather(call, err) : tb_prepare_scatter(call, err);
}

tb_status tb_gather_call_run(tb_gather_call *call, tb_error *err)
{
    return call->op <= TB_GATHER ? tb_run_gather(call, err) : tb_run_scatter(call, err);
}

const char *tb_gather_call_warning_text(const void *call, unsigned warning, char *text, int64_t room)
{
    if (warning == TB_WARNING_EXPANDED)
        return "Use of index_fill_ on expanded tensors is deprecated. Please clone() the tensor before "
               "performing this operation. This also applies to advanced indexing e.g. tensor[mask] = "
               "scalar";
    if (warning == TB_WARNING_SCATTER_REDUCE)
        return "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in "
               "a future PyTorch release. Use torch.scatter_reduce instead for more reduction options.";
    if (warning == TB_WARNING_INDEX_REDUCE)
        return "index_reduce() is in beta and the API may change at any time.";
    return tb_output_warning(&((const tb_gather_call *)call)->out, warning, text, room);
}
