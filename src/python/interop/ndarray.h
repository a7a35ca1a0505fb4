/* ndarray.h: tensors over the memory of NumPy arrays. */
#ifndef TBPY_NDARRAY_H
#define TBPY_NDARRAY_H

#include "python/base/tbpy.h"

/* A Tensor over the memory of a numpy.ndarray, which it keeps alive; raises torch's errors.  `shared`: the
 * memory may be written: a read-only array warns, and an unaligned one is an error (otherwise it is
 * copied). */
PyObject *tbpy_from_ndarray(PyObject *array, bool shared);

#endif
