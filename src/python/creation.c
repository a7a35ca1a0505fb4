/* creation.c: empty, zeros, ones, full, their *_like forms and the default
 * dtype.  One parser for the keywords they share.
 *
 * With out= everything that can fail is checked before `out` is resized.
 * Relies on: tbpy.h. */
#include "creation.h"
#include "views.h"

/* ---- the keywords that all of them take ---- */

int tbpy_parse_options(PyObject **given, const char *function, tbpy_options *options)
{
    TbTensor *out = NULL;
    options->dtype = TB_UNDEFINED;
    if (given[TBPY_OUT] && given[TBPY_OUT] != Py_None &&
        tbpy_as_tensor(given[TBPY_OUT], function, "out", 0, &out) < 0)
        return -1;
    options->out = out;
    if (tbpy_as_dtype(given[TBPY_DTYPE], function, "dtype", &options->dtype) < 0 ||
        tbpy_check_layout(given[TBPY_LAYOUT], function) < 0 ||
        tbpy_check_device(given[TBPY_DEVICE], function) < 0 ||
        tbpy_check_pin_memory(given[TBPY_PIN_MEMORY], function) < 0 ||
        tbpy_check_requires_grad(given[TBPY_REQUIRES_GRAD], function) < 0)
        return -1;
    if (!out)
        return 0;
    if (options->dtype != TB_UNDEFINED && options->dtype != out->t.dtype) {
        PyErr_Format(PyExc_RuntimeError, "dtype %s does not match dtype of out parameter (%s)",
                     tb_dtypes[options->dtype].scalar_type, tb_dtypes[out->t.dtype].scalar_type);
        return -1;
    }
    options->dtype = out->t.dtype;
    return 0;
}

int tbpy_read_sizes(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *named,
                    tb_shape *shape)
{
    if (nargs && named) {
        PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument 'size'", function);
        return -1;
    }
    const bool fits = nargs ? tbpy_begins_sizes(args, nargs) : tbpy_is_int_tuple(named);
    const int status = nargs ? tbpy_as_sizes(args, nargs, function, "size", shape)
                             : tbpy_as_size_tuple(named, function, "size", 0, shape);
    return status == 0 ? 0 : fits ? -2 : -1;
}

int tbpy_parse_sized(const char *function, const char *extra, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, PyObject **given, tb_shape *shape)
{
    const int nparams = TBPY_NOPTIONS + (extra != NULL);
    if (!kwnames && nargs > 0 && nargs <= TB_MAX_DIMS && tbpy_plain_ints(args, nargs, shape->size)) {
        shape->ndim = (int)nargs;
        memset(given, 0, (size_t)nparams * sizeof *given);
        return 0;
    }
    const tbpy_signature signature = {
        function,
        nparams,
        0,
        nargs ? 0 : 1,
        {"size", "out", "dtype", "layout", "device", "pin_memory", "requires_grad", extra},
    };
    /* What cannot be sizes is refused before keywords are looked at. */
    if (nargs && !tbpy_begins_sizes(args, nargs) && tbpy_as_sizes(args, nargs, function, "size", shape) < 0)
        return -1;
    if (tbpy_parse(&signature, args + nargs, 0, kwnames, given) < 0)
        return -1;
    return tbpy_read_sizes(function, args, nargs, given[0], shape);
}

PyObject *tbpy_make(const tbpy_options *options, const tb_shape *shape, bool zeroed)
{
    tb_error err;
    if (options->out) {
        tb_tensor *t = &options->out->t;
        if (!tb_same_sizes(t->size, t->ndim, shape->size, shape->ndim) &&
            tb_tensor_resize(t, shape->size, NULL, shape->ndim, &err) != TB_OK)
            return tbpy_raise(&err);
        return Py_NewRef((PyObject *)options->out);
    }
    if (zeroed)
        TBPY_RETURN_TENSOR(tb_zeros, options->dtype, shape->size, NULL, shape->ndim, &tbpy_interpreter);
    TBPY_RETURN_TENSOR(tb_tensor_new, options->dtype, shape->size, NULL, shape->ndim, false);
}

PyObject *tbpy_no_match(bool specific, const char *function, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames, const char *expected)
{
    if (PyErr_Occurred() && (specific || !PyErr_ExceptionMatches(PyExc_TypeError)))
        return NULL;
    PyErr_Clear();
    return tbpy_invalid_combination(function, args, nargs, kwnames, expected);
}

