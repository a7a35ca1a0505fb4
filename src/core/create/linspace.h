/* linspace.h: evenly spaced numbers, powers with such exponents, and the identity matrix, as in torch. */
#ifndef TB_LINSPACE_H
#define TB_LINSPACE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    tb_scalar start, end; /* set by the caller, as are steps >= 0 and dtype */
    int64_t steps;
    tb_dtype dtype;
    bool powers; /* logspace: the numbers are exponents ... */
    double base; /* ... of this base */
    tb_element first, last; /* set by tb_linspace_plan: start and end as elements */
} tb_linspace;

/* Makes every check but for memory: "value cannot be converted to type uint8_t without overflow"; bool takes
 * at most one step.  For a single power, start becomes that power. */
tb_status tb_linspace_plan(tb_linspace *l, tb_error *err);

/* Writes the numbers in out's logical order; `out` has l->steps elements of l->dtype, in any layout.
 * Otherwise as tb_write_sequence. */
tb_status tb_linspace_write(const tb_linspace *l, tb_tensor *out, const tb_lock_callbacks *lock,
                            tb_error *err);

/* Writes zeros, and ones on the diagonal, to a tensor of two dimensions and any layout; `zeroed`: it is all
 * zeros already.  Long work releases the lock (NULL: keeps it). */
tb_status tb_eye_write(tb_tensor *out, bool zeroed, const tb_lock_callbacks *lock, tb_error *err);

#endif
