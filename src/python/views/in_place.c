/* in_place.c: methods that give a tensor other sizes and strides in place: unsqueeze_, squeeze_,
 * transpose_ and its other names, t_, resize_, resize_as_. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/types/memory_format.h"

/* Self, which becomes the view unless making it failed: the result of a core function, made before the
 * call. */
static PyObject *replaced(PyObject *self, tb_tensor *view, tb_status status, const tb_error *err)
{
    if (status != TB_OK)
        return tbpy_raise(err);
    tb_tensor_take(tbpy_tensor_of(self), view);
    return Py_NewRef(self);
}

static PyObject *method_unsqueeze_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_tensor view;
    tb_error err;
    static const tbpy_signature signature = {"unsqueeze_", 1, 1, 1, {"dim"}};
    PyObject *given = NULL;
    int64_t dim;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_int64(given, "unsqueeze_", "dim", 1, &dim) < 0)
        return NULL;
    return replaced(self, &view, tb_view_unsqueeze(&view, tbpy_tensor_of(self), dim, &err), &err);
}

static PyObject *method_squeeze_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_tensor view;
    tb_error err;
    tb_shape dims = {.ndim = 0};
    const bool all = nargs == 0 && !kwnames;
    if (!all && tbpy_parse_sizes("squeeze_", "dim", args, nargs, kwnames, &dims) < 0)
        return NULL;
    return replaced(self, &view,
                    tb_view_squeeze(&view, tbpy_tensor_of(self), all ? NULL : dims.size, dims.ndim, &err),
                    &err);
}

static PyObject *transposed(const tbpy_signature *signature, PyObject *self, PyObject *const *args,
                            Py_ssize_t nargs, PyObject *kwnames)
{
    tb_tensor view;
    tb_error err;
    PyObject *given[2] = {NULL};
    int64_t dim[2];
    if (tbpy_parse(signature, args, nargs, kwnames, given) < 0)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (tbpy_as_int64(given[i], signature->function, signature->name[i], i + 1, &dim[i]) < 0)
            return NULL;
    return replaced(self, &view, tb_view_transpose(&view, tbpy_tensor_of(self), dim[0], dim[1], &err), &err);
}

