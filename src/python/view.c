/* view.c: Tensor.view: other sizes, or the bytes as elements of another dtype.
 * Relies on: views.h, ../core/reinterpret.h. */
#include "views.h"

/* ---- why neither signature fits ---- */

/* What torch says of a signature when its one argument came as a keyword. */
static PyObject *describe_keyword(const char *parameter, PyObject *name, PyObject *value)
{
    if (PyUnicode_CompareWithASCIIString(name, parameter) != 0)
        return PyUnicode_FromFormat("      didn't match because some of the keywords were incorrect: %U\n",
                                    name);
    PyObject *type = tbpy_describe_type(value), *text = NULL;
    if (type)
        text = PyUnicode_FromFormat("      didn't match because some of the arguments have invalid types: "
                                    "(!%U=%U!, )\n",
                                    name, type);
    Py_XDECREF(type);
    return text;
}

static PyObject *fail_keyword(PyObject *name, PyObject *const *value, PyObject *kwnames)
{
    PyObject *dtype = describe_keyword("dtype", name, *value);
    PyObject *size = describe_keyword("size", name, *value), *text = NULL;
    if (dtype && size)
        text = PyUnicode_FromFormat(" * (torch.dtype dtype)\n%U * (tuple of ints size)\n%U", dtype, size);
    const char *expected = text ? PyUnicode_AsUTF8(text) : NULL;
    if (expected)
        tbpy_invalid_combination("view", value, 0, kwnames, expected);
    Py_XDECREF(dtype);
    Py_XDECREF(size);
    Py_XDECREF(text);
    return NULL;
}

static PyObject *fail(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_candidate candidates[] = {{"torch.dtype dtype", 1, 0}, {"tuple of ints size", 1, 0}};
    if (kwnames && nargs + PyTuple_GET_SIZE(kwnames) == 1)
        return fail_keyword(PyTuple_GET_ITEM(kwnames, 0), args, kwnames);
    return tbpy_no_candidate("view", args, nargs, kwnames, candidates, 2);
}

/* ---- the two signatures ---- */

static PyObject *view_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    tb_shape shape;
    if (tbpy_as_sizes(args, nargs, "view", "size", &shape) < 0)
        return NULL;
    TBPY_RETURN_TENSOR(tb_view_as, tbpy_tensor_of(self), shape.size, shape.ndim);
}

PyObject *tbpy_view(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const Py_ssize_t nkeywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    PyObject *keyword = nkeywords ? PyTuple_GET_ITEM(kwnames, 0) : NULL;
    tb_dtype dtype;
    if (nkeywords == 0 && nargs > 0 && tbpy_begins_sizes(args, nargs))
        return view_as(self, args, nargs);
    if (nargs + nkeywords != 1)
        return fail(args, nargs, kwnames);
    if (!keyword || PyUnicode_CompareWithASCIIString(keyword, "dtype") == 0) {
        if (args[0] != Py_None && tbpy_as_dtype(args[0], "view", "dtype", &dtype) == 0)
            TBPY_RETURN_TENSOR(tb_view_dtype, tbpy_tensor_of(self), dtype);
        PyErr_Clear();
    }
    if ((!keyword || PyUnicode_CompareWithASCIIString(keyword, "size") == 0) && tbpy_is_int_tuple(args[0]))
        return view_as(self, args, 1);
    return fail(args, nargs, kwnames);
}
