/* random_functions.c: torch's CPU generator in Python: the type Generator, the
 * default generator, rand, randn and their *_like forms.
 * Relies on: creation.h, ../core/random.h. */
#include "creation.h"
#include "pickling.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    PyObject_HEAD
    tb_generator g;
} GeneratorObject;

/* torch's seed of a Generator() that nobody has seeded. */
#define INITIAL_SEED UINT64_C(67280421310721)

PyTypeObject *TbGenerator_Type;
static PyObject *default_generator;

/* When no other thread draws from it. */
static tb_generator *generator_of(PyObject *o)
{
    tb_generator *g = &((GeneratorObject *)o)->g;
    tb_generator_wait(g, &tbpy_interpreter);
    return g;
}

/* ---- seeds ---- */

/* A seed that nobody can predict, as the default generator starts with. */
static uint64_t unpredictable_seed(void)
{
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) == 0)
        return seed;
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) * UINT64_C(0x9E3779B97F4A7C15) ^
           (uint64_t)getpid();
}

/* int(o) from [-2^63, 2^64); negative numbers count from 2^64 down. */
static int as_seed(PyObject *o, uint64_t *seed)
{
    PyObject *integer = PyNumber_Long(o);
    int overflow, status = 0;
    if (!integer)
        return -1;
    *seed = (uint64_t)PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow > 0) {
        *seed = PyLong_AsUnsignedLongLong(integer);
        status = PyErr_Occurred() ? -1 : 0;
    } else if (overflow < 0) {
        status = -1;
    }
    Py_DECREF(integer);
    if (status < 0) {
        PyErr_Clear();
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
    }
    return status;
}

static PyObject *seed_with(PyObject *generator, PyObject *o)
{
    uint64_t seed;
    if (as_seed(o, &seed) < 0)
        return NULL;
    tb_generator_seed(generator_of(generator), seed);
    return Py_NewRef(generator);
}

static PyObject *reseed(PyObject *generator)
{
    uint64_t seed = unpredictable_seed();
    tb_generator_seed(generator_of(generator), seed);
    return PyLong_FromUnsignedLongLong(seed);
}

/* ---- the type ---- */

static PyObject *generator_alloc(uint64_t seed)
{
    PyObject *self = (PyObject *)PyObject_New(GeneratorObject, TbGenerator_Type);
    if (self)
        tb_generator_seed(&((GeneratorObject *)self)->g, seed);
    return self;
}

static PyObject *generator_new(PyTypeObject *Py_UNUSED(type), PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"device", NULL};
    PyObject *device = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:Generator", names, &device) ||
        tbpy_check_device(device, "Generator") < 0)
        return NULL;
    return generator_alloc(INITIAL_SEED);
}

static void generator_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *generator_initial_seed(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromUnsignedLongLong(generator_of(self)->seed);
}

/* Unlike torch.manual_seed, which takes int(seed). */
static PyObject *generator_manual_seed(PyObject *self, PyObject *o)
{
    bool is_int = PyLong_Check(o) ? !PyBool_Check(o) : PyIndex_Check(o) && tbpy_is_numpy_scalar(o);
    if (!is_int)
        return PyErr_Format(PyExc_RuntimeError, "manual_seed expected a long, but got %s", tbpy_type_name(o));
    return seed_with(self, o);
}

static PyObject *generator_seed(PyObject *self, PyObject *Py_UNUSED(unused)) { return reseed(self); }

static PyObject *generator_get_state(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return tbpy_generator_get_state(generator_of(self));
}

static PyObject *generator_set_state(PyObject *self, PyObject *state)
{
    return tbpy_generator_set_state(generator_of(self), state) < 0 ? NULL : Py_NewRef(self);
}

