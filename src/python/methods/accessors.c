/* accessors.c: what a tensor is (sizes, strides, memory), its elements as
 * Python numbers, and writing a value into all of it. */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/methods/accessor_docs.h"
#include "python/types/memory_format.h"
#include "python/types/size.h"

/* ---- sizes and strides ---- */

/* The optional argument `dim` of size and stride: 1 if there is one, 0, or -1. */
static int parse_dim(const char *function, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, int *dim)
{
    const tbpy_signature signature = {function, 1, 1, 0, {"dim"}};
    PyObject *given = NULL;
    int64_t value;
    tb_error err;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0)
        return -1;
    if (!given || given == Py_None)
        return 0;
    if (tbpy_as_int64(given, function, "dim", 1, &value) < 0)
        return -1;
    if (tbpy_tensor_of(self)->ndim == 0) {
        PyErr_Format(PyExc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
                     (long long)value);
        return -1;
    }
    if (tb_wrap_dim(value, tbpy_tensor_of(self)->ndim, dim, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    return 1;
}

static PyObject *tensor_size(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    int dim, has_dim = parse_dim("size", self, args, nargs, kwnames, &dim);
    if (has_dim < 0)
        return NULL;
    if (has_dim)
        return PyLong_FromLongLong(tbpy_tensor_of(self)->size[dim]);
    return tbpy_size_of((TbTensor *)self);
}

static PyObject *tensor_stride(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    int dim, has_dim = parse_dim("stride", self, args, nargs, kwnames, &dim);
    const tb_tensor *t = tbpy_tensor_of(self);
    int64_t stride[TB_MAX_DIMS];
    if (has_dim < 0)
        return NULL;
    if (has_dim)
        return PyLong_FromLongLong(t->stride[dim]);
    /* Making the tuple may collect garbage, and that may run anything. */
    int ndim = t->ndim;
    for (int d = 0; d < ndim; d++)
        stride[d] = t->stride[d];
    return tbpy_int_tuple(stride, ndim);
}

/* ---- single facts ---- */

static PyObject *tensor_dim(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong(tbpy_tensor_of(self)->ndim);
}

static PyObject *tensor_numel(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLongLong(tbpy_tensor_of(self)->numel);
}

static PyObject *tensor_element_size(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong(tbpy_tensor_of(self)->itemsize);
}

static PyObject *tensor_storage_offset(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLongLong(tbpy_tensor_of(self)->offset);
}

static PyObject *tensor_data_ptr(PyObject *self, PyObject *Py_UNUSED(unused))
{
    const tb_tensor *t = tbpy_tensor_of(self);
    return t->numel ? PyLong_FromVoidPtr(tb_data(t)) : PyLong_FromLong(0);
}

static PyObject *tensor_is_contiguous(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                      PyObject *kwnames)
{
    static const tbpy_signature signature = {"is_contiguous", 1, 0, 0, {"memory_format"}};
    PyObject *given = NULL;
    tb_memory_format format = TB_CONTIGUOUS_FORMAT;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_memory_format(given, "is_contiguous", false, &format) < 0)
        return NULL;
    const tb_tensor *t = tbpy_tensor_of(self);
    return PyBool_FromLong(tb_has_format(format, t->size, t->stride, t->ndim));
}

static PyObject *tensor_is_floating_point(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong(tb_dtypes[tbpy_tensor_of(self)->dtype].kind == TB_KIND_FLOAT);
}

static PyObject *tensor_is_complex(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong(tb_dtypes[tbpy_tensor_of(self)->dtype].kind == TB_KIND_COMPLEX);
}

/* ---- elements as Python numbers ---- */

PyObject *tbpy_item(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->numel != 1)
        return PyErr_Format(PyExc_RuntimeError, "a Tensor with %lld elements cannot be converted to Scalar",
                            (long long)t->numel);
    tb_scalar value = tb_scalar_load(t->dtype, tb_data(t));
    return tbpy_number_object(&value);
}

static PyObject *tensor_item(PyObject *self, PyObject *Py_UNUSED(unused)) { return tbpy_item(self); }

/* Elements of dimension d onwards, `offset` elements after the view's first.
 * The memory's address is asked for every element: making Python objects may
 * collect garbage, and that may enlarge (move) the storage. */
static PyObject *nested_list(const tb_tensor *view, int d, int64_t offset)
{
    if (d == view->ndim) {
        tb_scalar value = tb_scalar_load(view->dtype, tb_data(view) + offset * view->itemsize);
        return tbpy_number_object(&value);
    }
    if (PyErr_CheckSignals() < 0)
        return NULL;
    PyObject *list = PyList_New((Py_ssize_t)view->size[d]);
    for (int64_t i = 0; list && i < view->size[d]; i++) {
        /* Without elements the strides may be as large as INT64_MAX. */
        PyObject *element = nested_list(view, d + 1, view->numel ? offset + i * view->stride[d] : 0);
        if (!element)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)i, element);
    }
    return list;
}

