/* function_calls.c: the functions, methods and in-place methods of the function
 * table.  Names, overloads and docstrings come from generated/function_rows.inc;
 * nothing here knows a function.
 * Relies on: function_calls.h; on the caller holding references to all arguments, as
 * CPython does for vectorcalls. */
#include "function_calls.h"
#include "function_codes.h"
#include "views.h"

#define MAX_GIVEN 16
_Static_assert(MAX_GIVEN >= TBPY_MOST_SLOTS, "room for the arguments of every function");

/* ---- arguments ---- */

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

/* ---- bodies in Python ---- */

PyObject *tbpy_body_in_python(const tbpy_function *f, int Py_UNUSED(overload), PyObject *const *given)
{
    PyObject *args[MAX_GIVEN], *function, *names, *result = NULL;
    Py_ssize_t n = 0;
    PyObject *module = PyImport_ImportModule(f->module);
    if (!module)
        return NULL;
    function = tbpy_attribute(module, f->name);
    Py_DECREF(module);
    for (int i = 0; i < f->nslots; i++)
        n += given[i] != NULL;
    names = PyTuple_New(n);
    n = 0;
    for (int i = 0; names && i < f->nslots; i++) {
        if (!given[i])
            continue;
        PyObject *name = PyUnicode_InternFromString(f->slot[i]);
        if (!name) {
            Py_CLEAR(names);
            break;
        }
        args[n] = given[i];
        PyTuple_SET_ITEM(names, n++, name);
    }
    if (function && names)
        result = PyObject_Vectorcall(function, args, 0, names);
    Py_XDECREF(function);
    Py_XDECREF(names);
    return result;
}

/* ---- calls ---- */

static PyObject *call(const tbpy_function *f, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames)
{
    PyObject *given[MAX_GIVEN] = {NULL};
    const int overload = tbpy_match(&f->overloads, args, nargs, kwnames, given);
    if (overload < 0)
        return NULL;
    if (self)
        given[f->own] = self;
    return f->body(f, overload, given);
}

/* repeat(2, 3) is repeat((2, 3)). */
static PyObject *call_spread(const tbpy_function *f, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    PyObject *packed[1 + MAX_GIVEN];
    const Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    if (nargs == 0 || keywords > MAX_GIVEN || !tbpy_is_index(args[0]))
        return call(f, self, args, nargs, kwnames);
    PyObject *sizes = PyTuple_New(nargs);
    if (!sizes)
        return NULL;
    for (Py_ssize_t i = 0; i < nargs; i++)
        PyTuple_SET_ITEM(sizes, i, Py_NewRef(args[i]));
    packed[0] = sizes;
    for (Py_ssize_t i = 0; i < keywords; i++)
        packed[1 + i] = args[nargs + i];
    PyObject *result = call(f, self, packed, 1, kwnames);
    Py_DECREF(sizes);
    return result;
}

/* ---- what the table says ---- */

#define TBPY_SLOTS_AND_OVERLOADS
#include "generated/function_rows.inc"

#define CALLABLE(symbol, text, method, inplace, body, code, row, table, n, spread, module, python) \
    static PyObject *symbol(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)   \
    {                                                                                                     \
        static const tbpy_function f = {{text, method, table, n}, body, code, TBPY_OWN_##row, TBPY_COUNT_##row, \
                                        inplace, spread, slots_##row, module, python};                      \
        return (method) && (spread) ? call_spread(&f, self, args, nargs, kwnames) \
                          : call(&f, (method) ? self : NULL, args, nargs, kwnames);                          \
    }
#define TBPY_FUNCTION_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    CALLABLE(function_##name, #name, false, false, body, code, row, table, n, spread, module, python)
#define TBPY_METHOD_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    CALLABLE(method_##name, #name, true, false, body, code, row, table, n, spread, module, python)
#define TBPY_INPLACE_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    CALLABLE(inplace_##name, #name "_", true, true, body, code, row, table, n, spread, module, python)
#include "generated/function_rows.inc"

PyMethodDef tbpy_table_functions[] = {
#define TBPY_FUNCTION_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    {#public, TBPY_FASTCALL(function_##name), PyDoc_STR(doc)},
#include "generated/function_rows.inc"
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_table_methods[] = {
#define TBPY_METHOD_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    {#name, TBPY_FASTCALL(method_##name), PyDoc_STR(doc)},
#define TBPY_INPLACE_OF_TABLE(public, name, row, body, code, table, n, spread, module, python, doc) \
    {#name "_", TBPY_FASTCALL(inplace_##name), PyDoc_STR(doc)},
#include "generated/function_rows.inc"
    {NULL, NULL, 0, NULL},
};
