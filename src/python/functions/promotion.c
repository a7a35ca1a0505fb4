/* promotion.c: type promotion: result_type, promote_types, can_cast; is_tensor. */
#include "python/functions/functions.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/types/dtype.h"

/* 1 if o is a Tensor or a number, 0 if it is neither, -1 with an exception. */
static int add_operand(tb_promotion *state, PyObject *o)
{
    tb_scalar value;
    if (TbTensor_Check(o)) {
        const tb_tensor *t = tbpy_tensor_of(o);
        tb_promotion_add_tensor(state, t->dtype, t->ndim);
        return 1;
    }
    int known = tbpy_number(o, &value);
    if (known == 1 && value.kind == TB_KIND_INT && value.above_int64)
        tb_promotion_add_above_int64(state);
    else if (known == 1)
        tb_promotion_add_number(state, value.kind, tbpy_default_dtype);
    return known;
}

/* torch's four signatures are symmetric: any two operands under any of their
 * names. */
static bool is_operand_name(PyObject *key)
{
    static const char *const names[] = {"tensor", "other", "scalar", "scalar1", "scalar2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (PyUnicode_CompareWithASCIIString(key, names[i]) == 0)
            return true;
    return false;
}

static PyObject *result_type(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    static const char signatures[] =
        " * (Tensor tensor, Tensor other)\n * (Number scalar, Tensor tensor)\n"
        " * (Tensor tensor, Number other)\n * (Number scalar1, Number scalar2)\n";
    const Py_ssize_t nkw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    tb_promotion state = tb_promotion_new();
    bool fits = nargs + nkw == 2;

    for (Py_ssize_t i = 0; fits && i < nkw; i++)
        fits = is_operand_name(PyTuple_GET_ITEM(kwnames, i));
    for (int i = 0; fits && i < 2; i++) {
        int known = add_operand(&state, args[i]);
        if (known < 0)
            return NULL;
        fits = known == 1;
    }
    if (!fits)
        return tbpy_invalid_combination("result_type", args, nargs, kwnames, signatures);
    tb_error err;
    if (tb_promotion_check(&state, &err) != TB_OK)
        return tbpy_raise(&err);
    return tbpy_dtype_object(tb_promotion_result(&state));
}

static int two_dtypes(const tbpy_signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                      tb_dtype *a, tb_dtype *b)
{
    PyObject *given[TBPY_MAX_PARAMS];
    if (tbpy_parse(s, args, nargs, kwnames, given) < 0 ||
        tbpy_as_required_dtype(given[0], s->function, s->name[0], 1, a) < 0)
        return -1;
    return tbpy_as_required_dtype(given[1], s->function, s->name[1], 2, b);
}

static PyObject *promote_types(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                               PyObject *kwnames)
{
    static const tbpy_signature signature = {"promote_types", 2, 2, 2, {"type1", "type2"}};
    tb_dtype a, b;
    if (two_dtypes(&signature, args, nargs, kwnames, &a, &b) < 0)
        return NULL;
    const tb_dtype both = tb_promote(a, b);
    tb_error err;
    if (both == TB_UNDEFINED) {
        tb_fail_promotion(a, b, &err);
        return tbpy_raise(&err);
    }
    return tbpy_dtype_object(both);
}

static PyObject *can_cast(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    static const tbpy_signature signature = {"can_cast", 2, 2, 2, {"from_", "to"}};
    tb_dtype from, to;
    if (two_dtypes(&signature, args, nargs, kwnames, &from, &to) < 0)
        return NULL;
    return PyBool_FromLong(tb_can_cast(from, to));
}

static PyObject *is_tensor(PyObject *Py_UNUSED(module), PyObject *o)
{
    return PyBool_FromLong(TbTensor_Check(o));
}

PyMethodDef tbpy_promotion_functions[] = {
    TBPY_FUNCTION(result_type,
                  "result_type($module, tensor, other)\n--\n\n"
                  "The dtype that an operator computes in for these operands: tensors with dimensions\n"
                  "come before 0-dim tensors, which come before numbers.\n\n"
                  "TypeError for anything else.  As torch.result_type.\n\n"
                  ">>> torch.result_type(torch.ones(2, dtype=torch.int8), 1.5)\ntorch.float32\n"),
    TBPY_FUNCTION(promote_types,
                  "promote_types($module, type1, type2)\n--\n\n"
                  "The smallest dtype that both dtypes promote to.  TypeError for what is no dtype.\n"
                  "As torch.promote_types.\n\n"
                  ">>> torch.promote_types(torch.int32, torch.float16)\ntorch.float16\n"),
    TBPY_FUNCTION(
        can_cast,
        "can_cast($module, from_, to)\n--\n\n"
        "May a result of dtype from_ be written to a tensor of dtype to?  No from complex to real,\n"
        "from floating to integral, from anything to bool.  TypeError for what is no dtype.\n"
        "As torch.can_cast.\n\n"
        ">>> torch.can_cast(torch.float64, torch.int64)\nFalse\n"),
    {"is_tensor", is_tensor, METH_O,
     "is_tensor($module, obj, /)\n--\n\n"
     "Is obj a Tensor?  As torch.is_tensor.\n\n>>> torch.is_tensor(torch.ones(1))\nTrue\n"},
    {NULL, NULL, 0, NULL},
};
