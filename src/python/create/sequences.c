/* sequences.c: eye, linspace, arange and range: arguments and warnings; the numbers are the core's. */
#include "python/create/create.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/create/options.h"
#include "python/types/dtype.h"

#include <stdio.h>
#include <string.h>

#define OPTIONS_WITHOUT_OUT                                                              \
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, " \
    "bool pin_memory = False, bool requires_grad = False)\n"
#define OPTIONS "Tensor out = None, " OPTIONS_WITHOUT_OUT

/* The whole of out= keeps its shape when it has as many elements. */
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

static PyObject *eye(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "eye",
        1 + TBPY_NOPTIONS,
        2,
        1,
        {"n", "m", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_shape shape = {.ndim = 2};
    const Py_ssize_t count = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_index(given[0], "eye", "n", 1, &shape.size[0]) < 0 ||
        (given[1] && tbpy_as_index(given[1], "eye", "m", 2, &shape.size[1]) < 0) ||
        tbpy_parse_options(given + 1, "eye", &options) < 0)
        return tbpy_no_match(count == 1, "eye", args, nargs, kwnames,
                             " * (int n, *, " OPTIONS " * (int n, int m, *, " OPTIONS);
    if (!given[1])
        shape.size[1] = shape.size[0];
    if (options.dtype == TB_UNDEFINED)
        options.dtype = tbpy_default_dtype;
    return make_eye(&shape, &options);
}

/* ---- linspace ---- */

/* A number or a tensor, which must be 0-dimensional: 0 if it is neither. */
static int as_end(PyObject *o, tb_scalar *value)
{
    if (TbTensor_Check(o) && ((TbTensor *)o)->t.ndim != 0) {
        *value = (tb_scalar){.kind = TB_KIND_INT};
        return 1; /* refused below, once everything has been read */
    }
    return tbpy_number(o, value);
}

static int check_ends(PyObject *start, PyObject *end)
{
    const int m = TbTensor_Check(start) ? ((TbTensor *)start)->t.ndim : -1;
    const int n = TbTensor_Check(end) ? ((TbTensor *)end)->t.ndim : -1;
    const char *text = "linspace only supports 0-dimensional start and end tensors, but got";
    if (m <= 0 && n <= 0)
        return 0;
    if (m >= 0 && n >= 0)
        PyErr_Format(PyExc_RuntimeError, "%s start with %d dimension(s) and end with %d dimension(s).", text,
                     m, n);
    else
        PyErr_Format(PyExc_RuntimeError, "%s %s with %d dimension(s).", text, m > 0 ? "start" : "end",
                     m > 0 ? m : n);
    return -1;
}

/* The dtype that follows from the ends; out= takes anything. */
static int infer_dtype(const tb_linspace *l, tbpy_options *options)
{
    const bool is_complex = l->start.kind == TB_KIND_COMPLEX || l->end.kind == TB_KIND_COMPLEX;
    const tb_dtype inferred = is_complex ? tb_to_complex(tbpy_default_dtype) : tbpy_default_dtype;
    if (options->dtype == TB_UNDEFINED) {
        options->dtype = inferred;
    } else if (is_complex && !options->out && tb_dtypes[options->dtype].kind != TB_KIND_COMPLEX) {
        PyErr_Format(
            PyExc_RuntimeError,
            "torch.linspace(): inferred dtype c10::complex<%s> can't be safely cast to passed dtype %s",
            inferred == TB_COMPLEX64 ? "float" : "double", tb_dtypes[options->dtype].scalar_type);
        return -1;
    }
    return 0;
}

static PyObject *make_linspace(tb_linspace *l, tbpy_options *options)
{
    tb_error err;
    tb_shape shape = {.ndim = 1, .size = {l->steps}};
    if (l->steps < 0) {
        PyErr_SetString(PyExc_RuntimeError, "number of steps must be non-negative");
        return NULL;
    }
    if (infer_dtype(l, options) < 0)
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

static PyObject *linspace(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "linspace",
        2 + TBPY_NOPTIONS,
        3,
        3,
        {"start", "end", "steps", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_linspace l;
    int known = 0;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) == 0) {
        known = as_end(given[0], &l.start);
        if (known == 1)
            known = as_end(given[1], &l.end);
        if (known < 0)
            return NULL;
    }
    if (known == 0 || tbpy_as_int64(given[2], "linspace", "steps", 3, &l.steps) < 0 ||
        tbpy_parse_options(given + 2, "linspace", &options) < 0)
        return tbpy_no_match(false, "linspace", args, nargs, kwnames,
                             " * (Tensor start, Tensor end, int steps, *, " OPTIONS
                             " * (Number start, Tensor end, int steps, *, " OPTIONS
                             " * (Tensor start, Number end, int steps, *, " OPTIONS
                             " * (Number start, Number end, int steps, *, " OPTIONS);
    return check_ends(given[0], given[1]) < 0 ? NULL : make_linspace(&l, &options);
}

/* ---- arange, range ---- */

/* Of a planned range. */
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

static const char arange_signatures[] =
    " * (Number end, *, " OPTIONS " * (Number start, Number end, *, " OPTIONS_WITHOUT_OUT
    " * (Number start, Number end, Number step = 1, *, " OPTIONS;

/* start, end, step from one to three positions or keywords; 0 if they match no
 * signature, -1 with an exception. */
static int read_bounds(PyObject **given, Py_ssize_t nargs, tb_range *r)
{
    PyObject *start = given[0], *end = given[1], *step = given[2];
    if (!end && nargs == 1 && !step) {
        end = start;
        start = NULL;
    }
    if (!end || (step && !start))
        return 0;
    r->start = (tb_scalar){.kind = TB_KIND_INT, .v.i = 0};
    r->step = (tb_scalar){.kind = TB_KIND_INT, .v.i = 1};
    int known = tbpy_number(end, &r->end);
    if (known == 0 && !start)
        return tbpy_fail_type(end, "arange", "end", 1, "Number");
    if (known == 1 && start)
        known = tbpy_number(start, &r->start);
    if (known == 1 && step)
        known = tbpy_number(step, &r->step);
    return known;
}

