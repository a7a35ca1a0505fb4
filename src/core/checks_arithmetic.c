/* checks_arithmetic.c: what is peculiar to powers, clamp, ldexp, heaviside and
 * complex, in torch's order.  Relies on: apply.h, overlap.h. */
#include "apply.h"
#include "overlap.h"

#include <stddef.h>

static tb_dtype dtype_of(const tb_operand *in) { return in->tensor->dtype; }

static tb_kind kind_of(const tb_operand *in)
{
    return in->tensor ? tb_dtypes[in->tensor->dtype].kind : in->number.kind;
}

static tb_dtype promoted(const tb_call *call)
{
    const tb_promotion state = tb_promotion_of(call);
    return tb_promotion_result(&state);
}

/* ---- powers ---- */

/* Integers and halves must be able to hold an exponent that has no short way;
 * where out= cannot be written at all, that is said instead, later. */
tb_status tb_check_pow(const tb_call *call, tb_error *err)
{
    const tb_scalar *exponent = &call->in[1].number;
    const tb_dtype dtype = promoted(call);
    tb_element ignored;
    if (call->in[1].tensor)
        return TB_OK;
    if (kind_of(&call->in[0]) < TB_KIND_FLOAT && exponent->kind == TB_KIND_INT) {
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

tb_status tb_check_float_power(const tb_call *call, tb_error *err)
{
    const bool imaginary = tb_dtypes[promoted(call)].kind == TB_KIND_COMPLEX;
    const tb_dtype result = imaginary ? TB_COMPLEX128 : TB_FLOAT64;
    if (call->form == TB_FORM_NEW || call->out->dtype == result)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "the %s has dtype %s but the operation's result requires dtype %s",
                   call->form == TB_FORM_OUT ? "output given to float_power" : "base given to float_power_",
                   tb_dtypes[call->out->dtype].scalar_type, tb_dtypes[result].scalar_type);
}

tb_status tb_check_ldexp(const tb_call *call, tb_error *err)
{
    if (call->form == TB_FORM_NEW || tb_dtypes[call->out->dtype].kind >= TB_KIND_FLOAT)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "ldexp can't be cast to the desired output type %s",
                   tb_dtypes[call->out->dtype].scalar_type);
}

/* ---- clamp ---- */

static const char no_complex[] = "clamp is not supported for complex types";

/* Bounds are tensors: only self is looked at. */
tb_status tb_check_clamp(const tb_call *call, tb_error *err)
{
    return kind_of(&call->in[0]) == TB_KIND_COMPLEX ? tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "%s", no_complex)
                                                    : TB_OK;
}

/* Floats ask complex bounds for their value as a double, later. */
tb_status tb_check_clamp_numbers(const tb_call *call, tb_error *err)
{
    for (int i = 0; i < tb_ops[call->op].nin && kind_of(&call->in[0]) != TB_KIND_FLOAT; i++)
        if (kind_of(&call->in[i]) == TB_KIND_COMPLEX)
            return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "%s", no_complex);
    return TB_OK;
}

/* Integers and the bounds are promoted first; where self is written, out= or not, torch
 * names an integer's type as C++ does. */
tb_status tb_check_clamp_promotion(const tb_call *call, tb_error *err)
{
    const tb_dtype result = promoted(call);
    if (kind_of(&call->in[0]) >= TB_KIND_FLOAT)
        return TB_OK;
    if (tb_ops[call->op].nin == 3)
        TB_TRY(tb_check_unsigned_pair(call, err));
    TB_TRY(tb_check_unsigned(call, result, err));
    if (call->form == TB_FORM_NEW || call->out != call->in[0].tensor || tb_can_cast(result, call->out->dtype))
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "result type %s can't be cast to the desired output type %s",
                   tb_dtypes[result].scalar_type, tb_dtypes[call->out->dtype].cpp_name);
}

/* ---- one dtype for all ---- */

tb_status tb_check_heaviside(const tb_call *call, tb_error *err)
{
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

/* There is no complex32, so that no `out` fits halves. */
tb_status tb_check_complex(const tb_call *call, tb_error *err)
{
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
