/* split.c: bodies of select, narrow, unbind, split, chunk, diagonal, real and imag: views of some of a
 * tensor's elements. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/tensor.h"
#include "python/views/results.h"

/* ---- one view ---- */

PyObject *tbpy_body_select(const tbpy_call *c)
{
    int64_t dim, index;
    if (tbpy_given_int(c, TBPY_SELECT_DIM, &dim) < 0 || tbpy_given_index(c, TBPY_SELECT_INDEX, &index) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_select_named, dim, index);
}

PyObject *tbpy_body_diagonal(const tbpy_call *c)
{
    int64_t offset = 0, dim1 = 0, dim2 = 1;
    if (tbpy_given_int(c, TBPY_DIAGONAL_OFFSET, &offset) < 0 ||
        tbpy_given_int(c, TBPY_DIAGONAL_DIM1, &dim1) < 0 || tbpy_given_int(c, TBPY_DIAGONAL_DIM2, &dim2) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_diagonal, offset, dim1, dim2);
}

PyObject *tbpy_real(PyObject *self)
{
    if (tb_dtypes[tbpy_tensor_of(self)->dtype].kind != TB_KIND_COMPLEX)
        return Py_NewRef(self);
    return TBPY_NEW_TENSOR(tb_view_real, tbpy_tensor_of(self));
}

PyObject *tbpy_imag(PyObject *self) { return TBPY_NEW_TENSOR(tb_view_imag, tbpy_tensor_of(self)); }

PyObject *tbpy_body_real(const tbpy_call *c) { return tbpy_real(c->given[0]); }

PyObject *tbpy_body_imag(const tbpy_call *c) { return tbpy_imag(c->given[0]); }

PyObject *tbpy_body_narrow(const tbpy_call *c)
{
    PyObject *from = c->given[TBPY_NARROW_START];
    int64_t dim, start, length;
    if (tbpy_given_int(c, TBPY_NARROW_DIM, &dim) < 0)
        return NULL;
    if (TbTensor_Check(from)) {
        const tb_tensor *t = tbpy_tensor_of(from);
        if (t->ndim != 0 || tb_dtypes[t->dtype].kind != TB_KIND_INT)
            return PyErr_Format(PyExc_RuntimeError, "start must be an 0-dim integral Tensor.");
    }
    if (tbpy_given_index(c, TBPY_NARROW_START, &start) < 0 ||
        tbpy_given_index(c, TBPY_NARROW_LENGTH, &length) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_narrow, dim, start, length);
}

/* ---- tuples of views ---- */

static PyObject *select_one(const tb_tensor *t, int dim, int64_t index)
{
    return TBPY_NEW_TENSOR(tb_view_select, t, dim, index);
}

static PyObject *next_piece(const tb_tensor *t, const tb_pieces *pieces, int64_t i, int64_t *start)
{
    return TBPY_NEW_TENSOR(tb_view_piece, t, pieces, i, start);
}

/* pieces NULL: the elements of dimension dim.  Making tensors may collect
 * garbage, and that may resize self: t is a view of its own. */
static PyObject *tuple_of(const tb_tensor *t, int dim, const tb_pieces *pieces)
{
    int64_t start = 0;
    PyObject *views = PyTuple_New((Py_ssize_t)(pieces ? pieces->count : t->size[dim]));
    for (Py_ssize_t i = 0; views && i < PyTuple_GET_SIZE(views); i++) {
        PyObject *view = pieces ? next_piece(t, pieces, i, &start) : select_one(t, dim, i);
        if (view)
            PyTuple_SET_ITEM(views, i, view);
        else
            Py_CLEAR(views);
    }
    return views;
}

