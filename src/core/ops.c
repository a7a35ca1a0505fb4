/* ops.c: the operator rows.  Relies on: the generated initialisers, checks.c, choose.c. */
#include "ops.h"

#define DECLARE(check) tb_status tb_check_##check(const struct tb_call *call, tb_error *err);
TB_FOR_EACH_CHECK(DECLARE)
#undef DECLARE
#define DECLARE(choice) void tb_choose_##choice(struct tb_call *call);
TB_FOR_EACH_CHOICE(DECLARE)
#undef DECLARE

const tb_op tb_ops[TB_NOPS] = {
#include "generated/ops_rows.inc"
};