static PyObject *tensor_tolist(PyObject *self, PyObject *Py_UNUSED(unused))
{
    tb_tensor view; /* of our own: self's sizes may change meanwhile */
    tb_error err;
    if (tb_view_alias(&view, tbpy_tensor_of(self), &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *list = nested_list(&view, 0, 0);
    tb_tensor_release(&view);
    return list;
}

/* ---- writing ---- */

static PyObject *tensor_copy(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"copy_", 2, 2, 1, {"other", "non_blocking"}};
    PyObject *given[2] = {NULL};
    bool non_blocking = false; /* there is nothing to wait for */
    TbTensor *ignored;
    tb_scalar number;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return NULL;
    int known = TbTensor_Check(given[0]) ? 1 : tbpy_number(given[0], &number);
    if (known < 0 ||
        (known == 0 && tbpy_as_tensor(given[0], "copy_", "other", nargs ? 1 : 0, &ignored) < 0) ||
        tbpy_as_bool(given[1], "copy_", "non_blocking", &non_blocking) < 0)
        return NULL;
    return tbpy_copy(self, given[0]);
}

static PyObject *fail_fill(PyObject *value)
{
    const char *type = tbpy_type_name(value);
    PyErr_Format(PyExc_TypeError,
                 "fill_() received an invalid combination of arguments - got (%.100s), but expected one of:\n"
                 " * (Tensor value)\n"
                 "      didn't match because some of the arguments have invalid types: (!%.100s!)\n"
                 " * (Number value)\n"
                 "      didn't match because some of the arguments have invalid types: (!%.100s!)\n",
                 type, type, type);
    return NULL;
}

static PyObject *tensor_fill(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"fill_", 1, 1, 0, {"value"}};
    PyObject *value = NULL;
    tb_scalar number;
    if (tbpy_parse(&signature, args, nargs, kwnames, &value) < 0)
        return NULL;
    if (!value)
        return tbpy_invalid_combination("fill_", args, nargs, kwnames,
                                        " * (Tensor value)\n * (Number value)\n");
    if (!TbTensor_Check(value)) {
        int known = tbpy_number(value, &number);
        if (known == 0)
            return fail_fill(value);
        return known < 0 ? NULL : tbpy_fill(self, value);
    }
    if (tbpy_tensor_of(value)->ndim != 0)
        return PyErr_Format(PyExc_RuntimeError,
                            "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.",
                            tbpy_tensor_of(value)->ndim);
    return tbpy_fill(self, value);
}

static PyObject *tensor_zero(PyObject *self, PyObject *Py_UNUSED(unused))
{
    PyObject *zero = PyLong_FromLong(0);
    PyObject *result = zero ? tbpy_pointwise(TB_OP_FILL, TB_FORM_WRITE, &zero, self) : NULL;
    Py_XDECREF(zero);
    return result;
}

PyMethodDef tbpy_accessor_methods[] = {
    {"size", TBPY_FASTCALL(tensor_size), size_doc},
    {"stride", TBPY_FASTCALL(tensor_stride), stride_doc},
    {"dim", tensor_dim, METH_NOARGS, dim_doc},
    {"ndimension", tensor_dim, METH_NOARGS, ndimension_doc},
    {"numel", tensor_numel, METH_NOARGS, numel_doc},
    {"nelement", tensor_numel, METH_NOARGS, nelement_doc},
    {"element_size", tensor_element_size, METH_NOARGS, element_size_doc},
    {"storage_offset", tensor_storage_offset, METH_NOARGS, storage_offset_doc},
    {"data_ptr", tensor_data_ptr, METH_NOARGS, data_ptr_doc},
    {"is_contiguous", TBPY_FASTCALL(tensor_is_contiguous), is_contiguous_doc},
    {"is_floating_point", tensor_is_floating_point, METH_NOARGS, is_floating_point_doc},
    {"is_complex", tensor_is_complex, METH_NOARGS, is_complex_doc},
    {"item", tensor_item, METH_NOARGS, item_doc},
    {"tolist", tensor_tolist, METH_NOARGS, tolist_doc},
    {"copy_", TBPY_FASTCALL(tensor_copy), copy_doc},
    {"fill_", TBPY_FASTCALL(tensor_fill), fill_doc},
    {"zero_", tensor_zero, METH_NOARGS, zero_doc},
    {NULL, NULL, 0, NULL},
};
