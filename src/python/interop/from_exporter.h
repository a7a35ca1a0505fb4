/* from_exporter.h: objects that offer their memory by DLPack's protocol or NumPy's array interface. */
#ifndef TBPY_FROM_EXPORTER_H
#define TBPY_FROM_EXPORTER_H

#include "python/base/tbpy.h"

/* A tensor on the memory of an object with __dlpack__ or, unless it is a sequence, __array_interface__: 1,
 * 0 for others, -1.  Python's and NumPy's own objects are others. */
int tbpy_from_exporter(PyObject *o, PyObject **tensor);

#endif
