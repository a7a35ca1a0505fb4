/* dlpack_import.h: makes tensors from DLPack capsules. */
#ifndef TBPY_DLPACK_IMPORT_H
#define TBPY_DLPACK_IMPORT_H

#include "python/interop/foreign.h"

/* Whether o is an unused capsule.  Its tensor; the capsule is then used, but not on failure. */
bool tbpy_is_dlpack_capsule(PyObject *o);
PyObject *tbpy_from_dlpack_capsule(PyObject *capsule, tbpy_copying copy);

#endif
