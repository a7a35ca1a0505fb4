/* methods.h: slots of Tensor other than operators, and helpers that they share. */
#ifndef TBPY_METHODS_H
#define TBPY_METHODS_H

#include "python/args/row.h"

/* object_slots.c */
PyObject *tbpy_tensor_repr(PyObject *self);
Py_hash_t tbpy_tensor_hash(PyObject *self);
Py_ssize_t tbpy_tensor_length(PyObject *self);
PyObject *tbpy_tensor_iter(PyObject *self);

/* numbers.c */
PyObject *tbpy_tensor_int(PyObject *self);
PyObject *tbpy_tensor_float(PyObject *self);
PyObject *tbpy_tensor_index(PyObject *self);
int tbpy_tensor_bool(PyObject *self);

/* accessors.c: the only element as a Python number, with item()'s error. */
PyObject *tbpy_item(PyObject *self);

/* unsupported.c: what a call of a row has made, which remembers requires_grad=True if it was given.  Takes over
 * `result`, which may be NULL. */
PyObject *tbpy_with_grad(const tbpy_call *c, PyObject *result);
extern const PyMethodDef tbpy_unsupported_functions[]; /* _remember_requires_grad */

#endif
