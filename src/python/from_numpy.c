/* from_numpy.c: NumPy's arrays and numbers seen from here, through the buffer
 * protocol.  numpy is never imported: while no one else has, nothing is an array.
 * Relies on: tbpy.h, interop.h. */
#include "interop.h"

#include <stdlib.h>
#include <string.h>

/* ---- which objects are NumPy's ---- */

/* numpy's type `name` once numpy is imported (kept from then on), else NULL. */
static PyTypeObject *numpy_type(const char *name, PyTypeObject **cache)
{
    static PyObject *key; /* kept: programs without numpy ask often */
    if (*cache)
        return *cache;
    PyObject *module = NULL, *type = NULL;
    if (!key)
        key = PyUnicode_InternFromString("numpy");
    if (key)
        module = PyImport_GetModule(key);
    if (module)
        type = tbpy_attribute(module, name);
    if (type && PyType_Check(type))
        *cache = (PyTypeObject *)Py_NewRef(type);
    Py_XDECREF(type);
    Py_XDECREF(module);
    if (!*cache && PyErr_Occurred())
        PyErr_Clear(); /* not imported, or only in part */
    return *cache;
}

static PyTypeObject *ndarray_cache, *generic_cache, *inexact_cache;

bool tbpy_is_ndarray(PyObject *o)
{
    PyTypeObject *type = numpy_type("ndarray", &ndarray_cache);
    return type && PyObject_TypeCheck(o, type);
}

bool tbpy_is_numpy_scalar(PyObject *o)
{
    PyTypeObject *type = numpy_type("generic", &generic_cache);
    return type && PyObject_TypeCheck(o, type);
}

PyObject *tbpy_raise_numpy_type(PyTypeObject *type)
{
    return PyErr_Format(
        PyExc_TypeError,
        "can't convert np.ndarray of type %s. The only supported types are: float64, float32, "
        "float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.",
        type->tp_name);
}

/* array.dtype.type, for the message; a subclass may have made anything of it. */
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

/* ---- numbers ---- */

int tbpy_numpy_scalar(PyObject *o, tb_dtype *dtype, tb_element *element)
{
    Py_buffer view;
    bool swapped;
    if (PyObject_GetBuffer(o, &view, PyBUF_FORMAT) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
            return -1;
        PyErr_Clear(); /* a type without a buffer format */
        return 0;
    }
    int known = tbpy_dtype_of_format(view.format, view.itemsize, dtype, &swapped) && !swapped &&
                view.len == view.itemsize;
    if (known && element)
        memcpy(element, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return known;
}

PyObject *tbpy_numpy_inexact(PyObject *o)
{
    PyTypeObject *type = numpy_type("inexact", &inexact_cache);
    if (!type || !PyObject_TypeCheck(o, type))
        return NULL;
    PyObject *convert = tbpy_attribute(o, "__complex__"), *value;
    if (!convert) { /* a real one */
        PyErr_Clear();
        return PyNumber_Float(o);
    }
    value = PyObject_CallNoArgs(convert);
    Py_DECREF(convert);
    if (value && !PyComplex_CheckExact(value)) {
        Py_DECREF(value);
        PyErr_SetString(PyExc_TypeError, "__complex__ returned something else than a complex");
        return NULL;
    }
    return value;
}

/* ---- arrays ---- */

void tbpy_drop_view(tbpy_held_view *view)
{
    PyBuffer_Release(&view->buffer);
    free(view);
}

static void drop_owner(tbpy_owner *owner) { tbpy_drop_view((tbpy_held_view *)owner); }

tbpy_held_view *tbpy_new_view(void)
{
    tbpy_held_view *held = malloc(sizeof *held);
    if (held)
        held->owner.drop = drop_owner;
    else
        PyErr_NoMemory();
    return held;
}

/* The array's own strides: the buffer protocol gives others where they do not
 * matter (dimensions of size 1, arrays without elements).  Only those are used. */
static void fix_strides(PyObject *array, const Py_buffer *view, int64_t *strides)
{
    PyObject *descriptor = tbpy_attribute((PyObject *)ndarray_cache, "strides"), *own = NULL;
    if (descriptor && Py_TYPE(descriptor)->tp_descr_get)
        own = Py_TYPE(descriptor)->tp_descr_get(descriptor, array, (PyObject *)Py_TYPE(array));
    Py_XDECREF(descriptor);
    if (own && PyTuple_Check(own) && PyTuple_GET_SIZE(own) == view->ndim)
        for (int i = 0; i < view->ndim; i++)
            if (view->len == 0 || view->shape[i] == 1)
                strides[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(own, i));
    Py_XDECREF(own);
    PyErr_Clear();
}

/* Sizes and strides in elements, with torch's errors in torch's order. */
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
    fix_strides(array, view, stride);
    for (int i = 0; i < view->ndim; i++) {
        if (stride[i] % view->itemsize) {
            PyErr_SetString(PyExc_ValueError,
                            "given numpy array strides not a multiple of the element byte size. "
                            "Copy the numpy array to reallocate the memory.");
            return -1;
        }
        stride[i] /= view->itemsize;
    }
    for (int i = 0; i < view->ndim; i++) {
        if (stride[i] < 0) {
            PyErr_SetString(
                PyExc_ValueError,
                "At least one stride in the given numpy array is negative, and tensors with negative "
                "strides are not currently supported. (You can probably work around this by making a "
                "copy of your array  with array.copy().) ");
            return -1;
        }
    }
    return 0;
}

