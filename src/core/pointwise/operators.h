/* operators.h: the operator table: a row for each entry of src/codegen/operators, written by the generator
 * into operator_rows.inc. */
#ifndef TB_OPERATORS_H
#define TB_OPERATORS_H

#include "core/pointwise/operator_call.h"

extern const tb_op tb_ops[]; /* TB_NOPS of them */

/* The dtype in tiles for values of `dtype`: float32 for halves, unless the operator only moves elements. */
static inline tb_dtype tb_tile_dtype(const tb_call *call, tb_dtype dtype)
{
    return tb_ops[call->op].computation.by_size ? dtype : tb_dtypes[dtype].compute;
}

#endif
