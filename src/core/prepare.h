/* prepare.h: the parts of tb_prepare that have a file of their own.
 * Relies on: apply.h. */
#ifndef TB_PREPARE_H
#define TB_PREPARE_H

#include "apply.h"

/* The dtype of the values that the row makes of operands of dtype `compute`. */
static inline tb_dtype tb_result_dtype(const tb_op *op, tb_dtype compute)
{
    switch (op->result) {
    case TB_RESULT_BOOL:
        return TB_BOOL;
    case TB_RESULT_REAL:
        return tb_to_real(compute);
    case TB_RESULT_COMPLEX:
        return tb_to_complex(compute);
    default:
        return compute;
    }
}

/* The dtype in which the call computes, before anything is checked. */
tb_dtype tb_compute_dtype(const tb_call *call);
/* call->compute, ->result and the warnings about them; call->shape is known. */
tb_status tb_infer_dtype(tb_call *call, tb_error *err);
/* call->row and ->value; call->compute is known. */
tb_status tb_infer_parameters(tb_call *call, tb_error *err);

#endif
