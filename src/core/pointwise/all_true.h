/* all_true.h: a pointwise comparison of which only matters whether all of it holds (allclose, equal). */
#ifndef TB_ALL_TRUE_H
#define TB_ALL_TRUE_H

#include "core/pointwise/operator_call.h"

/* Is the call's result, of a row that gives bool, True everywhere?  Its operands
 * are two tensors of one shape, taken block by block, so that a difference ends it. */
tb_status tb_holds_everywhere(const tb_call *call, bool *holds, tb_error *err);

#endif
