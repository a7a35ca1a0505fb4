/* views.c: the methods and functions that give another view of a tensor's
 * memory, and clone.  Every binding converts all arguments first and reads the
 * tensor afterwards, so that an argument's __index__ may do what it likes.
 * Relies on: views.h, view_docs.h. */
#include "views.h"
#include "view_docs.h"

/* ---- results ---- */

static PyObject *reshaped(PyObject *self, const tb_shape *shape)
{
    TBPY_RETURN_TENSOR(tb_reshape, tbpy_tensor_of(self), shape);
}

static PyObject *permuted(PyObject *self, const tb_shape *dims)
{
    TBPY_RETURN_TENSOR(tb_view_permute, tbpy_tensor_of(self), dims->size, dims->ndim);
}

static PyObject *squeezed(PyObject *self, const tb_shape *dims)
{
    TBPY_RETURN_TENSOR(tb_view_squeeze, tbpy_tensor_of(self), dims ? dims->size : NULL,
                       dims ? dims->ndim : 0);
}

static PyObject *transposed(PyObject *self, int64_t dim0, int64_t dim1)
{
    TBPY_RETURN_TENSOR(tb_view_transpose, tbpy_tensor_of(self), dim0, dim1);
}

static PyObject *unsqueezed(PyObject *self, int64_t dim)
{
    TBPY_RETURN_TENSOR(tb_view_unsqueeze, tbpy_tensor_of(self), dim);
}

static PyObject *t_of(PyObject *self) { TBPY_RETURN_TENSOR(tb_view_t, tbpy_tensor_of(self)); }

/* ---- arguments ---- */

int tbpy_parse_sizes(const char *function, const char *name, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, tb_shape *shape)
{
    const tbpy_signature signature = {
        .function = function, .nparams = 1, .npos = 1, .nrequired = 1, .name = {name}};
    PyObject *given = NULL;
    if (nargs > 0 && !kwnames)
        return tbpy_as_sizes(args, nargs, function, name, shape);
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0)
        return -1;
    return tbpy_as_sizes(&given, 1, function, name, shape);
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
    TBPY_RETURN_TENSOR(tb_view_expand, tbpy_tensor_of(self), shape.size, shape.ndim);
}

static PyObject *method_broadcast_to(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                     PyObject *kwnames)
{
    tb_shape shape;
    if (tbpy_parse_sizes("broadcast_to", "size", args, nargs, kwnames, &shape) < 0)
        return NULL;
    TBPY_RETURN_TENSOR(tb_view_expand, tbpy_tensor_of(self), shape.size, shape.ndim);
}

static PyObject *method_expand_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"expand_as", 1, 1, 1, {"other"}};
    PyObject *given = NULL;
    TbTensor *other;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_tensor(given, "expand_as", "other", 1, &other) < 0)
        return NULL;
    TBPY_RETURN_TENSOR(tb_view_expand, tbpy_tensor_of(self), other->t.size, other->t.ndim);
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
    TBPY_RETURN_TENSOR(tb_view_as_strided, tbpy_tensor_of(self), size.size, stride.size, size.ndim, offset);
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
    TBPY_RETURN_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_interpreter);
}

static PyObject *cloned(PyObject *self, PyObject *const *given, int Py_UNUSED(position))
{
    tb_memory_format format = TB_PRESERVE_FORMAT;
    if (tbpy_as_memory_format(given[0], "clone", true, &format) < 0)
        return NULL;
    const tb_tensor *t = tbpy_tensor_of(self);
    TBPY_RETURN_TENSOR(tb_clone_as, t, t->dtype, format, &tbpy_interpreter);
}

static const tbpy_signature clone_signature = {"clone", 2, 1, 1, {"input", "memory_format"}};
TBPY_BOTH_OF(clone, cloned)

static PyObject *detached(PyObject *self) { TBPY_RETURN_TENSOR(tb_view_alias, tbpy_tensor_of(self)); }

static PyObject *method_detach(PyObject *self, PyObject *Py_UNUSED(unused)) { return detached(self); }

static PyObject *function_detach(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                 PyObject *kwnames)
{
    static const tbpy_signature signature = {"detach", 1, 1, 1, {"input"}};
    PyObject *given = NULL, *input = tbpy_parse_with_input(&signature, args, nargs, kwnames, &given);
    return input ? detached(input) : NULL;
}

PyMethodDef tbpy_view_methods[] = {
    {"view", TBPY_FASTCALL(tbpy_view), view_doc},
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
