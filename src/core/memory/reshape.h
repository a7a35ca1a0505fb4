/* reshape.h: other dimensions over the same elements (flatten, unflatten, movedim), and tensors that take new
 * sizes in place.  `out` is uninitialised and does not alias; torch's error texts. */
#ifndef TB_RESHAPE_H
#define TB_RESHAPE_H

#include "core/base/memory_format.h"
#include "core/base/shape.h"
#include "core/memory/tensor.h"

/* Sizes after dimensions start to end are merged into one; *same is set if nothing changes (start is end), so
 * that t itself is the result. */
tb_status tb_flatten_shape(const tb_tensor *t, int64_t start, int64_t end, tb_shape *shape, bool *same,
                           tb_error *err);
/* Splits one dimension into several; one -1 among the sizes is inferred. */
tb_status tb_view_unflatten(tb_tensor *out, const tb_tensor *t, int64_t dim, const int64_t *size, int n,
                            tb_error *err);
/* Dimension source[i] goes to destination[i], the others keep their order. */
tb_status tb_view_movedim(tb_tensor *out, const tb_tensor *t, const tb_shape *source,
                          const tb_shape *destination, tb_error *err);
/* Inserts dimensions of size 1 until there are n (0 to 3), where atleast_1d, 2d and 3d put them. */
tb_status tb_view_atleast(tb_tensor *out, const tb_tensor *t, int n, tb_error *err);

/* ---- in place ---- */

/* Replaces t, which no other thread or object can see, by `from`, which needs no release afterwards; t's old
 * memory loses a reference. */
void tb_tensor_take(tb_tensor *t, tb_tensor *from);
/* The same for a tensor that others can see: a change (change.h).  `from` needs no release afterwards, even
 * on failure; *old, uninitialised, receives the old t, which the caller releases: releasing foreign memory
 * may run any code. */
tb_status tb_tensor_become(tb_tensor *t, tb_tensor *from, tb_tensor *old, tb_error *err);
/* A view of t's storage that may exceed it: the storage then grows, which is a change.  stride NULL:
 * contiguous. */
tb_status tb_view_growing(tb_tensor *out, const tb_tensor *t, int64_t offset, const int64_t *size,
                          const int64_t *stride, int ndim, tb_error *err);
/* resize_: tb_tensor_resize to contiguous strides; a tensor that already has these sizes keeps its
 * strides. */
tb_status tb_resize(tb_tensor *t, const int64_t *size, int ndim, tb_error *err);

/* Tensor.resize_ with a format: sets the format's strides even where the sizes stay the same.
 * TB_PRESERVE_FORMAT fails with "Unsupported memory formatPreserve". */
tb_status tb_resize_as(tb_tensor *t, const int64_t *size, int ndim, tb_memory_format format, tb_error *err);

#endif
