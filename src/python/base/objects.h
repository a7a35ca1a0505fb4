/* objects.h: helpers that Python's API lacks: attributes by interned names, building texts, reading ints
 * directly, tuples of integers, passing a tp_new's arguments to a vectorcall. */
#ifndef TBPY_OBJECTS_H
#define TBPY_OBJECTS_H

#include "python/base/critical.h"

/* Returns o.name.  The name is interned, because types' attribute caches are keyed by the address of the
 * name and keep it: a new string per call (PyObject_GetAttrString) would fill them with copies. */
static inline PyObject *tbpy_attribute(PyObject *o, const char *name)
{
    PyObject *key = PyUnicode_InternFromString(name), *value = key ? PyObject_GetAttr(o, key) : NULL;
    Py_XDECREF(key);
    return value;
}

/* Appends to text, stealing both references; NULL if either is NULL. */
void tbpy_append(PyObject **text, PyObject *more);

/* Item i of a list or tuple: a new reference, or NULL without an exception if there is none (any more). */
static inline PyObject *tbpy_sequence_item(PyObject *o, Py_ssize_t i)
{
    TBPY_LOCKED(o);
    return i < PySequence_Fast_GET_SIZE(o) ? Py_NewRef(PySequence_Fast_GET_ITEM(o, i)) : NULL;
}

/* Reads a Python int that is not of a subclass and fits int64, the most common case; else returns false
 * without an exception.  An int of one digit is read directly, because a call would dominate the time. */
static inline bool tbpy_plain_int(PyObject *o, int64_t *out)
{
    int overflow;
    if (!PyLong_CheckExact(o))
        return false;
    if (tbpy_compact_int((const PyLongObject *)o, out))
        return true;
    *out = PyLong_AsLongLongAndOverflow(o, &overflow);
    return !overflow;
}

/* The same for n of them. */
bool tbpy_plain_ints(PyObject *const *objects, Py_ssize_t n, int64_t *out);

/* A plain tuple of n such objects. */
PyObject *tbpy_tuple_of(PyObject *const *items, Py_ssize_t n);

/* Sets item i of a tuple under construction, stealing the reference.  If the item is NULL, the tuple
 * becomes NULL. */
static inline void tbpy_put_item(PyObject **tuple, Py_ssize_t i, PyObject *item)
{
    if (item)
        PyTuple_SET_ITEM(*tuple, i, item);
    else
        TBPY_DROP(*tuple);
}

/* A plain tuple of ints.  Making it may collect garbage, which may run any code: the values must not be
 * those of a tensor that other code can reach, unless they are copied first. */
PyObject *tbpy_int_tuple(const int64_t *values, int n);
PyObject *tbpy_shape_tuples(const tb_shape *shape, int n); /* a tuple of such tuples */

/* Passes the arguments of a tp_new to a vectorcall function. */
PyObject *tbpy_call_vector(vectorcallfunc function, PyObject *type, PyObject *args, PyObject *kwargs);

/* Py_VISIT for an object that is never NULL. */
#define TBPY_VISIT(object)                                   \
    do {                                                     \
        const int stop = visit((PyObject *)(object), arg);   \
        if (stop)                                            \
            return stop;                                     \
    } while (0)

/* Deallocators for objects that own only a reference to their type: for types without garbage collection,
 * and for those that have it because the module's state holds an object of theirs. */
void tbpy_dealloc(PyObject *self);
void tbpy_gc_dealloc(PyObject *self);
int tbpy_gc_traverse(PyObject *self, visitproc visit, void *arg);

/* CPython takes its tables without const, but only reads them. */

/* Makes a type of the module, which it keeps alive.  base NULL: object. */
PyTypeObject *tbpy_make_type(PyObject *module, const char *name, size_t size, unsigned flags,
                             const PyType_Slot *slots, PyTypeObject *base);
/* Sets attributes of a type, in place of any of the same names. */
int tbpy_add_attributes(PyTypeObject *type, const PyGetSetDef *def);
static inline int tbpy_add_functions(PyObject *module, const PyMethodDef *functions)
{
    return PyModule_AddFunctions(module, (PyMethodDef *)functions);
}

#endif
