/* data.c: torch.tensor(data): a tensor from numbers, nested sequences, NumPy arrays and tensors.  Three
 * passes, in torch's order, so that errors come in torch's order: sizes from the first items, the dtype
 * from all items, the elements.  Between and during the passes the data may change, as items can run code,
 * so every access is checked again and holds a reference. */
#include "python/create/data.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/types/from_storage.h"
#include "python/interop/from_exporter.h"
#include "python/interop/ndarray.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

#include <string.h>

/* torch rejects a sequence nested deeper than this. */
#define MAX_DEPTH 128
/* The depth at which the search for dtypes stops.  Python's own limit on C recursion differs between
 * versions, and counts frames of unknown size. */
#define MAX_RECURSION 1000

/* ---- sizes ---- */

/* Replaces *sequence by a new reference to its first item. */
static int descend(PyObject **sequence)
{
    PyObject *first = PySequence_GetItem(*sequence, 0);
    if (!first) {
        if (!tbpy_clear_answer())
            return -1;
        PyErr_Format(PyExc_ValueError, "could not determine the shape of object type '%s'",
                     tbpy_type_name(*sequence));
        return -1;
    }
    Py_SETREF(*sequence, first);
    return 0;
}

static int infer_sizes(PyObject *data, tb_shape *shape)
{
    int status = -1, depth = 0;
    Py_INCREF(data);
    while (PySequence_Check(data) && !TbTensor_Check(data)) {
        Py_ssize_t length = PySequence_Size(data);
        if (length < 0)
            goto done;
        if (depth < TB_MAX_DIMS)
            shape->size[depth] = length;
        if (++depth > MAX_DEPTH) {
            PyErr_Format(PyExc_ValueError, "too many dimensions '%s'", tbpy_type_name(data));
            goto done;
        }
        if (length == 0)
            break;
        if (descend(&data) < 0)
            goto done;
    }
    if (depth > TB_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
        goto done;
    }
    shape->ndim = depth;
    status = 0;
done:
    Py_DECREF(data);
    return status;
}

/* ---- dtype ---- */

static int infer_dtype(PyObject *o, tb_dtype *dtype, int depth);

/* Item i, or NULL, without an exception if the sequence has become shorter. */
static PyObject *item_at(PyObject *sequence, Py_ssize_t i)
{
    const bool plain = PyList_CheckExact(sequence) || PyTuple_CheckExact(sequence);
    return plain ? tbpy_sequence_item(sequence, i) : PySequence_GetItem(sequence, i);
}

/* Not in the recursive frame, because an error is large. */
static __attribute__((noinline)) int fail_promotion(tb_dtype a, tb_dtype b)
{
    tb_error err;
    tb_fail_promotion(a, b, &err);
    tbpy_raise(&err);
    return -1;
}

static int infer_sequence_dtype(PyObject *sequence, tb_dtype *dtype, int depth)
{
    Py_ssize_t length = PySequence_Size(sequence);
    tb_dtype result = length == 0 ? tbpy_default_dtype() : TB_UNDEFINED, item_dtype;
    if (length < 0)
        return -1;
    for (Py_ssize_t i = 0; i < length && result != TB_COMPLEX128; i++) {
        PyObject *item = item_at(sequence, i);
        if (!item && PyErr_Occurred())
            return -1;
        if (!item)
            break;
        int status = -1;
        if (item == sequence)
            PyErr_SetString(PyExc_TypeError, "new(): self-referential lists are incompatible");
        else
            status = infer_dtype(item, &item_dtype, depth);
        Py_DECREF(item);
        if (status < 0)
            return -1;
        if (item_dtype == result)
            continue;
        const tb_dtype had = result;
        result = tb_promote(had, item_dtype);
        if (result == TB_UNDEFINED)
            return fail_promotion(had, item_dtype);
    }
    *dtype = result == TB_UNDEFINED ? tbpy_default_dtype() : result;
    return 0;
}

/* numpy.ndarray and NumPy scalars within a sequence. */
static int infer_numpy_dtype(PyObject *o, tb_dtype *dtype)
{
    if (tbpy_is_numpy_scalar(o)) {
        int known = tbpy_numpy_scalar(o, dtype, NULL);
        if (known == 0)
            tbpy_raise_numpy_type(Py_TYPE(o));
        return known == 1 ? 0 : -1;
    }
    PyObject *tensor = tbpy_from_ndarray(o, false);
    if (!tensor)
        return -1;
    *dtype = ((TbTensor *)tensor)->t.dtype;
    Py_DECREF(tensor);
    return 0;
}

