/* ops.c: the operator rows.  Relies on: the generated initialisers. */
#include "ops.h"

const tb_op tb_ops[TB_NOPS] = {
#include "generated/ops_rows.inc"
};
