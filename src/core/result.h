/* result.h: the layout of a fresh result, by torch's rules.
 * Relies on: apply.h. */
#ifndef TB_RESULT_H
#define TB_RESULT_H

#include "apply.h"

/* Strides (elements) of a new tensor of call->shape for this prepared call. */
void tb_result_strides(const tb_call *call, int64_t *stride);

#endif