PyObject *tbpy_share_view(tbpy_held_view *held, void *data, tb_dtype dtype, const tb_shape *shape,
                          const int64_t *stride)
{
    tbpy_memory memory = {.data = held->buffer.len ? data : NULL, .dtype = dtype, .shape = *shape};
    memcpy(memory.stride, stride, (size_t)shape->ndim * sizeof *stride);
    PyObject *self = tbpy_share_memory(&memory, &held->owner);
    if (!self)
        tbpy_drop_view(held);
    return self;
}

/* A tensor with a copy of the elements, for memory that is not aligned. */
static PyObject *copy_unaligned(Py_buffer *view, tb_dtype dtype, const tb_shape *shape)
{
    tb_error err;
    TbTensor *self = tbpy_tensor_alloc();
    if (self && tb_tensor_new(&self->t, dtype, shape->size, NULL, shape->ndim, false, &err) != TB_OK) {
        Py_CLEAR(self);
        tbpy_raise(&err);
    }
    if (self && PyBuffer_ToContiguous(tb_data(&self->t), view, view->len, 'C') < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

/* Reads what the view says; takes over `held` in every case. */
static PyObject *from_view(PyObject *array, tbpy_held_view *held, bool shared)
{
    const Py_buffer *view = &held->buffer;
    PyObject *copy = NULL;
    int64_t stride[TB_MAX_DIMS];
    tb_shape shape;
    tb_dtype dtype;
    bool swapped = false;

    if (shared && view->readonly &&
        tbpy_warn(
            "The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This "
            "means writing to this tensor will result in undefined behavior. You may want to copy the array "
            "to "
            "protect its data or make it writable before converting it to a tensor.") < 0)
        goto done;
    bool known = tbpy_dtype_of_format(view->format, view->itemsize, &dtype, &swapped);
    if (!known && !swapped) {
        raise_array_type(array);
        goto done;
    }
    if (read_layout(array, view, &shape, stride) < 0)
        goto done;
    if (swapped) {
        PyErr_SetString(PyExc_ValueError,
                        "given numpy array has byte order different from the native byte order. "
                        "Conversion between byte orders is currently not supported.");
        goto done;
    }
    if (view->len == 0 || tbpy_is_aligned(view->buf, dtype))
        return tbpy_share_view(held, view->buf, dtype, &shape, stride);
    if (shared)
        PyErr_SetString(PyExc_ValueError,
                        "given numpy array is not aligned in memory. Copy the numpy array to reallocate "
                        "the memory.");
    else
        copy = copy_unaligned(&held->buffer, dtype, &shape);
done:
    tbpy_drop_view(held);
    return copy;
}

PyObject *tbpy_from_ndarray(PyObject *array, bool shared)
{
    tbpy_held_view *held = tbpy_new_view();
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

static PyObject *from_numpy(PyObject *Py_UNUSED(module), PyObject *o)
{
    if (!tbpy_is_ndarray(o))
        return PyErr_Format(PyExc_TypeError, "expected np.ndarray (got %s)", tbpy_type_name(o));
    return tbpy_from_ndarray(o, true);
}

PyMethodDef tbpy_interop_functions[] = {
    {"from_numpy", from_numpy, METH_O,
     "from_numpy($module, ndarray, /)\n--\n\n"
     "A tensor on the memory of a NumPy array: writes show in both.  Shape, strides and dtype are the\n"
     "array's; the array is kept alive, and the tensor cannot be enlarged.\n\n"
     "TypeError for what is no array or has a dtype without counterpart; ValueError for negative strides,\n"
     "foreign byte order, unaligned memory, and strides that are no multiple of the element's size.\n"
     "Warns (UserWarning) for a read-only array.  As torch.from_numpy.\n\n"
     ">>> import numpy\n>>> torch.from_numpy(numpy.arange(3.))\ntensor([0., 1., 2.], dtype=torch.float64)\n"},
    {NULL, NULL, 0, NULL},
};
