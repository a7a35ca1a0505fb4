/* closeness.c: isclose, a row of the table with torch's checks before it; allclose
 * and equal, which answer with one bool and stop at the first block that differs.
 * Callers hold references to all arguments, as CPython does for vectorcalls. */
#include "python/pointwise/pointwise.h"

#include "python/args/convert.h"
#include "python/args/overloads.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/types/dtype.h"

/* Where tbpy_match puts the arguments: input, other; rtol, atol, equal_nan. */
#define RTOL TB_MAX_INPUTS
#define TOLERANCES                                                                                      \
    {"rtol", TBPY_FLOAT, false, true, false, RTOL}, {"atol", TBPY_FLOAT, false, true, false, RTOL + 1}, \
    {                                                                                                   \
        "equal_nan", TBPY_BOOL, false, true, false, RTOL + 2                                            \
    }
#define OTHER {"other", TBPY_TENSOR, false, false, false, 1}

static const tbpy_parameter parameters[] = {
    {"input", TBPY_TENSOR, false, false, false, 0}, OTHER, TOLERANCES};
static const tbpy_overload close_function = {
    "Tensor input, Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False", parameters,
    5, 5, false};
static const tbpy_overload close_method = {
    "Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False", parameters + 1, 4, 4,
    false};
static const tbpy_overload equal_function = {"Tensor input, Tensor other", parameters, 2, 2, false};
static const tbpy_overload equal_method = {"Tensor other", parameters + 1, 1, 1, false};

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

/* The call behind isclose: 0, or -1 with an exception. */
static int set_close(const tbpy_overloads *o, PyObject *const *given, tb_call *call)
{
    double rtol = 1e-05, atol = 1e-08;
    bool equal_nan = false;
    if (tbpy_as_double(given[RTOL], o->function, "rtol", 0, &rtol) < 0 ||
        tbpy_as_double(given[RTOL + 1], o->function, "atol", 0, &atol) < 0 ||
        tbpy_as_bool(given[RTOL + 2], o->function, "equal_nan", &equal_nan) < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        tbpy_set_operand(&call->in[i], given[i]);
    if (check_close(call->in[0].tensor, call->in[1].tensor, rtol, atol) < 0)
        return -1;
    /* Integers are compared as floats, but not where nothing is tolerated. */
    const bool exact = rtol == 0 && atol == 0 && tb_dtypes[call->in[0].tensor->dtype].kind < TB_KIND_FLOAT;
    call->op = exact ? TB_OP_EQ : TB_OP_ISCLOSE;
    call->form = TB_FORM_NEW;
    call->given = 7;
    call->parameter[0] = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = rtol};
    call->parameter[1] = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = atol};
    call->parameter[2] = (tb_scalar){.kind = TB_KIND_INT, .v.i = equal_nan};
    return 0;
}

static PyObject *isclose(const tbpy_overloads *o, PyObject *const *given)
{
    tb_call call = {.op = TB_OP_ISCLOSE};
    return set_close(o, given, &call) < 0 ? NULL : tbpy_carry_out(&call, NULL);
}

/* ---- allclose, equal ---- */

static bool same_shape(const tb_tensor *a, const tb_tensor *b)
{
    return tb_same_sizes(a->size, a->ndim, b->size, b->ndim);
}

/* Operands of one shape ask for no warning, so that nothing can change them. */
static PyObject *answer(tb_call *call)
{
    tb_error err;
    bool holds;
    call->default_dtype = tbpy_default_dtype;
    if (tb_holds_everywhere(call, &holds, &err) != TB_OK)
        return tbpy_raise(&err);
    return PyBool_FromLong(holds);
}

