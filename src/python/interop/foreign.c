/* foreign.c: see foreign.h. */
#include "python/interop/foreign.h"

#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/types/tensor.h"

#include <stdlib.h>

/* ---- checks ---- */

int tbpy_fail_negative_stride(const char *what)
{
    PyErr_Format(
        PyExc_ValueError,
        "At least one stride in the given %s is negative, and tensors with negative strides are not "
        "currently supported. (You can probably work around this by making a copy of your array  with "
        "array.copy().) ",
        what);
    return -1;
}

int tbpy_check_memory(tbpy_memory *memory, const char *what)
{
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    int64_t numel;
    tb_error err;
    if (tb_check_signs(shape->size, shape->ndim, &err) != TB_OK ||
        tb_check_numel(shape->size, shape->ndim, &numel, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    if (!tb_pack_negative_strides(shape->size, memory->stride, shape->ndim))
        return tbpy_fail_negative_stride(what);
    if (tb_storage_extent(shape->size, memory->stride, shape->ndim, 0, itemsize, &memory->elements, &err) !=
        TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    uintptr_t end;
    if (numel == 0)
        memory->data = NULL;
    else if (!memory->data)
        PyErr_Format(PyExc_BufferError, "the given %s has elements but no memory", what);
    else if (__builtin_add_overflow((uintptr_t)memory->data,
                                    (uintptr_t)memory->elements * (uintptr_t)itemsize, &end))
        PyErr_Format(PyExc_BufferError, "the given %s reaches beyond the last address", what);
    return PyErr_Occurred() ? -1 : 0;
}

/* ---- tensors ---- */

PyObject *tbpy_share_memory(const tbpy_memory *memory, tbpy_owner *owner)
{
    static const char nothing[TB_CACHE_LINE]; /* no element is ever accessed there */
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    tb_error err;
    int64_t elements;
    if (tb_storage_extent(shape->size, memory->stride, shape->ndim, 0, itemsize, &elements, &err) != TB_OK)
        return tbpy_raise(&err);
    TbTensor *self = tbpy_tensor_alloc();
    if (!self)
        return NULL;
    tb_storage *storage =
        tbpy_storage_of_owner(elements ? memory->data : (char *)nothing, elements * itemsize, owner);
    if (!storage) {
        Py_DECREF(self);
        return NULL;
    }
    const tb_status status =
        tb_tensor_view(&self->t, storage, memory->dtype, shape->size, memory->stride, shape->ndim, 0, &err);
    self->t.is_view = false;
    if (status != TB_OK)
        tbpy_disown(storage);
    tb_storage_release(storage);
    return tbpy_finish(self, status, &err);
}

/* Copies element by element, for unaligned memory; the result is contiguous. */
static PyObject *copy_bytes(const tbpy_memory *memory)
{
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    Py_ssize_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    PyObject *self = TBPY_NEW_TENSOR(tb_tensor_new, memory->dtype, shape->size, NULL, shape->ndim, false);
    if (!self)
        return NULL;
    for (int d = 0; d < shape->ndim; d++) {
        size[d] = (Py_ssize_t)shape->size[d];
        stride[d] = size[d] > 1 ? (Py_ssize_t)(memory->stride[d] * itemsize) : itemsize;
    }
    tb_tensor *t = tbpy_tensor_of(self);
    Py_buffer view = {.buf = memory->data,
                      .len = (Py_ssize_t)(t->numel * itemsize),
                      .itemsize = itemsize,
                      .ndim = shape->ndim,
                      .shape = shape->ndim ? size : NULL, /* by the protocol, a scalar has no shape */
                      .strides = shape->ndim ? stride : NULL};
    if (PyBuffer_ToContiguous(tb_data(t), &view, view.len, 'C') < 0)
        TBPY_DROP(self);
    return self;
}

PyObject *tbpy_copy_memory(const tbpy_memory *memory)
{
    if (memory->data && !tb_is_aligned(memory->data, memory->dtype))
        return copy_bytes(memory);
    PyObject *shared = tbpy_share_memory(memory, NULL);
    if (!shared)
        return NULL;
    PyObject *self = TBPY_NEW_TENSOR(tb_clone, tbpy_tensor_of(shared), memory->dtype, true);
    Py_DECREF(shared);
    return self;
}
