/* gather_call.c: the entry points of gather.h. */
#include "core/gather/indexed.h"

#include <stdio.h>

tb_status tb_indexed_prepare(tb_indexed *call, tb_error *err)
{
    call->warnings = 0;
    call->resize = false;
    return call->op <= TB_GATHER ? tb_prepare_gather(call, err) : tb_prepare_scatter(call, err);
}

tb_status tb_indexed_run(tb_indexed *call, tb_error *err)
{
    return call->op <= TB_GATHER ? tb_run_gather(call, err) : tb_run_scatter(call, err);
}

const char *tb_indexed_warning_text(const tb_indexed *call, unsigned warning, char *text, int64_t room)
{
    if (warning == TB_WARNING_EXPANDED) {
        snprintf(text, (size_t)room,
                 "Use of index_fill_ on expanded tensors is deprecated. Please clone() the tensor before "
                 "performing this operation. This also applies to advanced indexing e.g. tensor[mask] = "
                 "scalar");
    } else if (warning == TB_WARNING_SCATTER_REDUCE) {
        snprintf(text, (size_t)room,
                 "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in "
                 "a future PyTorch release. Use torch.scatter_reduce instead for more reduction options.");
    } else {
        tb_resize_warning(text, room, call->out->size, call->out->ndim, call->shape.size, call->shape.ndim);
    }
    return text;
}
