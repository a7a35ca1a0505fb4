/* generator.c: torch's CPU generator in Python: the type Generator, its state, the default generator. */
#include "python/types/generator.h"

#include "core/platform/platform.h"
#include "python/args/numpy.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/types/device.h"
#include "python/types/tensor.h"

typedef struct {
    PyObject_HEAD
    tb_generator g;
} GeneratorObject;

/* torch's seed for a Generator() without a seed. */
#define INITIAL_SEED UINT64_C(67280421310721)

static tb_generator *generator_of(PyObject *o) { return &((GeneratorObject *)o)->g; }

/* Takes the generator when no other thread draws from it; tb_generator_give must follow. */
static tb_generator *take(PyObject *o)
{
    tb_generator *g = generator_of(o);
    tb_generator_take(g, &tbpy_gil);
    return g;
}

static void seed_with(PyObject *generator, uint64_t seed)
{
    tb_generator *g = take(generator);
    tb_generator_seed(g, seed);
    tb_generator_give(g);
}

/* ---- seeds ---- */

/* int(o) in [-2^63, 2^64); negative numbers wrap around. */
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

PyObject *tbpy_generator_seed_with(PyObject *generator, PyObject *o)
{
    uint64_t seed;
    if (as_seed(o, &seed) < 0)
        return NULL;
    seed_with(generator, seed);
    return Py_NewRef(generator);
}

PyObject *tbpy_generator_reseed(PyObject *generator)
{
    uint64_t seed = tb_random_seed();
    seed_with(generator, seed);
    return PyLong_FromUnsignedLongLong(seed);
}

PyObject *tbpy_generator_initial_seed(PyObject *generator)
{
    tb_generator *g = take(generator);
    const uint64_t seed = g->seed;
    tb_generator_give(g);
    return PyLong_FromUnsignedLongLong(seed);
}

/* ---- a generator's state: torch's 5056 bytes ---- */

enum { STATE_SIZE = 624 };

typedef struct {
    uint64_t seed;
    int32_t left, seeded;
    uint64_t next, state[STATE_SIZE];
    double normal_x, normal_y, normal_rho; /* the second one: the cached normal number */
    int32_t normal_is_valid, padding;
    float next_float_normal; /* unused here, and in torch since its vector loops */
    bool next_float_normal_is_valid;
} portable_state;

_Static_assert(sizeof(portable_state) == 5056, "torch's CPUGeneratorImplState");

PyObject *tbpy_generator_state(PyObject *generator)
{
    const int64_t size[1] = {sizeof(portable_state)};
    PyObject *self = TBPY_NEW_TENSOR(tb_tensor_new, TB_UINT8, size, NULL, 1, true);
    if (!self)
        return NULL;
    portable_state *s = (portable_state *)tb_data(tbpy_tensor_of(self));
    tb_generator *g = take(generator);
    s->seed = g->seed;
    s->left = g->left;
    s->seeded = 1;
    s->next = (uint64_t)g->next;
    for (int i = 0; i < STATE_SIZE; i++)
        s->state[i] = g->state[i];
    s->normal_y = g->has_next_normal ? g->next_normal : 0;
    s->normal_is_valid = g->has_next_normal;
    tb_generator_give(g);
    return self;
}

/* Numbers are drawn from state[next] on, until fewer than `left` remain. */
static bool is_sound(const portable_state *s)
{
    return s->seeded == 1 && s->left > 0 && s->left <= STATE_SIZE && s->next <= STATE_SIZE &&
           s->next + (uint64_t)s->left <= STATE_SIZE + 1;
}

