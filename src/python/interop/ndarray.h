/* ndarray.h: tensors on the memory of NumPy's arrays. */
#ifndef TBPY_NDARRAY_H
#define TBPY_NDARRAY_H

#include "python/base/tbpy.h"

/* A Tensor on the memory of a numpy.ndarray, which it keeps alive; torch's errors.  `shared`: the memory
 * is to be written; a read-only array warns, an unaligned one is refused (otherwise copied). */
PyObject *tbpy_from_ndarray(PyObject *array, bool shared);

#endif
