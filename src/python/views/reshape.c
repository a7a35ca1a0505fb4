/* reshape.c: other dimensions over the same elements: flatten, unflatten,
 * ravel, view_as, reshape_as, swapaxes, movedim, atleast_1d and their kin; what
 * strides do not allow is copied. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/types/tensor.h"
#include "python/views/reshape_docs.h"

/* ---- the sizes of another tensor ---- */

static PyObject *method_view_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"view_as", 1, 1, 1, {"other"}};
    PyObject *other = NULL;
    if (!tbpy_parse_with_input(&signature, args, nargs, kwnames, &other))
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_as, tbpy_tensor_of(self), tbpy_tensor_of(other)->size,
                           tbpy_tensor_of(other)->ndim);
}

static PyObject *method_reshape_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"reshape_as", 1, 1, 1, {"other"}};
    PyObject *other = NULL;
    tb_shape shape;
    if (!tbpy_parse_with_input(&signature, args, nargs, kwnames, &other))
        return NULL;
    shape.ndim = tbpy_tensor_of(other)->ndim;
    for (int d = 0; d < shape.ndim; d++)
        shape.size[d] = tbpy_tensor_of(other)->size[d];
    return TBPY_NEW_TENSOR(tb_reshape, tbpy_tensor_of(self), &shape);
}

/* ---- fewer dimensions, more dimensions ---- */

static const tbpy_signature flatten_signature = {"flatten", 3, 3, 1, {"input", "start_dim", "end_dim"}};

static PyObject *flattened(PyObject *self, PyObject *const *given, int position)
{
    int64_t start = 0, end = -1;
    tb_shape shape;
    bool same;
    tb_error err;
    if (tbpy_optional_int64(given[0], "flatten", "start_dim", position, &start) < 0 ||
        tbpy_optional_int64(given[1], "flatten", "end_dim", position + 1, &end) < 0)
        return NULL;
    if (tb_flatten_shape(tbpy_tensor_of(self), start, end, &shape, &same, &err) != TB_OK)
        return tbpy_raise(&err);
    if (same)
        return Py_NewRef(self);
    return TBPY_NEW_TENSOR(tb_reshape, tbpy_tensor_of(self), &shape);
}

TBPY_BOTH_OF(flatten, flattened)

static const tbpy_signature unflatten_signature = {"unflatten", 3, 3, 3, {"input", "dim", "sizes"}};

static PyObject *unflattened(PyObject *self, PyObject *const *given, int position)
{
    int64_t dim;
    tb_shape sizes;
    if (tbpy_as_int64(given[0], "unflatten", "dim", position, &dim) < 0 ||
        tbpy_as_size_tuple(given[1], "unflatten", "sizes", position + 1, &sizes) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_unflatten, tbpy_tensor_of(self), dim, sizes.size, sizes.ndim);
}

TBPY_BOTH_OF(unflatten, unflattened)

static const tbpy_signature ravel_signature = {"ravel", 1, 1, 1, {"input"}};

static PyObject *ravelled(PyObject *self, PyObject *const *Py_UNUSED(given), int Py_UNUSED(position))
{
    return TBPY_NEW_TENSOR(tb_ravel, tbpy_tensor_of(self));
}

TBPY_FUNCTION_OF(ravel, ravelled)

static PyObject *method_ravel(PyObject *self, PyObject *Py_UNUSED(unused)) { return ravelled(self, NULL, 0); }

/* ---- orders of the dimensions ---- */

static PyObject *swapped(PyObject *self, PyObject *const *given, int position, const tbpy_signature *s)
{
    int64_t dim0, dim1;
    if (tbpy_as_int64(given[0], s->function, s->name[1], position, &dim0) < 0 ||
        tbpy_as_int64(given[1], s->function, s->name[2], position + 1, &dim1) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_transpose, tbpy_tensor_of(self), dim0, dim1);
}

