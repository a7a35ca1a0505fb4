/* new_methods.c: tensors in the manner of another one (Tensor.new_empty and its
 * kin), empty_strided, and as_tensor, which copies only where it must. */
#include "python/create/create.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/create/data.h"
#include "python/create/options.h"
#include "python/interop/from_exporter.h"
#include "python/interop/ndarray.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

#define FILL_ONE ((tb_scalar){.kind = TB_KIND_INT, .v.i = 1})

/* ---- the keywords dtype= layout= device= pin_memory= requires_grad= ---- */

/* given[0..5) as these keywords; dtype: `own` unless given. */
static int parse_keywords(PyObject **given, const char *function, tb_dtype own, tbpy_options *options)
{
    PyObject *named[TBPY_NOPTIONS] = {NULL, NULL};
    for (int i = TBPY_OPTION_DTYPE; i < TBPY_NOPTIONS; i++)
        named[i] = given[i - TBPY_OPTION_DTYPE];
    if (tbpy_parse_options(named, function, options) < 0)
        return -1;
    if (options->dtype == TB_UNDEFINED)
        options->dtype = own;
    return 0;
}

/* ---- new_empty, new_zeros, new_ones, new_full ---- */

static int parse_new(PyObject *self, const char *function, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, tb_shape *shape, tbpy_options *options)
{
    const tbpy_signature signature = {
        function,
        1 + TBPY_NLIKE,
        0,
        nargs ? 0 : 1,
        {"size", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    if ((nargs && !tbpy_begins_sizes(args, nargs) &&
         tbpy_as_sizes(args, nargs, function, "size", shape) < 0) ||
        tbpy_parse(&signature, args + nargs, 0, kwnames, given) < 0 ||
        tbpy_read_sizes(function, args, nargs, given[0], shape) < 0)
        return -1;
    return parse_keywords(given + 1, function, ((TbTensor *)self)->t.dtype, options);
}

static PyObject *new_empty(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape shape;
    tbpy_options options;
    if (parse_new(self, "new_empty", args, nargs, kwnames, &shape, &options) < 0)
        return NULL;
    return tbpy_make(&options, &shape, false);
}

static PyObject *new_zeros(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape shape;
    tbpy_options options;
    if (parse_new(self, "new_zeros", args, nargs, kwnames, &shape, &options) < 0)
        return NULL;
    return tbpy_make(&options, &shape, true);
}

static PyObject *new_ones(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape shape;
    tbpy_options options;
    if (parse_new(self, "new_ones", args, nargs, kwnames, &shape, &options) < 0)
        return NULL;
    return tbpy_make_filled(&options, &shape, &FILL_ONE);
}

static PyObject *new_full(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "new_full",
        2 + TBPY_NLIKE,
        2,
        2,
        {"size", "fill_value", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tb_shape shape;
    tbpy_options options;
    tb_scalar value;
    if ((nargs && nargs <= 2 && !tbpy_is_int_tuple(args[0]) &&
         tbpy_as_size_tuple(args[0], "new_full", "size", 1, &shape) < 0) ||
        tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_size_tuple(given[0], "new_full", "size", nargs ? 1 : 0, &shape) < 0 ||
        tbpy_as_fill_value(given[1], "new_full", &value) < 0 ||
        parse_keywords(given + 2, "new_full", ((TbTensor *)self)->t.dtype, &options) < 0)
        return NULL;
    return tbpy_make_filled(&options, &shape, &value);
}

/* ---- explicit strides ---- */

static PyObject *make_strided(const char *function, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames, tb_dtype own)
{
    const tbpy_signature signature = {
        function,
        2 + TBPY_NLIKE,
        2,
        2,
        {"size", "stride", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tb_shape size, stride;
    tbpy_options options;
    tb_error err;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_size_tuple(given[0], function, "size", 1, &size) < 0 ||
        tbpy_as_size_tuple(given[1], function, "stride", 2, &stride) < 0 ||
        parse_keywords(given + 2, function, own, &options) < 0)
        return NULL;
    if (size.ndim != stride.ndim)
        return PyErr_Format(PyExc_RuntimeError,
                            "dimensionality of sizes (%d) must match dimensionality of strides (%d)",
                            size.ndim, stride.ndim);
    if (tb_check_signs(size.size, size.ndim, &err) != TB_OK ||
        tb_replace_negative_strides(size.size, stride.size, size.ndim, &err) != TB_OK)
        return tbpy_raise(&err);
    return TBPY_NEW_TENSOR(tb_tensor_new, options.dtype, size.size, stride.size, size.ndim, false);
}

static PyObject *empty_strided(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                               PyObject *kwnames)
{
    return make_strided("empty_strided", args, nargs, kwnames, tbpy_default_dtype);
}

static PyObject *new_empty_strided(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make_strided("new_empty_strided", args, nargs, kwnames, ((TbTensor *)self)->t.dtype);
}

/* ---- from data ---- */

static PyObject *new_tensor(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "new_tensor", 4, 1, 1, {"data", "dtype", "device", "requires_grad"}};
    PyObject *given[TBPY_MAX_PARAMS];
    tb_dtype dtype = ((TbTensor *)self)->t.dtype;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_dtype(given[1], "new_tensor", "dtype", &dtype) < 0 ||
        tbpy_check_device(given[2], "new_tensor") < 0 || tbpy_check_requires_grad(given[3], "new_tensor") < 0)
        return NULL;
    if (TbTensor_Check(given[0]) &&
        tbpy_warn(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than "
            "tensor.new_tensor(sourceTensor).") < 0)
        return NULL;
    return tbpy_tensor_from_data(given[0], dtype);
}

static PyObject *as_tensor(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"as_tensor", 3, 1, 1, {"data", "dtype", "device"}};
    PyObject *given[TBPY_MAX_PARAMS], *shared;
    tb_dtype dtype = TB_UNDEFINED;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_dtype(given[1], "as_tensor", "dtype", &dtype) < 0 ||
        tbpy_check_device(given[2], "as_tensor") < 0)
        return NULL;
    if (TbTensor_Check(given[0]))
        shared = Py_NewRef(given[0]);
    else if (tbpy_is_ndarray(given[0]))
        shared = tbpy_from_ndarray(given[0], true);
    else if (tbpy_from_exporter(given[0], &shared) == 0)
        return tbpy_tensor_from_data(given[0], dtype);
    if (!shared || dtype == TB_UNDEFINED || ((TbTensor *)shared)->t.dtype == dtype)
        return shared;
    PyObject *self = tbpy_cast(shared, dtype);
    Py_DECREF(shared);
    return self;
}

