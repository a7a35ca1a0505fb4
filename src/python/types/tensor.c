/* tensor.c: see tensor.h. */
#include "python/types/tensor.h"

#include "core/memory/asan.h"
#include "python/base/types.h"

#include <stddef.h>
#include <string.h>

/* Freed objects, kept for the next: most tensors of a program die young.  The GIL guards them. */
enum { KEPT = 32 };
static TbTensor *kept[KEPT];
static int n_kept;

/* One more object.  Callers hold pointers into other tensors' memory, so no collection, which runs anything,
 * may begin here. */
static TbTensor *alloc_new(void)
{
    const int collects = PyGC_Disable();
    TbTensor *self = PyObject_GC_New(TbTensor, TbTensor_Type);
    if (collects)
        PyGC_Enable();
    if (self)
        memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
    return self;
}

TbTensor *tbpy_tensor_alloc(void)
{
    if (n_kept == 0)
        return alloc_new();
    TbTensor *self = kept[--n_kept];
    tb_unpoison(self, sizeof *self);
    return (TbTensor *)PyObject_Init((PyObject *)self, TbTensor_Type);
}

void tbpy_tensor_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self); /* kept objects are not tracked */
    if (((TbTensor *)self)->weakrefs)
        PyObject_ClearWeakRefs(self);
    Py_CLEAR(((TbTensor *)self)->attributes);
    Py_CLEAR(((TbTensor *)self)->shape);
    tb_tensor_release(tbpy_tensor_of(self));
    if (type == TbTensor_Type && n_kept < KEPT) {
        kept[n_kept++] = (TbTensor *)self; /* released: as good as filled with zeros */
        tb_poison(self, sizeof(TbTensor));
    } else {
        type->tp_free(self);
    }
    Py_DECREF(type);
}

/* ---- attributes of the program's: __dict__ ---- */

/* A Tensor that never had attributes is part of no cycle: the collector need not know it, which saves 2 ns
 * of every small call and the visits.  (Objects of subclasses are tracked from the start.) */
static void track(PyObject *self)
{
    if (((TbTensor *)self)->attributes && !PyObject_GC_IsTracked(self))
        PyObject_GC_Track(self);
}

/* A method and not the slot: Python would refuse object.__setattr__ for a type with a slot of its own.  (What
 * object.__setattr__ gives a plain Tensor is not tracked.) */
static PyObject *tensor_setattr(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "expected 2 arguments, got %zd", nargs);
    const int status = PyObject_GenericSetAttr(self, args[0], args[1]);
    track(self);
    return status < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *get_dict(PyObject *self, void *closure)
{
    PyObject *dict = PyObject_GenericGetDict(self, closure);
    track(self);
    return dict;
}

static int set_dict(PyObject *self, PyObject *value, void *closure)
{
    if (!value) { /* there is an empty one again */
        Py_CLEAR(((TbTensor *)self)->attributes);
        return 0;
    }
    const int status = PyObject_GenericSetDict(self, value, closure);
    track(self);
    return status;
}

int tbpy_tensor_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((TbTensor *)self)->attributes);
    Py_VISIT(((TbTensor *)self)->shape);
    return 0;
}

int tbpy_tensor_clear(PyObject *self)
{
    Py_CLEAR(((TbTensor *)self)->attributes);
    return 0;
}

PyMemberDef tbpy_tensor_members[] = {
    {"__dictoffset__", Py_T_PYSSIZET, offsetof(TbTensor, attributes), Py_READONLY, NULL},
    {"__weaklistoffset__", Py_T_PYSSIZET, offsetof(TbTensor, weakrefs), Py_READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

PyGetSetDef tbpy_tensor_dict[] = {
    {"__dict__", get_dict, set_dict, "The attributes that a program has set, by name.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyMethodDef tbpy_tensor_setattr_methods[] = {
    {"__setattr__", (PyCFunction)(void (*)(void))tensor_setattr, METH_FASTCALL,
     "__setattr__($self, name, value, /)\n--\n\nImplement setattr(self, name, value)."},
    {NULL, NULL, 0, NULL},
};
