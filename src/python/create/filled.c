/* filled.c: bodies of empty, zeros, ones, full, scalar_tensor, their *_like forms and the methods
 * new_empty and the like; empty_strided. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/create/options.h"
#include "python/call/function_codes.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

static const tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1}, zero = {.kind = TB_KIND_INT, .v.i = 0};

_Static_assert(TBPY_SAME_SLOT(TBPY_ZEROS_LIKE_DTYPE, TBPY_EMPTY_LIKE_DTYPE) &&
                   TBPY_SAME_SLOT(TBPY_ONES_LIKE_DTYPE, TBPY_EMPTY_LIKE_DTYPE) &&
                   TBPY_SAME_SLOT(TBPY_NEW_ZEROS_DTYPE, TBPY_NEW_EMPTY_DTYPE) &&
                   TBPY_SAME_SLOT(TBPY_NEW_ONES_DTYPE, TBPY_NEW_EMPTY_DTYPE),
               "rows of one body have their arguments in the same slots");

/* ---- empty, zeros, ones ---- */

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

PyObject *tbpy_body_empty(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    tb_memory_format format;
    if (tbpy_given_ints(c, TBPY_EMPTY_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_EMPTY_DTYPE, TBPY_EMPTY_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    tbpy_given_format(c, TBPY_EMPTY_MEMORY_FORMAT, &format);
    return c->given[TBPY_EMPTY_MEMORY_FORMAT] ? empty_in_format(&options, &shape, format)
                                              : tbpy_make(&options, &shape, false);
}

PyObject *tbpy_body_zeros(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    if (tbpy_given_ints(c, TBPY_ZEROS_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_ZEROS_DTYPE, TBPY_ZEROS_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    if (options.out)
        return tbpy_filled(tbpy_make(&options, &shape, false), &zero);
    for (int i = 0; i < shape.ndim; i++)
        if (shape.size[i] < 0)
            return PyErr_Format(PyExc_RuntimeError, "zeros: Dimension size must be non-negative.");
    return tbpy_make(&options, &shape, true);
}

PyObject *tbpy_body_ones(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    if (tbpy_given_ints(c, TBPY_ONES_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_ONES_DTYPE, TBPY_ONES_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    return tbpy_filled(tbpy_make(&options, &shape, false), &one);
}

/* ---- full ---- */

/* The dtype of a number. */
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

PyObject *tbpy_body_full(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    tb_scalar value;
    if (tbpy_given_ints(c, TBPY_FULL_SIZE, &shape) < 0 ||
        tbpy_number(c->given[TBPY_FULL_FILL_VALUE], &value) < 0 ||
        tbpy_given_options(c, TBPY_FULL_DTYPE, TBPY_FULL_OUT, dtype_of_number(&value), &options) < 0)
        return NULL;
    return tbpy_make_filled(&options, &shape, &value);
}

PyObject *tbpy_body_scalar_tensor(const tbpy_call *c)
{
    tbpy_options options;
    tb_scalar value;
    tb_shape shape;
    shape.ndim = 0;
    if (tbpy_number(c->given[TBPY_SCALAR_TENSOR_S], &value) < 0 ||
        tbpy_given_options(c, TBPY_SCALAR_TENSOR_DTYPE, TBPY_NO_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    return tbpy_make_filled(&options, &shape, &value);
}

/* ---- *_like ---- */

PyObject *tbpy_body_like(const tbpy_call *c)
{
    tb_dtype dtype;
    tb_memory_format format;
    if (tbpy_given_like(c, TBPY_EMPTY_LIKE_MEMORY_FORMAT, TBPY_EMPTY_LIKE_DTYPE, &dtype, &format) < 0)
        return NULL;
    PyObject *self = tbpy_make_like(tbpy_self_of(c), dtype, format, c->f->code == TBPY_ZEROS);
    return c->f->code == TBPY_ONES ? tbpy_filled(self, &one) : self;
}

PyObject *tbpy_body_full_like(const tbpy_call *c)
{
    tb_dtype dtype;
    tb_memory_format format;
    tb_scalar value;
    if (tbpy_given_like(c, TBPY_FULL_LIKE_MEMORY_FORMAT, TBPY_FULL_LIKE_DTYPE, &dtype, &format) < 0 ||
        tbpy_number(c->given[TBPY_FULL_LIKE_FILL_VALUE], &value) < 0)
        return NULL;
    return tbpy_filled(tbpy_make_like(tbpy_self_of(c), dtype, format, false), &value);
}

/* ---- like another tensor ---- */

/* new_empty, new_zeros, new_ones */
PyObject *tbpy_body_new(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    if (tbpy_given_ints(c, TBPY_NEW_EMPTY_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_NEW_EMPTY_DTYPE, TBPY_NO_OUT, tbpy_self_of(c)->dtype, &options) < 0)
        return NULL;
    return c->f->code == TBPY_ONES ? tbpy_make_filled(&options, &shape, &one)
                                   : tbpy_make(&options, &shape, c->f->code == TBPY_ZEROS);
}

PyObject *tbpy_body_new_full(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    tb_scalar value;
    if (tbpy_given_ints(c, TBPY_NEW_FULL_SIZE, &shape) < 0 ||
        tbpy_number(c->given[TBPY_NEW_FULL_FILL_VALUE], &value) < 0 ||
        tbpy_given_options(c, TBPY_NEW_FULL_DTYPE, TBPY_NO_OUT, tbpy_self_of(c)->dtype, &options) < 0)
        return NULL;
    return tbpy_make_filled(&options, &shape, &value);
}

/* ---- explicit strides ---- */

static PyObject *make_strided(const tbpy_call *c, int size_slot, int stride_slot, int dtype_slot,
                              tb_dtype own)
{
    tb_shape size, stride;
    tbpy_options options;
    tb_error err;
    if (tbpy_given_ints(c, size_slot, &size) < 0 || tbpy_given_ints(c, stride_slot, &stride) < 0 ||
        tbpy_given_options(c, dtype_slot, TBPY_NO_OUT, own, &options) < 0)
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

PyObject *tbpy_body_empty_strided(const tbpy_call *c)
{
    return make_strided(c, TBPY_EMPTY_STRIDED_SIZE, TBPY_EMPTY_STRIDED_STRIDE, TBPY_EMPTY_STRIDED_DTYPE,
                        tbpy_default_dtype());
}

PyObject *tbpy_body_new_empty_strided(const tbpy_call *c)
{
    return make_strided(c, TBPY_NEW_EMPTY_STRIDED_SIZE, TBPY_NEW_EMPTY_STRIDED_STRIDE,
                        TBPY_NEW_EMPTY_STRIDED_DTYPE, tbpy_self_of(c)->dtype);
}
