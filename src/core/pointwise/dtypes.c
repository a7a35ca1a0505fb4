/* dtypes.c: see dtypes.h. */
#include "core/pointwise/dtypes.h"
#include "core/kernels/scalar.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/promotion.h"

#include <math.h>

static tb_status infer_moved_dtype(tb_call *call, tb_error *err)
{
    const tb_operand *in = &call->in[0];
    tb_dtype dtype = call->form == TB_FORM_NEW ? call->forced_dtype : call->out->dtype;

    call->compute = call->result = dtype;
    const bool casts = in->tensor && (call->form == TB_FORM_NEW ? in->tensor : call->out)->numel > 0;
    if (casts && tb_dtypes[in->tensor->dtype].kind == TB_KIND_COMPLEX &&
        tb_dtypes[dtype].kind != TB_KIND_COMPLEX && dtype != TB_BOOL)
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    if (!in->tensor && tb_ops[call->op].numbers != TB_NUMBERS_WRAP)
        return tb_scalar_check_fill(&in->number, dtype, call->out->numel, err);
    return TB_OK;
}

/* *is_nan: a number is nan, and so is the result. */
static tb_status check_double_numbers(const tb_call *call, bool *is_nan, tb_error *err)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        double value = 0;
        if (!call->in[i].tensor)
            TB_TRY(tb_scalar_store_checked(&call->in[i].number, TB_FLOAT64, &value, err));
        *is_nan |= isnan(value);
    }
    return TB_OK;
}

static tb_status check_numbers(const tb_call *call, tb_error *err)
{
    const bool follows = tb_ops[call->op].promotion.rule == TB_PROMOTE_TENSORS;
    const tb_dtype dtype = follows ? tb_tile_dtype(call, call->compute) : call->compute;
    tb_element ignored;
    bool is_nan = false;
    if (tb_ops[call->op].numbers == TB_NUMBERS_DOUBLE)
        TB_TRY(check_double_numbers(call, &is_nan, err));
    for (int i = 0; i < tb_ops[call->op].nin && !is_nan; i++)
        if (!call->in[i].tensor)
            TB_TRY(tb_scalar_store_checked(&call->in[i].number, dtype, &ignored, err));
    return TB_OK;
}

static tb_status check_out_dtype(const tb_call *call, tb_error *err)
{
    const tb_dtype out = call->out->dtype;
    const bool becomes_real = call->compute != call->result && tb_dtypes[out].kind != TB_KIND_COMPLEX;
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *last =
        call->in[op->nin - 1].tensor; /* a tensor with dimensions is promoted with the others */
    const bool promotes = op->promotion.rule == TB_PROMOTE_TENSORS && (!last || last->ndim == 0);
    if (op->promotion.exact_out && !becomes_real && !promotes) {
        if (out != call->compute)
            return tb_fail(err, TB_RUNTIME_ERROR, "Found dtype %s but expected %s",
                           tb_dtypes[out].scalar_type, tb_dtypes[call->compute].scalar_type);
    } else if (!tb_can_cast(call->result, out)) {
        return tb_fail_cast(call->result, out, err);
    }
    return TB_OK;
}

/* Does parameter 0 have its default, so that the plain row computes the result? */
static bool is_default(const tb_call *call)
{
    const tb_parameter_info *info = &tb_ops[call->op].computation.parameter[0];
    const tb_scalar *value = &call->parameter[0];
    return !(call->given & 1) || (value->kind == TB_KIND_INT && info->value.kind == TB_KIND_INT &&
                                  value->v.i == info->value.v.i && !value->above_int64);
}

/* A parametric row restricts the dtypes even if the parameter is its default (round of integers); there is no
 * complex dtype with half parts. */
static tb_status check_kernel(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    const bool parametric = op->computation.parametric >= 0 && (call->given & 1);
    const bool no_result = op->promotion.result == TB_RESULT_COMPLEX && tb_is_half(call->compute);
    if (!no_result &&
        tb_kernels_active->pointwise[parametric ? op->computation.parametric : call->row][call->compute])
        return TB_OK;
    return tb_fail_kernel(
        parametric && !is_default(call) ? tb_ops[op->computation.parametric].computation.kernel
        : op->computation.kernel_of_number && !call->in[op->nin - 1].tensor ? op->computation.kernel_of_number
                                                                            : op->computation.kernel,
        call->compute, err);
}