#define TRANSPOSING(name, first, second)                                                    \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, \
                                   PyObject *kwnames)                                       \
    {                                                                                       \
        static const tbpy_signature signature = {#name, 2, 2, 2, {first, second}};          \
        return transposed(&signature, self, args, nargs, kwnames);                          \
    }

TRANSPOSING(transpose_, "dim0", "dim1")
TRANSPOSING(swapaxes_, "axis0", "axis1")
TRANSPOSING(swapdims_, "dim0", "dim1")

static PyObject *method_t_(PyObject *self, PyObject *Py_UNUSED(unused))
{
    tb_tensor view;
    tb_error err;
    if (tbpy_tensor_of(self)->ndim > 2)
        return PyErr_Format(PyExc_RuntimeError, "t_() expects a tensor with <= 2 dimensions, but self is %dD",
                            tbpy_tensor_of(self)->ndim);
    return replaced(self, &view, tb_view_t(&view, tbpy_tensor_of(self), &err), &err);
}

/* ---- resize_ ---- */

static PyObject *resized(PyObject *self, const int64_t *size, int ndim)
{
    tb_error err;
    if (tb_resize(tbpy_tensor_of(self), size, ndim, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(self);
}

static PyObject *resized_to_format(PyObject *self, const int64_t *size, int ndim, tb_memory_format format)
{
    tb_error err;
    if (tb_resize_as(tbpy_tensor_of(self), size, ndim, format, &err) != TB_OK)
        return tbpy_raise(&err);
    return Py_NewRef(self);
}

#define NO_FORMAT TB_NMEMORY_FORMATS

static PyObject *method_resize_(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const tbpy_signature signature = {"resize_", 2, 0, nargs ? 0 : 1, {"size", "memory_format"}};
    PyObject *given[2] = {NULL};
    tb_shape shape;
    tb_memory_format format = NO_FORMAT;
    if (tbpy_parse(&signature, args + nargs, 0, kwnames, given) < 0)
        return NULL;
    if (nargs && given[0])
        return PyErr_Format(PyExc_TypeError, "resize_() got multiple values for argument 'size'");
    if ((nargs ? tbpy_as_sizes(args, nargs, "resize_", "size", &shape)
               : tbpy_as_size_tuple(given[0], "resize_", "size", 1, &shape)) < 0 ||
        tbpy_as_memory_format(given[1], "resize_", true, &format) < 0)
        return NULL;
    return format == NO_FORMAT ? resized(self, shape.size, shape.ndim)
                               : resized_to_format(self, shape.size, shape.ndim, format);
}

static const tbpy_signature resize_as__signature = {
    "resize_as_", 3, 2, 2, {"input", "the_template", "memory_format"}};

static PyObject *resized_as(PyObject *self, PyObject *const *given, int position)
{
    TbTensor *like;
    tb_memory_format format = NO_FORMAT;
    if (tbpy_as_tensor(given[0], "resize_as_", "the_template", position, &like) < 0 ||
        tbpy_as_memory_format(given[1], "resize_as_", true, &format) < 0)
        return NULL;
    const tb_tensor *t = &like->t;
    if (format == NO_FORMAT)
        return resized(self, t->size, t->ndim);
    if (format == TB_PRESERVE_FORMAT) /* the template's, not self's */
        format = tb_suggest_format(t->size, t->stride, t->ndim);
    return resized_to_format(self, t->size, t->ndim, format);
}

TBPY_BOTH_OF(resize_as_, resized_as)

PyDoc_STRVAR(unsqueeze__doc, "unsqueeze_($self, dim)\n--\n\n"
                             "A new dimension of size 1 at `dim`, in place; returns self.\n\n"
                             "IndexError for a dim out of range.  As torch.Tensor.unsqueeze_.\n\n"
                             ">>> torch.zeros(2, 3).unsqueeze_(1).shape\ntorch.Size([2, 1, 3])\n");
PyDoc_STRVAR(squeeze__doc,
             "squeeze_($self, *dim)\n--\n\n"
             "Drops the dimensions of size 1, all or those that are named, in place; returns self.\n\n"
             "IndexError for a dim out of range.  As torch.Tensor.squeeze_.\n\n"
             ">>> torch.zeros(2, 1, 3).squeeze_().shape\ntorch.Size([2, 3])\n");
#define TRANSPOSE_TEXT(name)                                            \
    "Swaps two dimensions in place; returns self.\n\n"                  \
    "IndexError for a dim out of range.  As torch.Tensor." name ".\n\n" \
    ">>> torch.zeros(2, 3)." name "(0, 1).shape\ntorch.Size([3, 2])\n"
PyDoc_STRVAR(transpose__doc, "transpose_($self, dim0, dim1)\n--\n\n" TRANSPOSE_TEXT("transpose_"));
PyDoc_STRVAR(swapaxes__doc, "swapaxes_($self, axis0, axis1)\n--\n\n" TRANSPOSE_TEXT("swapaxes_"));
PyDoc_STRVAR(swapdims__doc, "swapdims_($self, dim0, dim1)\n--\n\n" TRANSPOSE_TEXT("swapdims_"));
PyDoc_STRVAR(t__doc,
             "t_($self)\n--\n\n"
             "Swaps the dimensions of a matrix in place; returns self, also with fewer dimensions.\n\n"
             "RuntimeError for more than two dimensions.  As torch.Tensor.t_.\n\n"
             ">>> torch.zeros(2, 3).t_().shape\ntorch.Size([3, 2])\n");
PyDoc_STRVAR(resize__doc,
             "resize_($self, *size, memory_format=None)\n--\n\n"
             "Other sizes in place, with contiguous strides; returns self.\n\n"
             "Elements stay in the order of memory; more memory is taken where there is not enough, and\n"
             "its contents are undefined.  A tensor that has these sizes keeps its strides unless\n"
             "memory_format is given.  RuntimeError\n"
             "for negative or too large sizes, or if memory must grow that others see (a NumPy array, a\n"
             "buffer).  As torch.Tensor.resize_.\n\n"
             ">>> torch.arange(6).resize_(2, 2)\ntensor([[0, 1],\n        [2, 3]])\n");
#define RESIZE_AS_TEXT                                                                              \
    "resize_ to the sizes of another tensor; returns the resized one.  preserve_format takes the\n" \
    "format that the other tensor's strides suggest.\n\n"                                           \
    "RuntimeError as resize_.  As torch.Tensor.resize_as_.\n\n"
PyDoc_STRVAR(method_resize_as__doc,
             "resize_as_($self, the_template, *, memory_format=None)\n--\n\n" RESIZE_AS_TEXT
             ">>> torch.arange(6).resize_as_(torch.zeros(3))\ntensor([0, 1, 2])\n");
PyDoc_STRVAR(resize_as__doc,
             "resize_as_($module, input, the_template, *, memory_format=None)\n--\n\n" RESIZE_AS_TEXT
             ">>> torch.resize_as_(torch.arange(6), torch.zeros(3))\ntensor([0, 1, 2])\n");

PyMethodDef tbpy_in_place_methods[] = {
    TBPY_METHOD_ROW(unsqueeze_, unsqueeze__doc),
    TBPY_METHOD_ROW(squeeze_, squeeze__doc),
    TBPY_METHOD_ROW(transpose_, transpose__doc),
    TBPY_METHOD_ROW(swapaxes_, swapaxes__doc),
    TBPY_METHOD_ROW(swapdims_, swapdims__doc),
    {"t_", method_t_, METH_NOARGS, t__doc},
    TBPY_METHOD_ROW(resize_, resize__doc),
    TBPY_METHOD_ROW(resize_as_, method_resize_as__doc),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_in_place_functions[] = {
    TBPY_FUNCTION_ROW(resize_as_, resize_as__doc),
    {NULL, NULL, 0, NULL},
};
