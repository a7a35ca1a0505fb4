/* arange.c: torch.arange: its arguments and its warning; the numbers are the
 * core's.  Relies on: creation.h, ../core/range.h. */
#include "creation.h"

#include <string.h>

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

static PyObject *make_range(tb_range *r, const tbpy_options *options)
{
    tb_error err;
    tb_shape shape = {.ndim = 1};
    if (tb_range_plan(r, &err) != TB_OK)
        return tbpy_raise(&err);
    shape.size[0] = r->length;
    if (options->out) {
        const tb_tensor *t = &options->out->t;
        if (t->numel != r->length && t->numel > 0 && warn_resize(t, r->length) < 0)
            return NULL;
        if (t->numel == r->length) { /* as many elements in another shape are fine */
            shape.ndim = t->ndim;
            memcpy(shape.size, t->size, (size_t)t->ndim * sizeof *shape.size);
        }
    }
    PyObject *self = tbpy_make(options, &shape, false);
    if (self && tb_range_write(r, tbpy_tensor_of(self), &tbpy_interpreter, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    return self;
}

/* ---- arguments ---- */

#define SIGNATURE_OPTIONS \
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, " \
    "bool pin_memory = False, bool requires_grad = False)\n"
static const char signatures[] =
    " * (Number end, *, Tensor out = None, " SIGNATURE_OPTIONS
    " * (Number start, Number end, *, " SIGNATURE_OPTIONS
    " * (Number start, Number end, Number step = 1, *, Tensor out = None, " SIGNATURE_OPTIONS;

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
    if (known == 0 && !start) {
        PyErr_Format(PyExc_TypeError, "arange(): argument 'end' (position 1) must be Number, not %s",
                     tbpy_type_name(end));
        return -1;
    }
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
        return tbpy_invalid_combination("arange", args, nargs, kwnames, signatures);
    }
    if (options.dtype == TB_UNDEFINED)
        options.dtype = is_integral(&r.start) && is_integral(&r.end) && is_integral(&r.step)
                            ? TB_INT64
                            : tbpy_default_dtype;
    r.dtype = options.dtype;
    r.closed = false;
    return make_range(&r, &options);
}

PyMethodDef tbpy_arange_functions[] = {
    TBPY_FUNCTION(
        arange,
        "arange($module, /, *args, **kwargs)\n--\n\n"
        "arange(end), arange(start, end) or arange(start, end, step): the numbers start, start + step, ...\n"
        "before end, as a 1-dimensional tensor.\n\n"
        "Keywords: out, dtype, layout, device, pin_memory, requires_grad.  dtype: int64 if all numbers are\n"
        "ints, else the default dtype.  RuntimeError for a step of 0 or of the wrong sign, for infinite\n"
        "bounds and for dtypes bool and complex.  As torch.arange.\n\n"
        ">>> torch.arange(1, 2.5, 0.5)\ntensor([1.0000, 1.5000, 2.0000])\n"),
    {NULL, NULL, 0, NULL},
};
