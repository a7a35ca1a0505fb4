/* operator_hooks.h: code for a single operator, named by its row of the operator table.  Checks refuse
 * combinations of operands that the row alone cannot describe; they run before shapes and dtypes are decided.
 * Choices are for operators that torch computes in different ways, depending on the operands: they run before
 * everything else and set the call's operator, whose row then counts, its kernels' row, and the parameter of
 * these kernels.  tb_take_... check a given parameter and set what the kernel receives. */
#ifndef TB_OPERATOR_HOOKS_H
#define TB_OPERATOR_HOOKS_H

#include "core/kernels/generated/ops_ids.h"
#include "core/pointwise/operator_call.h"

#define TB_DECLARE_CHECK(check) \
    tb_status tb_check_##check(const tb_call *call, const tb_op *op, tb_error *err);
TB_FOR_EACH_CHECK(TB_DECLARE_CHECK)
#undef TB_DECLARE_CHECK

#define TB_DECLARE_CHOICE(choice) void tb_choose_##choice(tb_call *call);
TB_FOR_EACH_CHOICE(TB_DECLARE_CHOICE)
#undef TB_DECLARE_CHOICE

tb_status tb_take_alpha(tb_call *call, tb_error *err);
tb_status tb_take_negated_alpha(tb_call *call, tb_error *err);

#endif
