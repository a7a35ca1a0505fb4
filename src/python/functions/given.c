/* given.c: see given.h. */
#include "python/functions/given.h"

#include "python/args/convert.h"
#include "python/base/types.h"
#include "python/types/dtype.h"

int tbpy_given_int(const tbpy_function *f, PyObject *const *given, int slot, int64_t *value)
{
    return given[slot] ? tbpy_as_int64(given[slot], f->overloads.function, f->slot[slot], 0, value) : 0;
}

int tbpy_given_ints(const tbpy_function *f, PyObject *const *given, int slot, tb_shape *values)
{
    PyObject *o = given[slot];
    if (!o)
        return 0;
    if (PyTuple_Check(o) || PyList_Check(o))
        return tbpy_as_size_tuple(o, f->overloads.function, f->slot[slot], 0, values);
    values->ndim = 1;
    return tbpy_as_index(o, f->overloads.function, f->slot[slot], 0, &values->size[0]);
}

int tbpy_given_dtype(const tbpy_function *f, PyObject *const *given, int slot, tb_dtype *dtype)
{
    return tbpy_as_dtype(given[slot], f->overloads.function, f->slot[slot], dtype);
}

/* The matcher has looked at the elements, but whatever ran since then may have changed a list. */
int tbpy_given_tensors(PyObject *const *given, int slot, PyObject **tensors)
{
    PyObject *o = given[slot], *items = PyTuple_Check(o) ? Py_NewRef(o) : PyList_AsTuple(o);
    for (Py_ssize_t i = 0; items && i < PyTuple_GET_SIZE(items); i++)
        if (!TbTensor_Check(PyTuple_GET_ITEM(items, i))) {
            PyErr_SetString(PyExc_RuntimeError, "a list of tensors was changed while it was read");
            Py_CLEAR(items);
        }
    *tensors = items;
    return items ? 0 : -1;
}

int tbpy_given_pair(PyObject *const *given, int slot, PyObject **tensors, PyObject **pair)
{
    if (tbpy_given_tensors(given, slot, tensors) < 0)
        return -1;
    const Py_ssize_t n = PyTuple_GET_SIZE(*tensors);
    if (n != 2) {
        PyErr_Format(PyExc_TypeError, "expected tuple of 2 elements but got %zd", n);
        Py_CLEAR(*tensors);
        return -1;
    }
    for (int i = 0; i < 2; i++)
        pair[i] = PyTuple_GET_ITEM(*tensors, i);
    return 0;
}
