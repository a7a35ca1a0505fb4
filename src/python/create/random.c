/* random.c: rand, randn, randint, their *_like forms, randperm, and the methods normal_ and uniform_:
 * arguments and warnings; the numbers are the core's. */
#include "python/create/create.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/create/options.h"
#include "python/types/dtype.h"
#include "python/types/generator.h"

#include <stdio.h>

/* Of signatures in messages. */
#define OPTIONS                                                                          \
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, " \
    "bool pin_memory = False, bool requires_grad = False)\n"
#define OUT "Tensor out = None, " OPTIONS
#define GENERATOR "torch.Generator generator, "
#define MEMORY "torch.memory_format memory_format = None, "

/* ---- rand, randn ---- */

typedef enum { UNIFORM, NORMAL } distribution;

static tb_status draw(distribution d, tb_tensor *out, tb_generator *g, tb_error *err)
{
    return d == UNIFORM ? tb_random_uniform(out, g, 0.0, 1.0, &tbpy_gil, err)
                        : tb_random_normal(out, g, 0.0, 1.0, &tbpy_gil, err);
}

/* Draws into self and passes the reference on. */
static PyObject *drawn(distribution d, PyObject *self, tb_generator *g)
{
    tb_error err;
    return self ? tbpy_finish((TbTensor *)self, draw(d, tbpy_tensor_of(self), g, &err), &err) : NULL;
}

/* torch's refusal of integers and bool, before out= is resized. */
static int check_dtype(distribution d, tb_dtype dtype, int64_t numel)
{
    const char *kernel = d == UNIFORM ? "check_uniform_bounds" : "normal_kernel_cpu";
    if (tb_dtypes[dtype].kind == TB_KIND_FLOAT || tb_dtypes[dtype].kind == TB_KIND_COMPLEX ||
        (d == NORMAL && numel == 0)) /* torch does not look then */
        return 0;
    PyErr_Format(PyExc_NotImplementedError, "\"%s\" not implemented for '%s'", kernel,
                 tb_dtypes[dtype].scalar_type);
    return -1;
}

static const char sized_signatures[] =
    " * (tuple of ints size, *, " GENERATOR OUT " * (tuple of ints size, *, " OUT;

static PyObject *draw_sized(const char *function, distribution d, PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_generator *g;
    tb_shape shape;
    const Py_ssize_t count = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const int sized = tbpy_parse_sized(function, "generator", args, nargs, kwnames, given, &shape);
    if (sized == -2)
        return NULL;
    if (sized < 0 || tbpy_parse_options(given, function, &options) < 0 ||
        tbpy_as_generator(given[TBPY_OPTION_GENERATOR], function, &g) < 0)
        return tbpy_no_match(count == 1, function, args, nargs, kwnames, sized_signatures);
    if (options.dtype == TB_UNDEFINED)
        options.dtype = tbpy_default_dtype;
    if (check_dtype(d, options.dtype, tb_numel(shape.size, shape.ndim)) < 0)
        return NULL;
    return drawn(d, tbpy_make(&options, &shape, false), g);
}

static PyObject *rand_(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return draw_sized("rand", UNIFORM, args, nargs, kwnames);
}

static PyObject *randn(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return draw_sized("randn", NORMAL, args, nargs, kwnames);
}

static const char like_signatures[] =
    " * (Tensor input, *, " GENERATOR MEMORY OPTIONS " * (Tensor input, *, " MEMORY OPTIONS;

static PyObject *draw_like(const char *function, distribution d, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames)
{
    const tbpy_signature signature = {
        function,
        2 + TBPY_NLIKE_FORMAT,
        1,
        1,
        {"input", "dtype", "layout", "device", "pin_memory", "requires_grad", "memory_format", "generator"},
    };
    PyObject *given[TBPY_MAX_PARAMS];
    TbTensor *input;
    tb_generator *g;
    tb_dtype dtype;
    tb_memory_format format;
    const Py_ssize_t count = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (tbpy_parse_like(&signature, args, nargs, kwnames, given, &input, &dtype, &format) < 0 ||
        tbpy_as_generator(given[1 + TBPY_NLIKE_FORMAT], function, &g) < 0)
        return tbpy_no_match(count == 1, function, args, nargs, kwnames, like_signatures);
    if (check_dtype(d, dtype, input->t.numel) < 0)
        return NULL;
    return drawn(d, tbpy_make_like(&input->t, dtype, format, false), g);
}

static PyObject *rand_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return draw_like("rand_like", UNIFORM, args, nargs, kwnames);
}

static PyObject *randn_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    return draw_like("randn_like", NORMAL, args, nargs, kwnames);
}

