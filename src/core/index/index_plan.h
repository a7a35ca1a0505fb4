/* index_plan.h: the geometry of an index of tensors: the result's sizes, and the strides of self and of each
 * index tensor along its dimensions.  Internal to index_*.c. */
#ifndef TB_INDEX_PLAN_H
#define TB_INDEX_PLAN_H

#include "core/base/tuning.h"
#include "core/index/index.h"

/* One index tensor.  A mask becomes a single tensor whose values are already offsets (size 0, step 1): they
 * need no check. */
typedef struct {
    const tb_tensor *tensor; /* int64 */
    int64_t size;            /* size of the indexed dimension */
    int64_t step;            /* self's stride along it, in elements */
    int position;               /* its number in torch's messages: dimensions indexed before it */
    bool offsets;
} tb_planned_index;

typedef struct {
    int nowned;
    tb_tensor *owned; /* at most one per index tensor: here, or a block from malloc */
    tb_tensor few_owned[TB_INDEX_FEW_OWNED];
    int n;
    tb_planned_index by[TB_MAX_DIMS];
    int64_t numel;
    tb_shape shape;               /* of the result */
    int before, indexed;          /* dimensions [before, before + indexed) are the indices' common shape */
    int64_t stride[TB_MAX_DIMS];  /* self's strides along the result's dimensions; 0 if indexed */
    int64_t
        *index_stride; /* of the index tensors along the result's dimensions: here, or a block from malloc */
    int64_t few_strides[TB_INDEX_FEW_STRIDES];
} tb_index_plan;

/* The strides of index tensor i, in elements. */
static inline int64_t *tb_index_plan_strides(const tb_index_plan *plan, int i)
{
    return plan->index_stride + i * plan->shape.ndim;
}

/* Makes all checks that torch makes before it reads the indices' values.  `written`: index tensors that may
 * share memory with self are copied.  On failure there is nothing to release. */
tb_status tb_index_plan_make(tb_index_plan *plan, const tb_tensor *self, const tb_index_tensors *indices,
                             bool written, tb_error *err);
void tb_index_plan_release(tb_index_plan *plan);

/* torch's order of the result's dimensions, perm[0] fastest, and the strides of a new result; value_stride
 * (of an operand beside self) may be NULL. */
void tb_index_plan_order(const tb_index_plan *plan, const int64_t *value_stride, int *perm, int64_t *stride);

/* Fails with "index 5 is out of bounds for dimension 0 with size 3" for the first such index in that
 * order. */
tb_status tb_index_plan_check(const tb_index_plan *plan, const int *perm, tb_error *err);

static inline bool tb_is_mask(const tb_tensor *t) { return t->dtype == TB_BOOL || t->dtype == TB_UINT8; }
/* The first checks of tb_index_plan_make, in its order: the number of indices, their dtypes, one mask that
 * begins at dimension d. */
tb_status tb_check_index_count(const tb_tensor *self, const tb_index_tensors *indices, tb_error *err);
tb_status tb_check_index_dtypes(const tb_index_tensors *indices, tb_error *err);
tb_status tb_check_mask(const tb_tensor *self, int d, const tb_tensor *mask, tb_error *err);

/* Before a write: what is written shares no element with what is read, as far as torch finds out; */
tb_status tb_index_check_overlaps(const tb_tensor *view, const tb_index_tensors *indices,
                                  const tb_tensor *value, tb_error *err);
/* the value has the result's sizes, when it is expanded, and the view's dtype, and no index is out of bounds.  Sets the
 * value's strides along the result's dimensions, and their order.  A value that may share memory with the view
 * becomes a clone, which *owned (zero-filled) then holds. */
tb_status tb_index_check_write(const tb_index_plan *plan, const tb_tensor *view, const tb_tensor **value,
                               tb_tensor *owned, int64_t *value_stride, int *perm, tb_error *err);

/* Moves the plan's elements between self's memory and other memory, with strides (in elements) along the
 * result's dimensions.  `exact`: strictly in the order of perm; otherwise only the elements at equal indices
 * keep that order. */
typedef struct {
    char *self, *other;
    tb_storage *storage[2]; /* of self and other; NULL: the caller's memory */
    const int64_t *other_stride;
    int itemsize;
    bool write, exact;
    const tb_lock_callbacks *lock; /* released during long work; NULL: kept */
} tb_index_move_job;
/* Returns 0; or, with a part of the elements moved, 1 if an index is out of bounds (one that was not checked
 * before, or that another thread has changed), or TB_RANGE_INTERRUPTED.  After a call with a lock the
 * caller's tensors may have changed. */
int tb_index_move(const tb_index_plan *plan, const int *perm, const tb_index_move_job *sides);
/* The status of that code; for 1, that indices changed after they were checked. */
tb_status tb_index_moved(int code, tb_error *err);

/* Finds the mask if `value` is a single element written through one mask alone, else NULL.  As in torch, the
 * shape of a first mask is checked before any later index. */
tb_status tb_index_find_only_mask(const tb_tensor *view, const tb_index_tensors *indices,
                                  const tb_tensor *value, const tb_tensor **mask, tb_error *err);
/* Writes value through the mask found. */
tb_status tb_index_fill_mask(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *mask,
                             const tb_tensor *value, const tb_lock_callbacks *lock, tb_error *err);
/* The number of uint8 masks that torch reaches before a mask does not fit. */
unsigned tb_index_count_byte_masks(const tb_tensor *view, const tb_index_tensors *indices);

#endif
