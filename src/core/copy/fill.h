/* fill.h: fills a tensor with one number, for the families above.  Warnings are not issued; `lock` as in
 * tb_run_releasing. */
#ifndef TB_FILL_H
#define TB_FILL_H

#include "core/kernels/scalar.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out.fill_(number), with torch's overflow check. */
tb_status tb_fill(tb_tensor *out, const tb_scalar *value, tb_error *err);
tb_status tb_fill_releasing(tb_tensor *out, const tb_scalar *value, const tb_lock_callbacks *lock,
                            tb_error *err);
/* Zeros in all elements of t; `is_new`: nobody has written to them since they were made. */
tb_status tb_zero(tb_tensor *t, bool is_new, const tb_lock_callbacks *lock, tb_error *err);
/* As tb_tensor_new, but filled with zeros. */
tb_status tb_zeros(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                   const tb_lock_callbacks *lock, tb_error *err);

#endif
