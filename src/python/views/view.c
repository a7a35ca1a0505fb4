/* view.c: bodies of view, expand, permute, transpose, squeeze, as_strided and the like, clone and detach.
 * All arguments are converted before the tensor is read, so that an argument's __index__ may do anything. */
#include "python/views/views.h"

#include "core/kernels/generated/ops_ids.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/types/memory_format.h"
#include "python/types/tensor.h"
#include "python/views/results.h"

#include <stdio.h>

/* ---- sizes ---- */

PyObject *tbpy_body_view(const tbpy_call *c)
{
    tb_dtype dtype;
    tb_shape shape;
    if (c->given[TBPY_VIEW_DTYPE]) {
        tbpy_given_dtype(c, TBPY_VIEW_DTYPE, &dtype);
        return TBPY_VIEW(c, tb_view_dtype, dtype);
    }
    if (tbpy_given_ints(c, TBPY_VIEW_SIZE, &shape) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_as, shape.size, shape.ndim);
}

PyObject *tbpy_body_reshape(const tbpy_call *c)
{
    tb_shape shape;
    return tbpy_given_ints(c, TBPY_RESHAPE_SHAPE, &shape) < 0 ? NULL : TBPY_VIEW(c, tb_reshape, &shape);
}

/* expand, broadcast_to */
PyObject *tbpy_body_expand(const tbpy_call *c)
{
    tb_shape shape;
    if (tbpy_given_ints(c, TBPY_EXPAND_SIZE, &shape) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_expand, shape.size, shape.ndim);
}

/* ---- the sizes of another tensor ---- */

PyObject *tbpy_body_expand_as(const tbpy_call *c)
{
    const tb_tensor *other = tbpy_given_tensor(c, TBPY_EXPAND_AS_OTHER);
    return TBPY_VIEW(c, tb_view_expand, other->size, other->ndim);
}

PyObject *tbpy_body_view_as(const tbpy_call *c)
{
    const tb_tensor *other = tbpy_given_tensor(c, TBPY_VIEW_AS_OTHER);
    return TBPY_VIEW(c, tb_view_as, other->size, other->ndim);
}

PyObject *tbpy_body_reshape_as(const tbpy_call *c)
{
    tb_shape shape;
    tb_set_shape(&shape, tbpy_given_tensor(c, TBPY_RESHAPE_AS_OTHER));
    return TBPY_VIEW(c, tb_reshape, &shape);
}

/* ---- orders of the dimensions ---- */

PyObject *tbpy_body_permute(const tbpy_call *c)
{
    tb_shape dims;
    if (tbpy_given_ints(c, TBPY_PERMUTE_DIMS, &dims) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_permute, dims.size, dims.ndim);
}

/* transpose, swapaxes, swapdims */
PyObject *tbpy_body_transpose(const tbpy_call *c)
{
    int64_t dim0, dim1;
    if (tbpy_given_int(c, TBPY_TRANSPOSE_DIM0, &dim0) < 0 ||
        tbpy_given_int(c, TBPY_TRANSPOSE_DIM1, &dim1) < 0)
        return NULL;
    return TBPY_VIEW_OR_SELF(c, tb_view_transpose, dim0, dim1);
}

PyObject *tbpy_body_t(const tbpy_call *c)
{
    const int ndim = tbpy_self_of(c)->ndim;
    if (c->f->inplace && ndim > 2)
        return PyErr_Format(PyExc_RuntimeError, "t_() expects a tensor with <= 2 dimensions, but self is %dD",
                            ndim);
    return TBPY_VIEW_OR_SELF(c, tb_view_t);
}