/* ---- randint ---- */

/* torch's warning that a floating dtype has gaps where numbers are drawn. */
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

/* torch's refusals and warnings, before anything is made or resized. */
static int check_integers(tb_dtype dtype, int64_t *from, int64_t *to)
{
    tb_error err;
    unsigned imprecise;
    if (tb_random_integers_check(dtype, from, to, &imprecise, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    if ((imprecise & 1) && warn_imprecise("from", dtype) < 0)
        return -1;
    return (imprecise & 2) && warn_imprecise("to - 1", dtype) < 0 ? -1 : 0;
}

/* Draws into self and passes the reference on. */
static PyObject *with_integers(PyObject *self, tb_generator *g, int64_t from, int64_t to)
{
    tb_error err;
    if (!self)
        return NULL;
    return tbpy_finish((TbTensor *)self,
                       tb_random_integers(tbpy_tensor_of(self), g, from, to, &tbpy_gil, &err), &err);
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

/* high, size or low, high, size. */
static const tbpy_signature randint_signatures[] = {
    {"randint",
     3 + TBPY_NOPTIONS - 1,
     2,
     2,
     {"high", "size", "out", "dtype", "layout", "device", "pin_memory", "requires_grad", "generator"}},
    {"randint",
     4 + TBPY_NOPTIONS - 1,
     3,
     3,
     {"low", "high", "size", "out", "dtype", "layout", "device", "pin_memory", "requires_grad", "generator"}},
};

static bool has_keyword(PyObject *kwnames, const char *name)
{
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames); i++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, i), name) == 0)
            return true;
    return false;
}

/* Is low given too?  As a third position, by name, or because high or size comes by name
 * and the positions hold more than the rest. */
static bool has_low(Py_ssize_t nargs, PyObject *kwnames)
{
    return has_keyword(kwnames, "low") ||
           nargs + has_keyword(kwnames, "high") + has_keyword(kwnames, "size") > 2;
}

static PyObject *randint(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const Py_ssize_t count = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const int low = count > 2 && has_low(nargs, kwnames);
    PyObject *given[TBPY_MAX_PARAMS], **rest = given + 1 + low; /* as tbpy_parse_options wants them */
    tbpy_options options;
    tb_generator *g;
    tb_shape shape;
    int64_t from = 0, to;
    if (tbpy_parse(&randint_signatures[low], args, nargs, kwnames, given) < 0 ||
        (low && tbpy_as_index(given[0], "randint", "low", 1, &from) < 0) ||
        tbpy_as_index(given[low], "randint", "high", 1 + low, &to) < 0 ||
        tbpy_as_size_tuple(rest[0], "randint", "size", 2 + low, &shape) < 0 ||
        tbpy_parse_options(rest, "randint", &options) < 0 ||
        tbpy_as_generator(rest[TBPY_OPTION_GENERATOR], "randint", &g) < 0)
        return tbpy_no_match(count == 2, "randint", args, nargs, kwnames,
                             " * (int high, tuple of ints size, *, " GENERATOR OUT
                             " * (int high, tuple of ints size, *, " OUT
                             " * (int low, int high, tuple of ints size, *, " GENERATOR OUT
                             " * (int low, int high, tuple of ints size, *, " OUT);
    if (options.dtype == TB_UNDEFINED)
        options.dtype = TB_INT64;
    if (check_size(&shape, options.dtype) < 0 || check_integers(options.dtype, &from, &to) < 0)
        return NULL;
    return with_integers(tbpy_make(&options, &shape, false), g, from, to);
}

/* ---- randint_like ---- */

/* An int, or as the only bound a 0-dimensional tensor of any dtype. */
static int as_high(PyObject *o, bool low, int64_t *to)
{
    tb_scalar value;
    if (low || !TbTensor_Check(o))
        return tbpy_as_index(o, "randint_like", "high", 2 + low, to);
    if (((TbTensor *)o)->t.ndim != 0) {
        PyErr_SetString(PyExc_RuntimeError, "high must be a scalar tensor and on CPU");
        return -1;
    }
    tb_error err;
    if (tbpy_number(o, &value) < 0)
        return -1;
    if (tb_scalar_store_checked(&value, TB_INT64, to, &err) == TB_OK)
        return 0;
    tbpy_raise(&err);
    return -1;
}

