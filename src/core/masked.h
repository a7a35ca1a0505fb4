/* masked.h: writing one value where a mask says so, element by element.
 * Relies on: tensor.h. */
#ifndef TB_MASKED_H
#define TB_MASKED_H

#include "tensor.h"

/* `value`, an element of out's dtype, goes wherever mask (bool, expandable to
 * out's sizes, not in out's memory) is true, in row-major order.  For tensors
 * whose elements share memory: nothing else is written. */
void tb_fill_selected(const tb_tensor *out, const tb_tensor *mask, const tb_element *value);

#endif
