/* convert.c: converts Python objects to tensors, dtypes, integers, numbers and sizes, with torch's
 * TypeErrors.  Conversion can run code (__index__) that changes the objects, so sequences are copied
 * first. */
#include "python/args/convert.h"

#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <string.h>

int tbpy_check_tensors(PyObject *const *items, Py_ssize_t n, int argument)
{
    for (Py_ssize_t i = 0; i < n; i++)
        if (!TbTensor_Check(items[i])) {
            PyErr_Format(PyExc_TypeError, "expected Tensor as element %zd in argument %d, but got %s", i,
                         argument, tbpy_type_name(items[i]));
            return -1;
        }
    return 0;
}

PyObject *tbpy_as_text(PyObject *o)
{
    if (!PyUnicode_Check(o))
        return PyUnicode_DecodeUTF8(PyBytes_AS_STRING(o), PyBytes_GET_SIZE(o), NULL);
    if (PyUnicode_AsUTF8(o))
        return Py_NewRef(o);
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) /* a lone surrogate */
        PyErr_SetString(PyExc_RuntimeError, "error unpacking string as utf-8");
    return NULL;
}

bool tbpy_is_word(PyObject *text, const char *word)
{
    if (PyUnicode_Check(text))
        return PyUnicode_CompareWithASCIIString(text, word) == 0;
    const size_t length = strlen(word);
    return (size_t)PyBytes_GET_SIZE(text) == length && memcmp(PyBytes_AS_STRING(text), word, length) == 0;
}

bool tbpy_is_storage(PyObject *o)
{
    if (!PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_HEAPTYPE)) /* numbers, lists, tuples: the common case */
        return false;
    if (PyObject_TypeCheck(o, tbpy_get_state()->storage_type))
        return true;
    PyObject *typed = tbpy_registered_hook(TBPY_HOOK_typed_storage);
    return typed && PyObject_TypeCheck(o, (PyTypeObject *)typed);
}

/* ---- integers ---- */

/* An integral tensor of one element counts as an integer, as in torch. */
static bool is_integer_tensor(PyObject *o)
{
    const tb_tensor *t = tbpy_tensor_of(o);
    return t->numel == 1 && tb_dtypes[t->dtype].kind == TB_KIND_INT;
}

/* Converts a Python int to int64_t; 0, or -1 without an exception if it does not fit. */
static int fit_int64(PyObject *integer, int64_t *out)
{
    int overflow;
    *out = PyLong_AsLongLongAndOverflow(integer, &overflow);
    return overflow ? -1 : 0;
}

static int fit_index(PyObject *o, int64_t *out)
{
    PyObject *integer = PyNumber_Index(o);
    if (!integer)
        return -1;
    int status = fit_int64(integer, out);
    Py_DECREF(integer);
    if (status < 0)
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
    return status;
}

bool tbpy_is_int64(PyObject *o)
{
    if (TbTensor_Check(o))
        return is_integer_tensor(o) && ((TbTensor *)o)->t.ndim == 0;
    if (PyLong_Check(o))
        return !PyBool_Check(o);
    return PyIndex_Check(o) && tbpy_is_numpy_scalar(o);
}

bool tbpy_is_int_tuple(PyObject *o)
{
    if (!PyTuple_Check(o) && !PyList_Check(o))
        return false;
    TBPY_LOCKED(o);
    if (PySequence_Fast_GET_SIZE(o) == 0)
        return true;
    PyObject *first = PySequence_Fast_GET_ITEM(o, 0);
    return PyIndex_Check(first) && !PyBool_Check(first) &&
           (!TbTensor_Check(first) || is_integer_tensor(first));
}

int tbpy_as_int64(PyObject *o, const char *function, const char *name, int position, int64_t *out)
{
    return tbpy_is_int64(o) ? fit_index(o, out) : tbpy_fail_type(o, function, name, position, "int");
}

/* torch tests this by calling __index__; an object whose __index__ fails is not an index. */
bool tbpy_is_index(PyObject *o)
{
    return TbTensor_Check(o) ? is_integer_tensor(o) : PyIndex_Check(o) && !PyBool_Check(o);
}

int tbpy_as_index(PyObject *o, const char *function, const char *name, int position, int64_t *out)
{
    PyObject *integer = tbpy_is_index(o) ? PyNumber_Index(o) : NULL;
    if (!integer) {
        if (PyErr_Occurred() && !tbpy_clear_answer())
            return -1;
        return tbpy_fail_type(o, function, name, position, "int");
    }
    int status = fit_int64(integer, out);
    Py_DECREF(integer);
    if (status < 0)
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
    return status;
}

