/* gather_call.c: the rows of gather.h. */
#include "core/gather/gather_shared.h"

static const char *warning_text(const void *call, unsigned warning, char *text, int64_t room)
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
    return tb_output_warning(((const tb_gather_call *)call)->out, warning, text, room);
}

#define ROW(prepares, checks, is_apart, computes)                                                      \
    {                                                                                                  \
        .prepare = prepares, .check = checks, .apart = is_apart, .compute = computes,                  \
        .warning_text = warning_text, .keeps_layout = true,                                            \
        .reads = {[TB_GATHER_SELF] = offsetof(tb_gather_call, self),                                   \
                  [TB_GATHER_INDEX] = offsetof(tb_gather_call, index),                                 \
                  [TB_GATHER_SRC] = offsetof(tb_gather_call, src)},                                    \
    }
const tb_family tb_gather_families[TB_NGATHER_OPS] = {
    [TB_INDEX_SELECT] = ROW(tb_prepare_select, tb_check_select_indices, NULL, tb_compute_select),
    [TB_TAKE] = ROW(tb_prepare_take, tb_check_gather_indices, NULL, tb_compute_gather),
    [TB_GATHER] = ROW(tb_prepare_gather, tb_check_gather_indices, NULL, tb_compute_gather),
    [TB_SCATTER] = ROW(tb_prepare_scatter, tb_check_scatter_indices, tb_scatter_apart, tb_compute_scatter),
    [TB_PUT] = ROW(tb_prepare_put, tb_check_put_indices, NULL, tb_compute_put),
    [TB_INDEX_FILL] = ROW(tb_prepare_index_fill, tb_check_slices, NULL, tb_compute_slices),
    [TB_INDEX_COPY] = ROW(tb_prepare_index_copy, tb_check_slices, NULL, tb_compute_slices),
    [TB_INDEX_ADD] = ROW(tb_prepare_index_add, tb_check_added, tb_scatter_apart, tb_compute_scatter),
    [TB_INDEX_REDUCE] = ROW(tb_prepare_index_reduce, tb_check_reduced, tb_scatter_apart, tb_compute_scatter),
};
#undef ROW
