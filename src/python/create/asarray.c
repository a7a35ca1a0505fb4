/* asarray.c: bodies that make tensors over memory that other objects own: frombuffer (the buffer protocol)
 * and asarray (tensors, arrays, NumPy scalars, DLPack capsules, buffers, other exporters, sequences). */
#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/create/data.h"
#include "python/interop/dlpack_import.h"
#include "python/interop/from_exporter.h"
#include "python/interop/foreign.h"
#include "python/interop/held_buffer.h"
#include "python/interop/ndarray.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

#include <stdlib.h>
#include <string.h>

/* ---- frombuffer ---- */

/* What the caller asked for, and what follows from the buffer. */
typedef struct {
    tb_dtype dtype;
    int64_t count, offset; /* count < 0: all elements */
} extract;

/* torch's checks in torch's order; *count becomes the number of elements. */
static int check_extract(extract *e, int64_t length)
{
    const bool inside = e->offset >= 0 && e->offset < length;
    const int64_t itemsize = tb_dtypes[e->dtype].itemsize, rest = inside ? length - e->offset : 0;
    int64_t bytes;
    if (length <= 0 || e->count == 0)
        PyErr_Format(PyExc_ValueError, "both buffer length (%lld) and count (%lld) must not be 0",
                     (long long)length, (long long)e->count);
    else if (!inside)
        PyErr_Format(
            PyExc_ValueError,
            "offset (%lld bytes) must be non-negative and no greater than buffer length (%lld bytes) "
            "minus 1",
            (long long)e->offset, (long long)length);
    else if (e->count < 0 && rest % itemsize)
        PyErr_Format(
            PyExc_ValueError,
            "buffer length (%lld bytes) after offset (%lld bytes) must be a multiple of element size "
            "(%lld)",
            (long long)rest, (long long)e->offset, (long long)itemsize);
    else if (e->count > 0 && (__builtin_mul_overflow(e->count, itemsize, &bytes) || bytes > rest))
        PyErr_Format(
            PyExc_ValueError,
            "requested buffer length (%lld * %lld bytes) after offset (%lld bytes) must not be greater "
            "than actual buffer length (%lld bytes)",
            (long long)e->count, (long long)itemsize, (long long)e->offset, (long long)length);
    if (PyErr_Occurred())
        return -1;
    if (e->count < 0)
        e->count = rest / itemsize;
    return 0;
}

/* Fills held->buffer: writable if possible, otherwise read-only with torch's warning. */
static int get_buffer(PyObject *o, Py_buffer *buffer)
{
    if (!PyObject_CheckBuffer(o)) {
        PyErr_SetString(PyExc_ValueError, "object does not implement Python buffer protocol.");
        return -1;
    }
    if (PyObject_GetBuffer(o, buffer, PyBUF_WRITABLE) == 0)
        return 0;
    if (!tbpy_clear_answer())
        return -1;
    if (PyObject_GetBuffer(o, buffer, PyBUF_SIMPLE) < 0) {
        if (tbpy_clear_answer())
            PyErr_SetString(PyExc_RuntimeError, "could not retrieve buffer from object");
        return -1;
    }
    if (tbpy_warn("The given buffer is not writable, and PyTorch does not support non-writable tensors. This "
                  "means you can write to the underlying (supposedly non-writable) buffer using the tensor. "
                  "You may want to copy the buffer to protect its data or make it writable before converting "
                  "it to a tensor.") == 0)
        return 0;
    PyBuffer_Release(buffer);
    return -1;
}

/* Checks the first element, which is known to lie in the buffer. */
static int check_alignment(const Py_buffer *buffer, const extract *e)
{
    if (tb_is_aligned((const char *)buffer->buf + e->offset, e->dtype))
        return 0;
    PyErr_Format(PyExc_ValueError, "the given buffer is not aligned in memory for %s at offset %lld",
                 tb_dtypes[e->dtype].name, (long long)e->offset);
    return -1;
}

static PyObject *from_buffer(PyObject *o, extract e)
{
    const int64_t stride = 1;
    tbpy_held_buffer *held = tbpy_new_held_buffer();
    if (!held)
        return NULL;
    if (get_buffer(o, &held->buffer) < 0) {
        free(held);
        return NULL;
    }
    if (tbpy_hold_without_export(held) < 0 || check_extract(&e, held->buffer.len) < 0 ||
        check_alignment(&held->buffer, &e) < 0) {
        tbpy_drop_held_buffer(held);
        return NULL;
    }
    const tb_shape shape = {.ndim = 1, .size = {e.count}};
    return tbpy_share_held_buffer(held, (char *)held->buffer.buf + e.offset, e.dtype, &shape, &stride);
}

PyObject *tbpy_body_frombuffer(const tbpy_call *c)
{
    extract e = {.count = -1};
    tbpy_given_dtype(c, TBPY_FROMBUFFER_DTYPE, &e.dtype);
    if (tbpy_given_int(c, TBPY_FROMBUFFER_COUNT, &e.count) < 0 ||
        tbpy_given_int(c, TBPY_FROMBUFFER_OFFSET, &e.offset) < 0 ||
        tbpy_check_requires_grad(c->given[TBPY_FROMBUFFER_REQUIRES_GRAD], "frombuffer") < 0)
        return NULL;
    return from_buffer(c->given[TBPY_FROMBUFFER_BUFFER], e);
}

/* ---- asarray ---- */

/* torch's error if copying is forbidden but the dtype differs. */
static PyObject *fail_alias(tb_dtype from, tb_dtype to)
{
    return PyErr_Format(PyExc_ValueError, "can't alias tensor with dtype '%s' into dtype '%s'.",
                        tb_dtypes[from].scalar_type, tb_dtypes[to].scalar_type);
}

