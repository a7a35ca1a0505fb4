/* unsupported.c: bodies of methods for what tbcast lacks, other devices and gradients: cuda,
 * requires_grad_.  For tbcast.as_torch(grad="ignore"), a Tensor remembers requires_grad=True among its
 * attributes, which has no other effect. */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/given.h"
#include "python/types/device.h"

PyObject *tbpy_body_cuda(const tbpy_call *c)
{
    tbpy_check_cuda(c->given[TBPY_CUDA_DEVICE]);
    return NULL;
}

/* ---- requires_grad ---- */

static const char REMEMBERED[] = "_requires_grad";

PyObject *tbpy_get_Tensor_requires_grad(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *attributes = ((TbTensor *)self)->attributes, *found = NULL;
    if (attributes) {
        Py_INCREF(attributes);
        found = PyDict_GetItemString(attributes, REMEMBERED);
        Py_DECREF(attributes);
    }
    return PyBool_FromLong(found == Py_True);
}

/* For a value that has been checked, and is not refused. */
static int remember(PyObject *self, bool wanted)
{
    if (!(tbpy_get_state()->policy & TBPY_REMEMBERS_GRAD) || (!wanted && !((TbTensor *)self)->attributes))
        return 0;
    return PyObject_SetAttrString(self, REMEMBERED, wanted ? Py_True : Py_False);
}

int tbpy_set_Tensor_requires_grad(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    if (!value || !PyBool_Check(value)) {
        PyErr_SetString(PyExc_RuntimeError, "requires_grad must be a bool");
        return -1;
    }
    return tbpy_check_requires_grad(value, "Tensor") < 0 ? -1 : remember(self, value == Py_True);
}

PyObject *tbpy_with_grad(const tbpy_call *c, PyObject *result)
{
    for (int i = 0; result && TbTensor_Check(result) && i < c->f->nslots; i++)
        if (c->given[i] == Py_True && strcmp(c->f->slot[i], "requires_grad") == 0 &&
            remember(result, true) < 0)
            Py_CLEAR(result);
    return result;
}

/* torch checks the dtype only if gradients are requested. */
PyObject *tbpy_body_requires_grad(const tbpy_call *c)
{
    bool wanted = true;
    PyObject *self = c->given[0];
    tbpy_given_bool(c, TBPY_REQUIRES_GRAD_REQUIRES_GRAD, &wanted);
    if (wanted && tb_dtypes[tbpy_self_of(c)->dtype].kind < TB_KIND_FLOAT)
        return PyErr_Format(PyExc_RuntimeError, "only Tensors of floating point dtype can require gradients");
    if (tbpy_check_requires_grad(wanted ? Py_True : Py_False, "requires_grad_") < 0 ||
        remember(self, wanted) < 0)
        return NULL;
    return Py_NewRef(self);
}

static PyObject *remember_requires_grad(PyObject *Py_UNUSED(module), PyObject *remembered)
{
    _Atomic unsigned *policy = &tbpy_get_state()->policy;
    if (remembered == Py_True)
        atomic_fetch_or(policy, TBPY_REMEMBERS_GRAD);
    else
        atomic_fetch_and(policy, ~TBPY_REMEMBERS_GRAD);
    Py_RETURN_NONE;
}

const PyMethodDef tbpy_unsupported_functions[] = {
    {"_remember_requires_grad", remember_requires_grad, METH_O,
     "_remember_requires_grad($module, remembered, /)\n--\n\n"
     "Whether requires_grad=True is remembered and has no effect, instead of being refused."},
    {NULL, NULL, 0, NULL},
};
