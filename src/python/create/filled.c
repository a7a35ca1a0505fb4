/* filled.c: empty, zeros, ones, full and their *_like forms. */
#include "python/create/create.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/create/options.h"
#include "python/types/dtype.h"
#include "python/types/memory_format.h"
#include "python/types/tensor.h"

/* ---- empty, zeros, ones ---- */

/* The strides come from memory_format=. */
static PyObject *empty_in_format(const tbpy_options *options, const tb_shape *shape, tb_memory_format format)
{
    int64_t stride[TB_MAX_DIMS], numel;
    tb_error err;
    if (options->out)
        return PyErr_Format(PyExc_RuntimeError,
                            "'memory_format' argument is incompatible with 'out' tensor argument");
    if (tb_check_sizes(shape->size, shape->ndim, tb_dtypes[options->dtype].itemsize, &numel, &err) != TB_OK)
        return tbpy_raise(&err);
    if (format == TB_PRESERVE_FORMAT)
        return PyErr_Format(PyExc_RuntimeError, "unsupported memory format Preserve");
    if (tb_check_format(format, shape->ndim, &err) != TB_OK)
        return tbpy_raise(&err);
    tb_format_strides(format, shape->size, NULL, shape->ndim, stride);
    return TBPY_NEW_TENSOR(tb_tensor_new, options->dtype, shape->size, stride, shape->ndim, false);
}

static PyObject *empty(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_shape shape;
    tb_memory_format format = TB_NMEMORY_FORMATS; /* none */
    if (tbpy_parse_sized("empty", "memory_format", args, nargs, kwnames, given, &shape) < 0 ||
        tbpy_parse_options(given, "empty", &options) < 0 ||
        tbpy_as_memory_format(given[TBPY_OPTION_FORMAT], "empty", true, &format) < 0)
        return NULL;
    if (options.dtype == TB_UNDEFINED)
        options.dtype = tbpy_default_dtype;
    return format == TB_NMEMORY_FORMATS ? tbpy_make(&options, &shape, false)
                                        : empty_in_format(&options, &shape, format);
}

typedef enum { EMPTY, ZEROS, ONES } content;

static PyObject *make_with(content what, const tbpy_options *options, const tb_shape *shape)
{
    const tb_scalar value = {.kind = TB_KIND_INT, .v.i = what == ONES};
    PyObject *self = tbpy_make(options, shape, what == ZEROS);
    return what == ONES || (what == ZEROS && options->out) ? tbpy_filled(self, &value) : self;
}

static PyObject *make_sized(const char *function, content what, PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_shape shape;
    if (tbpy_parse_sized(function, NULL, args, nargs, kwnames, given, &shape) < 0 ||
        tbpy_parse_options(given, function, &options) < 0)
        return NULL;
    if (options.dtype == TB_UNDEFINED)
        options.dtype = tbpy_default_dtype;
    for (int i = 0; what == ZEROS && !options.out && i < shape.ndim; i++)
        if (shape.size[i] < 0)
            return PyErr_Format(PyExc_RuntimeError, "zeros: Dimension size must be non-negative.");
    return make_with(what, &options, &shape);
}

static PyObject *zeros(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make_sized("zeros", ZEROS, args, nargs, kwnames);
}

static PyObject *ones(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make_sized("ones", ONES, args, nargs, kwnames);
}

/* ---- full ---- */

/* The dtype that a number stands for. */
static tb_dtype dtype_of_number(const tb_scalar *value)
{
    switch (value->kind) {
    case TB_KIND_BOOL:
        return TB_BOOL;
    case TB_KIND_INT:
        return TB_INT64;
    case TB_KIND_FLOAT:
        return tbpy_default_dtype;
    default:
        return tb_to_complex(tbpy_default_dtype);
    }
}

static PyObject *full(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "full",
        TBPY_NOPTIONS + 1,
        2,
        2,
        {"size", "fill_value", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_shape shape;
    tb_scalar value;

    if ((nargs && nargs <= 2 && !tbpy_is_int_tuple(args[0]) &&
         tbpy_as_size_tuple(args[0], "full", "size", 1, &shape) < 0) ||
        tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_size_tuple(given[0], "full", "size", nargs ? 1 : 0, &shape) < 0 ||
        tbpy_as_fill_value(given[1], "full", &value) < 0 ||
        tbpy_parse_options(given + 1, "full", &options) < 0)
        return NULL;
    if (options.dtype == TB_UNDEFINED)
        options.dtype = dtype_of_number(&value);
    return tbpy_make_filled(&options, &shape, &value);
}

/* ---- *_like ---- */

static PyObject *make_like(const char *function, content what, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames)
{
    const tbpy_signature signature = {
        function,
        1 + TBPY_NLIKE_FORMAT,
        1,
        1,
        {"input", "dtype", "layout", "device", "pin_memory", "requires_grad", "memory_format"},
    };
    const tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1};
    PyObject *given[TBPY_MAX_PARAMS];
    TbTensor *input;
    tb_dtype dtype;
    tb_memory_format format;
    if (tbpy_parse_like(&signature, args, nargs, kwnames, given, &input, &dtype, &format) < 0)
        return NULL;
    PyObject *self = tbpy_make_like(&input->t, dtype, format, what == ZEROS);
    return what == ONES ? tbpy_filled(self, &one) : self;
}

