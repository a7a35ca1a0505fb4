/* sequences.c: bodies of eye, linspace, arange and range: arguments and warnings.  The core computes the
 * numbers. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/function_codes.h"
#include "python/create/options.h"
#include "python/types/dtype.h"

#include <stdio.h>
#include <string.h>

/* out= keeps its shape if it has as many elements. */
static void keep_shape_of(const tbpy_options *options, tb_shape *shape)
{
    if (!options->out || options->out->t.numel != shape->size[0])
        return;
    const tb_tensor *t = &options->out->t;
    shape->ndim = t->ndim;
    memcpy(shape->size, t->size, (size_t)t->ndim * sizeof *shape->size);
}

/* ---- eye ---- */

static PyObject *make_eye(const tb_shape *shape, const tbpy_options *options)
{
    tb_error err;
    int64_t numel;
    for (int i = 0; i < 2; i++)
        if (shape->size[i] < 0)
            return PyErr_Format(PyExc_RuntimeError, "%c must be greater or equal to 0, got %lld",
                                i ? 'm' : 'n', (long long)shape->size[i]);
    if (tb_check_numel(shape->size, 2, &numel, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *self = tbpy_make(options, shape, true);
    if (!self)
        return NULL;
    tb_tensor *t = tbpy_tensor_of(self);
    return tbpy_finish((TbTensor *)self, tb_eye_write(t, !options->out, &tbpy_gil, &err), &err);
}

PyObject *tbpy_body_eye(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape = {.ndim = 2};
    if (tbpy_given_index(c, TBPY_EYE_N, &shape.size[0]) < 0)
        return NULL;
    shape.size[1] = shape.size[0];
    if (tbpy_given_index(c, TBPY_EYE_M, &shape.size[1]) < 0 ||
        tbpy_given_options(c, TBPY_EYE_DTYPE, TBPY_EYE_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    return make_eye(&shape, &options);
}

/* ---- linspace ---- */

static int check_ends(const char *name, PyObject *start, PyObject *end)
{
    const int m = TbTensor_Check(start) ? ((TbTensor *)start)->t.ndim : -1;
    const int n = TbTensor_Check(end) ? ((TbTensor *)end)->t.ndim : -1;
    const char *text = "only supports 0-dimensional start and end tensors, but got";
    if (m <= 0 && n <= 0)
        return 0;
    if (m >= 0 && n >= 0)
        PyErr_Format(PyExc_RuntimeError, "%s %s start with %d dimension(s) and end with %d dimension(s).",
                     name, text, m, n);
    else
        PyErr_Format(PyExc_RuntimeError, "%s %s %s with %d dimension(s).", name, text,
                     m > 0 ? "start" : "end", m > 0 ? m : n);
    return -1;
}

/* The dtype that follows from start and end; with out=, its dtype. */
static int infer_dtype(const char *name, const tb_linspace *l, tbpy_options *options)
{
    const bool is_complex = l->start.kind == TB_KIND_COMPLEX || l->end.kind == TB_KIND_COMPLEX;
    const tb_dtype inferred = is_complex ? tb_to_complex(tbpy_default_dtype()) : tbpy_default_dtype();
    if (options->dtype == TB_UNDEFINED) {
        options->dtype = inferred;
    } else if (is_complex && !options->out && tb_dtypes[options->dtype].kind != TB_KIND_COMPLEX) {
        PyErr_Format(PyExc_RuntimeError,
                     "torch.%s(): inferred dtype c10::complex<%s> can't be safely cast to passed dtype %s",
                     name, inferred == TB_COMPLEX64 ? "float" : "double",
                     tb_dtypes[options->dtype].scalar_type);
        return -1;
    }
    return 0;
}

static PyObject *make_linspace(const char *name, tb_linspace *l, tbpy_options *options)
{
    tb_error err;
    tb_shape shape = {.ndim = 1, .size = {l->steps}};
    if (l->steps < 0) {
        PyErr_SetString(PyExc_RuntimeError, "number of steps must be non-negative");
        return NULL;
    }
    if (infer_dtype(name, l, options) < 0)
        return NULL;
    l->dtype = options->dtype;
    if (tb_linspace_plan(l, &err) != TB_OK)
        return tbpy_raise(&err);
    keep_shape_of(options, &shape);
    PyObject *self = tbpy_make(options, &shape, false);
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self, tb_linspace_write(l, tbpy_tensor_of(self), &tbpy_gil, &err), &err);
}

PyObject *tbpy_body_linspace(const tbpy_call *c)
{
    PyObject *start = c->given[TBPY_LINSPACE_START], *end = c->given[TBPY_LINSPACE_END];
    const char *name = c->f->overloads.function;
    tbpy_options options;
    tb_linspace l = {.powers = c->f->code == TBPY_LOGSPACE, .base = 10};
    if (tbpy_given_int(c, TBPY_LINSPACE_STEPS, &l.steps) < 0 ||
        tbpy_given_double(c, TBPY_LINSPACE_BASE, &l.base) < 0 ||
        tbpy_given_options(c, TBPY_LINSPACE_DTYPE, TBPY_LINSPACE_OUT, TB_UNDEFINED, &options) < 0 ||
        check_ends(name, start, end) < 0 || tbpy_number(start, &l.start) < 0 || tbpy_number(end, &l.end) < 0)
        return NULL;
    return make_linspace(name, &l, &options);
}

/* ---- arange, range ---- */

/* Writes a planned range. */
static PyObject *write_range(const tb_range *r, const tbpy_options *options)
{
    tb_error err;
    tb_shape shape = {.ndim = 1, .size = {r->length}};
    keep_shape_of(options, &shape);
    PyObject *self = tbpy_make(options, &shape, false);
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self, tb_range_write(r, tbpy_tensor_of(self), &tbpy_gil, &err), &err);
}

static int warn_resize(const tb_tensor *out, int64_t length)
{
    char shape[TB_SHAPE_TEXT_MAX], text[TB_SHAPE_TEXT_MAX + 320];
    snprintf(
        text, sizeof text,
        "The number of elements in the out tensor of shape %s is %lld which does not match the computed "
        "number "
        "of elements %lld. Note that this may occur as a result of rounding error. The out tensor will be "
        "resized to a tensor of shape (%lld,).",
        tb_shape_text(shape, sizeof shape, out->size, out->ndim), (long long)out->numel, (long long)length,
        (long long)length);
    return tbpy_warn(text);
}

static PyObject *make_arange(tb_range *r, const tbpy_options *options)
{
    tb_error err;
    if (tb_range_plan(r, &err) != TB_OK)
        return tbpy_raise(&err);
    if (options->out) {
        const tb_tensor *t = &options->out->t;
        if (t->numel != r->length && t->numel > 0 && warn_resize(t, r->length) < 0)
            return NULL;
    }
    return write_range(r, options);
}

/* start, end and step; one that is not given stays. */
static int given_range(const tbpy_call *c, tb_range *r)
{
    PyObject *start = c->given[TBPY_RANGE_START], *step = c->given[TBPY_RANGE_STEP];
    return tbpy_number(c->given[TBPY_RANGE_END], &r->end) < 0 ||
                   (start && tbpy_number(start, &r->start) < 0) || (step && tbpy_number(step, &r->step) < 0)
               ? -1
               : 0;
}

static bool is_integral(const tb_scalar *value) { return value->kind <= TB_KIND_INT; }

PyObject *tbpy_body_arange(const tbpy_call *c)
{
    tbpy_options options;
    tb_range r = {.start = {.kind = TB_KIND_INT}, .step = {.kind = TB_KIND_INT, .v.i = 1}, .closed = false};
    if (given_range(c, &r) < 0)
        return NULL;
    const bool integral = is_integral(&r.start) && is_integral(&r.end) && is_integral(&r.step);
    if (tbpy_given_options(c, TBPY_RANGE_DTYPE, TBPY_RANGE_OUT, integral ? TB_INT64 : tbpy_default_dtype(),
                           &options) < 0)
        return NULL;
    r.dtype = options.dtype;
    return make_arange(&r, &options);
}

PyObject *tbpy_body_range(const tbpy_call *c)
{
    tbpy_options options;
    tb_range r = {.closed = true, .step = {.kind = TB_KIND_INT, .v.i = 1}};
    tb_error err;
    if (given_range(c, &r) < 0 ||
        tbpy_given_options(c, TBPY_RANGE_DTYPE, TBPY_RANGE_OUT, tbpy_default_dtype(), &options) < 0)
        return NULL;
    if (tbpy_warn(
            "torch.range is deprecated and will be removed in a future release because its behavior is "
            "inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in "
            "[start, end).") < 0)
        return NULL;
    r.dtype = options.dtype;
    if (tb_range_plan(&r, &err) != TB_OK)
        return tbpy_raise(&err);
    return write_range(&r, &options);
}
