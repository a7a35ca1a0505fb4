/* options.c: see options.h.  With out=, everything that can fail is checked before `out` is resized. */
#include "python/create/options.h"

#include "python/args/convert.h"
#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/types/device.h"
#include "python/types/tensor.h"

/* ---- the keywords that all of them take ---- */

enum { DTYPE, LAYOUT, DEVICE, PIN_MEMORY, REQUIRES_GRAD };

int tbpy_given_options(const tbpy_call *c, int dtype, int out, tb_dtype own, tbpy_options *options)
{
    PyObject *const *given = c->given + dtype, *o = out < 0 ? NULL : c->given[out];
    const char *function = c->f->overloads.function;
    options->dtype = own;
    options->out = (TbTensor *)o;
    if (!o && !given[DTYPE] && !given[LAYOUT] && !given[DEVICE] && !given[PIN_MEMORY] &&
        !given[REQUIRES_GRAD])
        return 0;
    options->dtype = TB_UNDEFINED;
    tbpy_given_dtype(c, dtype, &options->dtype);
    if (tbpy_check_device(given[DEVICE], function) < 0 ||
        tbpy_check_pin_memory(given[PIN_MEMORY], function) < 0 ||
        tbpy_check_requires_grad(given[REQUIRES_GRAD], function) < 0)
        return -1;
    if (o && options->dtype != TB_UNDEFINED && options->dtype != options->out->t.dtype) {
        PyErr_Format(PyExc_RuntimeError, "dtype %s does not match dtype of out parameter (%s)",
                     tb_dtypes[options->dtype].scalar_type, tb_dtypes[options->out->t.dtype].scalar_type);
        return -1;
    }
    if (options->dtype == TB_UNDEFINED)
        options->dtype = o ? options->out->t.dtype : own;
    return 0;
}

PyObject *tbpy_make(const tbpy_options *options, const tb_shape *shape, bool zeroed)
{
    tb_error err;
    if (options->out) {
        tb_tensor *t = &options->out->t;
        TBPY_CHANGING;
        if (!tb_same_sizes(t->size, t->ndim, shape->size, shape->ndim) &&
            tb_tensor_resize(t, shape->size, NULL, shape->ndim, &err) != TB_OK)
            return tbpy_raise(&err);
        return Py_NewRef((PyObject *)options->out);
    }
    if (zeroed)
        return TBPY_NEW_TENSOR(tb_zeros, options->dtype, shape->size, NULL, shape->ndim, &tbpy_gil);
    return TBPY_NEW_TENSOR(tb_tensor_new, options->dtype, shape->size, NULL, shape->ndim, false);
}

PyObject *tbpy_filled(PyObject *self, const tb_scalar *value)
{
    tb_error err;
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self, tb_fill_releasing(tbpy_tensor_of(self), value, &tbpy_gil, &err),
                       &err);
}

PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value)
{
    int64_t numel;
    tb_error err;
    /* Invalid sizes have their own error, which comes first; so does a lack of memory. */
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

int tbpy_given_like(const tbpy_call *c, int format_slot, int dtype_slot, tb_dtype *dtype,
                    tb_memory_format *format)
{
    const tb_tensor *input = tbpy_self_of(c);
    tbpy_options options;
    tb_error err;
    *format = TB_PRESERVE_FORMAT;
    if (tbpy_given_options(c, dtype_slot, TBPY_NO_OUT, input->dtype, &options) < 0)
        return -1;
    tbpy_given_format(c, format_slot, format);
    *dtype = options.dtype;
    if (tb_check_format(*format, input->ndim, &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}