PyObject *tbpy_adjoint(PyObject *self, const char *attribute)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    const char *name = attribute ? attribute : "adjoint()";
    char text[96];
    if (t->ndim == 1)
        return PyErr_Format(PyExc_RuntimeError,
                            "tensor.%s is only supported on matrices or batches of matrices. Got 1-D tensor.",
                            name);
    snprintf(text, sizeof text, "%s%s is deprecated on 0-D tensors. Consider using x.conj().",
             attribute ? "Tensor." : "", name);
    if (t->ndim == 0 && tbpy_warn(text) < 0)
        return NULL;
    PyObject *view = t->ndim == 0 ? Py_NewRef(self) : TBPY_NEW_TENSOR(tb_view_transpose, t, -2, -1);
    if (!view || tb_dtypes[t->dtype].kind != TB_KIND_COMPLEX)
        return view;
    PyObject *result = tbpy_pointwise(TB_OP_CONJ, TB_FORM_NEW, &view, NULL);
    Py_DECREF(view);
    return result;
}

PyObject *tbpy_body_adjoint(const tbpy_call *c) { return tbpy_adjoint(c->given[0], NULL); }

/* ---- dimensions of size 1 ---- */

PyObject *tbpy_body_unsqueeze(const tbpy_call *c)
{
    int64_t dim;
    return tbpy_given_int(c, TBPY_UNSQUEEZE_DIM, &dim) < 0 ? NULL
                                                           : TBPY_VIEW_OR_SELF(c, tb_view_unsqueeze, dim);
}

PyObject *tbpy_body_squeeze(const tbpy_call *c)
{
    tb_shape dims;
    dims.ndim = 0;
    if (tbpy_given_ints(c, TBPY_SQUEEZE_DIM, &dims) < 0)
        return NULL;
    return TBPY_VIEW_OR_SELF(c, tb_view_squeeze, c->given[TBPY_SQUEEZE_DIM] ? dims.size : NULL, dims.ndim);
}

/* ---- arbitrary views ---- */

/* as_strided, and as_strided_, whose code is true */
PyObject *tbpy_body_as_strided(const tbpy_call *c)
{
    tb_shape size, stride;
    int64_t offset = 0;
    if (tbpy_given_ints(c, TBPY_AS_STRIDED_SIZE, &size) < 0 ||
        tbpy_given_ints(c, TBPY_AS_STRIDED_STRIDE, &stride) < 0 ||
        tbpy_given_index(c, TBPY_AS_STRIDED_STORAGE_OFFSET, &offset) < 0)
        return NULL;
    if (size.ndim != stride.ndim)
        return PyErr_Format(PyExc_RuntimeError, "mismatch in length of strides and shape");
    if (!c->given[TBPY_AS_STRIDED_STORAGE_OFFSET])
        offset = tbpy_self_of(c)->offset;
    return c->f->code ? TBPY_REPLACED(c, tb_view_as_strided, size.size, stride.size, size.ndim, offset)
                      : TBPY_VIEW(c, tb_view_as_strided, size.size, stride.size, size.ndim, offset);
}

/* ---- the same elements ---- */

PyObject *tbpy_body_contiguous(const tbpy_call *c)
{
    tb_memory_format format = TB_CONTIGUOUS_FORMAT;
    tbpy_given_format(c, TBPY_CONTIGUOUS_MEMORY_FORMAT, &format);
    const tb_tensor *t = tbpy_self_of(c);
    if (tb_has_format(format, t->size, t->stride, t->ndim))
        return Py_NewRef(c->given[c->f->own]);
    if (format == TB_PRESERVE_FORMAT)
        return PyErr_Format(PyExc_RuntimeError,
                            "preserve memory format is unsupported by the contiguous operator");
    return TBPY_NEW_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_gil);
}

PyObject *tbpy_body_clone(const tbpy_call *c)
{
    tb_memory_format format = TB_PRESERVE_FORMAT;
    tbpy_given_format(c, TBPY_CLONE_MEMORY_FORMAT, &format);
    const tb_tensor *t = tbpy_self_of(c);
    return TBPY_NEW_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_gil);
}

PyObject *tbpy_body_detach(const tbpy_call *c) { return TBPY_VIEW(c, tb_detach); }
