/* from_storage.h: tensors over storages. */
#ifndef TBPY_FROM_STORAGE_H
#define TBPY_FROM_STORAGE_H

#include "python/base/tbpy.h"

/* The elements in the memory of an UntypedStorage or a TypedStorage, as torch.tensor makes them, with
 * dtype TB_UNDEFINED if none is given; and for legacy constructors and set_, whose messages differ. */
PyObject *tbpy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_legacy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_set_from_storage(PyObject *o, tb_dtype dtype);

#endif
