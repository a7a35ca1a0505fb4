/* size.h: the type tbcast.Size, a tuple of ints. */
#ifndef TBPY_SIZE_H
#define TBPY_SIZE_H

#include "python/args/row.h"

PyObject *tbpy_size_new(const int64_t *size, int ndim);
PyObject *tbpy_size_of_ints(PyObject *const *items, Py_ssize_t n); /* that fit int64 */
/* A Tensor's Size: the cached one if it is still valid. */
PyObject *tbpy_size_of(TbTensor *self);

int tbpy_init_size_type(PyObject *module, const tbpy_class *c);

#endif
