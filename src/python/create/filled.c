/* filled.c: bodies of empty, zeros, ones, full and scalar_tensor, of their *_like forms and of the methods
 * new_empty and its kin; of empty_strided.  Their rows share slots. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/create/options.h"
#include "python/call/function_codes.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

static const tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1}, zero = {.kind = TB_KIND_INT, .v.i = 0};

/* ---- of sizes ---- */

/* memory_format= determines the strides. */
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

static PyObject *zeros(const tbpy_call *c, const tbpy_options *options, const tb_shape *shape)
{
    if (options->out)
        return tbpy_filled(tbpy_make(options, shape, false), &zero);
    for (int i = 0; i < shape->ndim; i++)
        if (shape->size[i] < 0 && !c->given[TBPY_FILLED_INPUT])
            return PyErr_Format(PyExc_RuntimeError, "zeros: Dimension size must be non-negative.");
    return tbpy_make(options, shape, true);
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
        return tbpy_default_dtype();
    default:
        return tb_to_complex(tbpy_default_dtype());
    }
}

/* A method's is its tensor's, and scalar_tensor, which has no sizes, does not look at the number. */
static tb_dtype own_dtype(const tbpy_call *c, const tb_scalar *value)
{
    if (c->given[TBPY_FILLED_INPUT])
        return tbpy_self_of(c)->dtype;
    return c->f->code == TBPY_FULL && c->given[TBPY_FILLED_SIZE] ? dtype_of_number(value)
                                                                 : tbpy_default_dtype();
}

PyObject *tbpy_body_filled(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    tb_scalar value = one;
    tb_memory_format format;
    shape.ndim = 0;
    if (tbpy_given_ints(c, TBPY_FILLED_SIZE, &shape) < 0 ||
        (c->f->code == TBPY_FULL && tbpy_number(c->given[TBPY_FILLED_FILL_VALUE], &value) < 0) ||
        tbpy_given_options(c, TBPY_FILLED_DTYPE, TBPY_FILLED_OUT, own_dtype(c, &value), &options) < 0)
        return NULL;
    if (c->f->code == TBPY_ZEROS)
        return zeros(c, &options, &shape);
    if (c->f->code == TBPY_ONES) /* which every dtype holds */
        return tbpy_filled(tbpy_make(&options, &shape, false), &one);
    if (c->f->code == TBPY_FULL)
        return tbpy_make_filled(&options, &shape, &value);
    tbpy_given_format(c, TBPY_FILLED_MEMORY_FORMAT, &format);
    return c->given[TBPY_FILLED_MEMORY_FORMAT] ? empty_in_format(&options, &shape, format)
                                               : tbpy_make(&options, &shape, false);
}

/* ---- *_like ---- */

PyObject *tbpy_body_like(const tbpy_call *c)
{
    tb_dtype dtype;
    tb_memory_format format;
    tb_scalar value = one;
    if (tbpy_given_like(c, TBPY_FILLED_MEMORY_FORMAT, TBPY_FILLED_DTYPE, &dtype, &format) < 0 ||
        (c->f->code == TBPY_FULL && tbpy_number(c->given[TBPY_FILLED_FILL_VALUE], &value) < 0))
        return NULL;
    PyObject *self = tbpy_make_like(tbpy_self_of(c), dtype, format, c->f->code == TBPY_ZEROS);
    return c->f->code == TBPY_ONES || c->f->code == TBPY_FULL ? tbpy_filled(self, &value) : self;
}

/* ---- explicit strides ---- */

/* empty_strided, new_empty_strided */
PyObject *tbpy_body_empty_strided(const tbpy_call *c)
{
    tb_shape size, stride;
    tbpy_options options;
    tb_error err;
    const tb_tensor *self = tbpy_given_tensor(c, TBPY_EMPTY_STRIDED_INPUT);
    if (tbpy_given_ints(c, TBPY_EMPTY_STRIDED_SIZE, &size) < 0 ||
        tbpy_given_ints(c, TBPY_EMPTY_STRIDED_STRIDE, &stride) < 0 ||
        tbpy_given_options(c, TBPY_EMPTY_STRIDED_DTYPE, TBPY_NO_OUT,
                           self ? self->dtype : tbpy_default_dtype(), &options) < 0)
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
