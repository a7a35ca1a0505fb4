/* storage_object.h: the life of UntypedStorage objects.  There is one a storage while anybody holds it
 * (tb_storage.user), so that `is` tells whether tensors share memory. */
#ifndef TBPY_STORAGE_OBJECT_H
#define TBPY_STORAGE_OBJECT_H

#include "python/base/owner.h"

typedef struct {
    PyObject_HEAD
    tb_storage *storage;
    PyObject *weakrefs;
#ifdef Py_GIL_DISABLED
    PyObject *weak; /* a reference to itself */
#endif
    PyObject *memory; /* as a Tensor's */
} TbStorage;

/* A new object of the type on a storage that has none; takes over a reference to it, also on failure. */
PyObject *tbpy_wrap_storage(PyTypeObject *type, tb_storage *storage);
PyObject *tbpy_storage_object(tb_storage *storage); /* the one that all its tensors show */

/* Slots of the type. */
void tbpy_storage_dealloc(PyObject *self);
int tbpy_storage_traverse(PyObject *self, visitproc visit, void *arg);
extern const PyMemberDef tbpy_storage_members[];

#endif
