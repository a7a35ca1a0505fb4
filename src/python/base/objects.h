/* objects.h: small things that Python's own API lacks: attributes by interned names, texts in steps, ints
 * read in place, tuples of integers, a tp_new's arguments as a vectorcall's. */
#ifndef TBPY_OBJECTS_H
#define TBPY_OBJECTS_H

#include "python/base/critical.h"

/* o.name.  The name is interned: types' attribute caches go by names' addresses and keep them, so that a
 * new string a call (PyObject_GetAttrString) fills them with thousands of it. */
static inline PyObject *tbpy_attribute(PyObject *o, const char *name)
{
    PyObject *key = PyUnicode_InternFromString(name), *value = key ? PyObject_GetAttr(o, key) : NULL;
    Py_XDECREF(key);
    return value;
}

/* *text, whose reference is taken over, with something behind it; NULL where one of them is NULL. */
void tbpy_append(PyObject **text, PyObject *more);

/* Item i of a list or tuple: a new reference, or NULL, without an exception, if there is none (any more). */
static inline PyObject *tbpy_sequence_item(PyObject *o, Py_ssize_t i)
{
    TBPY_LOCKED(o);
    return i < PySequence_Fast_GET_SIZE(o) ? Py_NewRef(PySequence_Fast_GET_ITEM(o, i)) : NULL;
}

/* A Python int, no subclass of it, that fits int64: what most calls come with.  Else false, and no exception.
 * One digit of it is read in place: the call takes longer than all else. */
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

/* n of them. */
bool tbpy_plain_ints(PyObject *const *objects, Py_ssize_t n, int64_t *out);

/* A plain tuple of such objects. */
PyObject *tbpy_tuple_of(PyObject *const *items, Py_ssize_t n);

/* Item i of a tuple that is being made; takes the reference over.  Without the item there is no tuple either. */
static inline void tbpy_put_item(PyObject **tuple, Py_ssize_t i, PyObject *item)
{
    if (item)
        PyTuple_SET_ITEM(*tuple, i, item);
    else
        TBPY_DROP(*tuple);
}

/* A plain tuple of ints.  Making it may collect garbage, and that may run anything: the values are not to be
 * those of a tensor that others can reach, or are copied first. */
PyObject *tbpy_int_tuple(const int64_t *values, int n);
PyObject *tbpy_shape_tuples(const tb_shape *shape, int n); /* a tuple of such tuples */

/* The arguments of a tp_new, passed on as a vectorcall's. */
PyObject *tbpy_call_vector(vectorcallfunc function, PyObject *type, PyObject *args, PyObject *kwargs);

/* Py_VISIT of what is never NULL. */
#define TBPY_VISIT(object)                                   \
    do {                                                     \
        const int stop = visit((PyObject *)(object), arg);   \
        if (stop)                                            \
            return stop;                                     \
    } while (0)

/* The ends of objects that own nothing but a reference to their type: of types that take no part in garbage
 * collection; and of those that do, because the module's state holds an object of theirs. */
void tbpy_dealloc(PyObject *self);
void tbpy_gc_dealloc(PyObject *self);
int tbpy_gc_traverse(PyObject *self, visitproc visit, void *arg);

/* CPython takes its tables without const, but it only reads them. */

/* A type of the module's, which keeps the module alive; base NULL: object. */
PyTypeObject *tbpy_make_type(PyObject *module, const char *name, size_t size, unsigned flags,
                             const PyType_Slot *slots, PyTypeObject *base);
static inline int tbpy_add_functions(PyObject *module, const PyMethodDef *functions)
{
    return PyModule_AddFunctions(module, (PyMethodDef *)functions);
}

#endif
