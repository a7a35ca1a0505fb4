/* attributes.c: attributes of a Tensor, rows of src/codegen/functions/attributes.py: facts (shape, dtype,
 * device, ...) and views (T, mT, H, mH, data, real, imag). */
#include "python/args/row.h"

#include "python/args/convert.h"
#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/marks.h"
#include "python/call/pointwise_call.h"
#include "python/indexing/subscript.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/layout.h"
#include "python/types/size.h"
#include "python/types/tensor.h"
#include "python/views/views.h"

PyObject *tbpy_get_Tensor_shape(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_size_of((TbTensor *)self);
}

PyObject *tbpy_get_Tensor_dtype(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_dtype_object(((TbTensor *)self)->t.dtype);
}

PyObject *tbpy_get_device(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return tbpy_device_object();
}

PyObject *tbpy_get_Tensor_ndim(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.ndim);
}

PyObject *tbpy_get_Tensor_itemsize(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.itemsize);
}

PyObject *tbpy_get_Tensor_nbytes(PyObject *self, void *Py_UNUSED(closure))
{
    const tb_tensor *t = tbpy_tensor_of(self);
    /* An expanded tensor may have more bytes than fit 64 bits. */
    PyObject *numel = PyLong_FromLongLong(t->numel), *itemsize = PyLong_FromLong(t->itemsize), *bytes = NULL;
    if (numel && itemsize)
        bytes = PyNumber_Multiply(numel, itemsize);
    Py_XDECREF(numel);
    Py_XDECREF(itemsize);
    return bytes;
}

int tbpy_set_Tensor_grad(PyObject *Py_UNUSED(self), PyObject *value, void *Py_UNUSED(closure))
{
    if (!value || value == Py_None)
        return 0;
    if (TbTensor_Check(value))
        PyErr_SetString(PyExc_NotImplementedError, "Tensor: tbcast has no autograd, so grad must be None");
    else
        PyErr_Format(PyExc_TypeError, "assigned grad expected to be a Tensor or None but got grad of type %s",
                     Py_TYPE(value)->tp_name);
    return -1;
}

/* ---- answers that are the same for every tensor ---- */

PyObject *tbpy_get_false(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_FALSE; }

PyObject *tbpy_get_true(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_TRUE; }

PyObject *tbpy_get_none(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_NONE; }

PyObject *tbpy_get_zero(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { return PyLong_FromLong(0); }

PyObject *tbpy_get_Tensor_layout(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return tbpy_strided_object();
}

/* ---- views ---- */

PyObject *tbpy_get_Tensor_reversed(PyObject *self, void *Py_UNUSED(closure))
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
    return tbpy_marked_by_name("T", self, TBPY_NEW_TENSOR(tb_view_reversed, tbpy_tensor_of(self)));
}

PyObject *tbpy_get_Tensor_matrix_transpose(PyObject *self, void *Py_UNUSED(closure))
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
    PyObject *view = TBPY_NEW_TENSOR(tb_view_transpose, tbpy_tensor_of(self), -2, -1);
    return tbpy_marked_by_name("mT", self, view);
}

PyObject *tbpy_get_Tensor_H(PyObject *self, void *Py_UNUSED(closure))
{
    const int ndim = tbpy_tensor_of(self)->ndim;
    if (ndim != 0 && ndim != 2)
        return PyErr_Format(PyExc_RuntimeError,
                            "tensor.H is only supported on matrices (2-D tensors). Got %d-D tensor.%s", ndim,
                            ndim == 1 ? "" : " For batches of matrices, consider using tensor.mH");
    return tbpy_marked_by_name("H", self, tbpy_adjoint(self, "H"));
}

PyObject *tbpy_get_Tensor_mH(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_marked_by_name("mH", self, tbpy_adjoint(self, "mH"));
}

/* ---- data ---- */

PyObject *tbpy_get_Tensor_data(PyObject *self, void *Py_UNUSED(closure))
{
    return TBPY_NEW_TENSOR(tb_detach, tbpy_tensor_of(self));
}

int tbpy_set_Tensor_data(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    tb_tensor alias, old;
    tb_error err;
    tb_status status;
    if (!value) {
        PyErr_SetString(PyExc_RuntimeError, "Deleting tensor data is not allowed. Delete tensor instead!");
        return -1;
    }
    if (!TbTensor_Check(value)) {
        PyErr_Format(PyExc_TypeError, "Variable data has to be a tensor, but got %s", tbpy_type_name(value));
        return -1;
    }
    {
        TBPY_CHANGING;
        status = tb_view_alias(&alias, tbpy_tensor_of(value), &err);
        if (status == TB_OK)
            status = tb_tensor_become(tbpy_tensor_of(self), &alias, &old, &err);
        if (status == TB_OK)
            tbpy_follow_storage((TbTensor *)self);
    }
    if (status != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    tb_tensor_release(&old);
    return 0;
}

/* ---- real, imag ---- */

PyObject *tbpy_get_Tensor_real(PyObject *self, void *Py_UNUSED(closure)) { return tbpy_real(self); }

PyObject *tbpy_get_Tensor_imag(PyObject *self, void *Py_UNUSED(closure)) { return tbpy_imag(self); }

/* Writes a tensor to the view as copy_ does, anything else as t[...] = value. */
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

int tbpy_set_Tensor_real(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return write_half(tbpy_real(self), value);
}

int tbpy_set_Tensor_imag(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return write_half(tbpy_imag(self), value);
}
