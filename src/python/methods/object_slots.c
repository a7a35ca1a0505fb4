/* object_slots.c: a Tensor as a Python object: repr, hash, len, iter. */
#include "python/methods/methods.h"

#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/overrides.h"
#include "python/types/tensor.h"

/* ---- text ---- */

PyObject *tbpy_tensor_repr(PyObject *self)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__repr__", self, &answer))
        return answer;
    return tbpy_call_hook(TBPY_HOOK_tensor_text, &self, 1, NULL);
}

/* By identity, and equal to id(self) as in torch. */
Py_hash_t tbpy_tensor_hash(PyObject *self) { return (Py_hash_t)(uintptr_t)self; }

/* ---- a sequence of its rows ---- */

Py_ssize_t tbpy_tensor_length(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__len__", self, &answer)) {
        const Py_ssize_t length = answer ? PyNumber_AsSsize_t(answer, PyExc_OverflowError) : -1;
        Py_XDECREF(answer);
        return length;
    }
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of a 0-d tensor");
        return -1;
    }
    return (Py_ssize_t)t->size[0];
}

/* As in torch, all rows are made at once, so that changes of the tensor during the iteration do not affect
 * them. */
PyObject *tbpy_tensor_iter(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "iteration over a 0-d tensor");
        return NULL;
    }
    PyObject *iterator = NULL, *rows;
    const bool overridden = !TbTensor_CheckExact(self) && tbpy_override_alone("unbind", self, &rows);
    if (!overridden)
        rows = PyTuple_New((Py_ssize_t)t->size[0]);
    for (Py_ssize_t i = 0; !overridden && rows && i < PyTuple_GET_SIZE(rows); i++)
        tbpy_put_item(&rows, i, TBPY_NEW_TENSOR(tb_view_select, t, 0, i));
    if (rows)
        iterator = PyObject_GetIter(rows);
    Py_XDECREF(rows);
    return iterator;
}