static PyMethodDef generator_methods[] = {
    {"manual_seed", generator_manual_seed, METH_O,
     "manual_seed($self, seed, /)\n--\n\n"
     "Starts the sequence that belongs to seed, an int, and returns self.  ValueError outside\n"
     "[-2**63, 2**64), RuntimeError for what is no int.  As torch.Generator.manual_seed.\n\n"
     ">>> torch.Generator().manual_seed(7).initial_seed()\n7\n"},
    {"initial_seed", generator_initial_seed, METH_NOARGS,
     "initial_seed($self, /)\n--\n\nThe seed that the sequence started with.  As "
     "torch.Generator.initial_seed.\n\n"
     ">>> torch.Generator().initial_seed()\n67280421310721\n"},
    {"seed", generator_seed, METH_NOARGS,
     "seed($self, /)\n--\n\nStarts a sequence that nobody can predict and returns its seed.  As "
     "torch.Generator.seed.\n\n"
     ">>> g = torch.Generator()\n>>> g.seed() == g.initial_seed()\nTrue\n"},
    {"get_state", generator_get_state, METH_NOARGS,
     "get_state($self, /)\n--\n\n"
     "Where the sequence is, a tensor of 5056 bytes, the same as torch's.  As torch.Generator.get_state.\n\n"
     ">>> torch.Generator().get_state().shape\ntorch.Size([5056])\n"},
    {"set_state", generator_set_state, METH_O,
     "set_state($self, new_state, /)\n--\n\n"
     "Goes on from a state that get_state gave (of torch's generator, too) and returns self.\n\n"
     "TypeError for anything but a contiguous tensor of bytes, RuntimeError for one of another size or\n"
     "one that no generator can be in.  As torch.Generator.set_state.\n\n"
     ">>> g = torch.Generator()\n>>> state = g.get_state()\n>>> x = torch.rand(3, generator=g)\n"
     ">>> torch.equal(x, torch.rand(3, generator=g.set_state(state)))\nTrue\n"},
    {"__reduce__", tbpy_reduce_generator, METH_NOARGS,
     "__reduce__($self, /)\n--\n\nA new generator and the state of this one."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot generator_slots[] = {
    {Py_tp_doc, "Generator(device='cpu')\n--\n\n"
                "A sequence of random numbers (mt19937), as torch's on the CPU; seeded with 67280421310721.\n"
                "RuntimeError for another device.  "
                "As torch.Generator.\n\n"
                ">>> g = torch.Generator().manual_seed(0)\n>>> torch.rand(2, generator=g)\n"
                "tensor([0.4963, 0.7682])\n"},
    {Py_tp_new, generator_new},
    {Py_tp_dealloc, generator_dealloc},
    {Py_tp_methods, generator_methods},
    {0, NULL},
};

static PyType_Spec generator_spec = {
    .name = "tbcast.Generator",
    .basicsize = sizeof(GeneratorObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = generator_slots,
};

int tbpy_init_generator_type(PyObject *module)
{
    if (!TbGenerator_Type)
        TbGenerator_Type = (PyTypeObject *)PyType_FromSpec(&generator_spec);
    if (TbGenerator_Type && !default_generator)
        default_generator = generator_alloc(unpredictable_seed());
    if (!default_generator || PyModule_AddObjectRef(module, "Generator", (PyObject *)TbGenerator_Type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "default_generator", default_generator);
}

int tbpy_as_generator(PyObject *o, const char *function, tb_generator **g)
{
    if (!o || o == Py_None) {
        o = default_generator;
    } else if (!Py_IS_TYPE(o, TbGenerator_Type)) {
        PyErr_Format(PyExc_TypeError, "%s(): argument 'generator' must be torch.Generator, not %s", function,
                     tbpy_type_name(o));
        return -1;
    }
    *g = generator_of(o);
    return 0;
}

/* ---- drawing ---- */

typedef enum { UNIFORM, NORMAL } distribution;

static tb_status draw(distribution d, tb_tensor *out, tb_generator *g, tb_error *err)
{
    return d == UNIFORM ? tb_random_uniform(out, g, 0.0, 1.0, &tbpy_interpreter, err)
                        : tb_random_normal(out, g, 0.0, 1.0, &tbpy_interpreter, err);
}

/* Draws into self and passes the reference on. */
static PyObject *drawn(distribution d, PyObject *self, tb_generator *g)
{
    tb_error err;
    if (self && draw(d, tbpy_tensor_of(self), g, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    return self;
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

#define SIZED_REST \
    "Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, " \
    "bool pin_memory = False, bool requires_grad = False)\n"
static const char sized_signatures[] = " * (tuple of ints size, *, torch.Generator generator, " SIZED_REST
                                       " * (tuple of ints size, *, " SIZED_REST;

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
        tbpy_as_generator(given[TBPY_GENERATOR], function, &g) < 0)
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

#define LIKE_REST \
    "torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, " \
    "torch.device device = None, bool pin_memory = False, bool requires_grad = False)\n"
static const char like_signatures[] =
    " * (Tensor input, *, torch.Generator generator, " LIKE_REST " * (Tensor input, *, " LIKE_REST;

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
    return drawn(d, tbpy_make_like(&input->t, dtype, format), g);
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

/* ---- the default generator ---- */

static PyObject *manual_seed(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    static const tbpy_signature signature = {"manual_seed", 1, 1, 1, {"seed"}};
    PyObject *given[TBPY_MAX_PARAMS];
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return NULL;
    return seed_with(default_generator, given[0]);
}

static PyObject *initial_seed(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(unused))
{
    return generator_initial_seed(default_generator, NULL);
}

static PyObject *seed(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(unused))
{
    return reseed(default_generator);
}

static PyObject *get_rng_state(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(unused))
{
    return generator_get_state(default_generator, NULL);
}

static PyObject *set_rng_state(PyObject *Py_UNUSED(m), PyObject *const *args, Py_ssize_t nargs,
                               PyObject *kwnames)
{
    static const tbpy_signature signature = {"set_rng_state", 1, 1, 1, {"new_state"}};
    PyObject *given[TBPY_MAX_PARAMS];
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_generator_set_state(generator_of(default_generator), given[0]) < 0)
        return NULL;
    Py_RETURN_NONE;
}

#define OPTIONS \
    "generator=None, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
#define LIKE_OPTIONS \
    "generator=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, " \
    "memory_format=None"
#define TEXT \
    "The numbers are torch's, bit for bit, for the same seed.\n" \
    "NotImplementedError for integral dtypes and bool.\n"

PyMethodDef tbpy_random_functions[] = {
    {"rand", TBPY_FASTCALL(rand_),
     "rand($module, *size, " OPTIONS ")\n--\n\n"
     "Random numbers, uniform on [0, 1).\n\n"
     "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.\n" TEXT
     "As torch.rand.\n\n"
     ">>> _ = torch.manual_seed(0)\n>>> torch.rand(2)\ntensor([0.4963, 0.7682])\n"},
    TBPY_FUNCTION(
        randn,
        "randn($module, *size, " OPTIONS ")\n--\n\n"
        "Random numbers, normal with mean 0 and variance 1.\n\n"
        "size: ints, or one tuple, list or Size of them.  dtype: the default dtype unless given.\n" TEXT
        "As torch.randn.\n\n"
        ">>> _ = torch.manual_seed(0)\n>>> torch.randn(2)\ntensor([ 1.5410, -0.2934])\n"),
    TBPY_FUNCTION(rand_like, "rand_like($module, input, *, " LIKE_OPTIONS ")\n--\n\n"
                             "Random numbers, uniform on [0, 1), in input's shape and layout.\n\n" TEXT
                             "As torch.rand_like.\n\n"
                             ">>> torch.rand_like(torch.ones(2, 3)).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(randn_like,
                  "randn_like($module, input, *, " LIKE_OPTIONS ")\n--\n\n"
                  "Random numbers, normal with mean 0 and variance 1, in input's shape and layout.\n\n" TEXT
                  "As torch.randn_like.\n\n"
                  ">>> torch.randn_like(torch.ones(2, 3)).shape\ntorch.Size([2, 3])\n"),
    TBPY_FUNCTION(manual_seed,
                  "manual_seed($module, seed)\n--\n\n"
                  "Seeds the default generator (int(seed) from [-2**63, 2**64), else ValueError) and\n"
                  "returns it.  As torch.manual_seed.\n\n"
                  ">>> _ = torch.manual_seed(5)\n>>> torch.initial_seed()\n5\n"),
    {"initial_seed", initial_seed, METH_NOARGS,
     "initial_seed($module, /)\n--\n\n"
     "The seed that the default generator started with; unpredictable unless one was given.\n"
     "As torch.initial_seed.\n\n"
     ">>> _ = torch.manual_seed(5)\n>>> torch.initial_seed()\n5\n"},
    {"seed", seed, METH_NOARGS,
     "seed($module, /)\n--\n\n"
     "Seeds the default generator unpredictably and returns the seed.  As torch.seed.\n\n"
     ">>> torch.seed() == torch.initial_seed()\nTrue\n"},
    {"get_rng_state", get_rng_state, METH_NOARGS,
     "get_rng_state($module, /)\n--\n\n"
     "Where the default generator's sequence is, a tensor of bytes.  As torch.get_rng_state.\n\n"
     ">>> state = torch.get_rng_state()\n>>> x = torch.rand(3)\n>>> torch.set_rng_state(state)\n"
     ">>> torch.equal(x, torch.rand(3))\nTrue\n"},
    TBPY_FUNCTION(set_rng_state,
                  "set_rng_state($module, new_state)\n--\n\n"
                  "Lets the default generator go on from a state that get_rng_state gave.\n\n"
                  "TypeError for anything but a contiguous tensor of bytes, RuntimeError for one that no\n"
                  "generator can be in.  As torch.set_rng_state.\n\n"
                  ">>> torch.set_rng_state(torch.Generator().manual_seed(5).get_state())\n"
                  ">>> torch.initial_seed()\n5\n"),
    {NULL, NULL, 0, NULL},
};
