/* linspace.h: evenly spaced numbers, and the identity matrix, as torch has them.
 * Relies on: tensor.h. */
#ifndef TB_LINSPACE_H
#define TB_LINSPACE_H

#include "tensor.h"

typedef struct {
    tb_scalar start, end; /* the caller's, as steps >= 0 and dtype are */
    int64_t steps;
    tb_dtype dtype;
    tb_element first, last; /* tb_linspace_plan's: start and end as elements */
} tb_linspace;

/* Everything that can fail but the memory: "value cannot be converted to type
 * uint8_t without overflow"; bool takes one step at most. */
tb_status tb_linspace_plan(tb_linspace *l, tb_error *err);

/* Writes the numbers in out's logical order; `out` has l->steps elements of
 * l->dtype in any layout.  On failure nothing has been written. */
tb_status tb_linspace_write(const tb_linspace *l, tb_tensor *out, tb_error *err);

/* Zeros, and ones on the diagonal, in a tensor of two dimensions and any layout. */
tb_status tb_eye_write(tb_tensor *out, tb_error *err);

#endif
