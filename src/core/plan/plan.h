/* plan.h: reduces shapes and strides to the fewest loops.
 *
 * A plan is the iteration space of a call: for each merged dimension, innermost first, its size and each
 * operand's stride in bytes (0: broadcast).  Operand 0 is the output.  Plans live on the stack of the
 * call. */
#ifndef TB_PLAN_H
#define TB_PLAN_H

#include "core/base/arithmetic.h"
#include "core/kernels/kernels.h"
#include "core/memory/tensor.h"

/* An operand as the planner sees it.  ndim 0: a single element. */
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

/* One dimension more than a tensor has: complex numbers may become pairs of real ones. */
#define TB_PLAN_DIMS (TB_MAX_DIMS + 1)

typedef struct {
    int nop, ndim;
    char *data[TB_MAX_OPERANDS];
    int64_t size[TB_PLAN_DIMS];
    int64_t stride[TB_MAX_OPERANDS][TB_PLAN_DIMS];
} tb_plan;

/* Every operand can be expanded to `shape`, whose numel is not 0.  Dimensions of size 1 are dropped, and
 * adjacent ones that form one dimension for every operand are merged; if the output is not C-ordered,
 * dimensions follow its strides.  If most operands are contiguous along another dimension, that one comes
 * first. */
void tb_plan_build(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop);
/* The same in row-major order, whatever the strides. */
void tb_plan_in_order(tb_plan *plan, const tb_shape *shape, const tb_layout *operands, int nop);
/* One or the other for the elements of a tensor. */
void tb_plan_tensor(tb_plan *plan, const tb_tensor *t, bool in_order);

/* ---- plans that are built dimension by dimension ---- */

/* Begins a plan without dimensions, that is, of a single element. */
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
/* Adds a dimension that is not merged or dropped, whatever its size. */
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
/* Orders the dimensions by the strides of operand `key`, where 0 counts as the largest, and merges again. */
void tb_plan_order(tb_plan *plan, int key);
/* Inserts a dimension in that order; merging comes afterwards.  Dimensions that interleave, such as those of
 * sliding windows, merge differently once they are ordered. */
void tb_plan_insert(tb_plan *plan, int64_t size, const int64_t stride[], int key);
void tb_plan_merge(tb_plan *plan);
/* The order of strides: 0 (elements that share memory) is outside of all others. */
static inline bool tb_is_inside(int64_t a, int64_t b) { return (a ? a : INT64_MAX) < (b ? b : INT64_MAX); }
/* Brings the dimensions into the order of tb_plan_build. */
void tb_plan_arrange(tb_plan *plan, const int64_t itemsize[]);
/* Gives a plan without dimensions one of size 1 with these strides, so that there is an inner loop. */
static inline void tb_plan_end(tb_plan *plan, const int64_t stride[])
{
    if (plan->ndim == 0)
        tb_plan_append(plan, 1, stride);
}

/* The part [first, first + n) of dimension d of a plan. */
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

/* Bytes of the elements of operand k, each counted once however often it is used. */
int64_t tb_plan_bytes(const tb_plan *plan, int k, int itemsize);

#endif