static int infer_dtype(PyObject *o, tb_dtype *dtype, int depth)
{
    *dtype = TB_UNDEFINED;
    if (PyFloat_CheckExact(o))
        *dtype = tbpy_default_dtype();
    else if (PyLong_CheckExact(o))
        *dtype = TB_INT64;
    else if (PyBool_Check(o))
        *dtype = TB_BOOL;
    else if (TbTensor_Check(o))
        *dtype = ((TbTensor *)o)->t.dtype;
    if (*dtype != TB_UNDEFINED)
        return 0;
    if (PyUnicode_Check(o) || PyBytes_Check(o)) {
        PyErr_Format(PyExc_TypeError, "new(): invalid data type '%s'", tbpy_type_name(o));
        return -1;
    }
    if (tbpy_is_numpy_scalar(o) || tbpy_is_ndarray(o))
        return infer_numpy_dtype(o, dtype);
    if (PyFloat_Check(o))
        *dtype = tbpy_default_dtype();
    else if (PyLong_Check(o))
        *dtype = TB_INT64;
    else if (PyComplex_Check(o))
        *dtype = tb_to_complex(tbpy_default_dtype());
    if (*dtype != TB_UNDEFINED)
        return 0;
    if (!PySequence_Check(o)) {
        PyErr_Format(PyExc_RuntimeError, "Could not infer dtype of %s", tbpy_type_name(o));
        return -1;
    }
    if (depth < MAX_RECURSION)
        return infer_sequence_dtype(o, dtype, depth + 1);
    PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded while inferring a dtype");
    return -1;
}

/* ---- elements ---- */

static int store_float(PyObject *o, tb_dtype dtype, char *dst)
{
    tb_scalar value = {.kind = TB_KIND_FLOAT, .v.f = PyFloat_AsDouble(o)};
    if (value.v.f == -1.0 && PyErr_Occurred())
        return -1;
    tb_scalar_store(&value, dtype, dst);
    return 0;
}

static int store_complex(PyObject *o, tb_dtype dtype, char *dst)
{
    Py_complex c = PyComplex_AsCComplex(o);
    tb_scalar value = {.kind = TB_KIND_COMPLEX, .v.c = {c.real, c.imag}};
    if (c.real == -1.0 && PyErr_Occurred())
        return -1;
    tb_scalar_store(&value, dtype, dst);
    return 0;
}

static int store_bool(PyObject *o, char *dst)
{
    tb_dtype dtype;
    tb_element element;
    int truth, known;
    if (PyLong_Check(o) || PyFloat_Check(o) || PyComplex_Check(o)) {
        truth = PyObject_IsTrue(o);
    } else if (tbpy_is_numpy_scalar(o) && (known = tbpy_numpy_scalar(o, &dtype, &element)) != 0 &&
               (known < 0 || dtype == TB_BOOL)) {
        truth = known < 0 ? -1 : element.bytes[0] != 0;
    } else {
        PyObject *integer = PyNumber_Index(o);
        if (!integer)
            return -1;
        truth = PyObject_IsTrue(integer);
        Py_DECREF(integer);
    }
    *dst = (char)(truth > 0);
    return truth < 0 ? -1 : 0;
}

static int store_integer(PyObject *o, tb_dtype dtype, char *dst)
{
    tb_scalar value = {.kind = TB_KIND_INT};
    if (dtype == TB_UINT64) { /* CPython's exceptions are torch's here */
        const uint64_t bits = PyLong_AsUnsignedLongLong(o);
        memcpy(dst, &bits, sizeof bits);
        return bits == (uint64_t)-1 && PyErr_Occurred() ? -1 : 0;
    }
    if (PyFloat_Check(o)) {
        value.kind = TB_KIND_FLOAT;
        value.v.f = PyFloat_AS_DOUBLE(o);
    } else {
        int overflow;
        PyObject *integer = PyNumber_Index(o);
        if (!integer)
            return -1;
        value.v.i = PyLong_AsLongLongAndOverflow(integer, &overflow);
        Py_DECREF(integer);
        if (overflow) {
            PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
            return -1;
        }
    }
    if (tb_scalar_store_checked(&value, dtype, dst, NULL) == TB_OK)
        return 0;
    PyErr_Format(PyExc_RuntimeError, "value cannot be converted to type %s without overflow",
                 tb_dtypes[dtype].name);
    return -1;
}

