/* all_true.h: does a pointwise comparison hold for every element (allclose, equal)? */
#ifndef TB_ALL_TRUE_H
#define TB_ALL_TRUE_H

#include "core/pointwise/operator_call.h"

/* Is the result of the call, whose row gives bool, True everywhere?  The operands are two tensors of one
 * shape; they are compared block by block, so that the first block with a difference ends the comparison. */
tb_status tb_holds_everywhere(const tb_call *call, bool *holds, tb_error *err);

#endif
