/* return_types.c: torch.return_types: a tuple class with named fields for each function with several results.
 * tbcast/return_types.py makes them public. */
#include "python/functions/return_types.h"

#include "python/base/state.h"

#include <string.h>

#define PREFIX "tbcast.return_types."

enum { MAX_FIELDS = 4 };

static const struct {
    const char *name, *doc, *field[MAX_FIELDS + 1];
} rows[] = {
#define ROW(title, what, ...) \
    {PREFIX title, "What " title " returns: " what ".  As torch.return_types." title ".", {__VA_ARGS__}},
    TBPY_FOR_EACH_RETURN_TYPE(ROW)
#undef ROW
};
_Static_assert(TBPY_RETURN_TYPES == sizeof rows / sizeof *rows, "the state has a place for each");

static const char *short_name(size_t i) { return rows[i].name + strlen(PREFIX); }

/* The row with a name, which must exist. */
static size_t row_of(const char *name)
{
    size_t i = 0;
    while (i < TBPY_RETURN_TYPES - 1 && strcmp(short_name(i), name) != 0)
        i++;
    return i;
}

/* torch's repr: a line for each field.  A tuple may outlive the module, so only its own type is used. */
static PyObject *tuple_repr(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const size_t i = row_of(Py_TYPE(self)->tp_name + strlen(PREFIX));
    PyObject *text = PyUnicode_FromFormat("torch.return_types.%s(", short_name(i));
    for (Py_ssize_t k = 0; text && rows[i].field[k]; k++) {
        PyObject *longer = PyUnicode_FromFormat("%U%s\n%s=%R", text, k ? "," : "", rows[i].field[k],
                                                PyTuple_GET_ITEM(self, k));
        Py_SETREF(text, longer);
    }
    if (text)
        Py_SETREF(text, PyUnicode_FromFormat("%U)", text));
    return text;
}

static const PyMethodDef repr_method = {"__repr__", tuple_repr, METH_NOARGS,
                                        "__repr__($self, /)\n--\n\nThe name and a line for each field."};

static PyTypeObject *make_type(size_t i)
{
    PyStructSequence_Field fields[MAX_FIELDS + 1] = {{NULL, NULL}};
    int n = 0;
    for (; rows[i].field[n]; n++)
        fields[n].name = rows[i].field[n];
    PyStructSequence_Desc desc = {rows[i].name, rows[i].doc, fields, n};
    PyTypeObject *type = PyStructSequence_NewType(&desc);
    PyObject *method = type ? PyDescr_NewMethod(type, (PyMethodDef *)&repr_method) : NULL;
    if (!method || PyObject_SetAttrString((PyObject *)type, "__repr__", method) < 0)
        Py_CLEAR(type);
    Py_XDECREF(method);
    return type;
}

PyObject *tbpy_return_pair(const tbpy_function *f, bool out, PyObject *first, PyObject *second)
{
    PyObject *pair = f->returns == TBPY_RETURN_PLAIN
                         ? PyTuple_New(2)
                         : PyStructSequence_New(tbpy_get_state()->return_type[f->returns + out]);
    if (!pair) {
        Py_DECREF(first);
        Py_DECREF(second);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, first); /* which a struct sequence is */
    PyTuple_SET_ITEM(pair, 1, second);
    return pair;
}

int tbpy_init_return_types(PyObject *module)
{
    PyObject *types = PyDict_New();
    for (size_t i = 0; types && i < TBPY_RETURN_TYPES; i++) {
        PyTypeObject *type = tbpy_get_state()->return_type[i] = make_type(i);
        if (!type || PyDict_SetItemString(types, short_name(i), (PyObject *)type) < 0)
            TBPY_DROP(types);
    }
    const int status = types ? PyModule_AddObjectRef(module, "_return_types", types) : -1;
    Py_XDECREF(types);
    return status;
}
