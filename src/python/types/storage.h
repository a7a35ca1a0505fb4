/* storage.h: the type tbcast.UntypedStorage, the bytes that views share. */
#ifndef TBPY_STORAGE_H
#define TBPY_STORAGE_H

#include "python/args/row.h"

/* All whole elements of an UntypedStorage as a Tensor on its memory. */
PyObject *tbpy_elements(PyObject *storage, tb_dtype dtype);

int tbpy_init_storage_type(PyObject *module, const tbpy_class *c);

#endif
