/* accessors.c: bodies of methods that return facts about a tensor (sizes, strides, memory), return its
 * elements as Python numbers, or write a value to all of it. */
#include "python/methods/methods.h"

#include "core/copy/clone.h"
#include "core/kernels/generated/ops_ids.h"
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/interop/buffer_export.h"
#include "python/types/size.h"
#include "python/types/storage_object.h"

#include <stdlib.h>

/* ---- sizes and strides ---- */

/* The optional argument `dim` of size and stride: 1 if it is given, 0 if not, or -1. */
static int given_dim(const tbpy_call *c, int *dim)
{
    const tb_tensor *t = tbpy_self_of(c);
    int64_t value;
    tb_error err;
    if (!c->given[TBPY_SIZE_DIM])
        return 0;
    if (tbpy_given_int(c, TBPY_SIZE_DIM, &value) < 0)
        return -1;
    if (t->ndim == 0) {
        PyErr_Format(PyExc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
                     (long long)value);
        return -1;
    }
    if (tb_wrap_dim(value, t->ndim, dim, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    return 1;
}

PyObject *tbpy_body_size(const tbpy_call *c)
{
    int dim, has_dim = given_dim(c, &dim);
    if (has_dim < 0)
        return NULL;
    return has_dim ? PyLong_FromLongLong(tbpy_self_of(c)->size[dim])
                   : tbpy_size_of((TbTensor *)c->given[c->f->own]);
}

PyObject *tbpy_body_stride(const tbpy_call *c)
{
    int dim, has_dim = given_dim(c, &dim);
    const tb_tensor *t = tbpy_self_of(c);
    int64_t stride[TB_MAX_DIMS];
    if (has_dim < 0)
        return NULL;
    if (has_dim)
        return PyLong_FromLongLong(t->stride[dim]);
    /* Making the tuple may collect garbage, which may run any code. */
    const int ndim = t->ndim;
    memcpy(stride, t->stride, (size_t)ndim * sizeof *stride);
    return tbpy_int_tuple(stride, ndim);
}

PyObject *tbpy_body_is_contiguous(const tbpy_call *c)
{
    tb_memory_format format = TB_CONTIGUOUS_FORMAT;
    tbpy_given_format(c, TBPY_IS_CONTIGUOUS_MEMORY_FORMAT, &format);
    const tb_tensor *t = tbpy_self_of(c);
    return PyBool_FromLong(tb_has_format(format, t->size, t->stride, t->ndim));
}

PyObject *tbpy_body_untyped_storage(const tbpy_call *c)
{
    return tbpy_storage_object(tbpy_self_of(c)->storage);
}

/* numpy, to_numpy */
PyObject *tbpy_body_numpy(const tbpy_call *c) { return tbpy_share_with_numpy(c->given[0]); }

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

PyObject *tbpy_body_item(const tbpy_call *c) { return tbpy_item(c->given[0]); }

/* A Python number; those that most lists have are made without a tb_scalar, which takes a cast. */
static inline PyObject *number_at(tb_dtype dtype, const char *p)
{
    float single;
    double real;
    int64_t whole;
    switch (dtype) {
    case TB_BOOL:
        return PyBool_FromLong(*p != 0);
    case TB_FLOAT32:
        memcpy(&single, p, sizeof single);
        return PyFloat_FromDouble((double)single);
    case TB_FLOAT64:
        memcpy(&real, p, sizeof real);
        return PyFloat_FromDouble(real);
    case TB_INT64:
        memcpy(&whole, p, sizeof whole);
        return PyLong_FromLongLong(whole);
    default: {
        const tb_scalar value = tb_scalar_load(dtype, p);
        return tbpy_number_object(&value);
    }
    }
}

/* The elements of dimension d onwards, `offset` elements after the view's first.  The memory's address is
 * read for every element, because making Python objects may collect garbage, and that may enlarge (move)
 * the storage. */
static PyObject *nested_list(const tb_tensor *view, int d, int64_t offset)
{
    if (d == view->ndim)
        return number_at(view->dtype, tb_data(view) + offset * view->itemsize);
    if (tbpy_handle_signals() < 0)
        return NULL;
    PyObject *list = PyList_New((Py_ssize_t)view->size[d]);
    for (int64_t i = 0; list && i < view->size[d]; i++) {
        /* Without elements the strides may be as large as INT64_MAX. */
        const int64_t at = view->numel ? offset + i * view->stride[d] : 0;
        PyObject *element = d + 1 == view->ndim ? number_at(view->dtype, tb_data(view) + at * view->itemsize)
                                                : nested_list(view, d + 1, at);
        if (!element)
            TBPY_DROP(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)i, element);
        if (list && tbpy_check_signals(i) < 0)
            TBPY_DROP(list);
    }
    return list;
}

/* The bytes of the lists and of the pointers to their items, a lower bound of what they will take.  In a
 * tensor without elements a size needs no memory, but it is a number of lists, which may exceed 64 bits. */
static double bytes_of_lists(const tb_tensor *view)
{
    const double item = sizeof(PyObject *), list = sizeof(PyListObject) + 2 * item; /* for the collector */
    double lists = 1, total = 0;
    for (int d = 0; d < view->ndim; d++) {
        total += lists * list;
        lists *= (double)view->size[d];
        total += lists * item;
    }
    return total;
}

/* Fails now if there is not enough memory, rather than after hours of filling it. */
static int check_room_for_lists(const tb_tensor *view)
{
    const double bytes = bytes_of_lists(view);
    if (bytes < 0x1p30)
        return 0;
    void *volatile room = bytes < 0x1p62 ? malloc((size_t)bytes) : NULL; /* volatile, or compilers omit it */
    free(room);
    if (room)
        return 0;
    PyErr_SetString(PyExc_MemoryError, "tolist() would make more lists than there is memory for");
    return -1;
}

/* Narrow numbers, which number_at reads one by one, are cast together. */
static PyObject *list_of_narrow(const tb_tensor *view)
{
    const bool whole = tb_dtypes[view->dtype].kind == TB_KIND_INT;
    tb_tensor wide;
    tb_error err;
    if (tb_clone(&wide, view, whole ? TB_INT64 : TB_FLOAT64, false, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *list = nested_list(&wide, 0, 0);
    tb_tensor_release(&wide);
    return list;
}

static bool is_narrow(tb_dtype dtype)
{
    const tb_kind kind = tb_dtypes[dtype].kind;
    return tb_dtypes[dtype].itemsize < 8 && dtype != TB_FLOAT32 &&
           (kind == TB_KIND_INT || kind == TB_KIND_FLOAT);
}

PyObject *tbpy_body_tolist(const tbpy_call *c)
{
    tb_tensor view; /* our own, because self's sizes may change meanwhile */
    tb_error err;
    if (tb_view_alias(&view, tbpy_self_of(c), &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *list = NULL;
    if (check_room_for_lists(&view) == 0)
        list = view.numel >= 8 && is_narrow(view.dtype) ? list_of_narrow(&view) : nested_list(&view, 0, 0);
    tb_tensor_release(&view);
    return list;
}

/* ---- writing ---- */

PyObject *tbpy_body_copy(const tbpy_call *c)
{
    return tbpy_copy(c->given[TBPY_COPY_INPUT], c->given[TBPY_COPY_OTHER]);
}

PyObject *tbpy_body_fill(const tbpy_call *c)
{
    PyObject *value = c->given[TBPY_FILL_VALUE];
    if (TbTensor_Check(value) && tbpy_tensor_of(value)->ndim != 0)
        return PyErr_Format(PyExc_RuntimeError,
                            "fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.",
                            tbpy_tensor_of(value)->ndim);
    return tbpy_fill(c->given[TBPY_FILL_INPUT], value);
}

PyObject *tbpy_body_zero(const tbpy_call *c)
{
    PyObject *zero = PyLong_FromLong(0);
    PyObject *result = zero ? tbpy_pointwise(TB_OP_FILL, TB_FORM_WRITE, &zero, c->given[0]) : NULL;
    Py_XDECREF(zero);
    return result;
}
