/* object_slots.c: a Tensor as any Python object: repr, format, hash, len, iter. */
#include "python/methods/methods.h"

#include "python/base/hooks.h"
#include "python/base/types.h"
#include "python/types/tensor.h"

/* ---- text ---- */

PyObject *tbpy_tensor_repr(PyObject *self) { return tbpy_call_hook(TBPY_HOOK_TENSOR_TEXT, &self, 1, NULL); }

PyDoc_STRVAR(format_doc,
             "__format__($self, spec)\n--\n\n"
             "A 0-dim tensor formats its number; others take only an empty spec: str(self).\n\n"
             "Raises TypeError for a spec and a tensor with dimensions.  As torch.Tensor.__format__.\n\n"
             ">>> f'{torch.tensor(2.5):.3f}'\n'2.500'\n");

static PyObject *tensor_format(PyObject *self, PyObject *spec)
{
    if (!PyUnicode_Check(spec))
        return PyErr_Format(PyExc_TypeError, "__format__() argument must be str, not %.200s",
                            tbpy_type_name(spec));
    if (((TbTensor *)self)->t.ndim == 0) {
        PyObject *number = tbpy_item(self), *text = NULL;
        if (number) {
            text = PyObject_Format(number, spec);
            Py_DECREF(number);
        }
        return text;
    }
    if (PyUnicode_GET_LENGTH(spec) == 0)
        return PyObject_Str(self);
    return PyErr_Format(PyExc_TypeError, "unsupported format string passed to %.200s.__format__",
                        Py_TYPE(self)->tp_name);
}

/* By identity, and as torch the very id. */
Py_hash_t tbpy_tensor_hash(PyObject *self) { return (Py_hash_t)(uintptr_t)self; }

/* ---- a sequence of its rows ---- */

Py_ssize_t tbpy_tensor_length(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of a 0-d tensor");
        return -1;
    }
    return (Py_ssize_t)t->size[0];
}

/* As torch: all rows are made at once, so what happens to the tensor during the
 * iteration does not move them. */
PyObject *tbpy_tensor_iter(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "iteration over a 0-d tensor");
        return NULL;
    }
    PyObject *iterator = NULL, *rows = PyTuple_New((Py_ssize_t)t->size[0]);
    for (Py_ssize_t i = 0; rows && i < PyTuple_GET_SIZE(rows); i++) {
        PyObject *row = TBPY_NEW_TENSOR(tb_view_select, t, 0, i);
        if (row)
            PyTuple_SET_ITEM(rows, i, row);
        else
            Py_CLEAR(rows);
    }
    if (rows)
        iterator = PyObject_GetIter(rows);
    Py_XDECREF(rows);
    return iterator;
}

PyMethodDef tbpy_object_methods[] = {
    {"__format__", tensor_format, METH_O, format_doc},
    {NULL, NULL, 0, NULL},
};
