/* repeat.h: tensors with their elements several times over, turned round or rolled: new tensors, made
 * in one pass.  `out` is uninitialised, and needs no release after a failure; `lock` as in
 * tb_run_leaving.  Relies on: apply.h. */
#ifndef TB_REPEAT_H
#define TB_REPEAT_H

#include "apply.h"

/* repeat(): t, with leading dimensions of size 1 added, repeats->size[d] times along each dimension. */
tb_status tb_repeat(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock *lock,
                    tb_error *err);
/* tile(): the same, where it is `repeats` that may lack dimensions. */
tb_status tb_tile(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock *lock,
                  tb_error *err);

/* repeat_interleave(): every slice along dim that many times; dim NULL: every element of t, flattened.
 * output_size: what the result's size along it has to be, or NULL. */
tb_status tb_repeat_each(tb_tensor *out, const tb_tensor *t, int64_t repeats, const int64_t *dim,
                         const int64_t *output_size, const tb_lock *lock, tb_error *err);
/* The same with an int64 or int32 number for each slice. */
tb_status tb_repeat_by(tb_tensor *out, const tb_tensor *t, const tb_tensor *repeats, const int64_t *dim,
                       const int64_t *output_size, tb_error *err);
/* Number i repeats[i] times, of repeats' dtype. */
tb_status tb_repeat_indices(tb_tensor *out, const tb_tensor *repeats, const int64_t *output_size,
                            tb_error *err);

/* flip(): the order along these dimensions is reversed; t's layout is kept. */
tb_status tb_flip(tb_tensor *out, const tb_tensor *t, const tb_shape *dims, const tb_lock *lock,
                  tb_error *err);
/* rot90(): k quarter turns, from the first of two dimensions towards the second. */
tb_status tb_rot90(tb_tensor *out, const tb_tensor *t, int64_t k, const tb_shape *dims, const tb_lock *lock,
                   tb_error *err);
/* roll(): what leaves at the end of dims[i] comes in at its start; without dims, t is rolled flattened. */
tb_status tb_roll(tb_tensor *out, const tb_tensor *t, const tb_shape *shifts, const tb_shape *dims,
                  const tb_lock *lock, tb_error *err);

#endif
