/* numpy.h: which objects are NumPy's, and its numbers.  numpy is never imported: while no one else has,
 * nothing is an array. */
#ifndef TBPY_NUMPY_H
#define TBPY_NUMPY_H

#include "python/base/tbpy.h"

/* numpy.ndarray, borrowed, or NULL. */
PyTypeObject *tbpy_ndarray_type(void);
/* Is o a numpy.ndarray, a NumPy scalar? */
bool tbpy_is_ndarray(PyObject *o);
bool tbpy_is_numpy_scalar(PyObject *o);
/* The dtype and, unless NULL, the element of a NumPy scalar: 1, or 0 for a type without counterpart, or
 * -1. */
int tbpy_numpy_scalar(PyObject *o, tb_dtype *dtype, tb_element *element);
/* The Python number of a NumPy scalar with fractions whose type has no counterpart (longdouble); NULL
 * without an exception for other types. */
PyObject *tbpy_numpy_inexact(PyObject *o);
/* TypeError "can't convert np.ndarray of type ..."; NULL. */
PyObject *tbpy_raise_numpy_type(PyTypeObject *type);

#endif
