/* from_storage.h: tensors of storages, on the same memory. */
#ifndef TBPY_FROM_STORAGE_H
#define TBPY_FROM_STORAGE_H

#include "python/base/tbpy.h"

/* The elements on the memory of an UntypedStorage or a TypedStorage, of a dtype that TB_UNDEFINED leaves
 * open, as torch.tensor makes them; and for legacy constructors and set_, whose texts differ. */
PyObject *tbpy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_legacy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_set_from_storage(PyObject *o, tb_dtype dtype);

#endif
