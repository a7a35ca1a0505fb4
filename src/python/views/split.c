/* split.c: bodies of select, narrow, unfold, unbind, split, tensor_split, chunk and the like, diagonal,
 * and of views of complex numbers: views of some of a tensor's elements. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
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

PyObject *tbpy_body_view_as_real(const tbpy_call *c) { return TBPY_VIEW(c, tb_view_as_real); }

PyObject *tbpy_body_view_as_complex(const tbpy_call *c) { return TBPY_VIEW(c, tb_view_as_complex); }

PyObject *tbpy_body_unfold(const tbpy_call *c)
{
    int64_t dim, size, step;
    if (tbpy_given_int(c, TBPY_UNFOLD_DIMENSION, &dim) < 0 ||
        tbpy_given_int(c, TBPY_UNFOLD_SIZE, &size) < 0 || tbpy_given_int(c, TBPY_UNFOLD_STEP, &step) < 0)
        return NULL;
    return TBPY_VIEW(c, tb_view_unfold, dim, size, step);
}

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

/* pieces NULL: one view for each index of dimension dim.  Making tensors may collect garbage, which may
 * resize self, so t is a private view. */
static PyObject *tuple_of(const tb_tensor *t, int dim, const tb_pieces *pieces)
{
    int64_t start = 0;
    PyObject *views = PyTuple_New((Py_ssize_t)(pieces ? pieces->count : t->size[dim]));
    for (Py_ssize_t i = 0; views && i < PyTuple_GET_SIZE(views); i++) {
        tbpy_put_item(&views, i, pieces ? next_piece(t, pieces, i, &start) : select_one(t, dim, i));
        if (views && tbpy_check_signals(i) < 0)
            TBPY_DROP(views);
    }
    return views;
}

/* Ends a function that has computed `pieces` of self. */
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

/* ---- split: in torch a Python function, which checks the size and then calls one of two functions, whose
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

PyObject *tbpy_body_split_with_sizes(const tbpy_call *c)
{
    return split_by_lengths(c->given[c->f->own], c->given[TBPY_SPLIT_WITH_SIZES_SPLIT_SIZES],
                            c->given[TBPY_SPLIT_WITH_SIZES_DIM]);
}

static PyObject *fail_split(PyObject *self, PyObject *size, PyObject *dim_object)
{
    PyObject *zero = dim_object ? Py_NewRef(dim_object) : PyLong_FromLong(0);
    if (!zero)
        return NULL;
    PyObject *const all[3] = {self, size, zero};
    /* torch also marks an omitted dim if the size does not match. */
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
        pieces_of = c->given[TBPY_SPLIT_SPLIT_SIZE]; /* the method's argument */
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

/* ---- tensor_split, hsplit, vsplit, dsplit ---- */

/* Ends a function that splits t into n sections, or if `ends` is not NULL at n indices, which it frees. */
static PyObject *split_tensor(const tb_tensor *t, int64_t *ends, int64_t n, int64_t dim)
{
    tb_pieces pieces;
    tb_error err;
    const tb_status status = ends ? tb_pieces_at_indices(&pieces, t, ends, n, dim, &err)
                                  : tb_pieces_sections(&pieces, t, n, dim, &err);
    PyObject *views = status == TB_OK ? views_of(t, pieces.dim, &pieces) : tbpy_raise(&err);
    PyMem_Free(ends);
    return views;
}

static PyObject *split_at(const tbpy_call *c, int slot, int64_t dim)
{
    int64_t *ends;
    Py_ssize_t n;
    if (tbpy_given_lengths(c, slot, &ends, &n) < 0)
        return NULL;
    return split_tensor(tbpy_self_of(c), ends, n, dim);
}

/* An int64 tensor: a 0-dim one is the number of sections, others hold indices. */
static PyObject *split_by_tensor(const tb_tensor *t, const tb_tensor *by, int64_t dim)
{
    if (t->ndim == 0) /* this error comes first */
        return split_tensor(t, NULL, 1, dim);
    if (by->dtype != TB_INT64)
        return PyErr_Format(
            PyExc_RuntimeError,
            "tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s",
            tb_dtypes[by->dtype].scalar_type);
    if (by->ndim > 1)
        return PyErr_Format(PyExc_RuntimeError,
                            "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or "
                            "one-dimensional tensor, but got a tensor with %d dims",
                            by->ndim);
    const int64_t *index = (const int64_t *)tb_data(by);
    if (by->ndim == 0)
        return split_tensor(t, NULL, *index, dim);
    int64_t *ends = PyMem_Calloc((size_t)by->numel, sizeof *ends);
    if (!ends)
        return PyErr_NoMemory();
    for (int64_t i = 0; i < by->numel; i++)
        ends[i] = index[i * by->stride[0]];
    return split_tensor(t, ends, by->numel, dim);
}

PyObject *tbpy_body_tensor_split(const tbpy_call *c)
{
    const tb_tensor *by = tbpy_given_tensor(c, TBPY_TENSOR_SPLIT_TENSOR_INDICES_OR_SECTIONS);
    int64_t sections, dim = 0;
    if (tbpy_given_int(c, TBPY_TENSOR_SPLIT_DIM, &dim) < 0 ||
        tbpy_given_index(c, TBPY_TENSOR_SPLIT_SECTIONS, &sections) < 0)
        return NULL;
    if (c->given[TBPY_TENSOR_SPLIT_INDICES])
        return split_at(c, TBPY_TENSOR_SPLIT_INDICES, dim);
    return by ? split_by_tensor(tbpy_self_of(c), by, dim)
              : split_tensor(tbpy_self_of(c), NULL, sections, dim);
}

/* hsplit, vsplit, dsplit: the row's code is the dimension, except that hsplit splits a vector along its
 * only one. */
PyObject *tbpy_body_split_along(const tbpy_call *c)
{
    const char *name = c->f->overloads.function;
    const tb_tensor *t = tbpy_self_of(c);
    const int code = c->f->code, needed = code == 1 ? 1 : code == 0 ? 2 : 3;
    const int dim = code < t->ndim ? code : 0;
    int64_t sections = 0;
    if (tbpy_given_int(c, TBPY_SPLIT_ALONG_SECTIONS, &sections) < 0)
        return NULL;
    if (t->ndim < needed)
        return PyErr_Format(PyExc_RuntimeError,
                            "torch.%s requires a tensor with at least %d dimension, but got a tensor with %d "
                            "dimensions!",
                            name, needed, t->ndim);
    if (c->given[TBPY_SPLIT_ALONG_INDICES])
        return split_at(c, TBPY_SPLIT_ALONG_INDICES, dim);
    if (sections == 0 || t->size[dim] % sections != 0)
        return PyErr_Format(
            PyExc_RuntimeError,
            "torch.%s attempted to split along dimension %d, but the size of the dimension %lld "
            "is not divisible by the split_size %lld!",
            name, dim, (long long)t->size[dim], (long long)sections);
    return split_tensor(t, NULL, sections, dim);
}
