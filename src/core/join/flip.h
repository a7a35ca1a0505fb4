/* flip.h: new tensors with a tensor's elements in another order: flip, rot90, roll.  `out` is
 * uninitialised, and needs no release after a failure; `lock` as in tb_run_releasing. */
#ifndef TB_FLIP_H
#define TB_FLIP_H

#include "core/base/shape.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* flip(): the order along these dimensions is reversed; t's layout is kept. */
tb_status tb_flip(tb_tensor *out, const tb_tensor *t, const tb_shape *dims, const tb_lock_callbacks *lock,
                  tb_error *err);
/* rot90(): k rotations by 90 degrees, from the first of two dimensions towards the second. */
tb_status tb_rot90(tb_tensor *out, const tb_tensor *t, int64_t k, const tb_shape *dims,
                   const tb_lock_callbacks *lock, tb_error *err);
/* roll(): elements shifted past the end of dims[i] reappear at its start; without dims, t is rolled
 * flattened. */
tb_status tb_roll(tb_tensor *out, const tb_tensor *t, const tb_shape *shifts, const tb_shape *dims,
                  const tb_lock_callbacks *lock, tb_error *err);

#endif
