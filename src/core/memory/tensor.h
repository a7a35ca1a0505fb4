/* tensor.h: a tensor is a view of a storage: dtype, sizes, strides, offset.
 *
 * The struct belongs to the caller and is embedded in another one (a Python object) or on the stack.  It
 * holds one reference to its storage and, beyond 6 dimensions, one block of memory; otherwise `size` and
 * `stride` point into the struct itself, so it must never be copied by assignment or memcpy: use
 * tb_tensor_view.  Every function that fills an `out` expects uninitialised memory there, and leaves nothing
 * in it to release when it fails.  `out` must not alias an input unless said. */
#ifndef TB_TENSOR_H
#define TB_TENSOR_H

#include "core/base/dtype.h"
#include "core/base/shape.h"
#include "core/memory/storage.h"

#include <string.h>

#define TB_INLINE_DIMS 6

typedef struct {
    tb_storage *storage;
    int64_t offset;           /* elements from the storage's start */
    int64_t numel;
    int64_t *size, *stride;   /* into dims, or into one owned block */
    tb_dtype dtype : 8;
    uint8_t itemsize;
    uint8_t ndim;
    bool contiguous;          /* kept up to date with sizes and strides by every function here */
    bool is_view;             /* Tensor._is_view: of another tensor, which does not count for all of them */
    int64_t dims[2 * TB_INLINE_DIMS];
} tb_tensor;

static inline char *tb_data(const tb_tensor *t) { return t->storage->data + t->offset * t->itemsize; }
/* The size of dimension d; a 0-dim tensor has one of size 1. */
static inline int64_t tb_size_or_1(const tb_tensor *t, int d) { return t->ndim ? t->size[d] : 1; }
/* Copies t's sizes. */
static inline void tb_set_shape(tb_shape *shape, const tb_tensor *t)
{
    shape->ndim = t->ndim;
    memcpy(shape->size, t->size, (size_t)t->ndim * sizeof *t->size);
}

/* ---- making ---- */

/* A tensor with fresh memory; checks the sizes (tb_check_sizes).  strides NULL: contiguous.  Explicit strides
 * must be non-negative; the storage covers their extent. */
tb_status tb_tensor_new(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                        bool zeroed, tb_error *err);
/* A tensor with fresh contiguous memory whose sizes need no check: none is 0, and numel * 16 bytes fits
 * int64. */
tb_status tb_tensor_new_plain(tb_tensor *out, tb_dtype dtype, const int64_t *size, int ndim, int64_t numel,
                              bool zeroed, tb_error *err);
/* Another view of a storage (takes its own reference).  The caller guarantees that it is within the storage;
 * the number of elements and the offset are checked for overflow. */
tb_status tb_tensor_view(tb_tensor *out, tb_storage *storage, tb_dtype dtype, const int64_t *size,
                         const int64_t *stride, int ndim, int64_t offset, tb_error *err);
/* Drops the references; safe on a zero-filled struct, idempotent. */
void tb_tensor_release(tb_tensor *t);

/* Gives this tensor new sizes (and strides; NULL: contiguous), for out= and resize_: a change (change.h).
 * Grows the storage if it is too small.  On failure the tensor is unchanged. */
tb_status tb_tensor_resize(tb_tensor *t, const int64_t *size, const int64_t *stride, int ndim, tb_error *err);

/* The same for several tensors: on failure none of them is changed.  (If memory runs out, their storages may
 * have grown.) */
#define TB_MAX_RESIZINGS 2
typedef struct {
    tb_tensor *tensor;
    const int64_t *size, *stride;
    int ndim;
} tb_resizing;
tb_status tb_tensors_resize(const tb_resizing *resizings, int n, tb_error *err);

/* Does the tensor need more memory than its storage has?  The bytes beyond may belong to anything. */
bool tb_exceeds_storage(const tb_tensor *t);

/* For the end of a function that has made and filled a new tensor: releases it on failure. */
static inline tb_status tb_made(tb_tensor *out, tb_status status)
{
    if (status != TB_OK)
        tb_tensor_release(out);
    return status;
}

#endif
