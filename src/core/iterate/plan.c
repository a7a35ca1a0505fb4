/* plan.c: see plan.h.  One pass from the trailing dimension; a sort and a second
 * merge only for outputs that are not C-ordered. */
#include "core/iterate/plan.h"
#include "core/base/tuning.h"

#include <string.h>

/* Appends a dimension, or merges it into the last one: an outer dimension whose
 * stride is the inner one's whole extent, for every operand. */
static void append(tb_plan *plan, int64_t size, const int64_t stride[])
{
    int last = plan->ndim - 1;
    if (last >= 0) {
        bool merge = true;
        for (int k = 0; k < plan->nop; k++)
            merge &= stride[k] == plan->size[last] * plan->stride[k][last];
        if (merge) {
            plan->size[last] *= size;
            return;
        }
    }
    plan->size[plan->ndim] = size;
    for (int k = 0; k < plan->nop; k++)
        plan->stride[k][plan->ndim] = stride[k];
    plan->ndim++;
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

static void sort_by_output(tb_plan *plan)
{
    for (int i = 1; i < plan->ndim; i++)
        for (int j = i; j > 0 && plan->stride[0][j] < plan->stride[0][j - 1]; j--)
            swap_dimensions(plan, j, j - 1);
}

static void merge_again(tb_plan *plan)
{
    int ndim = plan->ndim;
    plan->ndim = 0;
    for (int i = 0; i < ndim; i++) {
        int64_t stride[TB_MAX_OPERANDS];
        for (int k = 0; k < plan->nop; k++)
            stride[k] = plan->stride[k][i];
        append(plan, plan->size[i], stride); /* writes at or before i */
    }
}

/* Bytes an element of the operands that are neither contiguous nor one element along dimension d. */
static int scattered_bytes(const tb_plan *plan, const tb_layout *operands, int d)
{
    int bytes = 0;
    for (int k = 0; k < plan->nop; k++)
        if (plan->stride[k][d] != operands[k].itemsize && plan->stride[k][d] != 0)
            bytes += operands[k].itemsize;
    return bytes;
}

/* Puts another dimension than the output's innermost first if that leaves less to
 * rearrange. */
static void follow_the_most(tb_plan *plan, const tb_layout *operands)
{
    int best = 0, least = -1;
    for (int d = 1; d < plan->ndim && least != 0; d++) {
        if (plan->size[d] < TB_MIN_LEADING)
            continue;
        if (least < 0)
            least = scattered_bytes(plan, operands, 0);
        int bytes = scattered_bytes(plan, operands, d);
        if (bytes < least) {
            best = d;
            least = bytes;
        }
    }
    for (int d = best; d > 0; d--)
        swap_dimensions(plan, d, d - 1);
}

void tb_plan_build(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop)
{
    bool ordered = true;
    plan->nop = nop;
    plan->ndim = 0;
    for (int k = 0; k < nop; k++)
        plan->data[k] = operands[k].data;
    for (int i = 1; i <= shape->ndim; i++) {
        int64_t size = shape->size[shape->ndim - i], stride[TB_MAX_OPERANDS];
        if (size == 1)
            continue;
        for (int k = 0; k < nop; k++) {
            const tb_layout *op = &operands[k];
            int d = op->ndim - i;
            stride[k] = d < 0 || op->size[d] == 1 ? 0 : op->stride[d] * op->itemsize;
        }
        if (plan->ndim > 0 && stride[0] < plan->stride[0][plan->ndim - 1])
            ordered = false;
        append(plan, size, stride);
    }
    if (!ordered) {
        sort_by_output(plan);
        merge_again(plan);
    }
    if (plan->ndim > 1)
        follow_the_most(plan, operands);
    if (plan->ndim == 0) { /* a single element is one row of one */
        plan->ndim = 1;
        plan->size[0] = 1;
        for (int k = 0; k < nop; k++)
            plan->stride[k][0] = operands[k].itemsize;
    }
}

int64_t tb_plan_bytes(const tb_plan *plan, int k, int itemsize)
{
    int64_t bytes = itemsize;
    for (int d = 0; d < plan->ndim; d++)
        if (plan->stride[k][d] != 0)
            bytes *= plan->size[d];
    return bytes;
}