/* ---- numbers ---- */

static int number_from_long(PyObject *o, tb_scalar *out)
{
    out->kind = PyBool_Check(o) ? TB_KIND_BOOL : TB_KIND_INT;
    if (fit_int64(o, &out->v.i) == 0)
        return 1;
    uint64_t bits = PyLong_AsUnsignedLongLong(o); /* CPython's OverflowErrors are torch's */
    if (bits == (uint64_t)-1 && PyErr_Occurred())
        return -1;
    out->above_int64 = true;
    out->v.i = (int64_t)bits;
    return 1;
}

static int number_from_numpy(PyObject *o, tb_scalar *out)
{
    tb_dtype dtype;
    tb_element element;
    int known = tbpy_numpy_scalar(o, &dtype, &element);
    if (known == 1)
        *out = tb_scalar_load(dtype, &element);
    if (known != 0)
        return known;
    /* Types without a dtype here: longdouble and the like. */
    PyObject *value = PyIndex_Check(o) ? PyNumber_Index(o) : tbpy_numpy_inexact(o);
    if (!value)
        return PyErr_Occurred() ? -1 : 0;
    known = tbpy_number(value, out);
    Py_DECREF(value);
    return known;
}

int tbpy_number(PyObject *o, tb_scalar *out)
{
    out->above_int64 = false;
    if (PyFloat_Check(o)) {
        out->kind = TB_KIND_FLOAT;
        out->v.f = PyFloat_AS_DOUBLE(o);
        return 1;
    }
    if (PyLong_Check(o))
        return number_from_long(o, out);
    if (PyComplex_Check(o)) {
        Py_complex value = PyComplex_AsCComplex(o);
        out->kind = TB_KIND_COMPLEX;
        out->v.c[0] = value.real;
        out->v.c[1] = value.imag;
        return 1;
    }
    if (TbTensor_Check(o)) {
        const tb_tensor *t = tbpy_tensor_of(o);
        if (t->ndim != 0)
            return 0;
        *out = tb_scalar_load(t->dtype, tb_data(t));
        return 1;
    }
    return tbpy_is_numpy_scalar(o) ? number_from_numpy(o, out) : 0;
}

bool tbpy_fits_int64(const tb_scalar *value)
{
    if (value->above_int64)
        PyErr_SetString(PyExc_RuntimeError, "value cannot be converted to type int64_t without overflow");
    return !value->above_int64;
}

PyObject *tbpy_number_object(const tb_scalar *value)
{
    switch (value->kind) {
    case TB_KIND_BOOL:
        return PyBool_FromLong(value->v.i != 0);
    case TB_KIND_INT:
        return value->above_int64 ? PyLong_FromUnsignedLongLong((uint64_t)value->v.i)
                                  : PyLong_FromLongLong(value->v.i);
    case TB_KIND_FLOAT:
        return PyFloat_FromDouble(value->v.f);
    default:
        return PyComplex_FromDoubles(value->v.c[0], value->v.c[1]);
    }
}

/* ---- sizes ---- */

typedef enum { SIZE_OK, SIZE_NOT_INTEGER, SIZE_OVERFLOW, SIZE_EXCEPTION } size_status;

/* torch reports an __index__ that fails as a type that is not an integer. */
static size_status size_item(PyObject *o, int64_t *out)
{
    if (!PyIndex_Check(o) || (TbTensor_Check(o) && !is_integer_tensor(o)))
        return SIZE_NOT_INTEGER;
    PyObject *integer = PyNumber_Index(o);
    if (!integer)
        return tbpy_clear_answer() ? SIZE_NOT_INTEGER : SIZE_EXCEPTION;
    int status = fit_int64(integer, out);
    Py_DECREF(integer);
    return status < 0 ? SIZE_OVERFLOW : SIZE_OK;
}

/* Reads items[0..n) as sizes.  The first item decides whether this is a shape at all.  For a keyword, with
 * position 0, the message then names the type of `whole`. */
