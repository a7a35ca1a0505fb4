/* operator_hooks.c: see operator_hooks.h; in torch's order, with its error texts. */
#include "core/pointwise/operator_hooks.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/pointwise/promotion.h"

#include <math.h>
#include <stddef.h>

/* ---- checks ---- */

tb_status tb_check_bool_out(const tb_call *call, const tb_op *op, tb_error *err)
{
    if (call->form == TB_FORM_NEW || call->out->dtype == TB_BOOL)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "%s does not support non-boolean outputs.", op->name);
}

tb_status tb_check_subtract_bool(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    const bool first = tb_operand_kind(&call->in[0]) == TB_KIND_BOOL,
               second = tb_operand_kind(&call->in[1]) == TB_KIND_BOOL;
    if (!first && !second)
        return TB_OK;
    if (first && second)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
            "`logical_xor()` operator instead.");
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
                   "invert a mask, use the `~` or `logical_not()` operator instead.");
}

tb_status tb_check_same_out_dtype(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_tensor *in = call->in[0].tensor;
    if (call->form != TB_FORM_OUT || call->out->dtype == in->dtype)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "%s: dtype of out: %s should be same as input: %s", op->name,
                   tb_dtypes[call->out->dtype].scalar_type, tb_dtypes[in->dtype].scalar_type);
}

tb_status tb_check_polygamma(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    if (call->parameter[0].v.i < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "polygamma(n, x) does not support negative n.");
    return TB_OK;
}

/* A number as a double; nan if it is complex. */
static double as_real(const tb_scalar *number)
{
    switch (number->kind) {
    case TB_KIND_BOOL:
    case TB_KIND_INT:
        return tb_scalar_integer(number);
    case TB_KIND_FLOAT:
        return number->v.f;
    default:
        return number->v.c[1] == 0 ? number->v.c[0] : NAN;
    }
}

/* torch looks at dtype and number before anything else. */
tb_status tb_check_softshrink(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_dtype dtype = call->in[0].tensor->dtype;
    const tb_scalar *given = &call->parameter[0];
    tb_element ignored;
    if (call->given & 1)
        TB_TRY(tb_scalar_store_checked(given, TB_FLOAT64, &ignored, err));
    if (tb_dtypes[dtype].kind != TB_KIND_FLOAT)
        return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s\" not implemented for '%s'",
                       op->computation.kernel, tb_dtypes[dtype].scalar_type);
    if (!(call->given & 1))
        return TB_OK;
    const double most = tb_float_max(dtype), lambd = as_real(given);
    if (lambd >= 0 && lambd <= most)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "lambda must be in range [0, %g] for input dtype %s, but found %g",
                   most, tb_dtypes[dtype].scalar_type, lambd);
}

static tb_dtype dtype_of(const tb_operand *in) { return in->tensor->dtype; }

static tb_dtype promoted(const tb_call *call, const tb_op *op)
{
    const tb_promotion state = tb_promotion_of(call, op);
    return tb_promotion_result(&state);
}

/* torch computes the result before it checks out=, which may then share memory with self. */
tb_status tb_check_ndtr(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_dtype given = dtype_of(&call->in[0]);
    const tb_dtype dtype = tb_dtypes[given].kind < TB_KIND_FLOAT ? call->default_dtype : given;
    if (tb_dtypes[dtype].kind == TB_KIND_COMPLEX)
        return tb_fail_kernel(op->computation.kernel, dtype, err);
    if (call->form != TB_FORM_OUT)
        return TB_OK;
    const tb_tensor *out = call->out, *in = call->in[0].tensor;
    if (!tb_can_cast(dtype, out->dtype))
        return tb_fail_cast(dtype, out->dtype, err);
    return tb_same_sizes(out->size, out->ndim, in->size, in->ndim) ? tb_check_writable(out, err) : TB_OK;
}

/* ---- powers ---- */

/* The exponents of integers and halves must fit their dtype, unless the exponent is a special case.  If out=
 * cannot be written at all, the error about that is raised instead, later. */
tb_status tb_check_pow(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_scalar *exponent = &call->in[1].number;
    const tb_dtype dtype = promoted(call, op);
    tb_element ignored;
    if (call->in[1].tensor)
        return TB_OK;
    if (tb_operand_kind(&call->in[0]) < TB_KIND_FLOAT && exponent->kind == TB_KIND_INT) {
        TB_TRY(tb_scalar_store_checked(exponent, TB_INT64, &ignored, err));
        if (exponent->v.i < 0)
            return tb_fail(err, TB_RUNTIME_ERROR, "Integers to negative integer powers are not allowed.");
    }
    if (call->row != TB_OP_POW_NUMBER || tb_is_unsigned(dtype) ||
        (tb_dtypes[dtype].kind >= TB_KIND_FLOAT && !tb_is_half(dtype)))
        return TB_OK;
    if (call->form != TB_FORM_NEW &&
        (!tb_can_cast(dtype, call->out->dtype) || tb_check_writable(call->out, NULL) != TB_OK))
        return TB_OK;
    return tb_scalar_store_checked(exponent, dtype, &ignored, err);
}

