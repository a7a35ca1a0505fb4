/* unsupported.c: methods that ask for what is not here, another device and gradients:
 * cuda, requires_grad_. */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/types/device.h"

static PyObject *method_cuda(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    static const tbpy_signature signature = {"cuda", 3, 2, 0, {"device", "non_blocking", "memory_format"}};
    PyObject *given[3];
    bool non_blocking;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_bool(given[1], "cuda", "non_blocking", &non_blocking) < 0)
        return NULL;
    tbpy_check_cuda(given[0], nargs > 0);
    return NULL;
}

/* torch asks the dtype only where gradients are wanted. */
static PyObject *method_requires_grad(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                      PyObject *kwnames)
{
    static const tbpy_signature signature = {"requires_grad_", 1, 1, 0, {"requires_grad"}};
    PyObject *given[1];
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return NULL;
    if (given[0] && !PyBool_Check(given[0])) {
        tbpy_fail_type(given[0], "requires_grad_", "requires_grad", nargs > 0, "bool");
        return NULL;
    }
    const bool wanted = !given[0] || given[0] == Py_True;
    if (wanted && tb_dtypes[((TbTensor *)self)->t.dtype].kind < TB_KIND_FLOAT) {
        PyErr_SetString(PyExc_RuntimeError, "only Tensors of floating point dtype can require gradients");
        return NULL;
    }
    return tbpy_check_requires_grad(wanted ? Py_True : Py_False, "requires_grad_") < 0 ? NULL
                                                                                       : Py_NewRef(self);
}

PyMethodDef tbpy_unsupported_methods[] = {
    {"cuda", TBPY_FASTCALL(method_cuda),
     "cuda($self, device=None, non_blocking=False, *, memory_format=None)\n--\n\n"
     "Raises AssertionError: there is no other device than the CPU; RuntimeError for devices of other types\n"
     "and numbers.  As torch.Tensor.cuda of a torch without CUDA.\n\n"
     ">>> torch.ones(2).cuda()\n"
     "Traceback (most recent call last):\n"
     "    ...\n"
     "AssertionError: Torch not compiled with CUDA enabled: tbcast runs on the CPU only\n"},
    {"requires_grad_", TBPY_FASTCALL(method_requires_grad),
     "requires_grad_($self, requires_grad=True)\n--\n\n"
     "self, if no gradients are asked for: requires_grad_(False).\n\n"
     "Raises NotImplementedError otherwise, for there is no autograd; RuntimeError for integers and bool, "
     "as\n"
     "torch does; TypeError for anything but a bool.  As torch.Tensor.requires_grad_.\n\n"
     ">>> torch.ones(2).requires_grad_(False)\n"
     "tensor([1., 1.])\n"},
    {NULL, NULL, 0, NULL},
};
