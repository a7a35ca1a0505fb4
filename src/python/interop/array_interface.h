/* array_interface.h: NumPy's array interface, in both directions. */
#ifndef TBPY_ARRAY_INTERFACE_H
#define TBPY_ARRAY_INTERFACE_H

#include "python/base/tbpy.h"

/* A tensor over the memory that o's __array_interface__, here `interface`, describes. */
PyObject *tbpy_from_array_interface(PyObject *o, PyObject *interface);

/* Makes the type of `data` in a Tensor's own __array_interface__. */
int tbpy_init_array_data_type(PyObject *module);

#endif
