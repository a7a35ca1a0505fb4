/* norm.c: torch.norm and Tensor.norm, which are Python functions in torch and here. */
#include "python/functions/functions.h"

#include "python/base/hooks.h"

static PyObject *norm(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return tbpy_call_hook(TBPY_HOOK_NORM, args, (size_t)nargs, kwnames);
}

static PyObject *norm_method(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *all[16];
    const Py_ssize_t n = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (n > 15) {
        PyErr_Format(PyExc_TypeError,
                     "Tensor.norm() takes from 1 to 5 positional arguments but %zd were given", n + 1);
        return NULL;
    }
    all[0] = self;
    for (Py_ssize_t i = 0; i < n; i++)
        all[i + 1] = args[i];
    return tbpy_call_hook(TBPY_HOOK_NORM_METHOD, all, (size_t)nargs + 1, kwnames);
}

#define NORM_DOC(head) \
    head "\n--\n\n" \
         "The norm of the elements as a vector, sum(abs(x) ** p) ** (1 / p), of all or along dimensions.\n\n" \
         "Operand: a tensor of a floating or complex dtype; p: a number, inf, -inf or 'fro', which is 2.\n" \
         "Result: without the dimensions in dim, or with keepdim of size 1 in them; by default all.\n" \
         "Raises IndexError for a dimension out of range, RuntimeError for one that is named twice and for\n" \
         "integers, NotImplementedError for p='nuc', which needs singular values.\n\n" \
         "As torch.norm.\n\n" \
         ">>> torch.norm(torch.tensor([[3., 4.], [6., 8.]]), dim=1)\ntensor([ 5., 10.])\n"

PyMethodDef tbpy_norm_functions[] = {
    {"norm", TBPY_FASTCALL(norm),
     PyDoc_STR(NORM_DOC("norm($module, input, p='fro', dim=None, keepdim=False, out=None, dtype=None)"))},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_norm_methods[] = {
    {"norm", TBPY_FASTCALL(norm_method),
     PyDoc_STR(NORM_DOC("norm($self, p='fro', dim=None, keepdim=False, dtype=None)"))},
    {NULL, NULL, 0, NULL},
};
