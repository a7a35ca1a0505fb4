/* unsupported.c: bodies of methods for what tbcast lacks, other devices and gradients: cuda,
 * requires_grad_. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/device.h"

PyObject *tbpy_body_cuda(const tbpy_call *c)
{
    tbpy_check_cuda(c->given[TBPY_CUDA_DEVICE]);
    return NULL;
}

/* torch checks the dtype only if gradients are requested. */
PyObject *tbpy_body_requires_grad(const tbpy_call *c)
{
    bool wanted = true;
    tbpy_given_bool(c, TBPY_REQUIRES_GRAD_REQUIRES_GRAD, &wanted);
    if (wanted && tb_dtypes[tbpy_self_of(c)->dtype].kind < TB_KIND_FLOAT)
        return PyErr_Format(PyExc_RuntimeError, "only Tensors of floating point dtype can require gradients");
    if (tbpy_check_requires_grad(wanted ? Py_True : Py_False, "requires_grad_") < 0)
        return NULL;
    return Py_NewRef(c->given[0]);
}
