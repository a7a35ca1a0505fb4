/* scan.h: questions about all elements of a tensor, answered before an operator
 * writes anything.  Relies on: tensor.h. */
#ifndef TB_SCAN_H
#define TB_SCAN_H

#include "tensor.h"

/* Is one of the elements 0?  t is of an integer dtype (or bool) and not empty. */
bool tb_has_zero(const tb_tensor *t);

struct tb_call;
/* Is the call's result, of a row that gives bool, True everywhere?  Its operands
 * are two tensors of one shape, taken block by block, so that a difference ends it. */
tb_status tb_holds_everywhere(const struct tb_call *call, bool *holds, tb_error *err);

#endif
