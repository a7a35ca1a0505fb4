/* attributes.c: attributes of a Tensor: what it is (shape, dtype, device, ...) and those that are views
 * (T, mT, data, real, imag). */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/indexing/subscript.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/layout.h"
#include "python/types/size.h"
#include "python/types/tensor.h"
#include "python/views/views.h"

static PyObject *get_shape(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_size_of((TbTensor *)self);
}

static PyObject *get_dtype(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_dtype_object(((TbTensor *)self)->t.dtype);
}

static PyObject *get_device(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return tbpy_device_object();
}

static PyObject *get_ndim(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.ndim);
}

static PyObject *get_itemsize(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.itemsize);
}

static PyObject *get_nbytes(PyObject *self, void *Py_UNUSED(closure))
{
    const tb_tensor *t = tbpy_tensor_of(self);
    /* An expanded tensor may count more bytes than fit 64 bits. */
    PyObject *numel = PyLong_FromLongLong(t->numel), *itemsize = PyLong_FromLong(t->itemsize), *bytes = NULL;
    if (numel && itemsize)
        bytes = PyNumber_Multiply(numel, itemsize);
    Py_XDECREF(numel);
    Py_XDECREF(itemsize);
    return bytes;
}

static PyObject *get_requires_grad(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_FALSE; }

static int set_requires_grad(PyObject *Py_UNUSED(self), PyObject *value, void *Py_UNUSED(closure))
{
    if (!value || !PyBool_Check(value)) {
        PyErr_SetString(PyExc_RuntimeError, "requires_grad must be a bool");
        return -1;
    }
    return tbpy_check_requires_grad(value, "Tensor");
}

static PyObject *get_is_cuda(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_FALSE; }

static PyObject *get_layout(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return tbpy_strided_object();
}

/* ---- views ---- */

static PyObject *get_reversed(PyObject *self, void *Py_UNUSED(closure))
{
    const int ndim = tbpy_tensor_of(self)->ndim;
    if (ndim == 0 &&
        tbpy_warn("Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.") < 0)
        return NULL;
    if (ndim != 0 && ndim != 2 &&
        tbpy_warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated "
            "and it will throw an error in a future release. Consider `x.mT` to transpose batches of "
            "matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a "
            "tensor.") < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_reversed, tbpy_tensor_of(self));
}

