/* operators.c: the operator table, from the generated rows. */
#include "core/pointwise/operators.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/pointwise/operator_hooks.h"

const tb_op tb_ops[TB_NOPS] = {
#include "core/pointwise/generated/operator_rows.inc"
};
