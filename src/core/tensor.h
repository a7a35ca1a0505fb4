/* tensor.h: a tensor is a view of a storage: dtype, sizes, strides, offset.
 *
 * The struct belongs to the caller and is embedded where it lives (in a Python
 * object, on the stack).  It holds one reference to its storage and, beyond 6
 * dimensions, one block of memory; `size` and `stride` point into the struct
 * itself otherwise, so it must never be copied by assignment or memcpy: use
 * tb_tensor_view.  Every function that fills an `out` expects uninitialised
 * memory there, and leaves it in need of no release when it fails.  `out` must
 * not alias an input unless said.  Relies on: error.h, dtype.h, shape.h,
 * storage.h. */
#ifndef TB_TENSOR_H
#define TB_TENSOR_H

#include "dtype.h"
#include "shape.h"
#include "storage.h"

#define TB_INLINE_DIMS 6

typedef struct {
    tb_storage *storage;
    int64_t offset;           /* elements from the storage's start */
    int64_t numel;
    int64_t *size, *stride;   /* into dims, or into one owned block */
    tb_dtype dtype : 8;
    uint8_t itemsize;
    uint8_t ndim;
    bool contiguous;          /* kept with sizes and strides by every function here */
    int64_t dims[2 * TB_INLINE_DIMS];
} tb_tensor;

static inline char *tb_data(const tb_tensor *t) { return t->storage->data + t->offset * t->itemsize; }

/* ---- making ---- */

/* Fresh memory; sizes are checked (tb_check_sizes).  strides NULL: contiguous.
 * Explicit strides must be non-negative; the storage covers their extent. */
tb_status tb_tensor_new(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                        bool zeroed, tb_error *err);
/* Fresh contiguous memory for sizes that need no check: none is 0, and so many
 * elements of 16 bytes can be counted. */
tb_status tb_tensor_new_plain(tb_tensor *out, tb_dtype dtype, const int64_t *size, int ndim, int64_t numel,
                              bool zeroed, tb_error *err);
/* Another view of a storage (takes its own reference); bounds are the caller's
 * promise, the number of elements and the offset are checked for overflow. */
tb_status tb_tensor_view(tb_tensor *out, tb_storage *storage, tb_dtype dtype, const int64_t *size,
                         const int64_t *stride, int ndim, int64_t offset, tb_error *err);
/* Drops the references; safe on a zero-filled struct, idempotent. */
void tb_tensor_release(tb_tensor *t);

/* New sizes (and strides, NULL: contiguous) for this very tensor, as out= and
 * resize_ need; grows the storage when the extent demands it.  On failure the
 * tensor is unchanged. */
tb_status tb_tensor_resize(tb_tensor *t, const int64_t *size, const int64_t *stride, int ndim, tb_error *err);

/* Does the tensor need memory that its storage does not have yet?  That may be anybody's now. */
bool tb_reaches_beyond(const tb_tensor *t);

/* ---- views: share storage; torch's error texts ---- */

tb_status tb_view_alias(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_expand(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
tb_status tb_view_permute(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n, tb_error *err);
tb_status tb_view_transpose(tb_tensor *out, const tb_tensor *t, int64_t dim0, int64_t dim1, tb_error *err);
tb_status tb_view_t(tb_tensor *out, const tb_tensor *t, tb_error *err);              /* t() */
tb_status tb_view_reversed(tb_tensor *out, const tb_tensor *t, tb_error *err);       /* .T */
tb_status tb_view_squeeze(tb_tensor *out, const tb_tensor *t, const int64_t *dims, int n,
                          tb_error *err); /* dims NULL: all */
tb_status tb_view_unsqueeze(tb_tensor *out, const tb_tensor *t, int64_t dim, tb_error *err);
/* Text of indexing, t[index] ("index 5 is out of bounds for dimension 0 with size
 * 2"), with `dim` as it is passed here. */
tb_status tb_view_select(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* The offset of t[index[0], index[1], ...], one index for each dimension, from the end where negative;
 * false where one is out of bounds. */
bool tb_element_offset(const tb_tensor *t, const int64_t *index, int64_t *offset);
/* [start:stop:step) along dim, already clamped as Python's slice.indices does
 * with positive step; step >= 1. */
tb_status tb_view_slice(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t stop,
                        int64_t step, tb_error *err);
/* offset in elements of the storage. */
tb_status tb_view_as_strided(tb_tensor *out, const tb_tensor *t, const int64_t *size, const int64_t *stride,
                             int ndim, int64_t offset, tb_error *err);
/* Tensor.view: one -1 allowed; fails when strides do not allow it. */
tb_status tb_view_as(tb_tensor *out, const tb_tensor *t, const int64_t *size, int ndim, tb_error *err);
/* Like tb_view_as, but instead of failing for strides sets *needs_copy (and
 * leaves `out` unfilled); `size` has its -1 replaced. */
tb_status tb_view_reshape(tb_tensor *out, const tb_tensor *t, int64_t *size, int ndim, bool *needs_copy,
                          tb_error *err);

#endif
