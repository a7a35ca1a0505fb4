/* plan.h: from shapes to the fewest loops.
 *
 * A plan is the iteration space of a call: for each merged dimension, innermost
 * first, its size and each operand's stride in bytes (0: broadcast).  Operand 0
 * is written.  Plans live on the stack of the call. */
#ifndef TB_PLAN_H
#define TB_PLAN_H

#include "core/base/shape.h"
#include "core/kernels/kernels.h"

/* What the planner needs of an operand.  ndim 0 stands for a single element. */
typedef struct {
    char *data;
    const int64_t *size, *stride; /* stride in elements */
    int ndim;
    int itemsize;
} tb_layout;

typedef struct {
    int nop, ndim;
    char *data[TB_MAX_OPERANDS];
    int64_t size[TB_MAX_DIMS];
    int64_t stride[TB_MAX_OPERANDS][TB_MAX_DIMS];
} tb_plan;

/* Every operand can be expanded to `shape`, whose numel is not 0.  Dimensions of size 1 vanish, adjacent
 * ones that are one for every operand are merged; if the output is not C-ordered, dimensions follow the
 * output's strides.  Only where most operands are contiguous along another dimension does that one come
 * first. */
void tb_plan_build(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop);

/* Bytes of the elements of operand k, each once however often it is used. */
int64_t tb_plan_bytes(const tb_plan *plan, int k, int itemsize);

#endif
