/* storage_object.c: see storage_object.h. */
#include "python/types/storage_object.h"

#include "python/base/objects.h"

#include <stddef.h>

#ifdef Py_GIL_DISABLED
/* Another thread may be about to free the object: `user` is a weak reference to it, which the object owns. */
static PyObject *known_object(const tb_storage *storage)
{
    PyObject *object = NULL;
    if (storage->user && PyWeakref_GetRef(storage->user, &object) < 0)
        PyErr_Clear();
    return object;
}

static PyObject *find_object(const tb_storage *storage)
{
    TBPY_LOCKED((PyObject *)tbpy_get_state()->storage_type); /* it guards `user` */
    return known_object(storage);
}

/* Makes self the storage's object, unless another thread has made one meanwhile, which is returned; else
 * NULL. */
static PyObject *set_object(TbStorage *self)
{
    TBPY_LOCKED((PyObject *)tbpy_get_state()->storage_type);
    PyObject *other = known_object(self->storage);
    if (!other)
        self->storage->user = self->weak;
    return other;
}

/* Steals the reference to self. */
static PyObject *as_object(TbStorage *self)
{
    self->weak = PyWeakref_NewRef((PyObject *)self, NULL);
    PyObject *other = self->weak ? set_object(self) : NULL;
    if (self->weak && !other)
        return (PyObject *)self;
    Py_DECREF(self);
    return other;
}

static void forget_object(TbStorage *self)
{
    TBPY_LOCKED((PyObject *)tbpy_get_state()->storage_type);
    if (self->weak && self->storage->user == self->weak)
        self->storage->user = NULL;
}
#else
static PyObject *find_object(const tb_storage *storage) { return Py_XNewRef((PyObject *)storage->user); }

static PyObject *as_object(TbStorage *self)
{
    self->storage->user = self;
    return (PyObject *)self;
}

static void forget_object(TbStorage *self) { self->storage->user = NULL; }
#endif

PyObject *tbpy_wrap_storage(PyTypeObject *type, tb_storage *storage)
{
    TbStorage *self = (TbStorage *)type->tp_alloc(type, 0);
    if (!self) {
        tb_storage_release(storage);
        return NULL;
    }
    self->storage = storage;
    tbpy_hold_memory((PyObject *)self, storage, &self->memory);
    if (!self->memory && type == tbpy_get_state()->storage_type)
        PyObject_GC_UnTrack(self); /* it is part of no cycle */
    return as_object(self);
}

int tbpy_storage_traverse(PyObject *self, visitproc visit, void *arg)
{
    TBPY_VISIT(Py_TYPE(self));
    Py_VISIT(((TbStorage *)self)->memory);
    return 0;
}

void tbpy_storage_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tb_storage *storage = ((TbStorage *)self)->storage;
    PyObject *memory = ((TbStorage *)self)->memory;
    PyObject_GC_UnTrack(self);
    if (storage)
        forget_object((TbStorage *)self); /* before callbacks can ask for it */
    if (((TbStorage *)self)->weakrefs)
        PyObject_ClearWeakRefs(self);
#ifdef Py_GIL_DISABLED
    Py_XDECREF(((TbStorage *)self)->weak);
#endif
    if (memory)
        tbpy_forget_holder(memory);
    tb_storage_release(storage);
    Py_XDECREF(memory);
    type->tp_free(self);
    Py_DECREF(type);
}

const PyMemberDef tbpy_storage_members[] = {
    {"__weaklistoffset__", Py_T_PYSSIZET, offsetof(TbStorage, weakrefs), Py_READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

PyObject *tbpy_storage_object(tb_storage *storage)
{
    PyObject *self = find_object(storage);
    return self ? self : tbpy_wrap_storage(tbpy_get_state()->storage_type, tb_storage_retain(storage));
}
