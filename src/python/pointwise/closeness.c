/* closeness.c: bodies of isclose, which is a row of the table with torch's checks before it, and of
 * allclose and equal, which return a bool and stop at the first block that differs.  Callers hold
 * references to all arguments, as CPython does for vectorcalls. */
#include "python/base/errors.h"
#include "core/kernels/generated/ops_ids.h"
#include "python/base/types.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/types/dtype.h"

/* ---- isclose ---- */

static int check_close(const tb_tensor *a, const tb_tensor *b, double rtol, double atol)
{
    tb_error err;
    tb_status status = TB_OK;
    if (a->dtype != b->dtype)
        status = tb_fail(&err, TB_RUNTIME_ERROR, "%s did not match %s", tb_dtypes[a->dtype].scalar_type,
                         tb_dtypes[b->dtype].scalar_type);
    else if (!(rtol >= 0))
        status =
            tb_fail(&err, TB_RUNTIME_ERROR, "rtol must be greater than or equal to zero, but got %g", rtol);
    else if (!(atol >= 0))
        status =
            tb_fail(&err, TB_RUNTIME_ERROR, "atol must be greater than or equal to zero, but got %g", atol);
    if (status != TB_OK)
        tbpy_raise(&err);
    return status == TB_OK ? 0 : -1;
}

/* Fills the call behind isclose: 0, or -1 with an exception. */
static int set_close(const tbpy_call *c, tb_call *call)
{
    double rtol = 1e-05, atol = 1e-08;
    bool equal_nan = false;
    if (tbpy_given_double(c, TBPY_ISCLOSE_RTOL, &rtol) < 0 ||
        tbpy_given_double(c, TBPY_ISCLOSE_ATOL, &atol) < 0)
        return -1;
    tbpy_given_bool(c, TBPY_ISCLOSE_EQUAL_NAN, &equal_nan);
    for (int i = 0; i < 2; i++)
        tbpy_set_operand(&call->in[i], c->given[i]);
    if (check_close(call->in[0].tensor, call->in[1].tensor, rtol, atol) < 0)
        return -1;
    /* Integers are compared as floats, except with zero tolerances. */
    const bool exact = rtol == 0 && atol == 0 && tb_dtypes[call->in[0].tensor->dtype].kind < TB_KIND_FLOAT;
    call->op = exact ? TB_OP_EQ : TB_OP_ISCLOSE;
    call->form = TB_FORM_NEW;
    call->given = 7;
    call->parameter[0] = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = rtol};
    call->parameter[1] = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = atol};
    call->parameter[2] = (tb_scalar){.kind = TB_KIND_INT, .v.i = equal_nan};
    return 0;
}

PyObject *tbpy_body_isclose(const tbpy_call *c)
{
    tb_call call = {.op = TB_OP_ISCLOSE};
    return set_close(c, &call) < 0 ? NULL : tbpy_carry_out(&call, NULL);
}

/* ---- allclose, equal ---- */

static bool same_shape(const tb_tensor *a, const tb_tensor *b)
{
    return tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
}

/* Operands of the same shape need no warning, so nothing can change them. */
static PyObject *answer(tb_call *call)
{
    tb_error err;
    bool holds;
    call->default_dtype = tbpy_default_dtype();
    if (tb_holds_everywhere(call, &holds, &err) != TB_OK)
        return tbpy_raise(&err);
    return PyBool_FromLong(holds);
}

PyObject *tbpy_body_allclose(const tbpy_call *c)
{
    tb_call call = {.op = TB_OP_ISCLOSE};
    if (set_close(c, &call) < 0)
        return NULL;
    if (same_shape(call.in[0].tensor, call.in[1].tensor))
        return answer(&call);
    PyObject *close = tbpy_carry_out(&call, NULL);
    if (!close)
        return NULL;
    const bool all = tbpy_tensor_of(close)->numel == 0 || !tb_has_zero(tbpy_tensor_of(close));
    Py_DECREF(close);
    return PyBool_FromLong(all);
}

/* Are these the same elements, which equal themselves (nan does not)? */
static bool is_itself(const tb_tensor *a, const tb_tensor *b)
{
    return a->dtype == b->dtype && tb_dtypes[a->dtype].kind < TB_KIND_FLOAT && tb_data(a) == tb_data(b) &&
           memcmp(a->stride, b->stride, (size_t)a->ndim * sizeof *a->stride) == 0;
}

PyObject *tbpy_body_equal(const tbpy_call *c)
{
    tb_call call = {.op = TB_OP_EQ};
    for (int i = 0; i < 2; i++)
        tbpy_set_operand(&call.in[i], c->given[i]);
    const tb_tensor *a = call.in[0].tensor, *b = call.in[1].tensor;
    if (!same_shape(a, b))
        Py_RETURN_FALSE;
    if (is_itself(a, b))
        Py_RETURN_TRUE;
    return answer(&call);
}