tb_status tb_check_float_power(const tb_call *call, const tb_op *op, tb_error *err)
{
    const bool imaginary = tb_dtypes[promoted(call, op)].kind == TB_KIND_COMPLEX;
    const tb_dtype result = imaginary ? TB_COMPLEX128 : TB_FLOAT64;
    if (call->form == TB_FORM_NEW || call->out->dtype == result)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "the %s has dtype %s but the operation's result requires dtype %s",
                   call->form == TB_FORM_OUT ? "output given to float_power" : "base given to float_power_",
                   tb_dtypes[call->out->dtype].scalar_type, tb_dtypes[result].scalar_type);
}

tb_status tb_check_ldexp(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    if (call->form == TB_FORM_NEW || tb_dtypes[call->out->dtype].kind >= TB_KIND_FLOAT)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "ldexp can't be cast to the desired output type %s",
                   tb_dtypes[call->out->dtype].scalar_type);
}

/* ---- clamp ---- */

static const char no_complex[] = "clamp is not supported for complex types";

/* The bounds are tensors: only self is checked. */
tb_status tb_check_clamp(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    return tb_operand_kind(&call->in[0]) == TB_KIND_COMPLEX
               ? tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "%s", no_complex)
               : TB_OK;
}

/* If self is floating, complex bounds fail later, when their value is needed as a double. */
tb_status tb_check_clamp_numbers(const tb_call *call, const tb_op *op, tb_error *err)
{
    for (int i = 0; i < op->nin && tb_operand_kind(&call->in[0]) != TB_KIND_FLOAT; i++)
        if (tb_operand_kind(&call->in[i]) == TB_KIND_COMPLEX)
            return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "%s", no_complex);
    return TB_OK;
}

/* An integer self is promoted with the bounds first; if self itself is written, with or without out=, torch's
 * text has the C++ name of the integer type. */
tb_status tb_check_clamp_promotion(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_dtype result = promoted(call, op);
    if (tb_operand_kind(&call->in[0]) >= TB_KIND_FLOAT)
        return TB_OK;
    if (op->nin == 3)
        TB_TRY(tb_check_unsigned_pair(call, err));
    TB_TRY(tb_check_unsigned(call, op, result, err));
    if (call->form == TB_FORM_NEW || call->out != call->in[0].tensor || tb_can_cast(result, call->out->dtype))
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "result type %s can't be cast to the desired output type %s",
                   tb_dtypes[result].scalar_type, tb_dtypes[call->out->dtype].cpp_name);
}

/* ---- operands of one dtype ---- */

tb_status tb_check_heaviside(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    const tb_dtype self = dtype_of(&call->in[0]), values = dtype_of(&call->in[1]);
    const tb_dtype out = call->form == TB_FORM_NEW ? self : call->out->dtype;
    if (tb_dtypes[self].kind == TB_KIND_COMPLEX || tb_dtypes[values].kind == TB_KIND_COMPLEX ||
        tb_dtypes[out].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, "heaviside is not yet implemented for complex tensors.");
    if (self != values || self != out)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "heaviside is not yet implemented for tensors with different dtypes.");
    return TB_OK;
}

static bool may_be_part(tb_dtype dtype)
{
    return dtype == TB_FLOAT16 || dtype == TB_FLOAT32 || dtype == TB_FLOAT64;
}

/* There is no complex32, so no `out` has the right dtype for halves. */
tb_status tb_check_complex(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    const tb_dtype a = dtype_of(&call->in[0]), b = dtype_of(&call->in[1]);
    if (!may_be_part(a) || !may_be_part(b))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected both inputs to be Half, Float or Double tensors but got %s and %s",
                       tb_dtypes[a].scalar_type, tb_dtypes[b].scalar_type);
    if (a != b)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected object of scalar type %s but got scalar type %s for second argument",
                       tb_dtypes[a].scalar_type, tb_dtypes[b].scalar_type);
    if (call->form == TB_FORM_OUT && (a == TB_FLOAT16 || call->out->dtype != tb_to_complex(a)))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected object of scalar type %s but got scalar type %s for argument 'out'",
                       a == TB_FLOAT16 ? "ComplexHalf" : tb_dtypes[tb_to_complex(a)].scalar_type,
                       tb_dtypes[call->out->dtype].scalar_type);
    return TB_OK;
}

