/* view.c: view, expand, permute, transpose, squeeze, as_strided and their kin, and clone.  Every binding
 * converts all arguments first and reads the tensor afterwards, so that an argument's __index__ may do
 * what it likes. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/types/dtype.h"
#include "python/types/memory_format.h"
#include "python/types/tensor.h"
#include "python/views/view_docs.h"

/* ---- results ---- */

static PyObject *reshaped(PyObject *self, const tb_shape *shape)
{
    return TBPY_NEW_TENSOR(tb_reshape, tbpy_tensor_of(self), shape);
}

static PyObject *permuted(PyObject *self, const tb_shape *dims)
{
    return TBPY_NEW_TENSOR(tb_view_permute, tbpy_tensor_of(self), dims->size, dims->ndim);
}

static PyObject *squeezed(PyObject *self, const tb_shape *dims)
{
    return TBPY_NEW_TENSOR(tb_view_squeeze, tbpy_tensor_of(self), dims ? dims->size : NULL,
                           dims ? dims->ndim : 0);
}

static PyObject *transposed(PyObject *self, int64_t dim0, int64_t dim1)
{
    return TBPY_NEW_TENSOR(tb_view_transpose, tbpy_tensor_of(self), dim0, dim1);
}

static PyObject *unsqueezed(PyObject *self, int64_t dim)
{
    return TBPY_NEW_TENSOR(tb_view_unsqueeze, tbpy_tensor_of(self), dim);
}

static PyObject *t_of(PyObject *self) { return TBPY_NEW_TENSOR(tb_view_t, tbpy_tensor_of(self)); }

/* ---- Tensor.view: other sizes, or the bytes as elements of another dtype ---- */

/* What torch says of a signature when its one argument came as a keyword. */
static PyObject *describe_keyword(const char *parameter, PyObject *name, PyObject *value)
{
    if (PyUnicode_CompareWithASCIIString(name, parameter) != 0)
        return PyUnicode_FromFormat("      didn't match because some of the keywords were incorrect: %U\n",
                                    name);
    PyObject *type = tbpy_describe_type(value), *text = NULL;
    if (type)
        text = PyUnicode_FromFormat("      didn't match because some of the arguments have invalid types: "
                                    "(!%U=%U!, )\n",
                                    name, type);
    Py_XDECREF(type);
    return text;
}

static PyObject *fail_view_keyword(PyObject *name, PyObject *const *value, PyObject *kwnames)
{
    PyObject *dtype = describe_keyword("dtype", name, *value);
    PyObject *size = describe_keyword("size", name, *value), *text = NULL;
    if (dtype && size)
        text = PyUnicode_FromFormat(" * (torch.dtype dtype)\n%U * (tuple of ints size)\n%U", dtype, size);
    const char *expected = text ? PyUnicode_AsUTF8(text) : NULL;
    if (expected)
        tbpy_invalid_combination("view", value, 0, kwnames, expected);
    Py_XDECREF(dtype);
    Py_XDECREF(size);
    Py_XDECREF(text);
    return NULL;
}

static PyObject *fail_view(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_candidate candidates[] = {{"torch.dtype dtype", 1, 0}, {"tuple of ints size", 1, 0}};
    if (kwnames && nargs + PyTuple_GET_SIZE(kwnames) == 1)
        return fail_view_keyword(PyTuple_GET_ITEM(kwnames, 0), args, kwnames);
    return tbpy_no_candidate("view", args, nargs, kwnames, candidates, 2);
}

static PyObject *view_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    tb_shape shape;
    if (tbpy_as_sizes(args, nargs, "view", "size", &shape) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_as, tbpy_tensor_of(self), shape.size, shape.ndim);
}

static PyObject *method_view(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const Py_ssize_t nkeywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    PyObject *keyword = nkeywords ? PyTuple_GET_ITEM(kwnames, 0) : NULL;
    tb_dtype dtype;
    if (nkeywords == 0 && nargs > 0 && tbpy_begins_sizes(args, nargs))
        return view_as(self, args, nargs);
    if (nargs + nkeywords != 1)
        return fail_view(args, nargs, kwnames);
    if (!keyword || PyUnicode_CompareWithASCIIString(keyword, "dtype") == 0) {
        if (args[0] != Py_None && tbpy_as_dtype(args[0], "view", "dtype", &dtype) == 0)
            return TBPY_NEW_TENSOR(tb_view_dtype, tbpy_tensor_of(self), dtype);
        PyErr_Clear();
    }
    if ((!keyword || PyUnicode_CompareWithASCIIString(keyword, "size") == 0) && tbpy_is_int_tuple(args[0]))
        return view_as(self, args, 1);
    return fail_view(args, nargs, kwnames);
}

/* ---- sizes ---- */

static PyObject *method_reshape(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape shape;
    return tbpy_parse_sizes("reshape", "shape", args, nargs, kwnames, &shape) < 0 ? NULL
                                                                                  : reshaped(self, &shape);
}

