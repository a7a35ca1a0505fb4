/* from_exporter.h: objects that export their memory by DLPack's protocol or NumPy's array interface. */
#ifndef TBPY_FROM_EXPORTER_H
#define TBPY_FROM_EXPORTER_H

#include "python/base/tbpy.h"

/* Makes a tensor over the memory of an object with __dlpack__ or, unless it is a sequence,
 * __array_interface__: returns 1, 0 for other objects, including Python's and NumPy's own, or -1. */
int tbpy_from_exporter(PyObject *o, PyObject **tensor);

#endif
