/* index.h: t[index] for reading and writing: integers, slices, new dimensions and ellipses make a view;
 * booleans and tensors of indices and masks select elements of that view, which are copied when read.  Also
 * functions that find elements: nonzero and masked_select.  torch's order of checks and its texts. */
#ifndef TB_INDEX_H
#define TB_INDEX_H

#include "core/base/shape.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* ---- views ---- */

typedef enum {
    TB_ITEM_INT,
    TB_ITEM_SLICE,
    TB_ITEM_NEW_DIM,
    TB_ITEM_ELLIPSIS,
    TB_ITEM_BOOL,
    TB_ITEM_TENSOR /* with dimensions, or of a dtype that is not an index */
} tb_index_item_kind;

typedef struct {
    tb_index_item_kind kind;
    int64_t value;           /* an integer or boolean; the start of a slice */
    int64_t stop, step;
    const tb_tensor *tensor; /* the caller's */
} tb_index_item;

/* The tensors that index a view: tensor[i] is NULL if dimension i is not indexed; there is one integer tensor
 * for each indexed dimension, or one mask for as many dimensions as it has. */
typedef struct {
    int n;
    bool same;               /* the view is the indexed tensor itself, unchanged */
    const tb_tensor *tensor[TB_MAX_DIMS];
    uint8_t has_truth;
    tb_tensor truth[2];      /* owned: the index tensors for False and True */
} tb_index_tensors;

/* Makes the view of t that parts[0..n) describe, and collects in `indices` (uninitialised before) the tensors
 * among them, which the caller keeps alive.  `specified` is the number of dimensions that the parts index;
 * `alone`: a single part that was not in a tuple, which has other texts for 0-dim tensors.  On success the
 * caller releases the indices; if there are only tensors, *out has t's geometry unchanged. */
tb_status tb_index_view(tb_tensor *out, tb_index_tensors *indices, const tb_tensor *t,
                        const tb_index_item *parts, int n, int specified, bool alone, tb_error *err);
void tb_index_tensors_release(tb_index_tensors *indices);

/* ---- elements ---- */

/* The warnings that torch issues before it fails or succeeds, in this order; the number of uint8 masks is in
 * the higher bits. */
#define TB_INDEX_WARNS_PUT_EXPANDED 1u
#define TB_INDEX_WARNS_FILL_EXPANDED 2u
#define TB_INDEX_WARNS_BYTE_MASK 4u /* issued warnings / 4 times */
extern const char *const tb_warning_put_expanded, *const tb_warning_fill_expanded,
                                                      *const tb_warning_byte_mask;
/* The warnings of a call.  value NULL: reading; otherwise as tb_index_put. */
unsigned tb_index_warnings(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                           bool aliased);

/* A new tensor with the elements; at least one dimension must be indexed.  `lock`, here and below: released
 * during long work, NULL: kept. */
tb_status tb_index_get(tb_tensor *out, const tb_tensor *view, const tb_index_tensors *indices,
                       const tb_lock_callbacks *lock, tb_error *err);
/* The sizes of view[indices]; fails as tb_index_get does. */
tb_status tb_index_shape(tb_shape *shape, const tb_tensor *view, const tb_index_tensors *indices,
                         tb_error *err);
/* view[indices] = value, whose leading dimensions of size 1 have been dropped; `aliased`: value is the
 * written tensor itself, which torch refuses.  If there are several values for one element, the last one in
 * torch's order stays.  On failure nothing has been written. */
tb_status tb_index_put(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                       bool aliased, const tb_lock_callbacks *lock, tb_error *err);
/* view[indices] += value, one value after the other, so that all of those for one element count.  Only the
 * first dimensions may be indexed.  On failure nothing has been written. */
tb_status tb_index_add(const tb_tensor *view, const tb_index_tensors *indices, const tb_tensor *value,
                       const tb_lock_callbacks *lock, tb_error *err);

/* ---- finding elements ---- */

/* The coordinates of the elements that are not zero, in logical order: sizes (n, ndim), strides (1, n),
 * int64. */
tb_status tb_nonzero(tb_tensor *out, const tb_tensor *t, const tb_lock_callbacks *lock, tb_error *err);
/* The elements of t where mask is true, both broadcast to one shape; 1-dim. */
tb_status tb_masked_select(tb_tensor *out, const tb_tensor *t, const tb_tensor *mask,
                           const tb_lock_callbacks *lock, tb_error *err);
/* For each true element of a bool mask, the sum of its coordinates times `stride`, in logical order; 1-dim,
 * int64. */
tb_status tb_mask_offsets(tb_tensor *out, const tb_tensor *mask, const int64_t *stride, tb_error *err);

#endif