int tbpy_generator_set_state(PyObject *generator, PyObject *o)
{
    portable_state s;
    if (!TbTensor_Check(o)) {
        PyErr_Format(PyExc_TypeError, "expected a torch.ByteTensor, but got %s", tbpy_type_name(o));
        return -1;
    }
    const tb_tensor *t = tbpy_tensor_of(o);
    if (t->dtype != TB_UINT8) {
        PyErr_SetString(PyExc_TypeError, "RNG state must be a torch.ByteTensor");
        return -1;
    }
    if (!t->contiguous) {
        PyErr_SetString(PyExc_RuntimeError, "RNG state must be contiguous");
        return -1;
    }
    if (t->numel != (int64_t)sizeof s) {
        PyErr_Format(PyExc_RuntimeError,
                     "Expected a CPUGeneratorImplState of size %d but found the input RNG state size to be "
                     "%lld",
                     (int)sizeof s, (long long)t->numel);
        return -1;
    }
    memcpy(&s, tb_data(t), sizeof s);
    if (!is_sound(&s)) {
        PyErr_SetString(PyExc_RuntimeError, "Invalid mt19937 state");
        return -1;
    }
    tb_generator *g = take(generator);
    g->seed = s.seed;
    g->left = s.left;
    g->next = (int)s.next;
    for (int i = 0; i < STATE_SIZE; i++)
        g->state[i] = (uint32_t)s.state[i];
    g->has_next_normal = s.normal_is_valid != 0;
    g->next_normal = g->has_next_normal ? s.normal_y : 0;
    tb_generator_give(g);
    return 0;
}

/* ---- the type ---- */

static PyObject *generator_alloc(uint64_t seed)
{
    GeneratorObject *self = PyObject_GC_New(GeneratorObject, tbpy_get_state()->generator_type);
    if (self) {
        tb_generator_init(&self->g, seed);
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

PyObject *tbpy_body_make_Generator(const tbpy_call *c)
{
    if (tbpy_check_device(c->given[TBPY_MAKE_GENERATOR_DEVICE], "Generator") < 0)
        return NULL;
    return generator_alloc(INITIAL_SEED);
}

PyObject *tbpy_body_Generator_initial_seed(const tbpy_call *c)
{
    return tbpy_generator_initial_seed(c->given[0]);
}

/* Unlike torch.manual_seed, which accepts int(seed). */
PyObject *tbpy_body_Generator_manual_seed(const tbpy_call *c)
{
    PyObject *o = c->given[TBPY_GENERATOR_MANUAL_SEED_SEED];
    bool is_int = PyLong_Check(o) ? !PyBool_Check(o) : PyIndex_Check(o) && tbpy_is_numpy_scalar(o);
    if (!is_int)
        return PyErr_Format(PyExc_RuntimeError, "manual_seed expected a long, but got %s", tbpy_type_name(o));
    return tbpy_generator_seed_with(c->given[0], o);
}

PyObject *tbpy_body_Generator_seed(const tbpy_call *c) { return tbpy_generator_reseed(c->given[0]); }

PyObject *tbpy_body_Generator_get_state(const tbpy_call *c) { return tbpy_generator_state(c->given[0]); }

PyObject *tbpy_body_Generator_set_state(const tbpy_call *c)
{
    return tbpy_generator_set_state(c->given[0], c->given[TBPY_GENERATOR_SET_STATE_NEW_STATE]) < 0
               ? NULL
               : Py_NewRef(c->given[0]);
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},
        {Py_tp_new, c->make},
        {Py_tp_dealloc, tbpy_gc_dealloc},
        {Py_tp_traverse, tbpy_gc_traverse},
        {Py_tp_methods, (void *)c->methods},
        {Py_tp_getset, (void *)c->attributes},
        {0, NULL},
    };
    return tbpy_called_directly(tbpy_make_type(module, "tbcast.Generator", sizeof(GeneratorObject),
                                               Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots, NULL),
                                c);
}

int tbpy_init_generator_type(PyObject *module, const tbpy_class *c)
{
    tbpy_state *state = tbpy_get_state();
    state->generator_type = make_type(module, c);
    state->default_generator = state->generator_type ? generator_alloc(tb_random_seed()) : NULL;
    if (!state->default_generator ||
        PyModule_AddObjectRef(module, "Generator", (PyObject *)state->generator_type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "default_generator", state->default_generator);
}

PyObject *tbpy_default_generator(void) { return tbpy_get_state()->default_generator; }

tb_generator *tbpy_generator_of(PyObject *o) { return generator_of(o ? o : tbpy_default_generator()); }
