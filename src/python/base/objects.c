/* objects.c: see objects.h. */
#include "python/base/objects.h"

void tbpy_append(PyObject **text, PyObject *more)
{
    if (*text && more)
        PyUnicode_Append(text, more);
    else
        Py_CLEAR(*text);
    Py_XDECREF(more);
}

bool tbpy_plain_ints(PyObject *const *objects, Py_ssize_t n, int64_t *out)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (!tbpy_plain_int(objects[i], &out[i]))
            return false;
    return true;
}

PyObject *tbpy_tuple_of(PyObject *const *items, Py_ssize_t n)
{
    PyObject *tuple = PyTuple_New(n);
    for (Py_ssize_t i = 0; tuple && i < n; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(items[i]));
    return tuple;
}

PyObject *tbpy_int_tuple(const int64_t *values, int n)
{
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple && i < n; i++)
        tbpy_put_item(&tuple, i, PyLong_FromLongLong(values[i]));
    return tuple;
}

PyObject *tbpy_shape_tuples(const tb_shape *shape, int n)
{
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple && i < n; i++)
        tbpy_put_item(&tuple, i, tbpy_int_tuple(shape[i].size, shape[i].ndim));
    return tuple;
}

PyObject *tbpy_call_vector(vectorcallfunc function, PyObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t nargs = PyTuple_GET_SIZE(args), nkw = kwargs ? PyDict_GET_SIZE(kwargs) : 0, pos = 0, i = 0;
    PyObject *key, *value, *names, *result = NULL;

    if (nkw == 0)
        return function(type, &PyTuple_GET_ITEM(args, 0), (size_t)nargs, NULL);
    PyObject *all = PyTuple_New(nargs + nkw);
    names = PyTuple_New(nkw);
    if (!all || !names)
        goto done;
    for (Py_ssize_t j = 0; j < nargs; j++)
        PyTuple_SET_ITEM(all, j, Py_NewRef(PyTuple_GET_ITEM(args, j)));
    for (; PyDict_Next(kwargs, &pos, &key, &value); i++) {
        if (!PyUnicode_Check(key)) { /* type.__call__ accepts any dict */
            PyErr_SetString(PyExc_TypeError, "keywords must be strings");
            goto done;
        }
        PyTuple_SET_ITEM(names, i, Py_NewRef(key));
        PyTuple_SET_ITEM(all, nargs + i, Py_NewRef(value));
    }
    result = function(type, &PyTuple_GET_ITEM(all, 0), (size_t)nargs, names);
done:
    Py_XDECREF(all);
    Py_XDECREF(names);
    return result;
}

void tbpy_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

void tbpy_gc_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    tbpy_dealloc(self);
}

int tbpy_gc_traverse(PyObject *self, visitproc visit, void *arg)
{
    return visit((PyObject *)Py_TYPE(self), arg);
}

PyTypeObject *tbpy_make_type(PyObject *module, const char *name, size_t size, unsigned flags,
                             const PyType_Slot *slots, PyTypeObject *base)
{
    PyType_Spec spec = {.name = name,
                        .basicsize = (int)size,
                        .flags = Py_TPFLAGS_DEFAULT | flags,
                        .slots = (PyType_Slot *)slots};
    return tbpy_new_type(module, &spec, base, NULL);
}

int tbpy_add_attributes(PyTypeObject *type, const PyGetSetDef *def)
{
    int status = 0;
    for (; status == 0 && def->name; def++) {
        PyObject *attribute = PyDescr_NewGetSet(type, (PyGetSetDef *)def);
        status = attribute ? PyObject_SetAttrString((PyObject *)type, def->name, attribute) : -1;
        Py_XDECREF(attribute);
    }
    return status;
}
