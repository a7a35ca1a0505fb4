/* fill_selected.c: see fill_selected.h. */
#include "core/iterate/fill_selected.h"
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/memory/overlap.h"

/* Like any other iteration, except that the output is always written in place: packing it and writing it back
 * would undo what other threads write to the elements in between. */
tb_status tb_fill_selected(const tb_tensor *out, const tb_tensor *mask, const tb_element *value,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_layout layout[] = {tb_layout_of(out), tb_layout_of(mask)};
    const tb_tensor *const tensors[] = {out, mask};
    const int itemsize = out->itemsize;
    const tb_loop_body body = {.kernel = tb_kernels_active->pointwise[TB_OP_FILL_SELECTED][out->dtype],
                               .context = {.params = value},
                               .transfer = {{.memory_itemsize = itemsize, .tile_itemsize = itemsize},
                                            {.memory_itemsize = 1, .tile_itemsize = 1}},
                               .selects = true};
    tb_shape shape;
    tb_plan plan;
    tb_iteration iteration;

    if (out->numel == 0)
        return TB_OK;
    tb_set_shape(&shape, out);
    tb_plan_build(&plan, &shape, layout, 2);
    tb_choose(&iteration, &plan, &body);
    const int64_t cost = tb_parallel_cost(out->numel, itemsize, 1);
    if (cost < TB_POOL_LEAST || !tb_is_non_overlapping(out)) { /* in one thread if elements share memory */
        (void)tb_iteration_run(&iteration, 0, iteration.units);
        return TB_OK;
    }
    return tb_status_of_code(tb_parallel_iterate(&iteration, cost, tensors, lock), err);
}