static PyObject *get_matrix_transpose(PyObject *self, void *Py_UNUSED(closure))
{
    const int ndim = tbpy_tensor_of(self)->ndim;
    if (ndim == 1)
        return PyErr_Format(
            PyExc_RuntimeError,
            "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
    if (ndim == 0) {
        if (tbpy_warn("Tensor.mT is deprecated on 0-D tensors. This function is the identity in these "
                      "cases.") < 0)
            return NULL;
        return Py_NewRef(self);
    }
    return TBPY_NEW_TENSOR(tb_view_transpose, tbpy_tensor_of(self), -2, -1);
}

/* ---- data ---- */

static PyObject *get_data(PyObject *self, void *Py_UNUSED(closure))
{
    return TBPY_NEW_TENSOR(tb_view_alias, tbpy_tensor_of(self));
}

static int set_data(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    tb_tensor alias;
    tb_error err;
    if (!value) {
        PyErr_SetString(PyExc_RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!");
        return -1;
    }
    if (!TbTensor_Check(value)) {
        PyErr_Format(PyExc_TypeError, "Variable data has to be a tensor, but got %s", tbpy_type_name(value));
        return -1;
    }
    if (tb_view_alias(&alias, tbpy_tensor_of(value), &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    tb_tensor_take(tbpy_tensor_of(self), &alias);
    return 0;
}

/* ---- real, imag ---- */

static PyObject *get_real(PyObject *self, void *Py_UNUSED(closure)) { return tbpy_real(self); }

static PyObject *get_imag(PyObject *self, void *Py_UNUSED(closure)) { return tbpy_imag(self); }

/* Writes a tensor into the view as copy_ does, anything else as t[...] = value. */
static int write_half(PyObject *half, PyObject *value)
{
    int status = -1;
    if (half && value && TbTensor_Check(value)) {
        PyObject *written = tbpy_copy(half, value);
        status = written ? 0 : -1;
        Py_XDECREF(written);
    } else if (half && value) {
        status = tbpy_setitem(half, Py_Ellipsis, value);
    } else if (half) {
        PyErr_SetString(PyExc_AttributeError, "real and imag cannot be deleted");
    }
    Py_XDECREF(half);
    return status;
}

static int set_real(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return write_half(tbpy_real(self), value);
}

static int set_imag(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return write_half(tbpy_imag(self), value);
}

PyGetSetDef tbpy_attributes[] = {
    {"shape", get_shape, NULL,
     "The sizes, a Size: the same as size().  As torch.Tensor.shape.\n\n"
     ">>> torch.zeros(2, 3).shape\ntorch.Size([2, 3])\n",
     NULL},
    {"dtype", get_dtype, NULL,
     "The element type.  As torch.Tensor.dtype.\n\n>>> torch.arange(2).dtype\ntorch.int64\n", NULL},
    {"device", get_device, NULL,
     "Where the memory is: always the CPU.  As torch.Tensor.device.\n\n"
     ">>> torch.zeros(2).device\ndevice(type='cpu')\n",
     NULL},
    {"ndim", get_ndim, NULL,
     "The number of dimensions: the same as dim().  As torch.Tensor.ndim.\n\n>>> torch.zeros(2, 3).ndim\n2\n",
     NULL},
    {"itemsize", get_itemsize, NULL,
     "Bytes of one element: the same as element_size().  As torch.Tensor.itemsize.\n\n"
     ">>> torch.zeros(2).itemsize\n4\n",
     NULL},
    {"nbytes", get_nbytes, NULL,
     "numel() * itemsize, whatever the strides.  As torch.Tensor.nbytes.\n\n>>> torch.zeros(2, "
     "3).nbytes\n24\n",
     NULL},
    {"requires_grad", get_requires_grad, set_requires_grad,
     "Always False: tbcast has no gradients; setting True raises NotImplementedError, what is no bool\n"
     "RuntimeError.  As torch.Tensor.requires_grad.\n\n>>> torch.zeros(2).requires_grad\nFalse\n",
     NULL},

    {"T", get_reversed, NULL,
     "A view with the dimensions in reverse order.  Warns (UserWarning) unless there are two: deprecated in\n"
     "PyTorch.  As torch.Tensor.T.\n\n>>> torch.zeros(2, 3).T.shape\ntorch.Size([3, 2])\n",
     NULL},
    {"mT", get_matrix_transpose, NULL,
     "A view with the last two dimensions swapped.\n\nRuntimeError for a 1-dim tensor; a 0-dim tensor "
     "itself, "
     "with a UserWarning.  As torch.Tensor.mT.\n\n>>> torch.zeros(2, 3, 4).mT.shape\ntorch.Size([2, 4, 3])\n",
     NULL},
    {"data", get_data, set_data,
     "Another tensor on the same memory.  Assigning a tensor makes this one a view of its memory, with its\n"
     "dtype, sizes and strides; TypeError for anything else.  As torch.Tensor.data.\n\n"
     ">>> x = torch.zeros(2)\n>>> x.data.fill_(1)\ntensor([1., 1.])\n>>> x\ntensor([1., 1.])\n",
     NULL},
    {"real", get_real, set_real,
     "A view of the real parts, of half the element type; a real tensor itself.  Assigning writes into it.\n"
     "As torch.Tensor.real.\n\n>>> torch.tensor([1 + 2j]).real\ntensor([1.])\n",
     NULL},
    {"imag", get_imag, set_imag,
     "A view of the imaginary parts, of half the element type; RuntimeError for a real tensor.  Assigning\n"
     "writes into it.  As torch.Tensor.imag.\n\n>>> torch.tensor([1 + 2j]).imag\ntensor([2.])\n",
     NULL},
    {"is_cuda", get_is_cuda, NULL,
     "Always False.  As torch.Tensor.is_cuda.\n\n>>> torch.zeros(2).is_cuda\nFalse\n", NULL},
    {"layout", get_layout, NULL,
     "Always torch.strided.  As torch.Tensor.layout.\n\n>>> torch.zeros(2).layout\ntorch.strided\n", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
