/* random.c: bodies of rand, randn, randint, their *_like forms, randperm, and the methods normal_,
 * uniform_ and random_: arguments and warnings.  The core draws the numbers. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/function_codes.h"
#include "python/create/options.h"
#include "python/types/dtype.h"
#include "python/types/generator.h"

#include <stdio.h>

/* ---- rand, randn ---- */

static tb_status draw(tbpy_distribution d, tb_tensor *out, tb_generator *g, tb_error *err)
{
    return d == TBPY_UNIFORM ? tb_random_uniform(out, g, 0.0, 1.0, &tbpy_gil, err)
                             : tb_random_normal(out, g, 0.0, 1.0, &tbpy_gil, err);
}

/* Draws into self and returns it. */
static PyObject *drawn(tbpy_distribution d, PyObject *self, tb_generator *g)
{
    tb_error err;
    return self ? tbpy_finish((TbTensor *)self, draw(d, tbpy_tensor_of(self), g, &err), &err) : NULL;
}

/* torch's error for integers and bool, before out= is resized. */
static int check_dtype(tbpy_distribution d, tb_dtype dtype, int64_t numel)
{
    const char *kernel = d == TBPY_UNIFORM ? "check_uniform_bounds" : "normal_kernel_cpu";
    if (tb_dtypes[dtype].kind == TB_KIND_FLOAT || tb_dtypes[dtype].kind == TB_KIND_COMPLEX ||
        (d == TBPY_NORMAL && numel == 0)) /* torch does not check then */
        return 0;
    PyErr_Format(PyExc_NotImplementedError, "\"%s\" not implemented for '%s'", kernel,
                 tb_dtypes[dtype].scalar_type);
    return -1;
}

/* rand, randn */
PyObject *tbpy_body_draw(const tbpy_call *c)
{
    const tbpy_distribution d = (tbpy_distribution)c->f->code;
    tbpy_options options;
    tb_shape shape;
    if (tbpy_given_ints(c, TBPY_DRAW_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_DRAW_DTYPE, TBPY_DRAW_OUT, tbpy_default_dtype(), &options) < 0 ||
        check_dtype(d, options.dtype, tb_numel(shape.size, shape.ndim)) < 0)
        return NULL;
    return drawn(d, tbpy_make(&options, &shape, false), tbpy_generator_of(c->given[TBPY_DRAW_GENERATOR]));
}

PyObject *tbpy_body_draw_like(const tbpy_call *c)
{
    const tbpy_distribution d = (tbpy_distribution)c->f->code;
    const tb_tensor *input = tbpy_self_of(c);
    tb_dtype dtype;
    tb_memory_format format;
    if (tbpy_given_like(c, TBPY_DRAW_LIKE_MEMORY_FORMAT, TBPY_DRAW_LIKE_DTYPE, &dtype, &format) < 0 ||
        check_dtype(d, dtype, input->numel) < 0)
        return NULL;
    return drawn(d, tbpy_make_like(input, dtype, format, false),
                 tbpy_generator_of(c->given[TBPY_DRAW_LIKE_GENERATOR]));
}

/* ---- randint ---- */

/* torch's warning that a floating dtype does not hold all integers in the range. */
static int warn_imprecise(const char *bound, tb_dtype dtype)
{
    char text[320];
    const int digits = tb_random_digits(dtype);
    snprintf(
        text, sizeof text,
        "%s is out of bounds [-(2^%d), 2^%d]. Due to precision limitations %s can support discrete uniform "
        "distribution only within this range. This warning will become an error in version 1.7 release, "
        "please fix the code in advance",
        bound, digits, digits, tb_dtypes[dtype].cpp_name);
    return tbpy_warn(text);
}

/* Issues torch's warnings; raises the error if no range was found. */
static int checked(tb_status status, unsigned imprecise, tb_dtype dtype, const tb_error *err)
{
    if (status != TB_OK) {
        tbpy_raise(err);
        return -1;
    }
    if ((imprecise & 1) && warn_imprecise("from", dtype) < 0)
        return -1;
    return (imprecise & 2) && warn_imprecise("to - 1", dtype) < 0 ? -1 : 0;
}

/* torch's errors and warnings, before anything is allocated or resized. */
static int check_integers(tb_dtype dtype, int64_t from, int64_t to, tb_integer_range *range)
{
    tb_error err;
    unsigned imprecise;
    const tb_status status = tb_random_integers_between(dtype, from, to, range, &imprecise, &err);
    return checked(status, imprecise, dtype, &err);
}

/* Draws into self and returns it. */
static PyObject *with_integers(PyObject *self, tb_generator *g, const tb_integer_range *range)
{
    tb_error err;
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self, tb_random_integers(tbpy_tensor_of(self), g, range, &tbpy_gil, &err),
                       &err);
}

