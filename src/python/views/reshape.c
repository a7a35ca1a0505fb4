/* reshape.c: bodies of flatten, unflatten, ravel, movedim, atleast_1d and the like: other dimensions over
 * the same elements, with a copy if the strides require it. */
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/call/given.h"
#include "python/types/tensor.h"
#include "python/views/results.h"

/* ---- fewer dimensions, more dimensions ---- */

PyObject *tbpy_body_flatten(const tbpy_call *c)
{
    int64_t start = 0, end = -1;
    tb_shape shape;
    bool same;
    tb_error err;
    if (tbpy_given_int(c, TBPY_FLATTEN_START_DIM, &start) < 0 ||
        tbpy_given_int(c, TBPY_FLATTEN_END_DIM, &end) < 0)
        return NULL;
    if (tb_flatten_shape(tbpy_self_of(c), start, end, &shape, &same, &err) != TB_OK)
        return tbpy_raise(&err);
    return same ? Py_NewRef(c->given[c->f->own]) : TBPY_VIEW(c, tb_reshape, &shape);
}

PyObject *tbpy_body_unflatten(const tbpy_call *c)
{
    int64_t dim;
    tb_shape sizes;
    if (tbpy_given_int(c, TBPY_UNFLATTEN_DIM, &dim) < 0 ||
        tbpy_given_ints(c, TBPY_UNFLATTEN_SIZES, &sizes) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_unflatten, dim, sizes.size, sizes.ndim);
}

PyObject *tbpy_body_ravel(const tbpy_call *c) { return TBPY_VIEW(c, tb_ravel); }

/* ---- movedim ---- */

PyObject *tbpy_body_movedim(const tbpy_call *c)
{
    tb_shape source, destination;
    if (tbpy_given_ints(c, TBPY_MOVEDIM_SOURCE, &source) < 0 ||
        tbpy_given_ints(c, TBPY_MOVEDIM_DESTINATION, &destination) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_movedim, &source, &destination);
}

/* ---- atleast_1d and the like: the row's code is the number of dimensions ---- */

static PyObject *at_least(PyObject *o, int n)
{
    if (tbpy_tensor_of(o)->ndim >= n)
        return Py_NewRef(o);
    return TBPY_NEW_TENSOR(tb_view_atleast, tbpy_tensor_of(o), n);
}

PyObject *tbpy_body_atleast(const tbpy_call *c)
{
    PyObject *items;
    if (c->given[TBPY_ATLEAST_INPUT])
        return at_least(c->given[TBPY_ATLEAST_INPUT], c->f->code);
    if (tbpy_given_tensors(c, TBPY_ATLEAST_TENSORS, &items) < 0)
        return NULL;
    const Py_ssize_t count = PyTuple_GET_SIZE(items);
    PyObject *views = PyTuple_New(count);
    for (Py_ssize_t i = 0; views && i < count; i++)
        tbpy_put_item(&views, i, at_least(PyTuple_GET_ITEM(items, i), c->f->code));
    Py_DECREF(items);
    return views;
}