static int store_number(PyObject *o, tb_dtype dtype, char *dst)
{
    switch (tb_dtypes[dtype].kind) {
    case TB_KIND_FLOAT:
        return store_float(o, dtype, dst);
    case TB_KIND_COMPLEX:
        return store_complex(o, dtype, dst);
    case TB_KIND_BOOL:
        return store_bool(o, dst);
    default:
        return store_integer(o, dtype, dst);
    }
}

/* The position for the next element, and the warnings issued so far. */
typedef struct {
    char *dst;
    bool warned;
} cursor;

static int warn_of_arrays(PyObject *item, cursor *at)
{
    if (at->warned || !tbpy_is_ndarray(item))
        return 0;
    at->warned = true;
    return tbpy_warn(
        "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider "
        "converting the list to a single numpy.ndarray with numpy.array() before converting to a "
        "tensor.");
}

/* Stores the elements of a new contiguous tensor from dimension `dim` on. */
static int store_items(PyObject *o, const tb_tensor *t, int dim, cursor *at)
{
    if (dim == t->ndim) {
        char *element = at->dst;
        at->dst += t->itemsize;
        return store_number(o, t->dtype, element);
    }
    const int64_t expected = t->size[dim];
    PyObject *sequence = PySequence_Fast(o, "not a sequence");
    int status = -1;
    if (!sequence)
        return -1;
    for (int64_t i = 0; i <= expected; i++) { /* the size may change at any time */
        const Py_ssize_t length = PySequence_Fast_GET_SIZE(sequence);
        PyObject *item = length == expected && i < expected ? tbpy_sequence_item(sequence, i) : NULL;
        if (length != expected || (!item && i < expected)) {
            PyErr_Format(PyExc_ValueError, "expected sequence of length %lld at dim %d (got %zd)",
                         (long long)expected, dim, length);
            goto done;
        }
        if (i == expected)
            break;
        int stored = warn_of_arrays(item, at) < 0 ? -1 : store_items(item, t, dim + 1, at);
        Py_DECREF(item);
        if (stored < 0 || tbpy_check_signals(i) < 0)
            goto done;
    }
    status = 0;
done:
    Py_DECREF(sequence);
    return status;
}

/* ---- torch.tensor as a whole ---- */

/* A copy in `dtype` (TB_UNDEFINED: its own) that preserves the layout. */
static PyObject *copy_tensor(PyObject *tensor, tb_dtype dtype)
{
    return tbpy_cast(tensor, dtype == TB_UNDEFINED ? ((TbTensor *)tensor)->t.dtype : dtype);
}

static PyObject *from_sequence(PyObject *data, tb_dtype dtype)
{
    tb_shape shape;
    if (infer_sizes(data, &shape) < 0 || (dtype == TB_UNDEFINED && infer_dtype(data, &dtype, 0) < 0))
        return NULL;
    PyObject *self = TBPY_NEW_TENSOR(tb_tensor_new, dtype, shape.size, NULL, shape.ndim, false);
    if (!self || tbpy_tensor_of(self)->numel == 0)
        return self;
    cursor at = {tb_data(tbpy_tensor_of(self)), false};
    if (store_items(data, tbpy_tensor_of(self), 0, &at) < 0)
        TBPY_DROP(self);
    return self;
}

PyObject *tbpy_tensor_from_data(PyObject *data, tb_dtype dtype)
{
    if (PyUnicode_Check(data) || PyBytes_Check(data))
        return PyErr_Format(PyExc_TypeError, "new(): invalid data type '%s'", tbpy_type_name(data));
    if (TbTensor_Check(data))
        return copy_tensor(data, dtype);
    if (tbpy_is_storage(data))
        return tbpy_from_storage(data, dtype);
    PyObject *shared = NULL;
    if (tbpy_is_ndarray(data))
        shared = tbpy_from_ndarray(data, false);
    else if (tbpy_from_exporter(data, &shared) == 0)
        return from_sequence(data, dtype);
    if (!shared)
        return NULL;
    PyObject *self = copy_tensor(shared, dtype);
    Py_DECREF(shared);
    return self;
}

