/* plan.h: from shapes to the fewest loops.
 *
 * A plan is the iteration space of a call: for each merged dimension, innermost
 * first, its size and each operand's stride in bytes (0: broadcast).  Operand 0
 * is written.  Plans live on the stack of the call. */
#ifndef TB_PLAN_H
#define TB_PLAN_H

#include "core/base/arithmetic.h"
#include "core/kernels/kernels.h"
#include "core/memory/tensor.h"

/* What the planner needs of an operand.  ndim 0 stands for a single element. */
typedef struct {
    char *data;
    const int64_t *size, *stride; /* stride in elements */
    int ndim;
    int itemsize;
} tb_layout;

static inline tb_layout tb_layout_of(const tb_tensor *t)
{
    return (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

/* One dimension more than a tensor has: complex numbers may be pairs of real ones. */
#define TB_PLAN_DIMS (TB_MAX_DIMS + 1)

typedef struct {
    int nop, ndim;
    char *data[TB_MAX_OPERANDS];
    int64_t size[TB_PLAN_DIMS];
    int64_t stride[TB_MAX_OPERANDS][TB_PLAN_DIMS];
} tb_plan;

/* Every operand can be expanded to `shape`, whose numel is not 0.  Dimensions of size 1 vanish, adjacent
 * ones that are one for every operand are merged; if the output is not C-ordered, dimensions follow the
 * output's strides.  Only where most operands are contiguous along another dimension does that one come
 * first. */
void tb_plan_build(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop);
/* The same in row-major order, whatever the strides. */
void tb_plan_in_order(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop);
/* One or the other for the elements of a tensor. */
void tb_plan_tensor(tb_plan *plan, const tb_tensor *t, bool in_order);

/* ---- dimension by dimension, for what iterates over a part of a shape ---- */

/* A plan without dimensions, which is a single element. */
static inline void tb_plan_begin(tb_plan *plan, int nop)
{
    plan->nop = nop;
    plan->ndim = 0;
}
static inline void tb_plan_set(tb_plan *plan, int d, int64_t size, const int64_t stride[])
{
    plan->size[d] = size;
    for (int k = 0; k < plan->nop; k++)
        plan->stride[k][d] = stride[k];
}
/* Another dimension that stays by itself, whatever its size. */
static inline void tb_plan_append(tb_plan *plan, int64_t size, const int64_t stride[])
{
    tb_plan_set(plan, plan->ndim++, size, stride);
}
/* Is a dimension outside of one of `size` elements one with it?  Its stride is the inner one's whole extent then. */
static inline bool tb_continues(int64_t stride, int64_t size, int64_t inner)
{
    return stride == tb_saturating_mul(size, inner);
}
/* Another dimension, outside of those that are there, with each operand's stride in bytes: merged into the last
 * one where they are one for every operand, left out where its size is 1. */
static inline void tb_plan_add(tb_plan *plan, int64_t size, const int64_t stride[])
{
    const int last = plan->ndim - 1;
    bool merges = last >= 0;
    if (size == 1)
        return;
    for (int k = 0; k < plan->nop && merges; k++)
        merges = tb_continues(stride[k], plan->size[last], plan->stride[k][last]);
    if (merges)
        plan->size[last] *= size;
    else
        tb_plan_append(plan, size, stride);
}
/* Orders the dimensions by the strides of operand `key`, 0 being the largest, and merges again. */
void tb_plan_order(tb_plan *plan, int key);
/* Adding in that order, then merging.  Where dimensions interleave, as those of sliding windows do, other ones
 * merge than before ordering. */
void tb_plan_insert(tb_plan *plan, int64_t size, const int64_t stride[], int key);
void tb_plan_merge(tb_plan *plan);
/* The order: elements that share memory (stride 0) are outside of all others. */
static inline bool tb_is_inside(int64_t a, int64_t b) { return (a ? a : INT64_MAX) < (b ? b : INT64_MAX); }
/* As tb_plan_build leaves it. */
void tb_plan_arrange(tb_plan *plan, const int64_t itemsize[]);
/* A plan without dimensions gets one of size 1, so that there is an inner loop; its strides are these. */
static inline void tb_plan_end(tb_plan *plan, const int64_t stride[])
{
    if (plan->ndim == 0)
        tb_plan_append(plan, 1, stride);
}

/* [first, first + n) of dimension d of a plan. */
void tb_plan_slice(tb_plan *slice, const tb_plan *plan, int d, int64_t first, int64_t n);

/* Product of the sizes of dimensions from .. to-1. */
static inline int64_t tb_plan_product(const tb_plan *plan, int from, int to)
{
    int64_t n = 1;
    for (int d = from; d < to; d++)
        n *= plan->size[d];
    return n;
}

/* What is taken of a plan at once: dimensions 0 .. dims-1 whole, `inner` elements, and of the next one `step`. */
typedef struct {
    int dims;
    int64_t inner, step;
} tb_plan_part;
/* Of the first ndim dimensions as much as has at most `most` elements.  (A struct that is returned is copied before its
 * fields are there, and waits for them.) */
static inline void tb_plan_take(tb_plan_part *part, const tb_plan *plan, int ndim, int64_t most)
{
    int64_t inner = 1;
    int d = 0;
    while (d < ndim - 1 && inner * plan->size[d] <= most)
        inner *= plan->size[d++];
    part->dims = d;
    part->inner = inner;
    part->step = tb_min(plan->size[d], tb_max(most / inner, 1));
}

/* Bytes of the elements of operand k, each once however often it is used. */
int64_t tb_plan_bytes(const tb_plan *plan, int k, int itemsize);

#endif
