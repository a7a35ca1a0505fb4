/* owner.h: owners of foreign memory, and what Python's garbage collector sees of them.  A core storage on
 * foreign memory has an owner: a buffer, an object, DLPack's managed tensor.  Tensors and UntypedStorages
 * share the storage.  If the owner holds Python objects, these may in turn hold such a Tensor, for example
 * an ndarray of a subclass with an attribute.  So that the collector sees the cycle, the owner has an
 * object (tbpy_memory) that holds it and visits what it holds.  The storage has one reference to that
 * object, and every Tensor and UntypedStorage on it has another one, which it visits. If only these refer
 * to the storage, the storage's own reference is part of the cycle, too, and the object counts it as a
 * reference to itself. */
#ifndef TBPY_OWNER_H
#define TBPY_OWNER_H

#include "python/base/state.h"

typedef struct tbpy_memory_object tbpy_memory_object;

/* The first member of a malloc'd struct, which `drop` frees with everything that it holds.  `drop` is
 * called once, with the lock of the interpreter that made it, on whichever thread the storage is freed. */
typedef struct tbpy_owner {
    void (*drop)(struct tbpy_owner *owner);
    int (*traverse)(struct tbpy_owner *owner, visitproc visit, void *arg); /* NULL if it holds no objects */
    int64_t interpreter_id;
    tbpy_memory_object *object; /* if it has `traverse` */
    struct tbpy_owner *next; /* set while it waits to be dropped */
} tbpy_owner;

/* Makes the storage of foreign memory, which takes over the owner; on failure NULL with an exception, and
 * the caller keeps the owner.  The owner may be NULL if nothing needs to know of the end. */
tb_storage *tbpy_storage_of_owner(void *data, int64_t nbytes, tbpy_owner *owner);
/* Returns the owner to the caller, and releases the storage's reference. */
void tbpy_disown(tb_storage *storage);

/* For Tensors and UntypedStorages.  `held` is one of their fields, initially NULL.  To be called when they
 * get `storage` instead of another one or none. */
void tbpy_hold_memory(PyObject *self, const tb_storage *storage, PyObject **held);
/* To be called at their end with `held`, before they release the storage; they drop the reference after
 * that. */
void tbpy_forget_holder(PyObject *held);
/* Counts exported buffers, which hold a Tensor and its storage: change is 1 or -1. */
void tbpy_count_export(const tb_storage *storage, int change);
/* Whether the storage's owner holds Python objects that the collector must see. */
bool tbpy_holds_objects(const tb_storage *storage);

/* Drops the owners that wait in this interpreter. */
void tbpy_drop_waiting(tbpy_state *state);

int tbpy_init_owner(PyObject *module);

#endif