static PyObject *function_reshape(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *kwnames)
{
    static const tbpy_signature signature = {"reshape", 2, 2, 2, {"input", "shape"}};
    PyObject *given[2] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    tb_shape shape;
    if (!input || tbpy_as_size_tuple(given[1], "reshape", "shape", 2, &shape) < 0)
        return NULL;
    return reshaped(input, &shape);
}

static PyObject *method_expand(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape shape;
    if (tbpy_parse_sizes("expand", "size", args, nargs, kwnames, &shape) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_expand, tbpy_tensor_of(self), shape.size, shape.ndim);
}

static PyObject *method_broadcast_to(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                     PyObject *kwnames)
{
    tb_shape shape;
    if (tbpy_parse_sizes("broadcast_to", "size", args, nargs, kwnames, &shape) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_expand, tbpy_tensor_of(self), shape.size, shape.ndim);
}

static PyObject *method_expand_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"expand_as", 1, 1, 1, {"other"}};
    PyObject *given = NULL;
    TbTensor *other;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_tensor(given, "expand_as", "other", 1, &other) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_expand, tbpy_tensor_of(self), other->t.size, other->t.ndim);
}

/* ---- orders of the dimensions ---- */

static PyObject *method_permute(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape dims;
    return tbpy_parse_sizes("permute", "dims", args, nargs, kwnames, &dims) < 0 ? NULL
                                                                                : permuted(self, &dims);
}

static PyObject *function_permute(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *kwnames)
{
    static const tbpy_signature signature = {"permute", 2, 2, 2, {"input", "dims"}};
    PyObject *given[2] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    tb_shape dims;
    if (!input || tbpy_as_size_tuple(given[1], "permute", "dims", 2, &dims) < 0)
        return NULL;
    return permuted(input, &dims);
}

static PyObject *method_transpose(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"transpose", 2, 2, 2, {"dim0", "dim1"}};
    PyObject *given[2] = {NULL};
    int64_t dim0, dim1;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_int64(given[0], "transpose", "dim0", 1, &dim0) < 0 ||
        tbpy_as_int64(given[1], "transpose", "dim1", 2, &dim1) < 0)
        return NULL;
    return transposed(self, dim0, dim1);
}

static PyObject *function_transpose(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                    PyObject *kwnames)
{
    static const tbpy_signature signature = {"transpose", 3, 3, 3, {"input", "dim0", "dim1"}};
    PyObject *given[3] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    int64_t dim0, dim1;
    if (!input || tbpy_as_int64(given[1], "transpose", "dim0", 2, &dim0) < 0 ||
        tbpy_as_int64(given[2], "transpose", "dim1", 3, &dim1) < 0)
        return NULL;
    return transposed(input, dim0, dim1);
}

static PyObject *method_t(PyObject *self, PyObject *Py_UNUSED(unused)) { return t_of(self); }

static PyObject *function_t(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    static const tbpy_signature signature = {"t", 1, 1, 1, {"input"}};
    PyObject *given = NULL, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, &given);
    return input ? t_of(input) : NULL;
}

/* ---- dimensions of size 1 ---- */

static PyObject *method_unsqueeze(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"unsqueeze", 1, 1, 1, {"dim"}};
    PyObject *given = NULL;
    int64_t dim;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_int64(given, "unsqueeze", "dim", 1, &dim) < 0)
        return NULL;
    return unsqueezed(self, dim);
}

static PyObject *function_unsqueeze(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                    PyObject *kwnames)
{
    static const tbpy_signature signature = {"unsqueeze", 2, 2, 2, {"input", "dim"}};
    PyObject *given[2] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    int64_t dim;
    if (!input || tbpy_as_int64(given[1], "unsqueeze", "dim", 2, &dim) < 0)
        return NULL;
    return unsqueezed(input, dim);
}

static PyObject *method_squeeze(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_shape dims;
    if (nargs == 0 && !kwnames)
        return squeezed(self, NULL);
    return tbpy_parse_sizes("squeeze", "dim", args, nargs, kwnames, &dims) < 0 ? NULL : squeezed(self, &dims);
}

static PyObject *function_squeeze(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *kwnames)
{
    static const tbpy_signature signature = {"squeeze", 2, 2, 1, {"input", "dim"}};
    PyObject *given[2] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    tb_shape dims;
    if (!input)
        return NULL;
    if (!given[1])
        return squeezed(input, NULL);
    return tbpy_as_sizes(&given[1], 1, "squeeze", "dim", &dims) < 0 ? NULL : squeezed(input, &dims);
}

/* ---- any view at all ---- */

/* given: size, stride, storage_offset or NULL; the first is at `position`. */
static PyObject *strided(PyObject *self, PyObject *const *given, int position)
{
    tb_shape size, stride;
    int64_t offset = 0;
    bool has_offset = given[2] && given[2] != Py_None;
    if (tbpy_as_size_tuple(given[0], "as_strided", "size", position, &size) < 0 ||
        tbpy_as_size_tuple(given[1], "as_strided", "stride", position + 1, &stride) < 0 ||
        (has_offset && tbpy_as_index(given[2], "as_strided", "storage_offset", position + 2, &offset) < 0))
        return NULL;
    if (size.ndim != stride.ndim) {
        PyErr_SetString(PyExc_RuntimeError, "mismatch in length of strides and shape");
        return NULL;
    }
    if (!has_offset)
        offset = tbpy_tensor_of(self)->offset;
    return TBPY_NEW_TENSOR(tb_view_as_strided, tbpy_tensor_of(self), size.size, stride.size, size.ndim,
                           offset);
}

