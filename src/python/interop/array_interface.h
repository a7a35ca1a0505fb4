/* array_interface.h: NumPy's array interface, both ways. */
#ifndef TBPY_ARRAY_INTERFACE_H
#define TBPY_ARRAY_INTERFACE_H

#include "python/base/tbpy.h"

/* A tensor on what o describes with its __array_interface__, here `interface`. */
PyObject *tbpy_from_array_interface(PyObject *o, PyObject *interface);

/* The type of the `data` that a Tensor's own __array_interface__ has. */
int tbpy_init_array_data_type(PyObject *module);

#endif
