/* tensor.c: see tensor.h. */
#include "python/types/tensor.h"

#include "python/base/objects.h"
#include "python/base/types.h"

#include <stddef.h>

/* ---- the program's own attributes: __dict__ ---- */

/* A Tensor that never had attributes, on memory that no other object holds, is part of no cycle.  It is
 * not tracked, which saves 2 ns of every small call, and visits by the collector.  (Objects of subclasses
 * are always tracked.) */
static void track(PyObject *self)
{
    TBPY_LOCKED(self);
    if (((TbTensor *)self)->attributes && !PyObject_GC_IsTracked(self))
        PyObject_GC_Track(self);
}

#ifdef Py_GIL_DISABLED
/* Holds the dictionary that setting `name` will write, if any: Python only borrows it, but another thread
 * may replace it meanwhile. */
static PyObject *hold_dict(PyObject *self, PyObject *name)
{
    PyObject *dict = Py_XNewRef(((TbTensor *)self)->attributes), *found = NULL;
    if (dict || PyObject_GetOptionalAttr((PyObject *)Py_TYPE(self), name, &found) < 0)
        return dict;
    const bool descriptor = found && Py_TYPE(found)->tp_descr_set;
    Py_XDECREF(found);
    return descriptor ? NULL : PyObject_GenericGetDict(self, NULL);
}
#endif

/* A method rather than the slot, because Python rejects object.__setattr__ for a type with its own slot.
 * (An attribute that object.__setattr__ sets on a plain Tensor does not track it.) */
static PyObject *tensor_setattr(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, " expected 2 arguments, got %zd", nargs);
#ifdef Py_GIL_DISABLED
    PyObject *held = hold_dict(self, args[0]);
    PyErr_Clear();
    const int status = PyObject_GenericSetAttr(self, args[0], args[1]);
    Py_XDECREF(held);
#else
    const int status = PyObject_GenericSetAttr(self, args[0], args[1]);
#endif
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
    (void)closure;
    if (value && !PyDict_Check(value)) { /* Python's message */
        PyErr_Format(PyExc_TypeError, "__dict__ must be set to a dictionary, not a '%.200s'",
                     Py_TYPE(value)->tp_name);
        return -1;
    }
    /* Deleting it leaves an empty dictionary. */
    const int status = tbpy_replace(&((TbTensor *)self)->attributes, Py_XNewRef(value));
    track(self);
    return status;
}

int tbpy_tensor_traverse(PyObject *self, visitproc visit, void *arg)
{
    TBPY_VISIT(Py_TYPE(self));
    Py_VISIT(((TbTensor *)self)->attributes);
    Py_VISIT(((TbTensor *)self)->memory);
    Py_VISIT(((TbTensor *)self)->shape);
    return 0;
}

int tbpy_tensor_clear(PyObject *self)
{
    Py_CLEAR(((TbTensor *)self)->attributes);
    return 0;
}

const PyMemberDef tbpy_tensor_members[] = {
    {"__dictoffset__", Py_T_PYSSIZET, offsetof(TbTensor, attributes), Py_READONLY, NULL},
    {"__weaklistoffset__", Py_T_PYSSIZET, offsetof(TbTensor, weakrefs), Py_READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

const PyGetSetDef tbpy_tensor_dict[] = {
    {"__dict__", get_dict, set_dict, "The attributes that a program has set, by name.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

const PyMethodDef tbpy_tensor_setattr_methods[] = {
    {"__setattr__", (PyCFunction)(void (*)(void))tensor_setattr, METH_FASTCALL,
     "__setattr__($self, name, value, /)\n--\n\nImplement setattr(self, name, value)."},
    {NULL, NULL, 0, NULL},
};
