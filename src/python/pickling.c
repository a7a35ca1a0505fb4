/* pickling.c: how pickle and copy take tensors, storages and generators apart.
 * What they do is Python's (tbcast/_pickling.py); a Generator's state is here.
 * Relies on: creation.h, pickling.h. */
#include "pickling.h"

#include "creation.h"

#include <string.h>

/* tbcast._pickling.NAME(self), or (self, o). */
static PyObject *call(const char *name, PyObject *self, PyObject *o)
{
    PyObject *module = PyImport_ImportModule("tbcast._pickling");
    PyObject *function = module ? tbpy_attribute(module, name) : NULL;
    PyObject *result = function ? PyObject_CallFunctionObjArgs(function, self, o, NULL) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(module);
    return result;
}

static PyObject *tensor_reduce(PyObject *self, PyObject *protocol)
{
    return call("reduce_tensor", self, protocol);
}

static PyObject *tensor_deepcopy(PyObject *self, PyObject *memo)
{
    return call("deepcopy_tensor", self, memo);
}

PyObject *tbpy_reduce_storage(PyObject *self, PyObject *protocol)
{
    return call("reduce_storage", self, protocol);
}

PyObject *tbpy_reduce_generator(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return call("reduce_generator", self, NULL);
}

PyMethodDef tbpy_pickling_methods[] = {
    {"__reduce_ex__", tensor_reduce, METH_O,
     "__reduce_ex__($self, protocol, /)\n--\n\n"
     "What pickle and copy.copy need: storage, dtype, offset, sizes and strides, so that views pickled\n"
     "together share memory when they are loaded, and a copy shares it with the original.\n"
     "As torch.Tensor.__reduce_ex__.\n\n"
     ">>> import pickle\n>>> x = torch.arange(4)\n>>> y, z = pickle.loads(pickle.dumps((x, x[2:])))\n"
     ">>> z.fill_(7)\ntensor([7, 7])\n>>> y\ntensor([0, 1, 7, 7])\n"},
    {"__deepcopy__", tensor_deepcopy, METH_O,
     "__deepcopy__($self, memo, /)\n--\n\n"
     "A tensor of the same sizes and strides on a copy of the whole storage, one copy a memo: views that\n"
     "are copied together share it.  As torch.Tensor.__deepcopy__.\n\n"
     ">>> import copy\n>>> x = torch.zeros(1)\n>>> y = copy.deepcopy(x.expand(1000))\n"
     ">>> y.untyped_storage().nbytes(), y.shape\n(4, torch.Size([1000]))\n"},
    {NULL, NULL, 0, NULL},
};

/* ---- a generator's state: torch's 5056 bytes ---- */

enum { STATE_SIZE = 624 };

typedef struct {
    uint64_t seed;
    int32_t left, seeded;
    uint64_t next, state[STATE_SIZE];
    double normal_x, normal_y, normal_rho; /* the second one: the normal that is kept */
    int32_t normal_is_valid, padding;
    float next_float_normal; /* no use of these here, nor in torch since its vector loops */
    bool next_float_normal_is_valid;
} portable_state;

_Static_assert(sizeof(portable_state) == 5056, "torch's CPUGeneratorImplState");

PyObject *tbpy_generator_get_state(const tb_generator *g)
{
    const int64_t size[1] = {sizeof(portable_state)};
    tb_error err;
    TbTensor *self = tbpy_tensor_alloc();
    if (!self)
        return NULL;
    if (tb_tensor_new(&self->t, TB_UINT8, size, NULL, 1, true, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    portable_state *s = (portable_state *)tb_data(&self->t);
    s->seed = g->seed;
    s->left = g->left;
    s->seeded = 1;
    s->next = (uint64_t)g->next;
    for (int i = 0; i < STATE_SIZE; i++)
        s->state[i] = g->state[i];
    s->normal_y = g->has_next_normal ? g->next_normal : 0;
    s->normal_is_valid = g->has_next_normal;
    return (PyObject *)self;
}

/* Numbers are drawn from state[next] on, until one less than `left` are taken. */
static bool is_sound(const portable_state *s)
{
    return s->seeded == 1 && s->left > 0 && s->left <= STATE_SIZE && s->next <= STATE_SIZE &&
           s->next + (uint64_t)s->left <= STATE_SIZE + 1;
}

int tbpy_generator_set_state(tb_generator *g, PyObject *o)
{
    portable_state s;
    if (!TbTensor_Check(o)) {
        PyErr_Format(PyExc_TypeError, "expected a torch.ByteTensor, but got %s", tbpy_type_name(o));
        return -1;
    }
    const tb_tensor *t = tbpy_tensor_of(o);
    if (t->dtype != TB_UINT8 || !t->contiguous) {
        PyErr_SetString(PyExc_TypeError, t->dtype != TB_UINT8 ? "RNG state must be a torch.ByteTensor"
                                                              : "RNG state must be a contiguous tensor");
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
    g->seed = s.seed;
    g->left = s.left;
    g->next = (int)s.next;
    for (int i = 0; i < STATE_SIZE; i++)
        g->state[i] = (uint32_t)s.state[i];
    g->has_next_normal = s.normal_is_valid != 0;
    g->next_normal = g->has_next_normal ? s.normal_y : 0;
    return 0;
}
