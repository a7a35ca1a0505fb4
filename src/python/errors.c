/* errors.c: the one place where a core failure becomes a Python exception, and
 * the type names that messages use.  Relies on: tbpy.h. */
#include "tbpy.h"

PyObject *tbpy_raise(const tb_error *err)
{
    PyObject *type = PyExc_RuntimeError;
    switch (err->status) {
    case TB_TYPE_ERROR:
        type = PyExc_TypeError;
        break;
    case TB_VALUE_ERROR:
        type = PyExc_ValueError;
        break;
    case TB_INDEX_ERROR:
        type = PyExc_IndexError;
        break;
    case TB_OVERFLOW_ERROR:
        type = PyExc_OverflowError;
        break;
    case TB_MEMORY_ERROR:
        type = PyExc_MemoryError;
        break;
    case TB_NOT_IMPLEMENTED_ERROR:
        type = PyExc_NotImplementedError;
        break;
    case TB_OK:
    case TB_RUNTIME_ERROR:
        break;
    }
    PyErr_SetString(type, err->message);
    return NULL;
}

PyObject *tbpy_finish(TbTensor *out, tb_status status, const tb_error *err)
{
    if (status == TB_OK)
        return (PyObject *)out;
    Py_DECREF(out);
    return tbpy_raise(err);
}

const char *tbpy_type_name(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == TbTensor_Type)
        return "Tensor";
    if (type == TbSize_Type)
        return "torch.Size";
    if (type == TbDtype_Type)
        return "torch.dtype";
    if (type == TbDevice_Type)
        return "torch.device";
    if (type == TbLayout_Type)
        return "torch.layout";
    if (type == TbGenerator_Type)
        return "torch._C.Generator";
    return type->tp_name;
}

/* "int, str" of positional arguments, "step=int" of keywords. */
static PyObject *describe_arguments(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *text = NULL, *separator = NULL, *parts = PyList_New(0);

    if (!parts)
        return NULL;
    for (Py_ssize_t i = 0; i < total; i++) {
        const char *type = tbpy_type_name(args[i]);
        PyObject *part = i < nargs
                             ? PyUnicode_FromString(type)
                             : PyUnicode_FromFormat("%U=%s", PyTuple_GET_ITEM(kwnames, i - nargs), type);
        if (!part || PyList_Append(parts, part) < 0) {
            Py_XDECREF(part);
            goto done;
        }
        Py_DECREF(part);
    }
    separator = PyUnicode_FromString(", ");
    if (separator)
        text = PyUnicode_Join(separator, parts);
done:
    Py_XDECREF(separator);
    Py_DECREF(parts);
    return text;
}

PyObject *tbpy_invalid_combination(const char *function, PyObject *const *args, Py_ssize_t nargs,
                                   PyObject *kwnames, const char *expected)
{
    PyObject *got = describe_arguments(args, nargs, kwnames);
    if (got) {
        PyErr_Format(PyExc_TypeError,
                     "%s() received an invalid combination of arguments - got (%U), but expected %s%s",
                     function, got, expected[0] == ' ' ? "one of:\n" : "", expected);
        Py_DECREF(got);
    }
    return NULL;
}
