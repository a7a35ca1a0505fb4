/* promotion.c: bodies of result_type, promote_types, can_cast and is_tensor. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/dtype.h"

/* A Tensor or a number; -1 with an exception. */
static int add_operand(tb_promotion *state, PyObject *o)
{
    tb_scalar value;
    if (TbTensor_Check(o)) {
        const tb_tensor *t = tbpy_tensor_of(o);
        tb_promotion_add_tensor(state, t->dtype, t->ndim);
        return 0;
    }
    if (tbpy_number(o, &value) < 0)
        return -1;
    if (value.kind == TB_KIND_INT && value.above_int64)
        tb_promotion_add_above_int64(state);
    else
        tb_promotion_add_number(state, value.kind, tbpy_default_dtype());
    return 0;
}

PyObject *tbpy_body_result_type(const tbpy_call *c)
{
    tb_promotion state = tb_promotion_new();
    tb_error err;
    for (int slot = 0; slot < c->f->nslots; slot++)
        if (c->given[slot] && add_operand(&state, c->given[slot]) < 0)
            return NULL;
    if (tb_promotion_check(&state, &err) != TB_OK)
        return tbpy_raise(&err);
    return tbpy_dtype_object(tb_promotion_result(&state));
}

PyObject *tbpy_body_promote_types(const tbpy_call *c)
{
    tb_dtype a, b;
    tb_error err;
    tbpy_given_dtype(c, TBPY_PROMOTE_TYPES_TYPE1, &a);
    tbpy_given_dtype(c, TBPY_PROMOTE_TYPES_TYPE2, &b);
    const tb_dtype both = tb_promote(a, b);
    if (both == TB_UNDEFINED) {
        tb_fail_promotion(a, b, &err);
        return tbpy_raise(&err);
    }
    return tbpy_dtype_object(both);
}

PyObject *tbpy_body_can_cast(const tbpy_call *c)
{
    tb_dtype from, to;
    tbpy_given_dtype(c, TBPY_CAN_CAST_FROM_, &from);
    tbpy_given_dtype(c, TBPY_CAN_CAST_TO, &to);
    return PyBool_FromLong(tb_can_cast(from, to));
}

PyObject *tbpy_body_is_tensor(const tbpy_call *c) { return PyBool_FromLong(TbTensor_Check(c->given[0])); }
