/* plan.c: see plan.h.  One pass from the trailing dimension; a sort and a second merge only for outputs that
 * are not C-ordered. */
#include "core/plan/plan.h"
#include "core/base/tuning.h"

#include <string.h>

void tb_plan_merge(tb_plan *plan)
{
    const int ndim = plan->ndim;
    if (ndim < 2)
        return;
    plan->ndim = 1;
    for (int i = 1; i < ndim; i++) {
        int64_t stride[TB_MAX_OPERANDS];
        for (int k = 0; k < plan->nop; k++)
            stride[k] = plan->stride[k][i];
        tb_plan_add(plan, plan->size[i], stride); /* writes at or before i */
    }
}

static void swap_dimensions(tb_plan *plan, int i, int j)
{
    int64_t t = plan->size[i];
    plan->size[i] = plan->size[j];
    plan->size[j] = t;
    for (int k = 0; k < plan->nop; k++) {
        t = plan->stride[k][i];
        plan->stride[k][i] = plan->stride[k][j];
        plan->stride[k][j] = t;
    }
}

void tb_plan_order(tb_plan *plan, int key)
{
    const int64_t *stride = plan->stride[key];
    bool ordered = true;
    for (int i = 1; i < plan->ndim; i++)
        for (int j = i; j > 0 && tb_is_inside(stride[j], stride[j - 1]); j--) {
            swap_dimensions(plan, j, j - 1);
            ordered = false;
        }
    if (!ordered)
        tb_plan_merge(plan);
}

void tb_plan_insert(tb_plan *plan, int64_t size, const int64_t stride[], int key)
{
    int d = plan->ndim;
    if (size == 1)
        return;
    for (; d > 0 && tb_is_inside(stride[key], plan->stride[key][d - 1]); d--) {
        plan->size[d] = plan->size[d - 1];
        for (int k = 0; k < plan->nop; k++)
            plan->stride[k][d] = plan->stride[k][d - 1];
    }
    tb_plan_set(plan, d, size, stride);
    plan->ndim++;
}

void tb_plan_slice(tb_plan *slice, const tb_plan *plan, int d, int64_t first, int64_t n)
{
    const size_t bytes = (size_t)plan->ndim * sizeof(int64_t);
    slice->nop = plan->nop;
    slice->ndim = plan->ndim;
    memcpy(slice->size, plan->size, bytes);
    slice->size[d] = n;
    for (int k = 0; k < plan->nop; k++) {
        slice->data[k] = plan->data[k] + first * plan->stride[k][d];
        memcpy(slice->stride[k], plan->stride[k], bytes);
    }
}

/* Bytes per element of all operands that are neither contiguous nor one element along dimension d. */
static int64_t scattered_bytes(const tb_plan *plan, const int64_t itemsize[], int d)
{
    int64_t bytes = 0;
    for (int k = 0; k < plan->nop; k++)
        if (plan->stride[k][d] != itemsize[k] && plan->stride[k][d] != 0)
            bytes += itemsize[k];
    return bytes;
}

/* Makes another dimension than the output's innermost the first one if fewer bytes are strided then. */
static void choose_innermost(tb_plan *plan, const int64_t itemsize[])
{
    int best = 0;
    int64_t least = -1;
    for (int d = 1; d < plan->ndim && least != 0; d++) {
        if (plan->size[d] < TB_MIN_LEADING)
            continue;
        if (least < 0)
            least = scattered_bytes(plan, itemsize, 0);
        const int64_t bytes = scattered_bytes(plan, itemsize, d);
        if (bytes < least) {
            best = d;
            least = bytes;
        }
    }
    for (int d = best; d > 0; d--)
        swap_dimensions(plan, d, d - 1);
}

void tb_plan_arrange(tb_plan *plan, const int64_t itemsize[])
{
    tb_plan_end(plan, itemsize);
    if (plan->ndim > 1)
        tb_plan_order(plan, 0);
    if (plan->ndim > 1)
        choose_innermost(plan, itemsize);
}

void tb_plan_in_order(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop)
{
    int64_t stride[TB_MAX_OPERANDS];
    tb_plan_begin(plan, nop);
    for (int k = 0; k < nop; k++)
        plan->data[k] = operands[k].data;
    for (int i = 1; i <= shape->ndim; i++) {
        const int64_t size = shape->size[shape->ndim - i];
        if (size == 1)
            continue;
        for (int k = 0; k < nop; k++) {
            const tb_layout *op = &operands[k];
            const int d = op->ndim - i;
            stride[k] = d < 0 || op->size[d] == 1 ? 0 : op->stride[d] * op->itemsize;
        }
        tb_plan_add(plan, size, stride);
    }
    for (int k = 0; k < nop; k++)
        stride[k] = operands[k].itemsize;
    tb_plan_end(plan, stride);
}

void tb_plan_build(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop)
{
    int64_t itemsize[TB_MAX_OPERANDS];
    tb_plan_in_order(plan, shape, operands, nop);
    for (int k = 0; k < nop; k++)
        itemsize[k] = operands[k].itemsize;
    tb_plan_arrange(plan, itemsize);
}

void tb_plan_tensor(tb_plan *plan, const tb_tensor *t, bool in_order)
{
    const tb_layout layout = tb_layout_of(t);
    tb_shape shape;
    tb_set_shape(&shape, t);
    (in_order ? tb_plan_in_order : tb_plan_build)(plan, &shape, &layout, 1);
}

int64_t tb_plan_bytes(const tb_plan *plan, int k, int itemsize)
{
    int64_t bytes = itemsize;
    for (int d = 0; d < plan->ndim; d++)
        if (plan->stride[k][d] != 0)
            bytes *= plan->size[d];
    return bytes;
}
