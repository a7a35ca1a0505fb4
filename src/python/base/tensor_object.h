/* tensor_object.h: the struct of a Tensor, its allocation, and the type check. */
#ifndef TBPY_TENSOR_OBJECT_H
#define TBPY_TENSOR_OBJECT_H

#include "python/base/owner.h"

typedef struct {
    PyObject_HEAD
    tb_tensor t;           /* zero-filled until a core function fills it */
    PyObject *weakrefs;
    PyObject *shape;       /* the Size that was last returned, or NULL; it may be outdated */
    PyObject *attributes;  /* its __dict__, or NULL until an attribute is set */
    PyObject *memory; /* for foreign memory whose owner holds Python objects: tbpy_memory_object, else NULL */
} TbTensor;

static inline tb_tensor *tbpy_tensor_of(PyObject *o) { return &((TbTensor *)o)->t; }

/* A Tensor whose `t` is zero-filled, to be passed to a core function as `out`; on failure Py_DECREF it. */
TbTensor *tbpy_tensor_alloc(void);
/* To be called when the tensor may have got another storage. */
static inline void tbpy_follow_storage(TbTensor *self)
{
    if (__builtin_expect(self->memory || self->t.storage->owner.object, false))
        tbpy_hold_memory((PyObject *)self, self->t.storage, &self->memory);
}
void tbpy_tensor_dealloc(PyObject *self); /* the type's slot */
void tbpy_free_kept_tensors(tbpy_state *state); /* when the state ends */

/* Recognizes the type by its deallocator, in any interpreter, with one comparison.  Subclasses have
 * another one, and Tensor among their bases. */
static inline bool tbpy_is_tensor_type(const PyTypeObject *type)
{
    return type->tp_dealloc == tbpy_tensor_dealloc;
}
static inline bool TbTensor_CheckExact(PyObject *o) { return tbpy_is_tensor_type(Py_TYPE(o)); }
bool tbpy_extends_tensor(const PyTypeObject *type);
static inline bool TbTensor_Check(PyObject *o)
{
    return TbTensor_CheckExact(o) ||
           (PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_HEAPTYPE) && tbpy_extends_tensor(Py_TYPE(o)));
}

#endif
