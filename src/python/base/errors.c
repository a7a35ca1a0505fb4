/* errors.c: see errors.h. */
#include "python/base/errors.h"

#include "core/base/this_thread.h"
#include "python/base/notes.h"
#include "python/base/objects.h"
#include "python/base/types.h"

int tbpy_warn(const char *text)
{
    const tb_thread_settings *settings = tb_this_threads_settings();
    return settings->task ? 0 : PyErr_WarnEx(PyExc_UserWarning, text, settings->meta ? settings->meta : 1);
}

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
    case TB_MEMORY_ERROR:
        type = PyExc_MemoryError;
        break;
    case TB_NOT_IMPLEMENTED_ERROR:
        type = PyExc_NotImplementedError;
        break;
    case TB_INTERRUPTED: /* by an exception, which is set */
        return NULL;
    case TB_OK:
    case TB_RUNTIME_ERROR:
        break;
    }
    PyErr_SetString(type, err->message);
    if (err->about != TB_ABOUT_NOTHING)
        tbpy_note_error(err);
    return NULL;
}

PyObject *tbpy_drop_and_raise(TbTensor *out, const tb_error *err)
{
    Py_DECREF(out);
    return tbpy_raise(err);
}

bool tbpy_clear_answer(void)
{
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
        return false;
    PyErr_Clear();
    return true;
}

int tbpy_fail_type(PyObject *o, const char *function, const char *name, int position, const char *expected)
{
    char place[32] = "";
    if (position > 0)
        PyOS_snprintf(place, sizeof place, " (position %d)", position);
    PyErr_Format(PyExc_TypeError, "%s(): argument '%s'%s must be %s, not %s", function, name, place, expected,
                 tbpy_type_name(o));
    return -1;
}

int tbpy_fail_element(const char *function, const char *name, int position, const char *expected,
                      PyObject *element)
{
    PyErr_Format(PyExc_TypeError,
                 "%s(): argument '%s' (position %d) must be %s, but found element of type %s at pos 0",
                 function, name, position, expected, tbpy_type_name(element));
    return -1;
}

/* ---- why no signature matches ---- */

PyObject *tbpy_describe_arguments(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *text = PyUnicode_FromString("(");
    for (Py_ssize_t i = 0; i < total; i++) {
        /* torch iterates over a hash table of the keywords, in which the last one usually comes first */
        const Py_ssize_t k = i < nargs ? i : nargs + total - 1 - i;
        const char *separator = i ? ", " : "", *type = tbpy_type_name(args[k]);
        tbpy_append(&text, i < nargs ? PyUnicode_FromFormat("%s%s", separator, type)
                                     : PyUnicode_FromFormat("%s%U=%s", separator,
                                                            PyTuple_GET_ITEM(kwnames, k - nargs), type));
    }
    /* torch drops the last comma only after positional arguments */
    tbpy_append(&text, PyUnicode_FromString(nargs || !total ? ")" : ", )"));
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

PyObject *tbpy_no_candidate(const char *function, PyObject *const *args, Py_ssize_t nargs,
                            const tbpy_candidate *candidates, int ncandidates)
{
    PyObject *text = PyUnicode_FromString("");
    for (int c = 0; c < ncandidates; c++) {
        tbpy_append(&text, PyUnicode_FromFormat(" * (%s)\n", candidates[c].parameters));
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
        tbpy_invalid_combination(function, args, nargs, NULL, expected);
    Py_XDECREF(text);
    return NULL;
}