static tb_dtype common_dtype(const tb_call *call)
{
    const tb_promotion state = tb_promotion_of(call, &tb_ops[call->op]);
    return tb_ops[call->op].promotion.rule == TB_PROMOTE_FIRST ? call->in[0].tensor->dtype
                                                               : tb_promotion_result(&state);
}

tb_dtype tb_compute_dtype(const tb_call *call)
{
    return tb_computed_in(&tb_ops[call->op], common_dtype(call), call->default_dtype);
}

/* torch computes a comparison in the operands' dtype before it copies the result to `out`. */
static bool drops_imaginary_part(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    return call->form != TB_FORM_NEW && op->promotion.result == TB_RESULT_BOOL && op->nin == 2 &&
           tb_dtypes[call->compute].kind == TB_KIND_COMPLEX &&
           tb_dtypes[call->out->dtype].kind != TB_KIND_COMPLEX && call->out->dtype != TB_BOOL &&
           tb_numel(call->shape.size, call->shape.ndim) != 0;
}

/* torch's kernels with integer exponents do not accept bool exponents. */
static tb_status check_exponents(const tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    for (int i = 0; i < op->nin; i++)
        if ((op->promotion.fixed >> i & 1) && op->promotion.fixed_dtype[i] == TB_INT64 &&
            call->in[i].tensor->dtype == TB_BOOL)
            return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s_exp\" not implemented for 'Bool'",
                           op->computation.kernel);
    return TB_OK;
}

tb_status tb_infer_dtype(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    if (op->promotion.rule == TB_PROMOTE_OUT)
        return infer_moved_dtype(call, err);

    const tb_dtype dtype = common_dtype(call);
    TB_TRY(tb_check_unsigned(call, op, dtype, err));
    call->compute = tb_computed_in(op, dtype, call->default_dtype);
    call->result = tb_result_dtype(op, call->compute);
    if (op->promotion.fixed)
        TB_TRY(check_exponents(call, err));
    if (call->form != TB_FORM_NEW)
        TB_TRY(check_out_dtype(call, err));
    if (op->hooks.parameter && (call->given & 1) && tb_is_unsigned(call->compute)) /* it has no kernel */
        TB_TRY(op->hooks.parameter(call, err));
    TB_TRY(check_kernel(call, err));
    if (drops_imaginary_part(call))
        call->warnings |= TB_WARNING_COMPLEX_TO_REAL;
    return op->numbers != TB_NUMBERS_WRAP ? check_numbers(call, err) : TB_OK;
}

/* ---- parameters ---- */

/* The dtype's largest or lowest finite number, which nan_to_num substitutes for infinities. */
static tb_scalar limit_of(const tb_parameter_info *info, tb_dtype dtype)
{
    double most = tb_dtypes[dtype].kind < TB_KIND_FLOAT ? 0 : tb_float_max(dtype);
    return (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = info->limit == TB_LIMIT_MAX ? most : -most};
}

tb_status tb_infer_parameters(tb_call *call, tb_error *err)
{
    const tb_op *op = &tb_ops[call->op];
    tb_element ignored;

    for (int i = 0; i < op->computation.nparameters; i++) {
        const tb_parameter_info *info = &op->computation.parameter[i];
        bool given = call->given >> i & 1;
        call->value[i] = given         ? call->parameter[i]
                         : info->limit ? limit_of(info, call->compute)
                                       : info->value;
        if (given && i == 0 && op->hooks.parameter)
            TB_TRY(op->hooks.parameter(call, err));
        if (given && info->type <= TB_PARAMETER_REAL)
            TB_TRY(tb_scalar_store_checked(
                &call->value[i],
                info->type == TB_PARAMETER_WIDE ? tb_tile_dtype(call, call->compute) : call->compute,
                &ignored, err));
        if (i == 0 && op->computation.parametric >= 0 && !is_default(call))
            call->row = op->computation.parametric; /* with the default, the plain row gives the same bits */
    }
    return TB_OK;
}
