/* pickling.c: how pickle and copy take tensors apart; what they do is Python's. */
#include "python/methods/methods.h"

#include "python/base/hooks.h"

static PyObject *call(tbpy_hook hook, PyObject *self, PyObject *o)
{
    PyObject *const args[] = {self, o};
    return tbpy_call_hook(hook, args, 2, NULL);
}

static PyObject *tensor_reduce(PyObject *self, PyObject *protocol)
{
    return call(TBPY_HOOK_REDUCE_TENSOR, self, protocol);
}

static PyObject *tensor_deepcopy(PyObject *self, PyObject *memo)
{
    return call(TBPY_HOOK_DEEPCOPY_TENSOR, self, memo);
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
