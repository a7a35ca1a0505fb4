/* dtype.c: the dtypes' facts, promotion and casting rules, all derived from the
 * info table. */
#include "core/base/dtype.h"

#include <float.h>

const tb_dtype_info tb_dtypes[TB_NDTYPES] = {
    [TB_BOOL] = {"bool", "Bool", "bool", "bool", 1, TB_KIND_BOOL, false, TB_BOOL},
    [TB_UINT8] = {"uint8", "Byte", "uint8_t", "unsigned char", 1, TB_KIND_INT, false, TB_UINT8},
    [TB_INT8] = {"int8", "Char", "int8_t", "signed char", 1, TB_KIND_INT, true, TB_INT8},
    [TB_INT16] = {"int16", "Short", "int16_t", "short int", 2, TB_KIND_INT, true, TB_INT16},
    [TB_INT32] = {"int32", "Int", "int", "int", 4, TB_KIND_INT, true, TB_INT32},
    [TB_INT64] = {"int64", "Long", "int64_t", "long int", 8, TB_KIND_INT, true, TB_INT64},
    [TB_FLOAT16] = {"float16", "Half", "c10::Half", "c10::Half", 2, TB_KIND_FLOAT, true, TB_FLOAT32},
    [TB_BFLOAT16] = {"bfloat16", "BFloat16", "c10::BFloat16", "c10::BFloat16", 2, TB_KIND_FLOAT, true,
                     TB_FLOAT32},
    [TB_FLOAT32] = {"float32", "Float", "float", "float", 4, TB_KIND_FLOAT, true, TB_FLOAT32},
    [TB_FLOAT64] = {"float64", "Double", "double", "double", 8, TB_KIND_FLOAT, true, TB_FLOAT64},
    [TB_COMPLEX64] = {"complex64", "ComplexFloat", "c10::complex<float>", "c10::complex<float>", 8,
                      TB_KIND_COMPLEX, true, TB_COMPLEX64},
    [TB_COMPLEX128] = {"complex128", "ComplexDouble", "c10::complex<double>", "c10::complex<double>", 16,
                       TB_KIND_COMPLEX, true, TB_COMPLEX128},
    [TB_UINT16] = {"uint16", "UInt16", "uint16_t", "short unsigned int", 2, TB_KIND_INT, false, TB_UINT16},
    [TB_UINT32] = {"uint32", "UInt32", "uint32_t", "unsigned int", 4, TB_KIND_INT, false, TB_UINT32},
    [TB_UINT64] = {"uint64", "UInt64", "uint64_t", "long unsigned int", 8, TB_KIND_INT, false, TB_UINT64},
};

tb_dtype tb_to_real(tb_dtype dtype)
{
    switch (dtype) {
    case TB_COMPLEX64:
        return TB_FLOAT32;
    case TB_COMPLEX128:
        return TB_FLOAT64;
    default:
        return dtype;
    }
}

tb_dtype tb_to_complex(tb_dtype dtype)
{
    switch (dtype) {
    case TB_FLOAT16:
    case TB_BFLOAT16:
    case TB_FLOAT32:
        return TB_COMPLEX64;
    case TB_FLOAT64:
        return TB_COMPLEX128;
    default:
        return dtype;
    }
}

bool tb_scalar_equals(const tb_scalar *number, double value)
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

double tb_float_max(tb_dtype dtype)
{
    switch (tb_to_real(dtype)) {
    case TB_FLOAT16:
        return 65504;
    case TB_BFLOAT16:
        return 0x1.fep127;
    case TB_FLOAT32:
        return FLT_MAX;
    default:
        return DBL_MAX;
    }
}

tb_dtype tb_promote(tb_dtype a, tb_dtype b)
{
    if (a == b || b == TB_UNDEFINED)
        return a;
    if (a == TB_UNDEFINED)
        return b;
    if (tb_dtypes[a].kind > tb_dtypes[b].kind) {
        tb_dtype swap = a;
        a = b;
        b = swap;
    }
    const tb_dtype_info *low = &tb_dtypes[a], *high = &tb_dtypes[b];
    if (tb_is_unsigned(a) || tb_is_unsigned(b))
        return high->kind == TB_KIND_FLOAT ? b : TB_UNDEFINED;
    if (low->kind != high->kind) {
        /* The higher kind wins, but a complex dtype must hold the float's width. */
        if (low->kind == TB_KIND_FLOAT)
            return tb_promote(tb_to_complex(a), b);
        return b;
    }
    if (low->itemsize != high->itemsize)
        return low->itemsize > high->itemsize ? a : b;
    /* Two different dtypes of one kind and one width: neither holds the other. */
    return low->kind == TB_KIND_FLOAT ? TB_FLOAT32 : TB_INT16;
}

