/* buffer_export.c: see buffer_export.h.  An export holds the storage and pins it, so that the memory
 * neither goes nor moves; shapes and strides are copies that the export owns. */
#include "python/interop/buffer_export.h"

#include "python/args/buffer_format.h"
#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/args/signature.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/interop/ndarray.h"

#include <string.h>

/* ---- export ---- */

typedef struct {
    tb_storage *storage;
    Py_ssize_t dims[]; /* ndim sizes, ndim strides */
} export;

/* Does the tensor have the order of memory that the flags ask for? */
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
            bytes = 0; /* only where no element is reached by it */
        e->dims[i] = t->size[i];
        e->dims[t->ndim + i] = t->numel ? bytes : 0; /* of no elements: as torch's arrays have them */
    }
    e->storage = tb_storage_retain(t->storage);
    tb_storage_pin(e->storage);
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
    const bool with_dims = with_shape && t->ndim > 0; /* a scalar has no shape, says the protocol */
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
    tb_storage_release(e->storage);
    PyMem_Free(e);
}

/* ---- Tensor.numpy() ---- */

/* numpy, or torch's RuntimeError caused by the ImportError. */
static PyObject *import_numpy(void)
{
    PyObject *module = PyImport_ImportModule("numpy");
    if (module || !PyErr_ExceptionMatches(PyExc_ImportError))
        return module;
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
    PyObject *numpy = import_numpy();
    if (!numpy)
        return NULL;
    PyObject *array = NULL, *memory = PyMemoryView_FromObject(self);
    if (memory)
        array = PyObject_CallMethod(numpy, "asarray", "O", memory);
    Py_XDECREF(memory);
    Py_DECREF(numpy);
    return array;
}

/* ---- NumPy's protocols ---- */

/* array.astype(dtype, copy=copy) */
static PyObject *as_type(PyObject *array, PyObject *dtype, bool copy)
{
    PyObject *result = NULL, *method = tbpy_attribute(array, "astype");
    PyObject *arguments = PyTuple_Pack(1, dtype),
             *keywords = Py_BuildValue("{sO}", "copy", copy ? Py_True : Py_False);
    if (method && arguments && keywords)
        result = PyObject_Call(method, arguments, keywords);
    Py_XDECREF(method);
    Py_XDECREF(arguments);
    Py_XDECREF(keywords);
    return result;
}

/* dtype NULL: the array's own.  Takes over the array, which may be NULL. */
static PyObject *converted(PyObject *array, PyObject *dtype, bool may_copy, bool must_copy)
{
    PyObject *own = NULL, *result = NULL;
    if (!array)
        return NULL;
    if (!dtype)
        own = dtype = tbpy_attribute(array, "dtype");
    if (dtype)
        result = as_type(array, dtype, must_copy);
    if (result && result != array && !may_copy) {
        Py_CLEAR(result);
        PyErr_SetString(PyExc_ValueError, "Unable to avoid copy while creating an array as requested.");
    }
    Py_XDECREF(own);
    Py_DECREF(array);
    return result;
}

static PyObject *tensor_array(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"Tensor.__array__", 2, 2, 0, {"dtype", "copy"}};
    PyObject *given[2] = {NULL};
    bool copy = false;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return NULL;
    const bool decided = given[1] && given[1] != Py_None;
    if (decided && tbpy_as_bool(given[1], "Tensor.__array__", "copy", &copy) < 0)
        return NULL;
    PyObject *array = tbpy_share_with_numpy(self), *dtype = given[0] == Py_None ? NULL : given[0];
    return !dtype && !copy ? array : converted(array, dtype, !decided || copy, copy);
}

/* torch knows booleans as uint8 here. */
static PyObject *without_bools(PyObject *array)
{
    PyObject *dtype = tbpy_attribute(array, "dtype"), *result = NULL;
    int is_bool = dtype ? PyObject_RichCompareBool(dtype, (PyObject *)&PyBool_Type, Py_EQ) : -1;
    if (is_bool >= 0)
        result = is_bool ? PyObject_CallMethod(array, "astype", "s", "uint8") : Py_NewRef(array);
    Py_XDECREF(dtype);
    return result;
}

static PyObject *tensor_array_wrap(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t nargs,
                                   PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "Tensor.__array_wrap__", 3, 3, 1, {"array", "context", "return_scalar"}};
    PyObject *given[3] = {NULL}, *result = NULL;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return NULL;
    PyObject *array = without_bools(given[0]);
    if (array && tbpy_is_ndarray(array))
        result = tbpy_from_ndarray(array, true);
    else if (array)
        PyErr_Format(PyExc_TypeError, "expected np.ndarray (got %s)", tbpy_type_name(array));
    Py_XDECREF(array);
    return result;
}

PyMethodDef tbpy_numpy_methods[] = {
    {"__array__", TBPY_FASTCALL(tensor_array),
     "__array__($self, dtype=None, copy=None)\n--\n\n"
     "What NumPy makes of the tensor: numpy(), cast to a NumPy dtype where one is given.\n\n"
     "copy: True copies always, False raises ValueError where the cast needs a copy.  TypeError for\n"
     "bfloat16.  NumPy's protocol; as torch.Tensor.__array__, which lacks copy.\n\n"
     ">>> torch.arange(2).__array__('float64')\narray([0., 1.])\n"},
    {"__array_wrap__", TBPY_FASTCALL(tensor_array_wrap),
     "__array_wrap__($self, array, context=None, return_scalar=False)\n--\n\n"
     "A tensor on the memory of a result that NumPy computed from a tensor; booleans become uint8.\n\n"
     "Errors of from_numpy.  NumPy's protocol; as torch.Tensor.__array_wrap__.\n\n"
     ">>> import numpy\n>>> numpy.sqrt(torch.tensor([4., 9.]))\ntensor([2., 3.])\n"},
    {NULL, NULL, 0, NULL},
};