/* ---- where, masked_fill, lerp, addcdiv ---- */

/* The order of torch's checks: numbers, which it makes tensors of one element; then out=; then the
 * condition. */
tb_status tb_check_where(const tb_call *call, const tb_op *op, tb_error *err)
{
    const tb_promotion state = tb_promotion_of(call, op);
    const tb_dtype dtype = tb_promotion_result(&state), condition = call->in[0].tensor->dtype;
    TB_TRY(tb_check_unsigned(call, op, dtype, err));
    TB_TRY(tb_check_unsigned_pair(call, err));
    for (int i = 1; i < 3; i++)
        if (!call->in[i].tensor)
            TB_TRY(tb_scalar_check_fill(&call->in[i].number, dtype, 1, err));
    if (call->form == TB_FORM_OUT && call->out->dtype != dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "Expected out type to be %s but got %s",
                       tb_dtypes[dtype].scalar_type, tb_dtypes[call->out->dtype].scalar_type);
    if (condition != TB_BOOL && condition != TB_UINT8)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "where expected condition to be a boolean tensor, but got a tensor with dtype %s",
                       tb_dtypes[condition].scalar_type);
    return TB_OK;
}

/* end must have self's dtype, and so must a weight with dimensions. */
tb_status tb_check_lerp(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    const tb_dtype dtype = call->in[0].tensor->dtype;
    for (int i = 1; i < 3; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (t && t->dtype != dtype && (i == 1 || t->ndim > 0))
            return tb_fail(err, TB_RUNTIME_ERROR, "expected dtype %s for `%s` but got dtype %s",
                           tb_dtypes[dtype].cpp_name, i == 1 ? "end" : "weight",
                           tb_dtypes[t->dtype].cpp_name);
    }
    return TB_OK;
}

tb_status tb_check_addcdiv(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    if (tb_dtypes[call->in[1].tensor->dtype].kind >= TB_KIND_FLOAT ||
        tb_dtypes[call->in[2].tensor->dtype].kind >= TB_KIND_FLOAT)
        return TB_OK;
    return tb_fail(
        err, TB_RUNTIME_ERROR,
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
        "a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input "
        "+ "
        "value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
        "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
        "(input + value * tensor1 / tensor2), for all dtypes.");
}

/* Out of place, the mask and self are expanded before any other check. */
tb_status tb_check_masked_fill(const tb_call *call, const tb_op *op, tb_error *err)
{
    (void)op;
    const tb_tensor *self = call->in[0].tensor, *mask = call->in[1].tensor, *value = call->in[2].tensor;
    const bool may_fall_back =
        (call->policy & TB_ALLOW_FALLBACK) && self->numel == mask->numel && self->numel != 0;
    if (call->form == TB_FORM_NEW && !may_fall_back) {
        tb_shape shape = {.ndim = 0};
        TB_TRY(tb_broadcast(&shape, mask->size, mask->ndim, err));
        TB_TRY(tb_broadcast(&shape, self->size, self->ndim, err));
    }
    if (value)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).",
            value->ndim);
    if (mask->dtype != TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "masked_fill_ only supports boolean masks, but got mask with dtype %s",
                       tb_dtypes[mask->dtype].cpp_name);
    return TB_OK;
}

/* ---- choices ---- */

/* Chooses the kernel for an exponent that is a number.  As in torch it is compared with the special exponents
 * before it is rounded to the dtype, but for bfloat16 it is rounded before it is compared with integers, and
 * for float16 only the first three are special. */
static int row_of_exponent(const tb_scalar *exponent, tb_dtype dtype)
{
    double power = as_real(exponent);
    if (power == 0)
        return TB_OP_POW_ZERO;
    if (power == 1)
        return TB_OP_POW_ONE;
    if (power == 2)
        return TB_OP_POW_TWO;
    if (tb_dtypes[dtype].kind < TB_KIND_FLOAT || dtype == TB_FLOAT16)
        return TB_OP_POW_NUMBER;
    if (power == 0.5)
        return TB_OP_POW_HALF;
    if (power == -0.5)
        return TB_OP_POW_MINUS_HALF;
    if (dtype == TB_BFLOAT16) {
        tb_element rounded;
        tb_convert(dtype, &rounded, TB_FLOAT64, &power);
        tb_convert(TB_FLOAT64, &power, dtype, &rounded);
    }
    if (power == 3)
        return TB_OP_POW_THREE;
    if (power == -1)
        return TB_OP_POW_MINUS_ONE;
    return power == -2 ? TB_OP_POW_MINUS_TWO : TB_OP_POW_NUMBER;
}