#define KEYWORDS "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
#define SIZE_TEXT                                                                           \
    "size: ints, or one tuple, list or Size of them.  dtype: this tensor's unless given.\n" \
    "RuntimeError for negative or too large sizes, TypeError for sizes that are no ints.\n"
#define STRIDE_TEXT                                                                                      \
    "Uninitialised memory of these sizes and strides (tuples or lists of one length).\n\n"               \
    "RuntimeError for lengths that differ, for negative sizes, and for negative strides of dimensions\n" \
    "larger than 1."

PyMethodDef tbpy_new_functions[] = {
    TBPY_FUNCTION(empty_strided, "empty_strided($module, size, stride, *, " KEYWORDS ")\n--\n\n" STRIDE_TEXT
                                 "  dtype: the default dtype unless given.  As torch.empty_strided.\n\n"
                                 ">>> torch.empty_strided((2, 3), (1, 2)).stride()\n(1, 2)\n"),
    TBPY_FUNCTION(
        as_tensor,
        "as_tensor($module, data, *, dtype=None, device=None)\n--\n\n"
        "data as a tensor, without a copy where possible: a tensor of this dtype is returned\n"
        "itself; a NumPy array of this dtype, a storage, and an object with __dlpack__ or\n"
        "__array_interface__, share their memory; other data is copied.\n\n"
        "dtype: that of data unless given.  TypeError, ValueError, BufferError and RuntimeError as\n"
        "from_numpy, from_dlpack and tensor.\n"
        "As torch.as_tensor.\n\n"
        ">>> x = torch.ones(2)\n>>> torch.as_tensor(x) is x\nTrue\n"
        ">>> torch.as_tensor([1, 2], dtype=torch.float32)\ntensor([1., 2.])\n"),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_new_methods[] = {
    TBPY_FUNCTION(new_empty,
                  "new_empty($self, *size, " KEYWORDS ")\n--\n\n"
                  "A tensor of uninitialised memory.\n\n" SIZE_TEXT "As torch.Tensor.new_empty.\n\n"
                  ">>> torch.tensor([1]).new_empty(2, 3).dtype\ntorch.int64\n"),
    TBPY_FUNCTION(new_zeros, "new_zeros($self, *size, " KEYWORDS ")\n--\n\n"
                             "A tensor of zeros.\n\n" SIZE_TEXT "As torch.Tensor.new_zeros.\n\n"
                             ">>> torch.tensor([1]).new_zeros(2)\ntensor([0, 0])\n"),
    TBPY_FUNCTION(new_ones, "new_ones($self, *size, " KEYWORDS ")\n--\n\n"
                            "A tensor of ones.\n\n" SIZE_TEXT "As torch.Tensor.new_ones.\n\n"
                            ">>> torch.tensor([2]).new_ones((2,))\ntensor([1, 1])\n"),
    TBPY_FUNCTION(new_full,
                  "new_full($self, size, fill_value, *, " KEYWORDS ")\n--\n\n"
                  "A tensor of one number everywhere.\n\n"
                  "size: a tuple, list or Size.  dtype: this tensor's unless given.  RuntimeError for a\n"
                  "number that the dtype cannot hold.  As torch.Tensor.new_full.\n\n"
                  ">>> torch.tensor([2]).new_full((3,), 7.9)\ntensor([7, 7, 7])\n"),
    TBPY_FUNCTION(new_empty_strided,
                  "new_empty_strided($self, size, stride, *, " KEYWORDS ")\n--\n\n" STRIDE_TEXT
                  "  dtype: this tensor's unless given.  As torch.Tensor.new_empty_strided.\n\n"
                  ">>> torch.ones(1).new_empty_strided((2, 3), (1, 2)).stride()\n(1, 2)\n"),
    TBPY_FUNCTION(
        new_tensor,
        "new_tensor($self, data, *, dtype=None, device=None, requires_grad=False)\n--\n\n"
        "A tensor that copies data, as torch.tensor does, in this tensor's dtype unless\n"
        "dtype is given.  Warns (UserWarning) for a tensor.  TypeError, ValueError and RuntimeError as\n"
        "torch.tensor.  As torch.Tensor.new_tensor.\n\n"
        ">>> torch.ones(1).new_tensor([1, 2])\ntensor([1., 2.])\n"),
    {NULL, NULL, 0, NULL},
};
