/* storage.h: the type tbcast.UntypedStorage, the bytes that views share. */
#ifndef TBPY_STORAGE_H
#define TBPY_STORAGE_H

#include "python/args/row.h"

/* A Tensor over the memory of an UntypedStorage, of as many elements as fit. */
PyObject *tbpy_elements(PyObject *storage, tb_dtype dtype);

int tbpy_init_storage_type(PyObject *module, const tbpy_class *c);

#endif
