/* return_types.c: the named tuples of functions with several results, torch.return_types.max
 * and its kin.  Relies on: tbpy.h. */
#include "return_types.h"

#include <structmember.h>

static const struct {
    const char *name;
    const char *field[TBPY_MOST_RESULTS];
} shapes[TBPY_NRETURN_TYPES] = {
    [TBPY_RETURN_MAX] = {"max", {"values", "indices"}},
    [TBPY_RETURN_MAX_OUT] = {"max_out", {"values", "indices"}},
    [TBPY_RETURN_MIN] = {"min", {"values", "indices"}},
    [TBPY_RETURN_MIN_OUT] = {"min_out", {"values", "indices"}},
    [TBPY_RETURN_AMINMAX] = {"aminmax", {"min", "max"}},
    [TBPY_RETURN_AMINMAX_OUT] = {"aminmax_out", {"min", "max"}},
};

static PyTypeObject *types[TBPY_NRETURN_TYPES];

/* torch's: a field a line. */
static PyObject *repr(PyObject *self)
{
    int kind = 0;
    while (kind < TBPY_NRETURN_TYPES - 1 && !Py_IS_TYPE(self, types[kind]))
        kind++;
    PyObject *text = PyUnicode_FromFormat("torch.return_types.%s(", shapes[kind].name);
    for (int i = 0; text && i < TBPY_MOST_RESULTS && shapes[kind].field[i]; i++) {
        PyObject *part = PyUnicode_FromFormat("%s\n%s=%R", i ? "," : "", shapes[kind].field[i],
                                              PyStructSequence_GetItem(self, i));
        if (part)
            PyUnicode_Append(&text, part);
        else
            Py_CLEAR(text);
        Py_XDECREF(part);
    }
    if (text)
        PyUnicode_AppendAndDel(&text, PyUnicode_FromString(")"));
    return text;
}

PyObject *tbpy_return(tbpy_return_type kind, PyObject *const *results)
{
    PyObject *tuple = PyStructSequence_New(types[kind]);
    if (!tuple)
        return NULL;
    for (int i = 0; i < TBPY_MOST_RESULTS && shapes[kind].field[i]; i++)
        PyStructSequence_SetItem(tuple, i, Py_NewRef(results[i]));
    return tuple;
}

static PyTypeObject *make_type(int kind)
{
    char name[64];
    PyStructSequence_Field fields[TBPY_MOST_RESULTS + 1] = {{NULL, NULL}};
    PyStructSequence_Desc description = {.name = name, .fields = fields};
    PyOS_snprintf(name, sizeof name, "tbcast.return_types.%s", shapes[kind].name);
    while (description.n_in_sequence < TBPY_MOST_RESULTS && shapes[kind].field[description.n_in_sequence]) {
        fields[description.n_in_sequence].name = shapes[kind].field[description.n_in_sequence];
        fields[description.n_in_sequence++].doc = "";
    }
    PyTypeObject *type = PyStructSequence_NewType(&description);
    if (type) {
        type->tp_repr = repr;
        PyType_Modified(type);
    }
    return type;
}

int tbpy_init_return_types(PyObject *module)
{
    PyObject *dict = PyDict_New();
    int status = dict ? 0 : -1;
    for (int kind = 0; status == 0 && kind < TBPY_NRETURN_TYPES; kind++) {
        if (!types[kind] && !(types[kind] = make_type(kind)))
            status = -1;
        else
            status = PyDict_SetItemString(dict, shapes[kind].name, (PyObject *)types[kind]);
    }
    if (status == 0)
        status = PyModule_AddObjectRef(module, "_return_types", dict);
    Py_XDECREF(dict);
    return status;
}