static PyObject *allclose(const tbpy_overloads *o, PyObject *const *given)
{
    tb_call call = {.op = TB_OP_ISCLOSE};
    if (set_close(o, given, &call) < 0)
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

static PyObject *equal(const tbpy_overloads *Py_UNUSED(o), PyObject *const *given)
{
    tb_call call = {.op = TB_OP_EQ};
    for (int i = 0; i < 2; i++)
        tbpy_set_operand(&call.in[i], given[i]);
    if (!same_shape(call.in[0].tensor, call.in[1].tensor))
        Py_RETURN_FALSE;
    return answer(&call);
}

/* ---- methods and functions ---- */

#define BOTH(name, stem)                                                                                   \
    static PyObject *function_##name(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs, \
                                     PyObject *kwnames)                                                    \
    {                                                                                                      \
        static const tbpy_overloads o = {#name, false, &stem##_function, 1};                               \
        PyObject *given[TBPY_SLOTS] = {NULL};                                                              \
        return tbpy_match(&o, args, nargs, kwnames, given) < 0 ? NULL : name(&o, given);                   \
    }                                                                                                      \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs,                \
                                   PyObject *kwnames)                                                      \
    {                                                                                                      \
        static const tbpy_overloads o = {#name, true, &stem##_method, 1};                                  \
        PyObject *given[TBPY_SLOTS] = {NULL};                                                              \
        if (tbpy_match(&o, args, nargs, kwnames, given) < 0)                                               \
            return NULL;                                                                                   \
        given[0] = self;                                                                                   \
        return name(&o, given);                                                                            \
    }

BOTH(isclose, close)
BOTH(allclose, close)
BOTH(equal, equal)

/* ---- docstrings ---- */

#define CLOSE_ARGUMENTS "other, rtol=1e-05, atol=1e-08, equal_nan=False)\n--\n\n"
#define CLOSE_TEXT                                                                                         \
    "Operands: tensors of one dtype and of any shapes that broadcast (the note, \"General semantics\").\n" \
    "Integers are compared in the default dtype.  Raises RuntimeError for different dtypes, negative\n"    \
    "tolerances, or sizes that do not match.\n"                                                            \
    "Warns (UserWarning) where the deprecated 1-dimensional behaviour applies (the note, \"Backwards "     \
    "compatibility\").\n"
#define ISCLOSE_TEXT                                                                                     \
    "|self - other| <= atol + rtol * |other|, element by element; infinities are close to themselves,\n" \
    "nan only with equal_nan.\n\n" CLOSE_TEXT "Result: the broadcast shape, dtype bool.\n"
#define ALLCLOSE_TEXT "Is isclose True everywhere?  Stops where it is not.\n\n" CLOSE_TEXT "Result: a bool.\n"
#define EQUAL_TEXT                                                                                    \
    "Are sizes and elements equal?  Stops where they are not.\n\n"                                    \
    "Operands: tensors of any shapes and dtypes, nothing is broadcast; nan is not equal to itself.\n" \
    "Result: a bool.  Raises TypeError for what is no Tensor.\n"

PyDoc_STRVAR(isclose_doc, "isclose($module, input, " CLOSE_ARGUMENTS ISCLOSE_TEXT "As torch.isclose.\n\n"
                          ">>> torch.isclose(torch.tensor([1., 2.]), torch.tensor([[1.0000001], [2.]]))\n"
                          "tensor([[ True, False],\n        [False,  True]])\n");
PyDoc_STRVAR(method_isclose_doc, "isclose($self, " CLOSE_ARGUMENTS ISCLOSE_TEXT "As torch.Tensor.isclose.\n");
PyDoc_STRVAR(allclose_doc, "allclose($module, input, " CLOSE_ARGUMENTS ALLCLOSE_TEXT "As torch.allclose.\n\n"
                           ">>> torch.allclose(torch.tensor([1., 2.]), torch.tensor([1.0000001, 2.]))\n"
                           "True\n");
PyDoc_STRVAR(method_allclose_doc,
             "allclose($self, " CLOSE_ARGUMENTS ALLCLOSE_TEXT "As torch.Tensor.allclose.\n");
PyDoc_STRVAR(equal_doc, "equal($module, input, other)\n--\n\n" EQUAL_TEXT "As torch.equal.\n\n"
                        ">>> torch.equal(torch.tensor([1., 2.]), torch.tensor([1, 2]))\nTrue\n");
PyDoc_STRVAR(method_equal_doc, "equal($self, other)\n--\n\n" EQUAL_TEXT "As torch.Tensor.equal.\n");

PyMethodDef tbpy_closeness_functions[] = {
    {"isclose", TBPY_FASTCALL(function_isclose), isclose_doc},
    {"allclose", TBPY_FASTCALL(function_allclose), allclose_doc},
    {"equal", TBPY_FASTCALL(function_equal), equal_doc},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_closeness_methods[] = {
    {"isclose", TBPY_FASTCALL(method_isclose), method_isclose_doc},
    {"allclose", TBPY_FASTCALL(method_allclose), method_allclose_doc},
    {"equal", TBPY_FASTCALL(method_equal), method_equal_doc},
    {NULL, NULL, 0, NULL},
};
