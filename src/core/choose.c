/* choose.c: operators that torch computes in different ways, depending on what the
 * operands are.  A row of the operator table names the function that chooses; it
 * runs before anything else and sets the call's operator, whose facts then hold,
 * its kernels' row, and the parameter that these take.
 * Relies on: apply.h. */
#include "apply.h"

#define DECLARE(choice) void tb_choose_##choice(tb_call *call);
TB_FOR_EACH_CHOICE(DECLARE)
#undef DECLARE

/* An int, float or complex number of this value; True is no 1 to torch's pow. */
static bool equals(const tb_scalar *number, double value)
{
    switch (number->kind) {
    case TB_KIND_BOOL:
        return false;
    case TB_KIND_INT:
        return !number->above_int64 && number->v.i == (int64_t)value && (double)(int64_t)value == value;
    case TB_KIND_FLOAT:
        return number->v.f == value;
    default:
        return number->v.c[0] == value && number->v.c[1] == 0;
    }
}

/* The kernels for a number as the exponent, which they get as a double too. */
static int row_of_exponent(tb_call *call)
{
    const tb_scalar *exponent = &call->in[1].number;
    const bool truth = exponent->kind == TB_KIND_BOOL;
    if (equals(exponent, 0) || (truth && !exponent->v.i))
        return TB_OP_POW_ZERO;
    if (equals(exponent, 1) || (truth && exponent->v.i))
        return TB_OP_POW_ONE;
    if (equals(exponent, 2))
        return TB_OP_POW_TWO;
    call->value[0] = *exponent;
    return TB_OP_POW_NUMBER;
}

/* 1 to any power is written as it is, whatever out='s dtype. */
void tb_choose_pow(tb_call *call)
{
    if (!call->in[1].tensor) {
        call->row = row_of_exponent(call);
    } else if (!call->in[0].tensor && equals(&call->in[0].number, 1)) {
        const tb_promotion state = tb_promotion_of(call);
        call->forced_dtype = tb_promotion_result(&state);
        call->op = call->row = TB_OP_POW_OF_ONE;
    } else if (!call->in[0].tensor) {
        call->op = TB_OP_POW_OF_NUMBER;
    }
}

void tb_choose_ldexp_pow(tb_call *call)
{
    if (!call->in[0].tensor)
        call->op = call->row = TB_OP_LDEXP_POW_OF_NUMBER;
}

void tb_choose_float_power(tb_call *call)
{
    if (!call->in[1].tensor) {
        call->row = row_of_exponent(call);
    } else if (!call->in[0].tensor) {
        const tb_scalar *base = &call->in[0].number;
        const bool one = equals(base, 1) || (base->kind == TB_KIND_BOOL && base->v.i);
        call->op = TB_OP_FLOAT_POWER_OF_NUMBER;
        call->row = one ? TB_OP_POW_ZERO : TB_OP_POW;
    }
}

/* Other kernels, and other messages, than for tensors. */
static void choose_for_number(tb_call *call, int row)
{
    if (!call->in[1].tensor)
        call->op = call->row = row;
}

void tb_choose_clamp(tb_call *call) { choose_for_number(call, TB_OP_CLAMP_NUMBERS); }
void tb_choose_clamp_only_min(tb_call *call) { choose_for_number(call, TB_OP_CLAMP_ONLY_MIN_NUMBER); }
void tb_choose_clamp_only_max(tb_call *call) { choose_for_number(call, TB_OP_CLAMP_ONLY_MAX_NUMBER); }
void tb_choose_clamp_min(tb_call *call) { choose_for_number(call, TB_OP_CLAMP_MIN_NUMBER); }
void tb_choose_clamp_max(tb_call *call) { choose_for_number(call, TB_OP_CLAMP_MAX_NUMBER); }

/* torch computes quotients of halves step by step in the half type, except where
 * the divisor has one element: that stays float32, and so does everything. */
static bool is_single(const tb_operand *in) { return !in->tensor || in->tensor->numel == 1; }

void tb_choose_floor_divide(tb_call *call)
{
    if (is_single(&call->in[1]))
        call->row = TB_OP_FLOOR_DIVIDE_ONCE;
}
void tb_choose_div_trunc(tb_call *call)
{
    if (is_single(&call->in[1]))
        call->row = TB_OP_DIV_TRUNC_ONCE;
}

/* other - alpha * self is sub of the two in the other order. */
void tb_choose_rsub(tb_call *call)
{
    const tb_operand self = call->in[0];
    call->in[0] = call->in[1];
    call->in[1] = self;
    call->op = call->row = TB_OP_SUB;
}

/* Floats and an integer exponent: no power is computed. */
void tb_choose_ldexp(tb_call *call)
{
    const tb_tensor *self = call->in[0].tensor, *other = call->in[1].tensor;
    if (tb_dtypes[self->dtype].kind == TB_KIND_FLOAT && tb_dtypes[other->dtype].kind < TB_KIND_FLOAT)
        call->op = call->row = TB_OP_LDEXP_EXPONENT;
}