static PyObject *randint_like(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    static const tbpy_signature signatures[] = {
        {"randint_like",
         3 + TBPY_NLIKE_FORMAT,
         2,
         2,
         {"input", "high", "dtype", "layout", "device", "pin_memory", "requires_grad", "memory_format",
          "generator"}},
        {"randint_like",
         4 + TBPY_NLIKE_FORMAT,
         3,
         3,
         {"input", "low", "high", "dtype", "layout", "device", "pin_memory", "requires_grad", "memory_format",
          "generator"}},
    };
    const int low = has_keyword(kwnames, "low") || nargs + has_keyword(kwnames, "high") > 2;
    PyObject *given[TBPY_MAX_PARAMS];
    TbTensor *input;
    tb_dtype dtype;
    tb_memory_format format;
    tb_generator *g;
    int64_t from = 0, to;
    if (tbpy_parse_like(&signatures[low], args, nargs, kwnames, given, &input, &dtype, &format) < 0 ||
        (low && tbpy_as_index(given[1], "randint_like", "low", 2, &from) < 0) ||
        as_high(given[1 + low], low, &to) < 0 ||
        tbpy_as_generator(given[2 + low + TBPY_NLIKE_FORMAT], "randint_like", &g) < 0)
        return tbpy_no_match(false, "randint_like", args, nargs, kwnames,
                             " * (Tensor input, int low, int high, *, " GENERATOR MEMORY OPTIONS
                             " * (Tensor input, int low, int high, *, " MEMORY OPTIONS
                             " * (Tensor input, Tensor high, *, " GENERATOR MEMORY OPTIONS
                             " * (Tensor input, Tensor high, *, " MEMORY OPTIONS
                             " * (Tensor input, int high, *, " GENERATOR MEMORY OPTIONS
                             " * (Tensor input, int high, *, " MEMORY OPTIONS);
    if (check_integers(dtype, &from, &to) < 0)
        return NULL;
    return with_integers(tbpy_make_like(&input->t, dtype, format, false), g, from, to);
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

static PyObject *randperm(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "randperm",
        1 + TBPY_NOPTIONS,
        1,
        1,
        {"n", "out", "dtype", "layout", "device", "pin_memory", "requires_grad", "generator"},
    };
    const Py_ssize_t count = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *given[TBPY_MAX_PARAMS];
    tbpy_options options;
    tb_generator *g;
    tb_shape shape = {.ndim = 1};
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_index(given[0], "randperm", "n", 1, &shape.size[0]) < 0 ||
        tbpy_parse_options(given, "randperm", &options) < 0 ||
        tbpy_as_generator(given[TBPY_OPTION_GENERATOR], "randperm", &g) < 0)
        return tbpy_no_match(count == 1, "randperm", args, nargs, kwnames,
                             " * (int n, *, " GENERATOR OUT " * (int n, *, " OUT);
    if (options.dtype == TB_UNDEFINED)
        options.dtype = TB_INT64;
    if (check_permutation(&options, &shape) < 0)
        return NULL;
    PyObject *self = tbpy_make(&options, &shape, false);
    if (self)
        tb_random_permutation(tbpy_tensor_of(self), g, &tbpy_gil);
    return self;
}

/* ---- normal_, uniform_ ---- */

typedef tb_status (*drawing)(tb_tensor *out, tb_generator *g, double a, double b,
                             const tb_lock_callbacks *lock, tb_error *err);

static PyObject *draw_in_place(PyObject *self, const tbpy_signature *signature, drawing draw, double b,
                               PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS];
    tb_generator *g;
    tb_error err;
    double a = 0;
    if (tbpy_parse(signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_double(given[0], signature->function, signature->name[0], nargs > 0, &a) < 0 ||
        tbpy_as_double(given[1], signature->function, signature->name[1], nargs > 1 ? 2 : 0, &b) < 0 ||
        tbpy_as_generator(given[2], signature->function, &g) < 0)
        return NULL;
    if (draw(tbpy_tensor_of(self), g, a, b, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(self);
}

static PyObject *normal_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"normal_", 3, 2, 0, {"mean", "std", "generator"}};
    return draw_in_place(self, &signature, tb_random_normal, 1.0, args, nargs, kwnames);
}

static PyObject *uniform_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"uniform_", 3, 2, 0, {"from", "to", "generator"}};
    return draw_in_place(self, &signature, tb_random_uniform, 1.0, args, nargs, kwnames);
}

#define LIKE "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
#define KEYWORDS "generator=None, out=None, " LIKE
#define TEXT "The numbers are torch's, bit for bit, for the same seed.\n"
#define FLOAT_TEXT TEXT "NotImplementedError for integral dtypes and bool.\n"
#define BOUNDS_TEXT                                                                                       \
    "RuntimeError unless low < high and dtype holds both low and high - 1; warns (UserWarning) where a\n" \
    "floating dtype has gaps.  "