static PyObject *method_as_strided(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"as_strided", 3, 3, 2, {"size", "stride", "storage_offset"}};
    PyObject *given[3] = {NULL};
    return tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ? NULL : strided(self, given, 1);
}

static PyObject *function_as_strided(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                     PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "as_strided", 4, 4, 3, {"input", "size", "stride", "storage_offset"}};
    PyObject *given[4] = {NULL}, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    return input ? strided(input, given + 1, 2) : NULL;
}

/* ---- the same elements ---- */

static PyObject *method_contiguous(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"contiguous", 1, 0, 0, {"memory_format"}};
    PyObject *given = NULL;
    tb_memory_format format = TB_CONTIGUOUS_FORMAT;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_memory_format(given, "contiguous", false, &format) < 0)
        return NULL;
    const tb_tensor *t = tbpy_tensor_of(self);
    if (tb_has_format(format, t->size, t->stride, t->ndim))
        return Py_NewRef(self);
    if (format == TB_PRESERVE_FORMAT)
        return PyErr_Format(PyExc_RuntimeError,
                            "preserve memory format is unsupported by the contiguous operator");
    return TBPY_NEW_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_gil);
}

static PyObject *cloned(PyObject *self, PyObject *const *given, int Py_UNUSED(position))
{
    tb_memory_format format = TB_PRESERVE_FORMAT;
    if (tbpy_as_memory_format(given[0], "clone", true, &format) < 0)
        return NULL;
    const tb_tensor *t = tbpy_tensor_of(self);
    return TBPY_NEW_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_gil);
}

static const tbpy_signature clone_signature = {"clone", 2, 1, 1, {"input", "memory_format"}};
TBPY_BOTH_OF(clone, cloned)

static PyObject *detached(PyObject *self) { return TBPY_NEW_TENSOR(tb_view_alias, tbpy_tensor_of(self)); }

static PyObject *method_detach(PyObject *self, PyObject *Py_UNUSED(unused)) { return detached(self); }

static PyObject *function_detach(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                 PyObject *kwnames)
{
    static const tbpy_signature signature = {"detach", 1, 1, 1, {"input"}};
    PyObject *given = NULL, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, &given);
    return input ? detached(input) : NULL;
}

PyMethodDef tbpy_view_methods[] = {
    {"view", TBPY_FASTCALL(method_view), view_doc},
    {"reshape", TBPY_FASTCALL(method_reshape), method_reshape_doc},
    {"expand", TBPY_FASTCALL(method_expand), expand_doc},
    {"expand_as", TBPY_FASTCALL(method_expand_as), expand_as_doc},
    {"broadcast_to", TBPY_FASTCALL(method_broadcast_to), broadcast_to_doc},
    {"permute", TBPY_FASTCALL(method_permute), method_permute_doc},
    {"transpose", TBPY_FASTCALL(method_transpose), method_transpose_doc},
    {"t", method_t, METH_NOARGS, method_t_doc},
    {"unsqueeze", TBPY_FASTCALL(method_unsqueeze), method_unsqueeze_doc},
    {"squeeze", TBPY_FASTCALL(method_squeeze), method_squeeze_doc},
    {"as_strided", TBPY_FASTCALL(method_as_strided), method_as_strided_doc},
    {"contiguous", TBPY_FASTCALL(method_contiguous), contiguous_doc},
    TBPY_METHOD_ROW(clone, method_clone_doc),
    {"detach", method_detach, METH_NOARGS, detach_doc},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_view_functions[] = {
    {"reshape", TBPY_FASTCALL(function_reshape), reshape_doc},
    {"permute", TBPY_FASTCALL(function_permute), permute_doc},
    {"transpose", TBPY_FASTCALL(function_transpose), transpose_doc},
    {"t", TBPY_FASTCALL(function_t), t_doc},
    {"unsqueeze", TBPY_FASTCALL(function_unsqueeze), unsqueeze_doc},
    {"squeeze", TBPY_FASTCALL(function_squeeze), squeeze_doc},
    {"as_strided", TBPY_FASTCALL(function_as_strided), as_strided_doc},
    TBPY_FUNCTION_ROW(clone, clone_doc),
    {"detach", TBPY_FASTCALL(function_detach),
     "detach($module, input)\n--\n\nAnother tensor on the same memory: there are no gradients to leave "
     "behind.\n\n"
     "TypeError for what is no tensor.  As torch.detach.\n\n>>> torch.detach(torch.ones(2))\ntensor([1., "
     "1.])\n"},
    {NULL, NULL, 0, NULL},
};
