/* owner.h: whose foreign memory is, and what Python's garbage collector sees of it.
 *
 * A core storage on foreign memory has an owner: a buffer, an object, DLPack's managed tensor.  Tensors and
 * UntypedStorages share the storage.  Where the owner holds Python objects, these may hold such a Tensor in
 * turn: an ndarray of a subclass with an attribute.  So that the collector sees the circle, the owner has an
 * object of its own (tbpy_memory), which holds it and visits what it holds; the storage has one reference to
 * that object, and every Tensor and UntypedStorage on it another one, which it visits.  The storage's own
 * reference is part of the circle if nobody but these has the storage: then the object counts it as one to
 * itself. */
#ifndef TBPY_OWNER_H
#define TBPY_OWNER_H

#include "python/base/state.h"

typedef struct tbpy_memory_object tbpy_memory_object;

/* The first member of a struct from malloc, which `drop` frees with all that it holds.  It is called once, with
 * the lock of the interpreter that has made it, whichever thread lets the storage go. */
typedef struct tbpy_owner {
    void (*drop)(struct tbpy_owner *owner);
    int (*traverse)(struct tbpy_owner *owner, visitproc visit, void *arg); /* NULL: it holds what C knows */
    int64_t interpreter_id;
    tbpy_memory_object *object; /* if it has `traverse` */
    struct tbpy_owner *next; /* once it waits for its end */
} tbpy_owner;

/* The storage of foreign memory, which takes over the owner; NULL with an exception: the caller still has it.
 * An owner NULL needs not know of the end. */
tb_storage *tbpy_storage_of_owner(void *data, int64_t nbytes, tbpy_owner *owner);
/* Gives the owner back to the caller, and the storage's reference away. */
void tbpy_disown(tb_storage *storage);

/* Tensors and UntypedStorages: `held` is a field of theirs, at first NULL.  To be called when `storage` has
 * become theirs instead of another one or none. */
void tbpy_hold_memory(PyObject *self, const tb_storage *storage, PyObject **held);
/* At their end, before they release the storage, of what they hold; the reference is dropped after that. */
void tbpy_forget_holder(PyObject *held);
/* Exported buffers, which hold a Tensor as well as its storage: one more, or less (-1). */
void tbpy_count_export(const tb_storage *storage, int change);
/* Holds the storage's owner Python objects that the collector is to see? */
bool tbpy_holds_objects(const tb_storage *storage);

/* What waits in an interpreter for its end. */
void tbpy_drop_waiting(tbpy_state *state);

int tbpy_init_owner(PyObject *module);

#endif
