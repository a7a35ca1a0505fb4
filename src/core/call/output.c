/* output.c: see output.h. */
#include "core/call/output.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

tb_status tb_output_target(const tb_output *output, tb_tensor *target, tb_error *err)
{
    const tb_tensor *out = output->tensor;
    if (!output->resize)
        return tb_view_alias(target, out, err);
    return tb_tensor_view(target, out->storage, out->dtype, output->shape->size, output->stride,
                          output->shape->ndim, out->offset, err);
}

bool tb_output_written_before(const tb_output *output, const tb_tensor *in, bool same_element)
{
    if (output->resize)
        return tb_storages_overlap(output->tensor->storage, in->storage);
    return same_element ? tb_needs_private_copy(output->tensor, in) : tb_extents_overlap(output->tensor, in);
}

tb_status tb_outputs_make(const tb_output *outputs, int n, tb_error *err)
{
    for (int i = 0; i < n; i++) {
        const tb_status status = tb_output_make(&outputs[i], err);
        if (status != TB_OK)
            return tb_outputs_end(outputs, i, status);
    }
    return TB_OK;
}
