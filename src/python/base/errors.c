/* errors.c: see errors.h. */
#include "python/base/errors.h"

#include "core/base/this_thread.h"
#include "python/base/notes.h"
#include "python/base/objects.h"
#include "python/base/types.h"

/* Is the text the name of a package, or of a module in it? */
static bool is_in(const char *text, const char *package)
{
    const size_t n = strlen(package);
    return !strncmp(text, package, n) && (text[n] == '.' || !text[n]);
}

/* Does the frame run code of tbcast's own modules, or of those of the package torch that tbcast.as_torch opens?  -1 with
 * an exception. */
static int is_own(PyFrameObject *frame)
{
    PyObject *globals = PyObject_GetAttrString((PyObject *)frame, "f_globals");
    if (!globals)
        return -1;
    PyObject *name = PyDict_GetItemString(globals, "__name__");
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    const bool own = text && (is_in(text, "tbcast") || is_in(text, "torch"));
    Py_DECREF(globals);
    return PyErr_Occurred() ? -1 : own;
}

/* The level, as warnings.warn counts, of the innermost frame of the program; -1 with an exception. */
static int program_level(void)
{
    PyFrameObject *frame = PyThreadState_GetFrame(PyThreadState_Get());
    int level = 1, own = 0;
    while (frame && (own = is_own(frame)) > 0) {
        PyFrameObject *back = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = back;
        level += back != NULL; /* where all is tbcast's, the outermost frame stands for the program */
    }
    Py_XDECREF(frame);
    return own < 0 ? -1 : level;
}

static int warn(PyObject *category, const char *text)
{
    const tb_thread_settings *settings = tb_this_threads_settings();
    if (settings->task)
        return 0;
    const int level = settings->meta ? settings->meta : program_level();
    return level < 0 ? -1 : PyErr_WarnEx(category, text, level);
}

int tbpy_warn(const char *text) { return warn(PyExc_UserWarning, text); }

static PyObject *warn_of_python(PyObject *Py_UNUSED(module), PyObject *args)
{
    const char *text;
    PyObject *category = PyExc_UserWarning;
    if (!PyArg_ParseTuple(args, "s|O:_warn", &text, &category) || warn(category, text) < 0)
        return NULL;
    Py_RETURN_NONE;
}

const PyMethodDef tbpy_error_functions[] = {
    {"_warn", warn_of_python, METH_VARARGS,
     "_warn($module, text, category=UserWarning, /)\n--\n\n"
     "Issues a warning at the line of the program that has called tbcast."},
    {NULL, NULL, 0, NULL},
};

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