static bool is_integral(const tb_scalar *value) { return value->kind <= TB_KIND_INT; }

static PyObject *arange(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "arange",
        2 + TBPY_NOPTIONS,
        3,
        0,
        {"start", "end", "step", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_range r;
    int known = 0;

    if (nargs == 0 && kwnames && PyTuple_GET_SIZE(kwnames) == 1 &&
        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "end") != 0)
        return PyErr_Format(PyExc_TypeError, "arange() missing 1 required positional arguments: \"end\"");
    if (nargs <= 3 && tbpy_parse(&signature, args, nargs, kwnames, given) == 0) {
        known = read_bounds(given, nargs, &r);
        if (known < 0)
            return NULL;
    }
    if (known == 0 || tbpy_parse_options(given + 2, "arange", &options) < 0) {
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError))
            return NULL;
        PyErr_Clear(); /* torch: whatever does not fit one signature fits none */
        return tbpy_invalid_combination("arange", args, nargs, kwnames, arange_signatures);
    }
    if (options.dtype == TB_UNDEFINED)
        options.dtype = is_integral(&r.start) && is_integral(&r.end) && is_integral(&r.step)
                            ? TB_INT64
                            : tbpy_default_dtype;
    r.dtype = options.dtype;
    r.closed = false;
    return make_arange(&r, &options);
}

static int as_number(PyObject *o, const char *name, int position, tb_scalar *value)
{
    int known = tbpy_number(o, value);
    if (known == 0)
        tbpy_fail_type(o, "range", name, position, "Number");
    return known == 1 ? 0 : -1;
}

static PyObject *range(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "range",
        2 + TBPY_NOPTIONS,
        3,
        2,
        {"start", "end", "step", "out", "dtype", "layout", "device", "pin_memory", "requires_grad"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_range r = {.closed = true, .step = {.kind = TB_KIND_INT, .v.i = 1}};
    tb_error err;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        as_number(given[0], "start", 1, &r.start) < 0 || as_number(given[1], "end", 2, &r.end) < 0 ||
        (given[2] && as_number(given[2], "step", 3, &r.step) < 0) ||
        tbpy_parse_options(given + 2, "range", &options) < 0)
        return NULL;
    if (tbpy_warn(
            "torch.range is deprecated and will be removed in a future release because its behavior is "
            "inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in "
            "[start, end).") < 0)
        return NULL;
    r.dtype = options.dtype == TB_UNDEFINED ? tbpy_default_dtype : options.dtype;
    options.dtype = r.dtype;
    if (tb_range_plan(&r, &err) != TB_OK)
        return tbpy_raise(&err);
    return write_range(&r, &options);
}

#define KEYWORDS "out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"

PyMethodDef tbpy_sequence_functions[] = {
    TBPY_FUNCTION(
        arange,
        "arange($module, /, *args, **kwargs)\n--\n\n"
        "arange(end), arange(start, end) or arange(start, end, step): the numbers start, start + step, ...\n"
        "before end, as a 1-dimensional tensor.\n\n"
        "Keywords: out, dtype, layout, device, pin_memory, requires_grad.  dtype: int64 if all numbers are\n"
        "ints, else the default dtype.  RuntimeError for a step of 0 or of the wrong sign, for infinite\n"
        "bounds and for dtypes bool and complex.  As torch.arange.\n\n"
        ">>> torch.arange(1, 2.5, 0.5)\ntensor([1.0000, 1.5000, 2.0000])\n"),
    TBPY_FUNCTION(
        eye, "eye($module, n, m=None, *, " KEYWORDS ")\n--\n\n"
             "Ones on the diagonal of an n x m matrix (m: n unless given), zeros elsewhere.\n\n"
             "dtype: the default dtype unless given.  out: a tensor of that dtype, resized if its shape\n"
             "differs.  RuntimeError for negative sizes.  As torch.eye.\n\n"
             ">>> torch.eye(2, 3)\ntensor([[1., 0., 0.],\n        [0., 1., 0.]])\n"),
    TBPY_FUNCTION(
        linspace,
        "linspace($module, start, end, steps, *, " KEYWORDS ")\n--\n\n"
        "steps numbers from start to end, both included, evenly spaced, of shape (steps,).\n\n"
        "start, end: numbers or 0-dimensional tensors.  dtype: the default dtype, or its complex\n"
        "counterpart for a complex end, unless given.  out: a tensor of that dtype, resized if its\n"
        "number of elements differs.  RuntimeError for a negative steps and for ends that the dtype\n"
        "cannot hold, NotImplementedError for bool.  As torch.linspace.\n\n"
        ">>> torch.linspace(0, 1, 5)\ntensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])\n"),
    TBPY_FUNCTION(
        range,
        "range($module, start, end, step=1, *, " KEYWORDS ")\n--\n\n"
        "The numbers start, start + step, ... up to end, which is included, as a 1-dimensional tensor.\n"
        "Deprecated, and says so with a UserWarning: use arange.\n\n"
        "dtype: the default dtype unless given.  RuntimeError for a step of 0 or of the wrong sign and\n"
        "for infinite bounds, NotImplementedError for bool and complex.  As torch.range.\n\n"
        ">>> import warnings\n>>> with warnings.catch_warnings():\n"
        "...     warnings.simplefilter('ignore')\n...     torch.range(1, 3)\ntensor([1., 2., 3.])\n"),
    {NULL, NULL, 0, NULL},
};
