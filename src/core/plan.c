/* plan.c: see plan.h.  One pass from the trailing dimension; a sort and a second
 * merge only for outputs that are not C-ordered. */
#include "plan.h"

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

static void sort_by_output(tb_plan *plan)
{
    for (int i = 1; i < plan->ndim; i++)
        for (int j = i; j > 0 && plan->stride[0][j] < plan->stride[0][j - 1]; j--) {
            int64_t t = plan->size[j];
            plan->size[j] = plan->size[j - 1];
            plan->size[j - 1] = t;
            for (int k = 0; k < plan->nop; k++) {
                t = plan->stride[k][j];
                plan->stride[k][j] = plan->stride[k][j - 1];
                plan->stride[k][j - 1] = t;
            }
        }
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
    if (plan->ndim == 0) { /* a single element is one row of one */
        plan->ndim = 1;
        plan->size[0] = 1;
        for (int k = 0; k < nop; k++)
            plan->stride[k][0] = operands[k].itemsize;
    }
}