static int check_size(const tb_shape *shape, tb_dtype dtype)
{
    tb_error err;
    int64_t numel;
    if (tb_check_sizes(shape->size, shape->ndim, tb_dtypes[dtype].itemsize, &numel, &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

PyObject *tbpy_body_randint(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape;
    tb_integer_range range;
    int64_t from = 0, to;
    if (tbpy_given_index(c, TBPY_RANDINT_LOW, &from) < 0 || tbpy_given_index(c, TBPY_RANDINT_HIGH, &to) < 0 ||
        tbpy_given_ints(c, TBPY_RANDINT_SIZE, &shape) < 0 ||
        tbpy_given_options(c, TBPY_RANDINT_DTYPE, TBPY_RANDINT_OUT, TB_INT64, &options) < 0 ||
        check_size(&shape, options.dtype) < 0 || check_integers(options.dtype, from, to, &range) < 0)
        return NULL;
    return with_integers(tbpy_make(&options, &shape, false),
                         tbpy_generator_of(c->given[TBPY_RANDINT_GENERATOR]), &range);
}

/* ---- randint_like ---- */

/* An int, or a 0-dimensional tensor of any dtype. */
static int given_high(const tbpy_call *c, int64_t *to)
{
    PyObject *o = c->given[TBPY_RANDINT_LIKE_HIGH];
    tb_scalar value;
    tb_error err;
    if (!TbTensor_Check(o) || c->given[TBPY_RANDINT_LIKE_LOW])
        return tbpy_given_index(c, TBPY_RANDINT_LIKE_HIGH, to);
    if (tbpy_number(o, &value) != 1) {
        PyErr_SetString(PyExc_RuntimeError, "high must be a scalar tensor and on CPU");
        return -1;
    }
    if (tb_scalar_store_checked(&value, TB_INT64, to, &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

PyObject *tbpy_body_randint_like(const tbpy_call *c)
{
    tb_dtype dtype;
    tb_memory_format format;
    tb_integer_range range;
    int64_t from = 0, to;
    if (tbpy_given_index(c, TBPY_RANDINT_LIKE_LOW, &from) < 0 || given_high(c, &to) < 0 ||
        tbpy_given_like(c, TBPY_RANDINT_LIKE_MEMORY_FORMAT, TBPY_RANDINT_LIKE_DTYPE, &dtype, &format) < 0 ||
        check_integers(dtype, from, to, &range) < 0)
        return NULL;
    return with_integers(tbpy_make_like(tbpy_self_of(c), dtype, format, false),
                         tbpy_generator_of(c->given[TBPY_RANDINT_LIKE_GENERATOR]), &range);
}

/* ---- random_ ---- */

/* The range; its first or last number, or both, may be omitted. */
static int given_range(const tbpy_call *c, const tb_tensor *t, tb_integer_range *range)
{
    PyObject *from_given = c->given[TBPY_RANDOM_FROM], *to_given = c->given[TBPY_RANDOM_TO];
    const bool is_endless = !to_given || to_given == Py_None;
    int64_t from = 0, to;
    unsigned imprecise = 0;
    tb_error err;
    if (!from_given && !to_given)
        return checked(tb_random_integers_all(t, range, &err), 0, t->dtype, &err);
    if (tbpy_given_int(c, TBPY_RANDOM_FROM, &from) < 0 ||
        (!is_endless && tbpy_given_int(c, TBPY_RANDOM_TO, &to) < 0))
        return -1;
    tb_status status = tb_check_writable(t, &err);
    if (status == TB_OK && !is_endless)
        return check_integers(t->dtype, from, to, range);
    if (status == TB_OK)
        status = tb_random_integers_from(t, from, range, &imprecise, &err);
    return checked(status, imprecise, t->dtype, &err);
}

PyObject *tbpy_body_random(const tbpy_call *c)
{
    tb_integer_range range;
    if (given_range(c, tbpy_self_of(c), &range) < 0)
        return NULL;
    tb_generator *g = tbpy_generator_of(c->given[TBPY_RANDOM_GENERATOR]);
    return with_integers(Py_NewRef(c->given[c->f->own]), g, &range);
}

/* ---- randperm ---- */

static int check_permutation(const tbpy_options *options, const tb_shape *shape)
{
    tb_error err;
    if (options->out && shape->size[0] < 0) {
        PyErr_Format(PyExc_RuntimeError, "n must be non-negative, got%lld", (long long)shape->size[0]);
        return -1;
    }
    if (check_size(shape, options->dtype) < 0)
        return -1;
    if (tb_random_permutation_check(options->dtype, shape->size[0], &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

PyObject *tbpy_body_randperm(const tbpy_call *c)
{
    tbpy_options options;
    tb_shape shape = {.ndim = 1};
    if (tbpy_given_index(c, TBPY_RANDPERM_N, &shape.size[0]) < 0 ||
        tbpy_given_options(c, TBPY_RANDPERM_DTYPE, TBPY_RANDPERM_OUT, TB_INT64, &options) < 0 ||
        check_permutation(&options, &shape) < 0)
        return NULL;
    PyObject *self = tbpy_make(&options, &shape, false);
    tb_generator *g = tbpy_generator_of(c->given[TBPY_RANDPERM_GENERATOR]);
    tb_error err;
    return self ? tbpy_finish((TbTensor *)self,
                              tb_random_permutation(tbpy_tensor_of(self), g, &tbpy_gil, &err), &err)
                : NULL;
}

/* ---- normal_, uniform_ ---- */

PyObject *tbpy_body_draw_in_place(const tbpy_call *c)
{
    double a = 0, b = 1; /* mean and std, from and to */
    tb_error err;
    if (tbpy_given_double(c, TBPY_DRAW_IN_PLACE_MEAN, &a) < 0 ||
        tbpy_given_double(c, TBPY_DRAW_IN_PLACE_STD, &b) < 0)
        return NULL;
    tb_tensor *t = tbpy_self_of(c);
    tb_generator *g = tbpy_generator_of(c->given[TBPY_DRAW_IN_PLACE_GENERATOR]);
    const tb_status status = c->f->code == TBPY_UNIFORM ? tb_random_uniform(t, g, a, b, &tbpy_gil, &err)
                                                        : tb_random_normal(t, g, a, b, &tbpy_gil, &err);
    return status == TB_OK ? Py_NewRef(c->given[c->f->own]) : tbpy_raise(&err);
}