static const tbpy_signature swapaxes_signature = {"swapaxes", 3, 3, 3, {"input", "axis0", "axis1"}};
static const tbpy_signature swapdims_signature = {"swapdims", 3, 3, 3, {"input", "dim0", "dim1"}};

static PyObject *swapped_axes(PyObject *self, PyObject *const *given, int position)
{
    return swapped(self, given, position, &swapaxes_signature);
}

static PyObject *swapped_dims(PyObject *self, PyObject *const *given, int position)
{
    return swapped(self, given, position, &swapdims_signature);
}

TBPY_BOTH_OF(swapaxes, swapped_axes)
TBPY_BOTH_OF(swapdims, swapped_dims)

/* ---- movedim ---- */

static PyObject *fail_movedim(const char *function, bool method, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    unsigned ints = 0, tuples = 0;
    if (!kwnames && nargs == (method ? 2 : 3)) {
        for (Py_ssize_t i = 0; i < nargs; i++) {
            bool tensor = !method && i == 0 && TbTensor_Check(args[0]);
            bool input = !method && i == 0;
            ints |= (unsigned)(input ? tensor : tbpy_is_int64(args[i])) << i;
            tuples |= (unsigned)tensor << i; /* torch marks fitting tuples as well */
        }
    }
    const tbpy_candidate candidates[2] = {
        {method ? "int source, int destination" : "Tensor input, int source, int destination", method ? 2 : 3,
         ints},
        {method ? "tuple of ints source, tuple of ints destination"
                : "Tensor input, tuple of ints source, tuple of ints destination",
         method ? 2 : 3, tuples},
    };
    return tbpy_no_candidate(function, args, nargs, kwnames, candidates, 2);
}

/* An int, or a tuple or list, as dimensions. */
static int read_dims(PyObject *o, const char *function, const char *name, int position, tb_shape *dims)
{
    if (PyTuple_Check(o) || PyList_Check(o))
        return tbpy_as_size_tuple(o, function, name, position, dims);
    dims->ndim = 1;
    return tbpy_as_int64(o, function, name, position, &dims->size[0]);
}

/* self NULL: the function, whose first argument is the tensor. */
static PyObject *movedim_call(const char *function, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    const tbpy_signature whole = {function, 3, 3, 3, {"input", "source", "destination"}};
    const tbpy_signature tail = {function, 2, 2, 2, {"source", "destination"}};
    const bool method = self != NULL;
    PyObject *given[3] = {self}, **own = given + 1;
    tb_shape source, destination;

    int status = method ? tbpy_parse(&tail, args, nargs, kwnames, own)
                        : tbpy_parse(&whole, args, nargs, kwnames, given);
    bool ints = status == 0 && tbpy_is_int64(own[0]) && tbpy_is_int64(own[1]);
    bool tuples = status == 0 && tbpy_is_int_tuple(own[0]) && tbpy_is_int_tuple(own[1]);
    if (status < 0 || !TbTensor_Check(given[0]) || !(ints || tuples)) {
        PyErr_Clear();
        return fail_movedim(function, method, args, nargs, kwnames);
    }
    if (read_dims(own[0], function, "source", method ? 1 : 2, &source) < 0 ||
        read_dims(own[1], function, "destination", method ? 2 : 3, &destination) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_movedim, tbpy_tensor_of(given[0]), &source, &destination);
}