/* Ends a function that has made `pieces` of self. */
static PyObject *views_of(const tb_tensor *t, int dim, const tb_pieces *pieces)
{
    tb_tensor own;
    tb_error err;
    if (tb_view_alias(&own, t, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *views = tuple_of(&own, dim, pieces);
    tb_tensor_release(&own);
    return views;
}

PyObject *tbpy_body_unbind(const tbpy_call *c)
{
    int64_t dim = 0;
    int wrapped;
    tb_error err;
    if (tbpy_given_int(c, TBPY_UNBIND_DIM, &dim) < 0)
        return NULL;
    const tb_tensor *t = tbpy_self_of(c);
    if (tb_wrap_dim(dim, t->ndim, &wrapped, &err) != TB_OK)
        return tbpy_raise(&err);
    if (t->ndim == 0)
        return PyErr_Format(PyExc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
                            (long long)wrapped);
    return views_of(t, wrapped, NULL);
}

PyObject *tbpy_body_chunk(const tbpy_call *c)
{
    int64_t chunks, dim = 0;
    tb_pieces pieces;
    tb_error err;
    if (tbpy_given_int(c, TBPY_CHUNK_CHUNKS, &chunks) < 0 || tbpy_given_int(c, TBPY_CHUNK_DIM, &dim) < 0)
        return NULL;
    const tb_tensor *t = tbpy_self_of(c);
    if (tb_pieces_chunks(&pieces, t, chunks, dim, &err) != TB_OK)
        return tbpy_raise(&err);
    return views_of(t, pieces.dim, &pieces);
}

/* ---- split: in torch a function in Python, which looks at the size and then calls one of two others, whose
 * messages users see ---- */

static PyObject *split_by_lengths(PyObject *self, PyObject *lengths, PyObject *dim_object)
{
    int64_t *length = NULL, dim = 0;
    Py_ssize_t n;
    tb_pieces pieces;
    tb_error err;
    PyObject *views = NULL;
    if (tbpy_as_lengths(lengths, "split_with_sizes", "split_sizes", 2, &length, &n) < 0)
        return NULL;
    if (tbpy_optional_int64(dim_object, "split_with_sizes", "dim", 3, &dim) < 0)
        goto done;
    if (tb_pieces_of_lengths(&pieces, tbpy_tensor_of(self), length, n, dim, &err) == TB_OK)
        views = views_of(tbpy_tensor_of(self), pieces.dim, &pieces);
    else
        tbpy_raise(&err);
done:
    PyMem_Free(length);
    return views;
}

static PyObject *fail_split(PyObject *self, PyObject *size, PyObject *dim_object)
{
    PyObject *zero = dim_object ? Py_NewRef(dim_object) : PyLong_FromLong(0);
    if (!zero)
        return NULL;
    PyObject *const all[3] = {self, size, zero};
    /* torch marks a dim that was left out as well where the size does not fit. */
    const unsigned first = tbpy_is_int64(size) ? 3 : 1;
    const unsigned last = dim_object && tbpy_is_int64(dim_object) ? 4 : 0;
    const tbpy_candidate candidates[2] = {
        {"Tensor input, int split_size, int dim = 0", first | last},
        {"Tensor input, tuple of ints split_size, int dim = 0", 1 | last},
    };
    tbpy_no_candidate("split", all, 3, candidates, 2);
    Py_DECREF(zero);
    return NULL;
}

PyObject *tbpy_body_split(const tbpy_call *c)
{
    PyObject *self = c->given[c->f->own], *pieces_of = c->given[TBPY_SPLIT_SPLIT_SIZE_OR_SECTIONS];
    PyObject *dim_object = c->given[TBPY_SPLIT_DIM];
    int64_t size, dim = 0;
    tb_pieces pieces;
    tb_error err;
    if (!pieces_of)
        pieces_of = c->given[TBPY_SPLIT_SPLIT_SIZE]; /* the method's */
    if (!PyLong_Check(pieces_of) && !tbpy_is_int64(pieces_of))
        return split_by_lengths(self, pieces_of, dim_object);
    if (PyBool_Check(pieces_of) || (dim_object && !tbpy_is_int64(dim_object)))
        return fail_split(self, pieces_of, dim_object);
    if (tbpy_as_int64(pieces_of, "split", "split_size", 2, &size) < 0 ||
        tbpy_optional_int64(dim_object, "split", "dim", 3, &dim) < 0)
        return NULL;
    if (tb_pieces_of_length(&pieces, tbpy_tensor_of(self), size, dim, &err) != TB_OK)
        return tbpy_raise(&err);
    return views_of(tbpy_tensor_of(self), pieces.dim, &pieces);
}
