/* ndarray.c: tensors over the memory of NumPy arrays, through the buffer protocol. */
#include "python/interop/ndarray.h"

#include "python/args/buffer_format.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/interop/foreign.h"
#include "python/interop/held_buffer.h"

#include <stdlib.h>

/* Raises the error about array.dtype.type; a subclass may have replaced it by anything. */
static PyObject *raise_array_type(PyObject *array)
{
    PyObject *dtype = tbpy_attribute(array, "dtype");
    PyObject *type = dtype ? tbpy_attribute(dtype, "type") : NULL;
    if (type)
        tbpy_raise_numpy_type(PyType_Check(type) ? (PyTypeObject *)type : Py_TYPE(array));
    Py_XDECREF(type);
    Py_XDECREF(dtype);
    return NULL;
}

/* Uses the array's own strides where the buffer protocol's differ because they do not matter: in
 * dimensions of size 1, and without elements. */
static int fix_strides(PyObject *array, const Py_buffer *view, int64_t *strides)
{
    PyObject *descriptor = tbpy_attribute((PyObject *)tbpy_ndarray_type(), "strides"), *own = NULL;
    if (descriptor && Py_TYPE(descriptor)->tp_descr_get)
        own = Py_TYPE(descriptor)->tp_descr_get(descriptor, array, (PyObject *)Py_TYPE(array));
    Py_XDECREF(descriptor);
    if (own && PyTuple_Check(own) && PyTuple_GET_SIZE(own) == view->ndim)
        for (int i = 0; i < view->ndim; i++)
            if (view->len == 0 || view->shape[i] == 1)
                strides[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(own, i));
    Py_XDECREF(own);
    return PyErr_Occurred() ? -1 : 0;
}

/* Reads sizes and strides in elements, with torch's errors in torch's order. */
static int read_layout(PyObject *array, const Py_buffer *view, tb_shape *shape, int64_t *stride)
{
    if (view->ndim > TB_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
        return -1;
    }
    shape->ndim = view->ndim;
    for (int i = 0; i < view->ndim; i++) {
        shape->size[i] = view->shape[i];
        stride[i] = view->strides[i];
    }
    if (fix_strides(array, view, stride) < 0)
        return -1;
    for (int i = 0; i < view->ndim; i++) {
        if (stride[i] % view->itemsize) {
            PyErr_SetString(PyExc_ValueError,
                            "given numpy array strides not a multiple of the element byte size. "
                            "Copy the numpy array to reallocate the memory.");
            return -1;
        }
        stride[i] /= view->itemsize;
    }
    for (int i = 0; i < view->ndim; i++)
        if (stride[i] < 0)
            return tbpy_fail_negative_stride("numpy array");
    return 0;
}

/* Reads the view; takes over `held` in any case. */
static PyObject *from_view(PyObject *array, tbpy_held_buffer *held, bool shared)
{
    const Py_buffer *view = &held->buffer;
    PyObject *copy = NULL;
    tbpy_memory memory = {.data = view->buf};
    bool swapped = false;

    if (shared && view->readonly &&
        tbpy_warn(
            "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This "
            "means writing to this tensor will result in undefined behavior. You may want to copy the array "
            "to "
            "protect its data or make it writable before converting it to a tensor.") < 0)
        goto done;
    bool known = tbpy_dtype_of_format(view->format, view->itemsize, &memory.dtype, &swapped);
    if (!known && !swapped) {
        raise_array_type(array);
        goto done;
    }
    if (read_layout(array, view, &memory.shape, memory.stride) < 0)
        goto done;
    if (swapped) {
        PyErr_SetString(PyExc_ValueError,
                        "given numpy array has byte order different from the native byte order. "
                        "Conversion between byte orders is currently not supported.");
        goto done;
    }
    if (view->len == 0 || tb_is_aligned(view->buf, memory.dtype))
        return tbpy_share_held_buffer(held, view->buf, memory.dtype, &memory.shape, memory.stride);
    if (shared)
        PyErr_SetString(PyExc_ValueError,
                        "given numpy array is not aligned in memory. Copy the numpy array to reallocate "
                        "the memory.");
    else
        copy = tbpy_copy_memory(&memory);
done:
    tbpy_drop_held_buffer(held);
    return copy;
}

PyObject *tbpy_from_ndarray(PyObject *array, bool shared)
{
    tbpy_held_buffer *held = tbpy_new_held_buffer();
    if (!held)
        return NULL;
    if (PyObject_GetBuffer(array, &held->buffer, PyBUF_RECORDS_RO) == 0)
        return from_view(array, held, shared);
    free(held);
    if (PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_BufferError)) {
        PyErr_Clear(); /* datetime64 and others have no buffer format */
        return raise_array_type(array);
    }
    return NULL;
}
