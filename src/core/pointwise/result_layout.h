/* result_layout.h: the layout of a fresh result, by torch's rules. */
#ifndef TB_RESULT_LAYOUT_H
#define TB_RESULT_LAYOUT_H

#include "core/pointwise/operator_call.h"

/* The strides (in elements) of a new tensor of call->shape for this prepared call. */
void tb_result_strides(const tb_call *call, int64_t *stride);
/* The strides of a new or resized output: `stride`, filled, or NULL: contiguous. */
const int64_t *tb_output_strides(const tb_call *call, int64_t *stride);
/* The tensor that torch resizes to the result's sizes, or NULL: out=, or the tensor it makes like the first
 * operand. */
const tb_tensor *tb_resized(const tb_call *call);

#endif