/* Casts `tensor`, a stolen reference or NULL, to dtype. */
static PyObject *as_dtype(PyObject *tensor, tb_dtype dtype, tbpy_copying copy)
{
    if (!tensor)
        return NULL;
    const tb_dtype own = ((TbTensor *)tensor)->t.dtype;
    const tb_dtype wanted = dtype == TB_UNDEFINED ? own : dtype;
    PyObject *result = tensor;
    if (copy == TBPY_COPY_NEVER && wanted != own)
        result = fail_alias(own, wanted);
    else if (copy == TBPY_COPY_ALWAYS || wanted != own)
        result = tbpy_cast(tensor, wanted);
    if (result != tensor)
        Py_DECREF(tensor);
    return result;
}

/* torch treats a 0-dim array as a number: it is always copied, and copy=True is treated like copy=False. */
static PyObject *from_array(PyObject *array, tb_dtype dtype, tbpy_copying copy)
{
    PyObject *tensor = tbpy_from_ndarray(array, false), *shared;
    if (!tensor)
        return NULL;
    const tb_dtype own = ((TbTensor *)tensor)->t.dtype;
    const bool number = ((TbTensor *)tensor)->t.ndim == 0;
    if (number && copy == TBPY_COPY_ALWAYS)
        copy = TBPY_COPY_NEVER;
    if (copy == TBPY_COPY_ALWAYS || (dtype != TB_UNDEFINED && dtype != own))
        return as_dtype(tensor, dtype, copy);
    Py_DECREF(tensor);
    shared = tbpy_from_ndarray(array, true); /* will be written: warns */
    return number ? as_dtype(shared, own, TBPY_COPY_ALWAYS) : shared;
}

/* Always copies; torch then treats copy=True like copy=False. */
static PyObject *from_scalar(PyObject *o, tb_dtype dtype, tbpy_copying copy)
{
    tb_dtype own;
    tb_element element;
    int known;
    if (copy == TBPY_COPY_NEVER) {
        PyErr_SetString(PyExc_RuntimeError,
                        "can't alias NumPy scalars. Either remove copy=False or transform "
                        "it in a ndarray. ");
        return NULL;
    }
    known = tbpy_numpy_scalar(o, &own, &element);
    if (known != 1)
        return known < 0 ? NULL : tbpy_raise_numpy_type(Py_TYPE(o));
    PyObject *self = TBPY_NEW_TENSOR(tb_tensor_new, own, NULL, NULL, 0, false);
    if (!self)
        return NULL;
    memcpy(tb_data(tbpy_tensor_of(self)), &element, tbpy_tensor_of(self)->itemsize);
    return as_dtype(self, dtype, copy == TBPY_COPY_ALWAYS ? TBPY_COPY_NEVER : copy);
}

static PyObject *convert(PyObject *o, tb_dtype dtype, tbpy_copying copy)
{
    if (TbTensor_Check(o))
        return as_dtype(Py_NewRef(o), dtype, copy);
    if (tbpy_is_ndarray(o))
        return from_array(o, dtype, copy);
    if (tbpy_is_numpy_scalar(o))
        return from_scalar(o, dtype, copy);
    if (tbpy_is_dlpack_capsule(o))
        return as_dtype(tbpy_from_dlpack_capsule(o, copy == TBPY_COPY_NEVER ? copy : TBPY_COPY_IF_NEEDED),
                        dtype, copy);
    if (PyObject_CheckBuffer(o)) {
        const extract all = {.dtype = dtype == TB_UNDEFINED ? tbpy_default_dtype() : dtype, .count = -1};
        return as_dtype(from_buffer(o, all), dtype, copy);
    }
    if (copy == TBPY_COPY_NEVER) {
        PyErr_SetString(PyExc_ValueError, "can't alias arbitrary sequence into a tensor.");
        return NULL;
    }
    PyObject *shared;
    const int is_exporter = tbpy_from_exporter(o, &shared);
    if (is_exporter)
        return is_exporter < 0 ? NULL : as_dtype(shared, dtype, copy);
    return tbpy_tensor_from_data(o, dtype);
}

PyObject *tbpy_body_asarray(const tbpy_call *c)
{
    PyObject *copy = c->given[TBPY_ASARRAY_COPY];
    tb_dtype dtype = TB_UNDEFINED;
    tbpy_given_dtype(c, TBPY_ASARRAY_DTYPE, &dtype);
    if (tbpy_check_device(c->given[TBPY_ASARRAY_DEVICE], "asarray") < 0 ||
        tbpy_check_requires_grad(c->given[TBPY_ASARRAY_REQUIRES_GRAD], "asarray") < 0)
        return NULL;
    return convert(c->given[TBPY_ASARRAY_OBJ], dtype,
                   !copy             ? TBPY_COPY_IF_NEEDED
                   : copy == Py_True ? TBPY_COPY_ALWAYS
                                     : TBPY_COPY_NEVER);
}

PyObject *tbpy_body_from_numpy(const tbpy_call *c)
{
    if (TbTensor_Check(c->given[0])) /* libraries pass it as an array, as it has an __array_interface__ */
        return TBPY_NEW_TENSOR(tb_detach, tbpy_tensor_of(c->given[0]));
    if (!tbpy_is_ndarray(c->given[0]))
        return PyErr_Format(PyExc_TypeError, "expected np.ndarray (got %s)", tbpy_type_name(c->given[0]));
    return tbpy_from_ndarray(c->given[0], true);
}
