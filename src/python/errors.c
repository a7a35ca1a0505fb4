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
    if (err->about != TB_ABOUT_ELSE)
        tbpy_note_error(err);
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
    if (type == TbMemoryFormat_Type)
        return "torch.memory_format";
    if (type == TbGenerator_Type)
        return "torch._C.Generator";
    if (type == TbStorage_Type)
        return "torch.storage.UntypedStorage";
    return type->tp_name;
}

PyObject *tbpy_describe_arguments(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *text = NULL, *separator = NULL, *joined = NULL, *parts = PyList_New(0);

    if (!parts)
        return NULL;
    for (Py_ssize_t i = 0; i < total; i++) {
        /* torch walks a hash table of the keywords, which as a rule has the last one first */
        const Py_ssize_t k = i < nargs ? i : nargs + total - 1 - i;
        const char *type = tbpy_type_name(args[k]);
        PyObject *part = i < nargs
                             ? PyUnicode_FromString(type)
                             : PyUnicode_FromFormat("%U=%s", PyTuple_GET_ITEM(kwnames, k - nargs), type);
        if (!part || PyList_Append(parts, part) < 0) {
            Py_XDECREF(part);
            goto done;
        }
        Py_DECREF(part);
    }
    separator = PyUnicode_FromString(", ");
    joined = separator ? PyUnicode_Join(separator, parts) : NULL;
    /* torch takes the last comma away only behind positional arguments */
    text = joined ? PyUnicode_FromFormat(nargs || !total ? "(%U)" : "(%U, )", joined) : NULL;
done:
    Py_XDECREF(separator);
    Py_XDECREF(joined);
    Py_DECREF(parts);
    return text;
}

PyObject *tbpy_invalid_combination(const char *function, PyObject *const *args, Py_ssize_t nargs,
                                   PyObject *kwnames, const char *expected)
{
    PyObject *got = tbpy_describe_arguments(args, nargs, kwnames);
    if (got) {
        PyErr_Format(PyExc_TypeError,
                     "%s() received an invalid combination of arguments - got %U, but expected %s%s",
                     function, got, expected[0] == ' ' ? "one of:\n" : "", expected);
        Py_DECREF(got);
    }
    return NULL;
}

/* ---- why no signature fits ---- */

/* "int", "tuple of (int, str)", "list of [int]": a type with its elements'. */
PyObject *tbpy_describe_type(PyObject *o)
{
    const bool tuple = PyTuple_Check(o);
    PyObject *separator = NULL, *joined = NULL, *text = NULL, *names = NULL;
    if (!tuple && !PyList_Check(o))
        return PyUnicode_FromString(tbpy_type_name(o));
    names = PyList_New(0);
    for (Py_ssize_t i = 0; names && i < PySequence_Fast_GET_SIZE(o); i++) {
        PyObject *name = PyUnicode_FromString(tbpy_type_name(PySequence_Fast_GET_ITEM(o, i)));
        if (!name || PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    separator = PyUnicode_FromString(", ");
    joined = names && separator ? PyUnicode_Join(separator, names) : NULL;
    if (joined && tuple)
        text = PyUnicode_FromFormat("tuple of (%U%s)", joined, PyList_GET_SIZE(names) == 1 ? "," : "");
    else if (joined)
        text = PyUnicode_FromFormat("list of [%U]", joined);
    Py_XDECREF(names);
    Py_XDECREF(separator);
    Py_XDECREF(joined);
    return text;
}

void tbpy_append(PyObject **text, PyObject *more)
{
    if (*text && more)
        PyUnicode_Append(text, more);
    else
        Py_CLEAR(*text);
    Py_XDECREF(more);
}

PyObject *tbpy_no_candidate(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                            const tbpy_candidate *candidates, int ncandidates)
{
    PyObject *text = PyUnicode_FromString("");
    for (int c = 0; c < ncandidates; c++) {
        tbpy_append(&text, PyUnicode_FromFormat(" * (%s)\n", candidates[c].parameters));
        if (kwnames || nargs != candidates[c].nparams)
            continue;
        tbpy_append(&text, PyUnicode_FromString(
                               "      didn't match because some of the arguments have invalid types: ("));
        for (Py_ssize_t i = 0; i < nargs; i++) {
            const char *mark = candidates[c].fits >> i & 1 ? "" : "!";
            PyObject *type = tbpy_describe_type(args[i]);
            tbpy_append(&text,
                        type ? PyUnicode_FromFormat("%s%s%U%s", i ? ", " : "", mark, type, mark) : NULL);
            Py_XDECREF(type);
        }
        tbpy_append(&text, PyUnicode_FromString(")\n"));
    }
    const char *expected = text ? PyUnicode_AsUTF8(text) : NULL;
    if (expected)
        tbpy_invalid_combination(function, args, nargs, kwnames, expected);
    Py_XDECREF(text);
    return NULL;
}
