/* from_storage.h: tensors of storages, on the same memory. */
#ifndef TBPY_FROM_STORAGE_H
#define TBPY_FROM_STORAGE_H

#include "python/base/tbpy.h"

/* Is o an UntypedStorage or a TypedStorage?  Then the elements on its memory, of a dtype that TB_UNDEFINED
 * leaves open, as torch.tensor makes them; and for legacy constructors. */
bool tbpy_is_storage(PyObject *o);
PyObject *tbpy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_legacy_from_storage(PyObject *o, tb_dtype dtype);

extern PyMethodDef tbpy_storage_functions[]; /* _set_typed_storage */

#endif