/* Fills self with the number and passes the reference on. */
static PyObject *filled(PyObject *self, const tb_scalar *value)
{
    tb_error err;
    if (self && tb_fill_leaving(tbpy_tensor_of(self), value, &tbpy_interpreter, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    return self;
}

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
    TBPY_RETURN_TENSOR(tb_tensor_new, options->dtype, shape->size, stride, shape->ndim, false);
}

static PyObject *empty(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_shape shape;
    tb_memory_format format = TB_NMEMORY_FORMATS; /* none */
    if (tbpy_parse_sized("empty", "memory_format", args, nargs, kwnames, given, &shape) < 0 ||
        tbpy_parse_options(given, "empty", &options) < 0 ||
        tbpy_as_memory_format(given[TBPY_FORMAT], "empty", true, &format) < 0)
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
    return what == ONES || (what == ZEROS && options->out) ? filled(self, &value) : self;
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

int tbpy_as_fill_value(PyObject *o, const char *function, tb_scalar *value)
{
    int known = tbpy_number(o, value);
    if (known == 0)
        PyErr_Format(PyExc_TypeError, "%s(): argument 'fill_value' (position 2) must be Number, not %s",
                     function, tbpy_type_name(o));
    return known == 1 ? 0 : -1;
}

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

PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value)
{
    int64_t numel;
    tb_error err;
    /* Sizes that are refused have their own error, which comes first; so does the memory's. */
    if (tb_check_sizes(shape->size, shape->ndim, tb_dtypes[options->dtype].itemsize, &numel, NULL) == TB_OK &&
        tb_scalar_check_fill(value, options->dtype, numel, &err) != TB_OK)
        return tbpy_raise(&err);
    return filled(tbpy_make(options, shape, false), value);
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

static PyObject *make_as(const tb_tensor *t, tb_dtype dtype, tb_memory_format format, bool zeroed)
{
    int64_t stride[TB_MAX_DIMS];
    tb_format_strides(format, t->size, t->stride, t->ndim, stride);
    if (zeroed)
        TBPY_RETURN_TENSOR(tb_zeros, dtype, t->size, stride, t->ndim, &tbpy_interpreter);
    TBPY_RETURN_TENSOR(tb_tensor_new, dtype, t->size, stride, t->ndim, false);
}

PyObject *tbpy_make_like(const tb_tensor *t, tb_dtype dtype, tb_memory_format format)
{
    return make_as(t, dtype, format, false);
}

int tbpy_parse_like(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                    PyObject *kwnames, PyObject **given, TbTensor **input, tb_dtype *dtype,
                    tb_memory_format *format)
{
    tbpy_options options;
    if ((nargs && nargs <= signature->npos &&
         tbpy_as_tensor(args[0], signature->function, "input", 1, input) < 0) ||
        tbpy_parse(signature, args, nargs, kwnames, given) < 0)
        return -1;
    PyObject *named[TBPY_NOPTIONS] = {NULL, NULL};
    for (int i = TBPY_DTYPE; i < TBPY_NOPTIONS; i++) /* the same order, after the function's own parameters */
        named[i] = given[signature->npos + i - TBPY_DTYPE];
    if (tbpy_as_tensor(given[0], signature->function, "input", nargs ? 1 : 0, input) < 0 ||
        tbpy_parse_options(named, signature->function, &options) < 0)
        return -1;
    *dtype = options.dtype == TB_UNDEFINED ? (*input)->t.dtype : options.dtype;
    *format = TB_PRESERVE_FORMAT;
    if (tbpy_as_memory_format(given[signature->npos + TBPY_NLIKE], signature->function, true, format) < 0)
        return -1;
    tb_error err;
    if (tb_check_format(*format, (*input)->t.ndim, &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

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
    PyObject *self = make_as(&input->t, dtype, format, what == ZEROS);
    return what == ONES ? filled(self, &one) : self;
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
    return filled(tbpy_make_like(&input->t, dtype, format), &value);
}

/* ---- the default dtype ---- */

static PyObject *get_default_dtype(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(unused))
{
    return tbpy_dtype_object(tbpy_default_dtype);
}

static PyObject *set_default_dtype(PyObject *Py_UNUSED(m), PyObject *d)
{
    tb_dtype dtype;
    const char *text = "invalid dtype object: only floating-point types are supported as the default type";
    if (tbpy_is_dtype(d, &dtype)) {
        if (tb_dtypes[dtype].kind == TB_KIND_FLOAT) {
            tbpy_default_dtype = dtype;
            Py_RETURN_NONE;
        }
        text = "only floating-point types are supported as the default type";
    }
    PyErr_SetString(PyExc_TypeError, text);
    return NULL;
}

#define OPTIONS "out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
#define LIKE_OPTIONS \
    "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None"
#define SIZE_TEXT \
    "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.  out: a\n" \
    "tensor of that dtype, resized if its shape differs.\n" \
    "RuntimeError for negative or too large sizes, TypeError for sizes that are no ints.\n"
#define LIKE_TEXT \
    "The strides follow input's layout where it is dense.  dtype: input's unless given.  TypeError for\n" \
    "what is no tensor or no dtype.  memory_format: other strides; RuntimeError if it asks for another\n" \
    "rank.\n"

PyMethodDef tbpy_creation_functions[] = {
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
    {"get_default_dtype", get_default_dtype, METH_NOARGS,
     "get_default_dtype($module, /)\n--\n\n"
     "The dtype that Python floats stand for.  As torch.get_default_dtype.\n\n"
     ">>> torch.get_default_dtype()\ntorch.float32\n"},
    {"set_default_dtype", set_default_dtype, METH_O,
     "set_default_dtype($module, d, /)\n--\n\n"
     "Sets the dtype that Python floats stand for; TypeError unless d is a real floating dtype.\n"
     "As torch.set_default_dtype.\n\n"
     ">>> torch.set_default_dtype(torch.float32)\n"},
    {NULL, NULL, 0, NULL},
};