static PyObject *empty_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    return make_like("empty_like", EMPTY, args, nargs, kwnames);
}

static PyObject *zeros_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    return make_like("zeros_like", ZEROS, args, nargs, kwnames);
}

static PyObject *ones_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make_like("ones_like", ONES, args, nargs, kwnames);
}

static PyObject *full_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "full_like",
        2 + TBPY_NLIKE_FORMAT,
        2,
        2,
        {"input", "fill_value", "dtype", "layout", "device", "pin_memory", "requires_grad", "memory_format"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    TbTensor *input;
    tb_dtype dtype;
    tb_memory_format format;
    tb_scalar value;
    if (tbpy_parse_like(&signature, args, nargs, kwnames, given, &input, &dtype, &format) < 0 ||
        tbpy_as_fill_value(given[1], "full_like", &value) < 0)
        return NULL;
    return tbpy_filled(tbpy_make_like(&input->t, dtype, format, false), &value);
}

#define OPTIONS "out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
#define LIKE_OPTIONS \
    "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None"
#define SIZE_TEXT                                                                                       \
    "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.  out: a\n" \
    "tensor of that dtype, resized if its shape differs.\n"                                             \
    "RuntimeError for negative or too large sizes, TypeError for sizes that are no ints.\n"
#define LIKE_TEXT                                                                                         \
    "The strides follow input's layout where it is dense.  dtype: input's unless given.  TypeError for\n" \
    "what is no tensor or no dtype.  memory_format: other strides; RuntimeError if it asks for another\n" \
    "rank.\n"

PyMethodDef tbpy_filled_functions[] = {
    TBPY_FUNCTION(empty, "empty($module, *size, " OPTIONS ", memory_format=None)\n--\n\n"
                         "A tensor of uninitialised memory.\n\n" SIZE_TEXT
                         "RuntimeError for a memory_format that asks for another rank.  As torch.empty.\n\n"
                         ">>> torch.empty(2, 3).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(zeros, "zeros($module, *size, " OPTIONS ")\n--\n\n"
                         "A tensor of zeros.\n\n" SIZE_TEXT "As torch.zeros.\n\n"
                         ">>> torch.zeros(2, dtype=torch.int64)\ntensor([0, 0])\n"),
    TBPY_FUNCTION(ones, "ones($module, *size, " OPTIONS ")\n--\n\n"
                        "A tensor of ones.\n\n" SIZE_TEXT "As torch.ones.\n\n"
                        ">>> torch.ones((2, 2))\ntensor([[1., 1.],\n        [1., 1.]])\n"),
    TBPY_FUNCTION(
        full,
        "full($module, size, fill_value, *, " OPTIONS ")\n--\n\n"
        "A tensor of one number everywhere.\n\n"
        "size: a tuple, list or Size.  dtype: the number's (bool, int64, the default dtype or its complex\n"
        "counterpart) unless given.  RuntimeError for a number that the dtype cannot hold.\n"
        "As torch.full.\n\n"
        ">>> torch.full((3,), 7)\ntensor([7, 7, 7])\n"),
    TBPY_FUNCTION(empty_like,
                  "empty_like($module, input, *, " LIKE_OPTIONS ")\n--\n\n"
                  "Uninitialised memory in input's shape.\n\n" LIKE_TEXT "As torch.empty_like.\n\n"
                  ">>> torch.empty_like(torch.ones(2, 3)).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(zeros_like, "zeros_like($module, input, *, " LIKE_OPTIONS ")\n--\n\n"
                              "Zeros in input's shape.\n\n" LIKE_TEXT "As torch.zeros_like.\n\n"
                              ">>> torch.zeros_like(torch.tensor([1, 2]))\ntensor([0, 0])\n"),
    TBPY_FUNCTION(ones_like,
                  "ones_like($module, input, *, " LIKE_OPTIONS ")\n--\n\n"
                  "Ones in input's shape.\n\n" LIKE_TEXT "As torch.ones_like.\n\n"
                  ">>> torch.ones_like(torch.tensor([1, 2]), dtype=torch.float64).dtype\ntorch.float64\n"),
    TBPY_FUNCTION(full_like, "full_like($module, input, fill_value, *, " LIKE_OPTIONS ")\n--\n\n"
                             "One number everywhere, in input's shape.\n\n" LIKE_TEXT
                             "RuntimeError for a number that the dtype cannot hold.  As torch.full_like.\n\n"
                             ">>> torch.full_like(torch.ones(2), 0.5)\ntensor([0.5000, 0.5000])\n"),
    {NULL, NULL, 0, NULL},
};
