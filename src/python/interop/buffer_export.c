/* buffer_export.c: see buffer_export.h.  An export holds the storage and pins it, so that the memory is
 * neither freed nor moved; shapes and strides are copies that the export owns. */
#include "python/interop/buffer_export.h"

#include "python/args/buffer_format.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <string.h>

/* ---- export ---- */

typedef struct {
    tb_storage *storage;
    Py_ssize_t dims[]; /* ndim sizes, then ndim strides */
} export;

/* Whether the tensor has the memory order that the flags request. */
static bool has_requested_order(const tb_tensor *t, int flags)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    if (t->contiguous && (flags & PyBUF_F_CONTIGUOUS) != PyBUF_F_CONTIGUOUS)
        return true;
    const bool any = (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS;
    if (!any && (flags & PyBUF_F_CONTIGUOUS) != PyBUF_F_CONTIGUOUS)
        return (flags & PyBUF_STRIDES) == PyBUF_STRIDES && (flags & PyBUF_C_CONTIGUOUS) != PyBUF_C_CONTIGUOUS;
    for (int i = 0; i < t->ndim; i++) {
        size[i] = t->size[t->ndim - 1 - i];
        stride[i] = t->stride[t->ndim - 1 - i];
    }
    return tb_is_contiguous(size, stride, t->ndim);
}

static export *make_export(const tb_tensor *t)
{
    export *e = PyMem_Malloc(sizeof *e + 2 * t->ndim * sizeof *e->dims);
    if (!e) {
        PyErr_NoMemory();
        return NULL;
    }
    for (int i = 0; i < t->ndim; i++) {
        int64_t bytes;
        if (__builtin_mul_overflow(t->stride[i], (int64_t)t->itemsize, &bytes))
            bytes = 0; /* only if no element depends on it */
        e->dims[i] = t->size[i];
        e->dims[t->ndim + i] = t->numel ? bytes : 0; /* without elements: the strides of torch's arrays */
    }
    if (t->numel == 0 && t->ndim == 1)
        e->dims[1] = t->itemsize; /* otherwise memoryview takes it for strided */
    e->storage = tb_storage_retain(t->storage);
    tb_storage_pin(e->storage);
    tbpy_count_export(e->storage, 1);
    return e;
}

int tbpy_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    const char *format = tbpy_format_of_dtype(t->dtype);

    view->obj = NULL;
    if (!format) {
        PyErr_Format(PyExc_BufferError, "%s has no format in the buffer protocol", tb_dtypes[t->dtype].name);
        return -1;
    }
    if (!has_requested_order(t, flags)) {
        PyErr_SetString(PyExc_BufferError,
                        "the tensor does not have the contiguous layout that was asked for");
        return -1;
    }
    if (__builtin_mul_overflow(t->numel, (int64_t)t->itemsize, &view->len)) { /* of an expanded tensor */
        PyErr_SetString(PyExc_BufferError, "the tensor counts more bytes than a buffer can have");
        return -1;
    }
    export *e = make_export(t);
    if (!e)
        return -1;
    const bool with_shape = (flags & PyBUF_ND) == PyBUF_ND;
    const bool with_dims = with_shape && t->ndim > 0; /* by the protocol, a scalar has no shape */
    view->obj = Py_NewRef(self);
    view->buf = t->numel ? tb_data(t) : t->storage->data;
    view->itemsize = t->itemsize;
    view->readonly = 0;
    view->ndim = with_shape ? t->ndim : 1;
    view->format = (flags & PyBUF_FORMAT) ? (char *)format : NULL;
    view->shape = with_dims ? e->dims : NULL;
    view->strides = with_dims && (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? e->dims + t->ndim : NULL;
    view->suboffsets = NULL;
    view->internal = e;
    return 0;
}

void tbpy_releasebuffer(PyObject *Py_UNUSED(self), Py_buffer *view)
{
    export *e = view->internal;
    tb_storage_unpin(e->storage);
    tbpy_count_export(e->storage, -1);
    tb_storage_release(e->storage);
    PyMem_Free(e);
}

/* ---- Tensor.numpy() ---- */

/* numpy.asarray, imported on first use; raises torch's RuntimeError with the ImportError as its cause. */
static PyObject *find_asarray(void)
{
    PyObject **kept = &tbpy_get_state()->numpy_asarray;
    if (*kept)
        return Py_NewRef(*kept);
    PyObject *module = PyImport_ImportModule("numpy");
    if (module) {
        PyObject *asarray = tbpy_attribute(module, "asarray");
        Py_DECREF(module);
        if (asarray && tbpy_replace(kept, Py_NewRef(asarray)) < 0)
            TBPY_DROP(asarray);
        return asarray;
    }
    if (!PyErr_ExceptionMatches(PyExc_ImportError))
        return NULL;
    PyObject *cause = PyErr_GetRaisedException();
    PyObject *error = PyObject_CallFunction(PyExc_RuntimeError, "s", "Numpy is not available");
    if (error) {
        PyException_SetCause(error, Py_NewRef(cause));
        PyErr_SetObject(PyExc_RuntimeError, error);
        Py_DECREF(error);
    }
    Py_DECREF(cause);
    return NULL;
}

/* asarray(memory).  If it cannot make a view of the memory, NumPy would read the items one by one into
 * a new array of another dtype, which several dimensions prevent; the only reason is a lack of memory. */
static PyObject *array_on(PyObject *asarray, PyObject *memory)
{
    PyObject *array = PyObject_CallOneArg(asarray, memory), *base = NULL;
    if (array)
        base = PyObject_GetAttr(array, tbpy_get_state()->base_name);
    if (base == Py_None || (!array && PyErr_ExceptionMatches(PyExc_NotImplementedError)))
        PyErr_NoMemory();
    if (PyErr_Occurred())
        Py_CLEAR(array);
    Py_XDECREF(base);
    return array;
}

PyObject *tbpy_share_with_numpy(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (!tbpy_format_of_dtype(t->dtype))
        return PyErr_Format(PyExc_TypeError, "Got unsupported ScalarType %s",
                            tb_dtypes[t->dtype].scalar_type);
    int64_t bytes;
    if (__builtin_mul_overflow(t->numel, (int64_t)t->itemsize, &bytes)) {
        PyErr_SetString(PyExc_ValueError,
                        "array is too big; `arr.size * arr.dtype.itemsize` is larger than the "
                        "maximum possible size.");
        return NULL;
    }
    PyObject *asarray = find_asarray();
    if (!asarray)
        return NULL;
    PyObject *array = NULL, *memory = PyMemoryView_FromObject(self);
    if (memory)
        array = array_on(asarray, memory);
    Py_XDECREF(memory);
    Py_DECREF(asarray);
    return array;
}
