/* return_types.c: torch.return_types: a class of tuple for each function of two
 * results, with named fields.  tbcast/return_types.py shows them to Python. */
#include "python/functions/return_types.h"

#include <string.h>

#define PREFIX "tbcast.return_types."

static PyStructSequence_Field values_and_indices[] = {{"values", NULL}, {"indices", NULL}, {NULL, NULL}};
static PyStructSequence_Field min_and_max[] = {{"min", NULL}, {"max", NULL}, {NULL, NULL}};

#define ROW(name, fields, what)                                                                    \
    {                                                                                              \
        {PREFIX name, "What " name " returns: " what ".  As torch.return_types." name ".", fields, \
         2},                                                                                       \
            NULL                                                                                   \
    }

/* With out= they are of another class, as torch has it. */
#define ROWS(name, fields, what) ROW(name, fields, what), ROW(name "_out", fields, what)

static struct {
    PyStructSequence_Desc desc;
    PyTypeObject *type; /* of the process: made once */
} rows[] = {
    ROWS("aminmax", min_and_max, "the least and the greatest elements"),
    ROWS("cummax", values_and_indices, "the greatest elements so far and where they are"),
    ROWS("cummin", values_and_indices, "the least elements so far and where they are"),
    ROWS("max", values_and_indices, "the greatest elements along a dimension and where they are"),
    ROWS("min", values_and_indices, "the least elements along a dimension and where they are"),
    ROWS("sort", values_and_indices, "the sorted elements and where they were"),
    ROWS("topk", values_and_indices, "the k largest or smallest elements and where they are"),
};
#undef ROWS
#undef ROW

#define NROWS (sizeof rows / sizeof *rows)

static const char *short_name(size_t i) { return rows[i].desc.name + strlen(PREFIX); }

/* torch's: a line for each field. */
static PyObject *pair_repr(PyObject *self, PyObject *Py_UNUSED(unused))
{
    for (size_t i = 0; i < NROWS; i++)
        if (Py_IS_TYPE(self, rows[i].type))
            return PyUnicode_FromFormat("torch.return_types.%s(\n%s=%R,\n%s=%R)", short_name(i),
                                        rows[i].desc.fields[0].name, PyTuple_GET_ITEM(self, 0),
                                        rows[i].desc.fields[1].name, PyTuple_GET_ITEM(self, 1));
    return PyTuple_Type.tp_repr(self);
}

static PyMethodDef repr_method = {"__repr__", pair_repr, METH_NOARGS,
                                  "__repr__($self, /)\n--\n\nThe name and a line for each field."};

static int make_type(size_t i)
{
    if (rows[i].type)
        return 0;
    PyTypeObject *type = PyStructSequence_NewType(&rows[i].desc);
    PyObject *method = type ? PyDescr_NewMethod(type, &repr_method) : NULL;
    if (!method || PyObject_SetAttrString((PyObject *)type, "__repr__", method) < 0)
        Py_CLEAR(type);
    Py_XDECREF(method);
    rows[i].type = type;
    return type ? 0 : -1;
}

PyObject *tbpy_return_pair(const char *name, PyObject *first, PyObject *second)
{
    PyObject *pair = NULL;
    size_t i = 0;
    while (i < NROWS && strcmp(short_name(i), name) != 0)
        i++;
    if (first && second && i == NROWS)
        PyErr_Format(PyExc_SystemError, "no class %s%s", PREFIX, name);
    else if (first && second)
        pair = PyStructSequence_New(rows[i].type);
    if (!pair) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    PyStructSequence_SET_ITEM(pair, 0, first);
    PyStructSequence_SET_ITEM(pair, 1, second);
    return pair;
}

int tbpy_init_return_types(PyObject *module)
{
    PyObject *types = PyDict_New();
    for (size_t i = 0; types && i < NROWS; i++)
        if (make_type(i) < 0 || PyDict_SetItemString(types, short_name(i), (PyObject *)rows[i].type) < 0)
            Py_CLEAR(types);
    const int status = types ? PyModule_AddObjectRef(module, "_return_types", types) : -1;
    Py_XDECREF(types);
    return status;
}
