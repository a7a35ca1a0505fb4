/* index_plan.h: what an index of tensors amounts to: the result's sizes, and the strides of self and of
 * each index tensor along its dimensions.  Internal to index_*.c. */
#ifndef TB_INDEX_PLAN_H
#define TB_INDEX_PLAN_H

#include "core/base/tuning.h"
#include "core/index/index.h"

/* One tensor of indices.  A mask becomes a single one whose values are offsets
 * already (size 0, step 1): they need no check. */
typedef struct {
    const tb_tensor *tensor; /* int64 */
    int64_t size;            /* of the dimension that it indexes */
    int64_t step;            /* self's stride along it, in elements */
    int position;               /* what torch's messages call it: dimensions indexed before this one */
    bool offsets;
} tb_planned_index;

typedef struct {
    int nowned;
    tb_tensor *owned; /* at most one for each index tensor: here, or a block of malloc */
    tb_tensor few_owned[TB_INDEX_FEW_OWNED];
    int n;
    tb_planned_index by[TB_MAX_DIMS];
    int64_t numel;
    tb_shape shape;               /* of the result */
    int before, indexed;          /* dimensions [before, before + indexed) are the indices' common shape */
    int64_t stride[TB_MAX_DIMS];  /* self's along the result's dimensions; 0 where it is indexed */
    int64_t
        *index_stride; /* of the index tensors along the result's dimensions: here, or a block of malloc */
    int64_t few_strides[TB_INDEX_FEW_STRIDES];
} tb_index_plan;

/* Index tensor i's, in elements. */
static inline int64_t *tb_index_plan_strides(const tb_index_plan *plan, int i)
{
    return plan->index_stride + i * plan->shape.ndim;
}

/* Everything that torch checks before it looks at the indices' values.  `written`:
 * index tensors that may share memory with self are copied.  On failure there is
 * nothing to release. */
tb_status tb_index_plan_make(tb_index_plan *plan, const tb_tensor *self, const tb_index_tensors *indices,
                             bool written, tb_error *err);
void tb_index_plan_release(tb_index_plan *plan);

/* torch's order of the result's dimensions, perm[0] fastest, and the strides of a
 * fresh result; value_stride (of an operand beside self) may be NULL. */
void tb_index_plan_order(const tb_index_plan *plan, const int64_t *value_stride, int *perm, int64_t *stride);

/* "index 5 is out of bounds for dimension 0 with size 3", the first in that order. */
tb_status tb_index_plan_check(const tb_index_plan *plan, const int *perm, tb_error *err);

static inline bool tb_is_mask(const tb_tensor *t) { return t->dtype == TB_BOOL || t->dtype == TB_UINT8; }
/* The first checks of tb_index_plan_make, in its order: how many there are, their dtypes, one mask that starts
 * at dimension d. */
tb_status tb_check_index_count(const tb_tensor *self, const tb_index_tensors *indices, tb_error *err);
tb_status tb_check_index_dtypes(const tb_index_tensors *indices, tb_error *err);
tb_status tb_check_mask(const tb_tensor *self, int d, const tb_tensor *mask, tb_error *err);

/* Moves the plan's elements between self's memory and another with strides (in
 * elements) along the result's dimensions.  `exact`: strictly in the order of
 * perm; otherwise only elements that the same indices lead to keep that order. */
typedef struct {
    char *self, *other;
    tb_storage *storage[2]; /* theirs, NULL: the caller's memory */
    const int64_t *other_stride;
    int itemsize;
    bool write, exact;
    const tb_lock_callbacks *lock; /* released during long work; NULL: kept */
} tb_index_move_job;
/* 0; somewhere on the way 1 if an index is out of bounds, one that was not checked before or that another
 * thread has written to, or TB_RANGE_INTERRUPTED.  With a lock nothing is known of the caller's tensors afterwards. */
int tb_index_move(const tb_index_plan *plan, const int *perm, const tb_index_move_job *sides);
/* What to tell of that: of 1, that indices changed after they were checked. */
tb_status tb_index_moved(int code, tb_error *err);

/* The mask if `value` is a single one written through a mask alone, or NULL.  As torch does, the shape of a first mask
 * is checked before anything after it is looked at. */
tb_status tb_index_find_only_mask(const tb_tensor *view, const tb_index_tensors *indices,
                                  const tb_tensor *value, const tb_tensor **mask, tb_error *err);
/* Writes value through the mask that was found. */
tb_status tb_index_fill_mask(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *mask,
                             const tb_tensor *value, const tb_lock_callbacks *lock, tb_error *err);
/* How many uint8 masks torch comes to before a mask does not fit. */
unsigned tb_index_count_byte_masks(const tb_tensor *view, const tb_index_tensors *indices);

#endif
