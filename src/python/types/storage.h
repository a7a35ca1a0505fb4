/* storage.h: the type tbcast.UntypedStorage, the bytes that views share. */
#ifndef TBPY_STORAGE_H
#define TBPY_STORAGE_H

#include "python/base/tbpy.h"

/* All whole elements of an UntypedStorage as a Tensor on its memory. */
PyObject *tbpy_elements(PyObject *storage, tb_dtype dtype);

extern PyMethodDef tbpy_storage_methods[]; /* Tensor.untyped_storage, storage */
int tbpy_init_storage_type(PyObject *module);

#endif
