/* operator_hooks.h: what is peculiar to one operator, named by its row of the operator table.  Checks
 * refuse what has to be seen as a whole; they run before shapes and dtypes are decided.  Choices are for
 * operators that torch computes in different ways, depending on the operands: they run before anything else
 * and set the call's operator, whose facts then hold, its kernels' row, and the parameter that these take.
 * tb_take_... check a parameter that was given and set what the kernel gets. */
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