tb_status tb_fail_promotion(tb_dtype a, tb_dtype b, tb_error *err)
{
    return tb_fail(
        err, TB_RUNTIME_ERROR,
        "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote %s and %s",
        tb_dtypes[a].scalar_type, tb_dtypes[b].scalar_type);
}

tb_status tb_check_out_dtype(tb_dtype wanted, tb_dtype given, tb_error *err)
{
    if (wanted == given)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR, "Expected out tensor to have dtype %s, but got %s instead",
                   tb_dtypes[wanted].cpp_name, tb_dtypes[given].cpp_name);
}

tb_status tb_fail_kernel(const char *kernel, tb_dtype dtype, tb_error *err)
{
    return tb_fail(err, TB_NOT_IMPLEMENTED_ERROR, "\"%s\" not implemented for '%s'", kernel,
                   tb_dtypes[dtype].scalar_type);
}

tb_status tb_refuse_unsigned(tb_dtype dtype, const char *kernel, tb_error *err)
{
    return tb_is_unsigned(dtype) ? tb_fail_kernel(kernel, dtype, err) : TB_OK;
}

bool tb_can_cast(tb_dtype from, tb_dtype to) { return tb_dtypes[from].kind <= tb_dtypes[to].kind; }

tb_status tb_fail_cast(tb_dtype from, tb_dtype to, tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR, "result type %s can't be cast to the desired output type %s",
                   tb_dtypes[from].scalar_type, tb_dtypes[to].scalar_type);
}

/* Adds a dtype to one priority class of the state. */
static void add(tb_promotion *state, tb_dtype *slot, tb_dtype dtype)
{
    const tb_dtype both = tb_promote(*slot, dtype);
    if (both != TB_UNDEFINED) {
        *slot = both;
    } else if (state->clash[0] == TB_UNDEFINED) {
        state->clash[0] = *slot;
        state->clash[1] = dtype;
    }
    if (both == TB_UNDEFINED && tb_dtypes[dtype].kind > tb_dtypes[*slot].kind)
        *slot = dtype; /* float_power reads the kind only */
}

void tb_promotion_add_tensor(tb_promotion *state, tb_dtype dtype, int ndim)
{
    add(state, ndim > 0 ? &state->dim : &state->zero, dtype);
}

void tb_promotion_add_above_int64(tb_promotion *state) { add(state, &state->number, TB_UINT64); }

void tb_promotion_add_number(tb_promotion *state, tb_kind kind, tb_dtype default_float)
{
    tb_dtype dtype = TB_BOOL;
    switch (kind) {
    case TB_KIND_BOOL:
        dtype = TB_BOOL;
        break;
    case TB_KIND_INT:
        dtype = TB_INT64;
        break;
    case TB_KIND_FLOAT:
        dtype = default_float;
        break;
    case TB_KIND_COMPLEX:
        dtype = tb_to_complex(default_float);
        break;
    }
    add(state, &state->number, dtype);
}

/* Combines a priority class with all lower ones: `high` keeps its width unless `low` is of a higher kind; a
 * complex number beside a float tensor keeps the float's width. */
static tb_dtype combine(tb_dtype high, tb_dtype low)
{
    if (high == TB_UNDEFINED)
        return low;
    if (low == TB_UNDEFINED || tb_dtypes[low].kind <= tb_dtypes[high].kind)
        return high;
    if (tb_dtypes[high].kind == TB_KIND_FLOAT)
        return tb_to_complex(high);
    return low;
}

tb_dtype tb_promotion_result(const tb_promotion *state)
{
    return combine(state->dim, combine(state->zero, state->number));
}

tb_status tb_promotion_check(const tb_promotion *state, tb_error *err)
{
    const tb_dtype lower = combine(state->zero, state->number);
    if (state->clash[0] != TB_UNDEFINED)
        return tb_fail_promotion(state->clash[0], state->clash[1], err);
    /* Between classes, torch looks for a common dtype only where the higher class is bool. */
    if (state->zero == TB_BOOL && state->number != TB_UNDEFINED && tb_is_unsigned(state->number))
        return tb_fail_promotion(TB_BOOL, state->number, err);
    if (state->dim == TB_BOOL && lower != TB_UNDEFINED && tb_is_unsigned(lower))
        return tb_fail_promotion(TB_BOOL, lower, err);
    return TB_OK;
}
