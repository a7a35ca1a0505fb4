/* given.c: see given.h. */
#include "python/call/given.h"

#include "python/args/convert.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/types/dtype.h"
#include "python/types/memory_format.h"

int tbpy_convert_int(const tbpy_call *c, int slot, int64_t *value)
{
    return tbpy_as_int64(c->given[slot], c->f->overloads.function, c->f->slot[slot], 0, value);
}

int tbpy_convert_index(const tbpy_call *c, int slot, int64_t *value)
{
    return tbpy_as_index(c->given[slot], c->f->overloads.function, c->f->slot[slot], 0, value);
}

int tbpy_given_lengths(const tbpy_call *c, int slot, int64_t **values, Py_ssize_t *n)
{
    PyObject *o = c->given[slot];
    const bool one_by_one =
        c->spread && c->nargs > 0 && o == c->args[0] && !PyTuple_Check(o) && !PyList_Check(o);
    PyObject *items = one_by_one ? tbpy_tuple_of(c->args, c->nargs) : Py_NewRef(o);
    const int status =
        items ? tbpy_as_lengths(items, c->f->overloads.function, c->f->slot[slot], 0, values, n) : -1;
    Py_XDECREF(items);
    return status;
}

int tbpy_convert_ints(const tbpy_call *c, int slot, tb_shape *values)
{
    const char *function = c->f->overloads.function, *name = c->f->slot[slot];
    PyObject *o = c->given[slot];
    if (PyTuple_Check(o) || PyList_Check(o))
        return tbpy_as_size_tuple(o, function, name, 0, values);
    if (c->spread && c->nargs > 0 && o == c->args[0])
        return tbpy_as_sizes(c->args, c->nargs, function, name, values);
    values->ndim = 1;
    return tbpy_plain_int(o, &values->size[0]) ? 0 : tbpy_as_index(o, function, name, 0, &values->size[0]);
}

int tbpy_given_double(const tbpy_call *c, int slot, double *value)
{
    return c->given[slot] ? tbpy_as_double(c->given[slot], value) : 0;
}

void tbpy_given_format(const tbpy_call *c, int slot, tb_memory_format *format)
{
    if (c->given[slot])
        *format = tbpy_memory_format_of(c->given[slot]);
}

void tbpy_given_dtype(const tbpy_call *c, int slot, tb_dtype *dtype)
{
    if (c->given[slot])
        *dtype = tbpy_dtype_of(c->given[slot]);
}

/* The matcher has checked the elements, but code that has run since may have changed a list. */
int tbpy_given_tensors(const tbpy_call *c, int slot, PyObject **tensors)
{
    PyObject *o = c->given[slot];
    PyObject *items = !o                 ? tbpy_tuple_of(c->args, c->nargs)
                      : PyTuple_Check(o) ? Py_NewRef(o)
                                         : PyList_AsTuple(o);
    if (items && !o && tbpy_check_tensors(c->args, c->nargs, 0) < 0)
        TBPY_DROP(items);
    for (Py_ssize_t i = 0; items && i < PyTuple_GET_SIZE(items); i++)
        if (!TbTensor_Check(PyTuple_GET_ITEM(items, i))) {
            PyErr_SetString(PyExc_RuntimeError, "a list of tensors was changed while it was read");
            TBPY_DROP(items);
        }
    *tensors = items;
    return items ? 0 : -1;
}

int tbpy_given_pair(const tbpy_call *c, int slot, PyObject **tensors, PyObject **pair)
{
    if (tbpy_given_tensors(c, slot, tensors) < 0)
        return -1;
    const Py_ssize_t n = PyTuple_GET_SIZE(*tensors);
    if (n != 2) {
        PyErr_Format(PyExc_TypeError, "expected tuple of 2 elements but got %zd", n);
        TBPY_DROP(*tensors);
        return -1;
    }
    for (int i = 0; i < 2; i++)
        pair[i] = PyTuple_GET_ITEM(*tensors, i);
    return 0;
}
