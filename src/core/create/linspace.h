/* linspace.h: evenly spaced numbers, powers of them, and the identity matrix, as torch has them. */
#ifndef TB_LINSPACE_H
#define TB_LINSPACE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    tb_scalar start, end; /* the caller's, as steps >= 0 and dtype are */
    int64_t steps;
    tb_dtype dtype;
    bool powers; /* logspace: the numbers are exponents ... */
    double base; /* ... of this */
    tb_element first, last; /* tb_linspace_plan's: start and end as elements */
} tb_linspace;

/* Everything that can fail but the memory: "value cannot be converted to type
 * uint8_t without overflow"; bool takes one step at most.  Of the power of one step alone, start becomes it. */
tb_status tb_linspace_plan(tb_linspace *l, tb_error *err);

/* Writes the numbers in out's logical order; `out` has l->steps elements of
 * l->dtype in any layout.  Otherwise as tb_write_sequence. */
tb_status tb_linspace_write(const tb_linspace *l, tb_tensor *out, const tb_lock_callbacks *lock,
                            tb_error *err);

/* Zeros, and ones on the diagonal, in a tensor of two dimensions and any layout; `zeroed`: it is all
 * zeros already.  Long work releases the lock (NULL: keeps it). */
tb_status tb_eye_write(tb_tensor *out, bool zeroed, const tb_lock_callbacks *lock, tb_error *err);

#endif
