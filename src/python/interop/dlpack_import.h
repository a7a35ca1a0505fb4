/* dlpack_import.h: tensors out of DLPack's capsules. */
#ifndef TBPY_DLPACK_IMPORT_H
#define TBPY_DLPACK_IMPORT_H

#include "python/interop/foreign.h"

/* Is o an unused capsule?  Its tensor, which leaves the capsule used, but not on failure. */
bool tbpy_is_dlpack_capsule(PyObject *o);
PyObject *tbpy_from_dlpack_capsule(PyObject *capsule, tbpy_copying copy);

#endif
