/* copy_tensors.c: see copy.h.  A move is an iteration whose kernel copies runs; most tiles are packed
 * directly into the output (packed.c). */
#include "core/base/arithmetic.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/iterate/copy.h"
#include "core/pack/pack.h"
#include "core/iterate/iterate.h"
#include "core/iterate/parallel.h"
#include "core/kernels/generated/ops_ids.h"

#include <stdalign.h>
#include <string.h>

/* Treats contiguous runs of 2, 4, 8 or 16 bytes as elements of that size; returns the size. */
static int fuse_runs(tb_plan *plan, int itemsize)
{
    const int64_t run = plan->size[0] * itemsize;
    bool fits = plan->ndim > 1 && run <= 16 && (run & (run - 1)) == 0;
    for (int k = 0; k < 2 && fits; k++) {
        fits = plan->stride[k][0] == itemsize && (uintptr_t)plan->data[k] % (uintptr_t)run == 0;
        for (int d = 1; d < plan->ndim; d++)
            fits &= plan->stride[k][d] % run == 0;
    }
    if (!fits)
        return itemsize;
    TB_TOOK(FUSE_RUNS);
    plan->ndim--;
    for (int d = 0; d < plan->ndim; d++) {
        plan->size[d] = plan->size[d + 1];
        for (int k = 0; k < 2; k++)
            plan->stride[k][d] = plan->stride[k][d + 1];
    }
    return (int)run;
}

/* A kernel that copies elements of this size. */
static tb_kernel copy_kernel(int itemsize)
{
    static const tb_dtype of_size[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64, TB_COMPLEX128};
    return tb_kernels_active->pointwise[TB_OP_COPY][of_size[__builtin_ctz((unsigned)itemsize)]];
}

/* A kernel that copies rows of any length. */
static int copy_rows(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0, int64_t n1,
                     const tb_kernel_context *context)
{
    const int itemsize = *(const int *)context->params;
    if (inner[1] != itemsize || n0 * itemsize > TB_SHORT_RUN)
        return copy_kernel(itemsize)(p, inner, outer, n0, n1, context);
    tb_copy_runs(p[0], outer[0], p[1], outer[1], n1, n0 * itemsize);
    return 0;
}

TB_FITS_FRAME(TB_TILE_BYTES);

/* Moves all elements at once, if they fit a tile. */
static void move_tile(const tb_plan *plan, int itemsize)
{
    alignas(TB_CACHE_LINE) char tile[TB_TILE_BYTES];
    int64_t expected = itemsize;
    bool dense = true;
    for (int d = 0; d < plan->ndim; expected *= plan->size[d++])
        dense &= plan->stride[0][d] == expected;
    char *const to = dense ? plan->data[0] : tile;
    tb_pack(to, plan->data[1], plan->size, plan->stride[1], plan->ndim, itemsize);
    if (!dense)
        tb_unpack(plan->data[0], plan->stride[0], tile, plan->size, plan->ndim, itemsize);
}

tb_status tb_move_run(tb_move *move, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_plan *plan = &move->plan;
    const tb_tensor *const tensors[TB_MAX_OPERANDS] = {move->out, move->in};
    int64_t itemsizes[] = {move->out->itemsize, move->out->itemsize};
    tb_iteration iteration;

    tb_plan_arrange(plan, itemsizes);
    const int itemsize = fuse_runs(plan, move->out->itemsize);
    const int64_t bytes = tb_plan_bytes(plan, 0, itemsize);
    if (bytes <= TB_TILE_BYTES) {
        move_tile(plan, itemsize);
        return TB_OK;
    }
    const tb_transfer transfer = {.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    const tb_loop_body body = {.kernel = copy_rows,
                               .context = {.params = &itemsize},
                               .transfer = {transfer, transfer},
                               .is_copy = true,
                               .any_rows = plan->stride[1][0] == itemsize};
    tb_choose(&iteration, plan, &body);
    const int64_t cost = tb_parallel_cost(bytes / itemsize, itemsize, 1);
    const int code = tb_parallel_iterate(&iteration, cost, tensors, lock);
    return tb_status_of_code(code, err);
}
