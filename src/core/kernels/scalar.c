/* scalar.c: see scalar.h. */
#include "core/kernels/scalar.h"
#include "core/kernels/kernels.h"

#include <math.h>
#include <string.h>

void tb_convert(tb_dtype to, void *dst, tb_dtype from, const void *src)
{
    tb_element in, out;
    memcpy(&in, src, tb_dtypes[from].itemsize);
    if (to == from) {
        memcpy(dst, &in, tb_dtypes[to].itemsize);
        return;
    }
    tb_kernels_active->cast[from][to](&out, &in, 1);
    memcpy(dst, &out, tb_dtypes[to].itemsize);
}

/* The dtype that can hold any number of this kind. */
static tb_dtype holder(tb_kind kind, bool above_int64)
{
    static const tb_dtype widest[] = {TB_INT64, TB_INT64, TB_FLOAT64, TB_COMPLEX128};
    return above_int64 ? TB_UINT64 : widest[kind];
}

void tb_scalar_store(const tb_scalar *value, tb_dtype dtype, void *dst)
{
    tb_convert(dtype, dst, holder(value->kind, value->kind == TB_KIND_INT && value->above_int64), &value->v);
}

/* As c10::overflows: infinities and NaN may become floats; for unsigned integers the negative of a value in
 * range is also accepted, since it wraps around. */
static bool overflows_int(tb_dtype dtype, double f, bool is_integer, int64_t i)
{
    int bits = 8 * tb_dtypes[dtype].itemsize;
    bool is_signed = tb_dtypes[dtype].is_signed;
    if (is_integer) {
        if (bits == 64)
            return false;
        int64_t max = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
        return i > max || i < (is_signed ? -max - 1 : -max);
    }
    if (isnan(f) || isinf(f))
        return true;
    double bound = ldexp(1, is_signed ? bits - 1 : bits);
    if (bits == 64) /* the limits as doubles: 2^63 itself is not above INT64_MAX */
        return f < (is_signed ? -bound : 0) || f > bound;
    return f > bound - 1 || f < (is_signed ? -bound : 0);
}

static bool overflows_float(tb_dtype dtype, double f) { return !isinf(f) && fabs(f) > tb_float_max(dtype); }

tb_status tb_scalar_store_checked(const tb_scalar *value, tb_dtype dtype, void *dst, tb_error *err)
{
    bool is_complex = value->kind == TB_KIND_COMPLEX;
    bool is_integer = value->kind == TB_KIND_BOOL || value->kind == TB_KIND_INT;
    double re = is_complex ? value->v.c[0] : is_integer ? tb_scalar_integer(value) : value->v.f;
    double im = is_complex ? value->v.c[1] : 0;
    bool overflow = false;

    switch (tb_dtypes[dtype].kind) {
    case TB_KIND_BOOL:
        break;
    case TB_KIND_INT:
        overflow = im != 0 ||
                   (value->above_int64 ? dtype != TB_UINT64
                                       : overflows_int(dtype, re, is_integer, is_integer ? value->v.i : 0));
        break;
    case TB_KIND_FLOAT:
        overflow = im != 0 || overflows_float(dtype, re);
        break;
    case TB_KIND_COMPLEX:
        overflow = overflows_float(dtype, re) || overflows_float(dtype, im);
        break;
    }
    if (overflow)
        return tb_fail(err, TB_RUNTIME_ERROR, "value cannot be converted to type %s without overflow",
                       tb_dtypes[dtype].c_name);
    tb_scalar_store(value, dtype, dst);
    return TB_OK;
}

tb_status tb_scalar_check_fill(const tb_scalar *value, tb_dtype dtype, int64_t numel, tb_error *err)
{
    tb_element ignored;
    bool through_double = tb_is_half(dtype) && numel == 1;
    return tb_scalar_store_checked(value, through_double ? TB_FLOAT64 : dtype, &ignored, err);
}

tb_scalar tb_scalar_load(tb_dtype dtype, const void *src)
{
    tb_scalar value = {.kind = tb_dtypes[dtype].kind};
    tb_convert(holder(value.kind, false), &value.v, dtype, src);
    value.above_int64 = dtype == TB_UINT64 && value.v.i < 0;
    return value;
}
