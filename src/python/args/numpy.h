/* numpy.h: recognizes NumPy's objects, and reads its scalars.  NumPy is never imported here: until the
 * program imports it, nothing is an array. */
#ifndef TBPY_NUMPY_H
#define TBPY_NUMPY_H

#include "python/base/tbpy.h"

/* numpy.ndarray, borrowed, or NULL. */
PyTypeObject *tbpy_ndarray_type(void);
/* Whether o is a numpy.ndarray, or a NumPy scalar. */
bool tbpy_is_ndarray(PyObject *o);
bool tbpy_is_numpy_scalar(PyObject *o);
/* The dtype and, unless `element` is NULL, the value of a NumPy scalar: 1, or 0 for a type without
 * counterpart, or -1. */
int tbpy_numpy_scalar(PyObject *o, tb_dtype *dtype, tb_element *element);
/* The Python number for a floating or complex NumPy scalar whose type has no counterpart (longdouble);
 * NULL without an exception for other types. */
PyObject *tbpy_numpy_inexact(PyObject *o);
/* Raises TypeError "can't convert np.ndarray of type ..."; returns NULL. */
PyObject *tbpy_raise_numpy_type(PyTypeObject *type);

#endif