static int read_sizes(PyObject *const *items, Py_ssize_t n, PyObject *whole, const char *function,
                      const char *name, int position, int64_t *out)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        size_status status =
            i == 0 && PyBool_Check(items[0]) ? SIZE_NOT_INTEGER : size_item(items[i], &out[i]);
        if (status == SIZE_OK)
            continue;
        if (status == SIZE_OVERFLOW) {
            PyErr_Format(PyExc_TypeError,
                         "%s(): argument '%s' failed to unpack the object at pos %zd with error "
                         "\"Overflow when unpacking long long\"",
                         function, name, i + 1);
        } else if (status == SIZE_NOT_INTEGER && i > 0) {
            PyErr_Format(PyExc_TypeError,
                         "%s(): argument '%s' failed to unpack the object at pos %zd with error "
                         "\"type must be tuple of ints,but got %s\"",
                         function, name, i + 1, tbpy_type_name(items[i]));
        } else if (status == SIZE_NOT_INTEGER && position == 0) {
            tbpy_fail_type(whole, function, name, 0, "tuple of ints"); /* for a keyword, torch stops here */
        } else if (status == SIZE_NOT_INTEGER) {
            tbpy_fail_element(function, name, position, "tuple of ints", items[0]);
        }
        return -1;
    }
    return 0;
}

static int read_shape(PyObject *const *items, Py_ssize_t n, PyObject *whole, const char *function,
                      const char *name, int position, tb_shape *out)
{
    if (n > TB_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
        return -1;
    }
    out->ndim = (int)n;
    return tbpy_plain_ints(items, n, out->size)
               ? 0
               : read_sizes(items, n, whole, function, name, position, out->size);
}

int tbpy_as_size_tuple(PyObject *o, const char *function, const char *name, int position, tb_shape *out)
{
    PyObject *items = PyTuple_Check(o) ? Py_NewRef(o) : PyList_AsTuple(o);
    if (!items)
        return -1;
    int status =
        read_shape(&PyTuple_GET_ITEM(items, 0), PyTuple_GET_SIZE(items), o, function, name, position, out);
    Py_DECREF(items);
    return status;
}

int tbpy_as_lengths(PyObject *o, const char *function, const char *name, int position, int64_t **out,
                    Py_ssize_t *n)
{
    if (!PyTuple_Check(o) && !PyList_Check(o))
        return tbpy_fail_type(o, function, name, position, "tuple of ints");
    PyObject *items = PyTuple_Check(o) ? Py_NewRef(o) : PyList_AsTuple(o);
    int status = -1;
    if (!items)
        return -1;
    *n = PyTuple_GET_SIZE(items);
    *out = PyMem_Calloc((size_t)*n, sizeof **out);
    if (*out)
        status = read_sizes(&PyTuple_GET_ITEM(items, 0), *n, o, function, name, position, *out);
    else
        PyErr_NoMemory();
    Py_DECREF(items);
    if (status < 0)
        PyMem_Free(*out);
    return status;
}

int tbpy_as_sizes(PyObject *const *args, Py_ssize_t nargs, const char *function, const char *name,
                  tb_shape *out)
{
    return read_shape(args, nargs, NULL, function, name, 1, out);
}

/* ---- keywords with one legal value ---- */

/* True asks for a feature that tbcast lacks. */
static int check_false(PyObject *o, const char *function, const char *name, const char *reason)
{
    if (o == Py_True)
        PyErr_Format(PyExc_NotImplementedError, "%s(): %s=True is not supported: %s", function, name, reason);
    return o == Py_True ? -1 : 0;
}

int tbpy_check_requires_grad(PyObject *requires_grad, const char *function)
{
    if (tbpy_get_state()->policy & TBPY_REMEMBERS_GRAD)
        return 0;
    return check_false(requires_grad, function, "requires_grad", "tbcast has no autograd");
}

int tbpy_check_pin_memory(PyObject *pin_memory, const char *function)
{
    return check_false(pin_memory, function, "pin_memory", "tbcast has no accelerator");
}

/* ---- real numbers ---- */

int tbpy_as_double(PyObject *o, double *out)
{
    tb_scalar value;
    tb_error err;
    if (TbTensor_Check(o) && tbpy_number(o, &value) == 1) {
        if (value.kind == TB_KIND_COMPLEX && value.v.c[1] != 0) {
            tb_fail(&err, TB_RUNTIME_ERROR, "value cannot be converted to type double without overflow");
            tbpy_raise(&err);
            return -1;
        }
        tb_scalar_store(&value, TB_FLOAT64, out);
        return 0;
    }
    *out = PyFloat_AsDouble(o);
    return *out == -1.0 && PyErr_Occurred() ? -1 : 0;
}