PyObject *tbpy_index_from_data(PyObject *data)
{
    tb_dtype dtype;
    if (!tbpy_is_ndarray(data)) {
        if (infer_dtype(data, &dtype, 0) < 0)
            return NULL;
        return from_sequence(data, dtype == TB_BOOL || dtype == TB_UINT8 ? dtype : TB_INT64);
    }
    PyObject *tensor = tbpy_from_ndarray(data, true);
    if (!tensor)
        return NULL;
    dtype = ((TbTensor *)tensor)->t.dtype;
    if (dtype == TB_BOOL || dtype == TB_UINT8 || dtype == TB_INT64)
        return tensor;
    PyObject *indices = tbpy_cast(tensor, TB_INT64);
    Py_DECREF(tensor);
    return indices;
}

/* ---- tensor, new_tensor, as_tensor ---- */

/* The arguments are slots; -1 if the function lacks that keyword. */
static int check_keywords(const tbpy_call *c, int device, int pin_memory, int requires_grad)
{
    const char *function = c->f->overloads.function;
    PyObject *pinned = pin_memory < 0 ? NULL : c->given[pin_memory];
    PyObject *graded = requires_grad < 0 ? NULL : c->given[requires_grad];
    if (!c->given[device] && !pinned && !graded)
        return 0;
    return tbpy_check_device(c->given[device], function) < 0 || tbpy_check_pin_memory(pinned, function) < 0 ||
                   tbpy_check_requires_grad(graded, function) < 0
               ? -1
               : 0;
}

static int warn_of_tensor(PyObject *data, const char *instead_of)
{
    char text[256];
    if (!TbTensor_Check(data))
        return 0;
    snprintf(text, sizeof text,
             "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
             "sourceTensor.detach().clone().requires_grad_(True), rather than %s(sourceTensor).",
             instead_of);
    return tbpy_warn(text);
}

PyObject *tbpy_body_tensor(const tbpy_call *c)
{
    PyObject *data = c->given[TBPY_TENSOR_DATA];
    tb_dtype dtype = TB_UNDEFINED;
    tbpy_given_dtype(c, TBPY_TENSOR_DTYPE, &dtype);
    if (check_keywords(c, TBPY_TENSOR_DEVICE, TBPY_TENSOR_PIN_MEMORY, TBPY_TENSOR_REQUIRES_GRAD) < 0 ||
        warn_of_tensor(data, "torch.tensor") < 0)
        return NULL;
    return tbpy_tensor_from_data(data, dtype);
}

PyObject *tbpy_body_new_tensor(const tbpy_call *c)
{
    PyObject *data = c->given[TBPY_NEW_TENSOR_DATA];
    tb_dtype dtype = tbpy_self_of(c)->dtype;
    tbpy_given_dtype(c, TBPY_NEW_TENSOR_DTYPE, &dtype);
    if (check_keywords(c, TBPY_NEW_TENSOR_DEVICE, -1, TBPY_NEW_TENSOR_REQUIRES_GRAD) < 0 ||
        warn_of_tensor(data, "tensor.new_tensor") < 0)
        return NULL;
    return tbpy_tensor_from_data(data, dtype);
}

PyObject *tbpy_body_as_tensor(const tbpy_call *c)
{
    PyObject *data = c->given[TBPY_AS_TENSOR_DATA], *shared;
    tb_dtype dtype = TB_UNDEFINED;
    tbpy_given_dtype(c, TBPY_AS_TENSOR_DTYPE, &dtype);
    if (check_keywords(c, TBPY_AS_TENSOR_DEVICE, -1, -1) < 0)
        return NULL;
    if (TbTensor_Check(data))
        shared = Py_NewRef(data);
    else if (tbpy_is_ndarray(data))
        shared = tbpy_from_ndarray(data, true);
    else if (tbpy_from_exporter(data, &shared) == 0)
        return tbpy_tensor_from_data(data, dtype);
    if (!shared || dtype == TB_UNDEFINED || ((TbTensor *)shared)->t.dtype == dtype)
        return shared;
    PyObject *self = tbpy_cast(shared, dtype);
    Py_DECREF(shared);
    return self;
}
