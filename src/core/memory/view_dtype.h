/* view_dtype.h: the same bytes seen as elements of another dtype. */
#ifndef TB_VIEW_DTYPE_H
#define TB_VIEW_DTYPE_H

#include "core/memory/tensor.h"

/* Tensor.view(dtype).  With the same itemsize, sizes and strides stay.  Otherwise the last dimension, whose
 * stride must be 1, changes its size ("self.dim() cannot be 0 to view Float as Short (different element
 * sizes)", "self.size(-1) must be divisible by 2 to view ..., but got 3"; likewise storage_offset() and
 * stride(0)).  Foreign memory must be aligned for the larger elements. */
tb_status tb_view_dtype(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_error *err);

#endif
