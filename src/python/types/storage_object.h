/* storage_object.h: the lifetime of UntypedStorage objects.  There is one per storage while anything
 * refers to it (tb_storage.user), so that `is` tells whether tensors share memory. */
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
    PyObject *memory; /* as in a Tensor */
} TbStorage;

/* Makes an object of the type for a storage that has none; steals a reference to the storage, even on
 * failure. */
PyObject *tbpy_wrap_storage(PyTypeObject *type, tb_storage *storage);
PyObject *tbpy_storage_object(tb_storage *storage); /* the one that all tensors on the storage share */

/* Slots of the type. */
void tbpy_storage_dealloc(PyObject *self);
int tbpy_storage_traverse(PyObject *self, visitproc visit, void *arg);
extern const PyMemberDef tbpy_storage_members[];

#endif
