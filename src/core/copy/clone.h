/* clone.h: copies made by a call of the operator copy_, for the families above.  Warnings are not issued. */
#ifndef TB_CLONE_H
#define TB_CLONE_H

#include "core/base/memory_format.h"
#include "core/base/shape.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out.copy_(src): any dtypes and layouts; src is broadcast to out. */
tb_status tb_copy(tb_tensor *out, const tb_tensor *src, tb_error *err);
tb_status tb_copy_releasing(tb_tensor *out, const tb_tensor *src, const tb_lock_callbacks *lock,
                            tb_error *err);
/* A new contiguous tensor with t's elements (contiguous(), reshape's copy); `keep_layout`: with torch's
 * preserve_format instead (clone, to). */
tb_status tb_clone(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, bool keep_layout, tb_error *err);
/* t.reshape(shape): a view if the strides allow it, else a view of a contiguous copy; one -1 is inferred. */
tb_status tb_reshape(tb_tensor *out, const tb_tensor *t, const tb_shape *shape, tb_error *err);
/* A copy with its own memory, cast to `dtype`; lock as in tb_run_releasing. */
tb_status tb_clone_as(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_memory_format format,
                      const tb_lock_callbacks *lock, tb_error *err);
/* Replaces *t by a clone, which *owned (zero-filled, or another clone) holds from now on. */
tb_status tb_own_clone(const tb_tensor **t, tb_tensor *owned, tb_dtype dtype, bool keep_layout,
                       tb_error *err);
/* t.contiguous().view(-1): a view if t is contiguous, else a copy. */
tb_status tb_ravel(tb_tensor *out, const tb_tensor *t, tb_error *err);

#endif