PyMethodDef tbpy_random_functions[] = {
    {"rand", TBPY_FASTCALL(rand_),
     "rand($module, *size, " KEYWORDS ")\n--\n\n"
     "Random numbers, uniform on [0, 1).\n\n"
     "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.\n" FLOAT_TEXT
     "As torch.rand.\n\n"
     ">>> _ = torch.manual_seed(0)\n>>> torch.rand(2)\ntensor([0.4963, 0.7682])\n"},
    TBPY_FUNCTION(
        randn,
        "randn($module, *size, " KEYWORDS ")\n--\n\n"
        "Random numbers, normal with mean 0 and variance 1.\n\n"
        "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.\n" FLOAT_TEXT
        "As torch.randn.\n\n"
        ">>> _ = torch.manual_seed(0)\n>>> torch.randn(2)\ntensor([ 1.5410, -0.2934])\n"),
    TBPY_FUNCTION(rand_like,
                  "rand_like($module, input, *, generator=None, " LIKE ", memory_format=None)\n--\n\n"
                  "Random numbers, uniform on [0, 1), in input's shape and layout.\n\n" FLOAT_TEXT
                  "As torch.rand_like.\n\n"
                  ">>> torch.rand_like(torch.ones(2, 3)).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(
        randn_like,
        "randn_like($module, input, *, generator=None, " LIKE ", memory_format=None)\n--\n\n"
        "Random numbers, normal with mean 0 and variance 1, in input's shape and layout.\n\n" FLOAT_TEXT
        "As torch.randn_like.\n\n"
        ">>> torch.randn_like(torch.ones(2, 3)).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(
        randint,
        "randint($module, /, *args, **kwargs)\n--\n\n"
        "randint(high, size) or randint(low, high, size): random integers, uniform on [low, high).\n\n"
        "low: 0 unless given.  size: a tuple, list or Size.  Keywords: " KEYWORDS ".\n"
        "dtype: int64 unless given.\n" BOUNDS_TEXT TEXT "As torch.randint.\n\n"
        ">>> _ = torch.manual_seed(0)\n>>> torch.randint(3, 10, (5,))\ntensor([7, 6, 3, 5, 4])\n"),
    TBPY_FUNCTION(randint_like,
                  "randint_like($module, /, *args, **kwargs)\n--\n\n"
                  "randint_like(input, high) or randint_like(input, low, high): random integers, uniform on\n"
                  "[low, high), in input's shape and layout.\n\n"
                  "high: an int, or without low a 0-dimensional tensor.  Keywords: generator=None, " LIKE
                  ".\n"
                  "dtype: input's unless given.\n" BOUNDS_TEXT TEXT "As torch.randint_like.\n\n"
                  ">>> torch.randint_like(torch.ones(2, 3), 5).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(randperm,
                  "randperm($module, n, *, " KEYWORDS ")\n--\n\n"
                  "The integers 0 ... n - 1 in random order.\n\n"
                  "dtype: int64 unless given; RuntimeError if it does not hold them or n is negative,\n"
                  "NotImplementedError for bool and complex.\n" TEXT "As torch.randperm.\n\n"
                  ">>> _ = torch.manual_seed(0)\n>>> torch.randperm(4)\ntensor([0, 1, 3, 2])\n"),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_random_methods[] = {
    TBPY_FUNCTION(normal_,
                  "normal_($self, mean=0, std=1, *, generator=None)\n--\n\n"
                  "Fills this tensor with random numbers of a normal distribution and returns it.\n\n"
                  "RuntimeError for a negative std, NotImplementedError for integral dtypes and bool.\n" TEXT
                  "As torch.Tensor.normal_.\n\n"
                  ">>> _ = torch.manual_seed(0)\n>>> torch.empty(2).normal_(10, 0.5)\n"
                  "tensor([10.7705,  9.8533])\n"),
    {"uniform_", TBPY_FASTCALL(uniform_),
     "uniform_($self, /, *args, **kwargs)\n--\n\n"
     "uniform_(from=0, to=1, *, generator=None): fills this tensor with random numbers, uniform on\n"
     "[from, to), and returns it.\n\n"
     "RuntimeError for from > to and for bounds that the dtype cannot hold, NotImplementedError for\n"
     "integral dtypes and bool.\n" TEXT "As torch.Tensor.uniform_.\n\n"
     ">>> _ = torch.manual_seed(0)\n>>> torch.empty(2).uniform_(0, 10)\ntensor([4.9626, 7.6822])\n"},
    {NULL, NULL, 0, NULL},
};
