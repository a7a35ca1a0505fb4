/* options.c: see options.h.  With out= everything that can fail is checked before `out` is resized. */
#include "python/create/options.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/layout.h"
#include "python/types/memory_format.h"
#include "python/types/tensor.h"

/* ---- the keywords that all of them take ---- */

int tbpy_parse_options(PyObject **given, const char *function, tbpy_options *options)
{
    TbTensor *out = NULL;
    options->dtype = TB_UNDEFINED;
    if (given[TBPY_OPTION_OUT] && given[TBPY_OPTION_OUT] != Py_None &&
        tbpy_as_tensor(given[TBPY_OPTION_OUT], function, "out", 0, &out) < 0)
        return -1;
    options->out = out;
    if (tbpy_as_dtype(given[TBPY_OPTION_DTYPE], function, "dtype", &options->dtype) < 0 ||
        tbpy_check_layout(given[TBPY_OPTION_LAYOUT], function) < 0 ||
        tbpy_check_device(given[TBPY_OPTION_DEVICE], function) < 0 ||
        tbpy_check_pin_memory(given[TBPY_OPTION_PIN_MEMORY], function) < 0 ||
        tbpy_check_requires_grad(given[TBPY_OPTION_REQUIRES_GRAD], function) < 0)
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
        return TBPY_NEW_TENSOR(tb_zeros, options->dtype, shape->size, NULL, shape->ndim, &tbpy_gil);
    return TBPY_NEW_TENSOR(tb_tensor_new, options->dtype, shape->size, NULL, shape->ndim, false);
}

PyObject *tbpy_no_match(bool specific, const char *function, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames, const char *expected)
{
    if (PyErr_Occurred() && (specific || !PyErr_ExceptionMatches(PyExc_TypeError)))
        return NULL;
    PyErr_Clear();
    return tbpy_invalid_combination(function, args, nargs, kwnames, expected);
}

PyObject *tbpy_filled(PyObject *self, const tb_scalar *value)
{
    tb_error err;
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self, tb_fill_releasing(tbpy_tensor_of(self), value, &tbpy_gil, &err),
                       &err);
}

int tbpy_as_fill_value(PyObject *o, const char *function, tb_scalar *value)
{
    int known = tbpy_number(o, value);
    if (known == 0)
        tbpy_fail_type(o, function, "fill_value", 2, "Number");
    return known == 1 ? 0 : -1;
}

PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value)
{
    int64_t numel;
    tb_error err;
    /* Sizes that are refused have their own error, which comes first; so does the memory's. */
    if (tb_check_sizes(shape->size, shape->ndim, tb_dtypes[options->dtype].itemsize, &numel, NULL) == TB_OK &&
        tb_scalar_check_fill(value, options->dtype, numel, &err) != TB_OK)
        return tbpy_raise(&err);
    return tbpy_filled(tbpy_make(options, shape, false), value);
}

/* ---- *_like ---- */

PyObject *tbpy_make_like(const tb_tensor *t, tb_dtype dtype, tb_memory_format format, bool zeroed)
{
    int64_t stride[TB_MAX_DIMS];
    tb_format_strides(format, t->size, t->stride, t->ndim, stride);
    if (zeroed)
        return TBPY_NEW_TENSOR(tb_zeros, dtype, t->size, stride, t->ndim, &tbpy_gil);
    return TBPY_NEW_TENSOR(tb_tensor_new, dtype, t->size, stride, t->ndim, false);
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
    for (int i = TBPY_OPTION_DTYPE; i < TBPY_NOPTIONS;
         i++) /* the same order, after the function's own parameters */
        named[i] = given[signature->npos + i - TBPY_OPTION_DTYPE];
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