static void choose_for_exponent(tb_call *call, tb_dtype dtype)
{
    call->row = row_of_exponent(&call->in[1].number, dtype);
    call->value[0] = call->in[1].number;
}

static tb_dtype promoted_pair(const tb_call *call, const tb_operand *tensor, const tb_operand *number)
{
    tb_promotion state = tb_promotion_new();
    tb_promotion_add_number(&state, number->number.kind, call->default_dtype);
    tb_promotion_add_tensor(&state, tensor->tensor->dtype, tensor->tensor->ndim);
    return tb_promotion_result(&state);
}

/* 1 to any power is written as 1, whatever out='s dtype. */
void tb_choose_pow(tb_call *call)
{
    if (!call->in[1].tensor) {
        const tb_dtype own = dtype_of(&call->in[0]);
        const bool as_it_is = tb_dtypes[own].kind >= TB_KIND_FLOAT && !tb_is_half(own);
        choose_for_exponent(call, as_it_is ? own : promoted_pair(call, &call->in[0], &call->in[1]));
    } else if (!call->in[0].tensor && tb_scalar_equals(&call->in[0].number, 1)) {
        call->forced_dtype = promoted_pair(call, &call->in[1], &call->in[0]);
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
        choose_for_exponent(call, TB_FLOAT64);
    } else if (!call->in[0].tensor) {
        const tb_scalar *base = &call->in[0].number;
        const bool one = tb_scalar_equals(base, 1) || (base->kind == TB_KIND_BOOL && base->v.i);
        call->op = TB_OP_FLOAT_POWER_OF_NUMBER;
        call->row = one ? TB_OP_POW_ZERO : TB_OP_POW;
    }
}

/* torch has other kernels, and other error texts, for bounds that are numbers than for tensors. */
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

/* torch computes quotients of halves step by step in the half type.  A divisor of one element stays float32,
 * and then every step is in float32. */
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

/* other - alpha * self is sub with the operands swapped. */
void tb_choose_rsub(tb_call *call)
{
    const tb_operand self = call->in[0];
    call->in[0] = call->in[1];
    call->in[1] = self;
    call->op = call->row = TB_OP_SUB;
}

/* A floating self and an integer exponent need no power. */
void tb_choose_ldexp(tb_call *call)
{
    const tb_tensor *self = call->in[0].tensor, *other = call->in[1].tensor;
    if (tb_dtypes[self->dtype].kind == TB_KIND_FLOAT && tb_dtypes[other->dtype].kind < TB_KIND_FLOAT)
        call->op = call->row = TB_OP_LDEXP_EXPONENT;
}

/* torch has separate kernels for digamma and its first derivative, with their own names in errors. */
void tb_choose_polygamma(tb_call *call)
{
    const int64_t n = call->parameter[0].v.i;
    if (n == 0 || n == 1)
        call->op = call->row = n == 0 ? TB_OP_DIGAMMA : TB_OP_TRIGAMMA;
}

/* ---- parameters ---- */

static tb_scalar negated(tb_scalar value)
{
    switch (value.kind) {
    case TB_KIND_BOOL:
    case TB_KIND_INT:
        value.v.i = (int64_t)(0 - (uint64_t)value.v.i); /* wraps around, as torch's parameters do */
        value.above_int64 = false;
        break;
    case TB_KIND_FLOAT:
        value.v.f = -value.v.f;
        break;
    case TB_KIND_COMPLEX:
        value.v.c[0] = -value.v.c[0];
        value.v.c[1] = -value.v.c[1];
        break;
    }
    return value;
}

tb_status tb_take_alpha(tb_call *call, tb_error *err)
{
    const tb_scalar *alpha = &call->parameter[0];
    tb_kind result = tb_dtypes[call->result].kind, kind = alpha->kind;

    if (kind == TB_KIND_BOOL && result != TB_KIND_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "Boolean alpha only supported for Boolean results.");
    if (result < TB_KIND_FLOAT && kind >= TB_KIND_FLOAT)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For integral input tensors, argument alpha must not be a floating point number.");
    if (result != TB_KIND_COMPLEX && kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "For non-complex input tensors, argument alpha must not be a complex number.");
    call->value[0] = *alpha;
    return TB_OK;
}

tb_status tb_take_negated_alpha(tb_call *call, tb_error *err)
{
    TB_TRY(tb_take_alpha(call, err));
    call->value[0] = negated(call->value[0]);
    return TB_OK;
}
