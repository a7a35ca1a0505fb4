/* repeat.h: a new tensor with a tensor's elements repeated, made in one pass.  `out` is uninitialised, and
 * needs no release after a failure; `lock` as in tb_run_releasing. */
#ifndef TB_REPEAT_H
#define TB_REPEAT_H

#include "core/base/shape.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* repeat(): t with leading dimensions of size 1 added, repeated repeats->size[d] times along each
 * dimension. */
tb_status tb_repeat(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats,
                    const tb_lock_callbacks *lock, tb_error *err);
/* tile(): the same, except that `repeats` may also lack leading dimensions. */
tb_status tb_tile(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock_callbacks *lock,
                  tb_error *err);

#endif