#define MOVEDIM(name)                                                                       \
    static PyObject *function_##name(PyObject *Py_UNUSED(module), PyObject *const *args,    \
                                     Py_ssize_t nargs, PyObject *kwnames)                   \
    {                                                                                       \
        return movedim_call(#name, NULL, args, nargs, kwnames);                             \
    }                                                                                       \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, \
                                   PyObject *kwnames)                                       \
    {                                                                                       \
        return movedim_call(#name, self, args, nargs, kwnames);                             \
    }
MOVEDIM(movedim)
MOVEDIM(moveaxis)
#undef MOVEDIM

/* ---- atleast_1d and its kin ---- */

static PyObject *at_least(PyObject *o, int n)
{
    if (tbpy_tensor_of(o)->ndim >= n)
        return Py_NewRef(o);
    return TBPY_NEW_TENSOR(tb_view_atleast, tbpy_tensor_of(o), n);
}

/* items: a tuple that nobody else changes. */
static PyObject *all_at_least(PyObject *items, int n)
{
    const Py_ssize_t count = PyTuple_GET_SIZE(items);
    if (tbpy_check_tensors(&PyTuple_GET_ITEM(items, 0), count, 0) < 0)
        return NULL;
    PyObject *views = PyTuple_New(count);
    for (Py_ssize_t i = 0; views && i < count; i++) {
        PyObject *view = at_least(PyTuple_GET_ITEM(items, i), n);
        if (view)
            PyTuple_SET_ITEM(views, i, view);
        else
            Py_CLEAR(views);
    }
    return views;
}

static PyObject *atleast(const char *function, int n, PyObject *const *args, Py_ssize_t nargs)
{
    static const tbpy_candidate candidates[2] = {{"Tensor input", 1, 0}, {"tuple of Tensors tensors", 1, 0}};
    PyObject *items;
    if (nargs == 1 && TbTensor_Check(args[0]))
        return at_least(args[0], n);
    if (nargs == 1 && !PyTuple_Check(args[0]) && !PyList_Check(args[0]))
        return tbpy_no_candidate(function, args, nargs, NULL, candidates, 2);
    if (nargs == 1) {
        items = PyTuple_Check(args[0]) ? Py_NewRef(args[0]) : PyList_AsTuple(args[0]);
    } else {
        items = PyTuple_New(nargs);
        for (Py_ssize_t i = 0; items && i < nargs; i++)
            PyTuple_SET_ITEM(items, i, Py_NewRef(args[i]));
    }
    PyObject *views = items ? all_at_least(items, n) : NULL;
    Py_XDECREF(items);
    return views;
}

#define ATLEAST(n)                                                                                        \
    static PyObject *atleast_##n##d(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs) \
    {                                                                                                     \
        return atleast("atleast_" #n "d", n, args, nargs);                                                \
    }
ATLEAST(1)
ATLEAST(2)
ATLEAST(3)
#undef ATLEAST

PyMethodDef tbpy_reshape_methods[] = {
    {"view_as", TBPY_FASTCALL(method_view_as), view_as_doc},
    {"reshape_as", TBPY_FASTCALL(method_reshape_as), reshape_as_doc},
    TBPY_METHOD_ROW(flatten, method_flatten_doc),
    TBPY_METHOD_ROW(unflatten, method_unflatten_doc),
    {"ravel", method_ravel, METH_NOARGS, method_ravel_doc},
    TBPY_METHOD_ROW(swapaxes, method_swapaxes_doc),
    TBPY_METHOD_ROW(swapdims, method_swapdims_doc),
    TBPY_METHOD_ROW(movedim, method_movedim_doc),
    TBPY_METHOD_ROW(moveaxis, method_moveaxis_doc),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_reshape_functions[] = {
    TBPY_FUNCTION_ROW(flatten, flatten_doc),
    TBPY_FUNCTION_ROW(unflatten, unflatten_doc),
    TBPY_FUNCTION_ROW(ravel, ravel_doc),
    TBPY_FUNCTION_ROW(swapaxes, swapaxes_doc),
    TBPY_FUNCTION_ROW(swapdims, swapdims_doc),
    TBPY_FUNCTION_ROW(movedim, movedim_doc),
    TBPY_FUNCTION_ROW(moveaxis, moveaxis_doc),
    {"atleast_1d", (PyCFunction)(void (*)(void))atleast_1d, METH_FASTCALL, atleast_1d_doc},
    {"atleast_2d", (PyCFunction)(void (*)(void))atleast_2d, METH_FASTCALL, atleast_2d_doc},
    {"atleast_3d", (PyCFunction)(void (*)(void))atleast_3d, METH_FASTCALL, atleast_3d_doc},
    {NULL, NULL, 0, NULL},
};
