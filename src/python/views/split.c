/* split.c: views of some of a tensor's elements: select, narrow, unbind, split, chunk, diagonal, real and
 * imag. */
#include "python/views/views.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/types/tensor.h"
#include "python/views/split_docs.h"

/* ---- one view ---- */

static const tbpy_signature select_signature = {"select", 3, 3, 3, {"input", "dim", "index"}};

static PyObject *select_from(PyObject *self, PyObject *const *given, int position)
{
    int64_t dim, index;
    if (tbpy_as_int64(given[0], "select", "dim", position, &dim) < 0 ||
        tbpy_as_index(given[1], "select", "index", position + 1, &index) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_select_named, tbpy_tensor_of(self), dim, index);
}

TBPY_BOTH_OF(select, select_from)

static const tbpy_signature diagonal_signature = {"diagonal", 4, 4, 1, {"input", "offset", "dim1", "dim2"}};

static PyObject *diagonal_of(PyObject *self, PyObject *const *given, int position)
{
    int64_t offset = 0, dim1 = 0, dim2 = 1;
    if (tbpy_optional_int64(given[0], "diagonal", "offset", position, &offset) < 0 ||
        tbpy_optional_int64(given[1], "diagonal", "dim1", position + 1, &dim1) < 0 ||
        tbpy_optional_int64(given[2], "diagonal", "dim2", position + 2, &dim2) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_diagonal, tbpy_tensor_of(self), offset, dim1, dim2);
}

TBPY_BOTH_OF(diagonal, diagonal_of)

PyObject *tbpy_real(PyObject *self)
{
    if (tb_dtypes[tbpy_tensor_of(self)->dtype].kind != TB_KIND_COMPLEX)
        return Py_NewRef(self);
    return TBPY_NEW_TENSOR(tb_view_real, tbpy_tensor_of(self));
}

PyObject *tbpy_imag(PyObject *self) { return TBPY_NEW_TENSOR(tb_view_imag, tbpy_tensor_of(self)); }

static const tbpy_signature real_signature = {"real", 1, 1, 1, {"input"}};

static PyObject *real_of(PyObject *self, PyObject *const *Py_UNUSED(given), int Py_UNUSED(position))
{
    return tbpy_real(self);
}

TBPY_FUNCTION_OF(real, real_of)

static const tbpy_signature imag_signature = {"imag", 1, 1, 1, {"input"}};

static PyObject *imag_of(PyObject *self, PyObject *const *Py_UNUSED(given), int Py_UNUSED(position))
{
    return tbpy_imag(self);
}

TBPY_FUNCTION_OF(imag, imag_of)

/* ---- narrow ---- */

static PyObject *fail_narrow(bool method, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    /* Bits of the arguments that fit: self, dim, start, length. */
    PyObject *const *own = method ? args : args + 1;
    unsigned tensor_start = 0, int_start = 0;
    if (!kwnames && nargs == (method ? 3 : 4)) {
        unsigned both = (tbpy_is_int64(own[0]) ? 1U : 0) | (tbpy_is_index(own[2]) ? 4U : 0);
        tensor_start = both | (TbTensor_Check(own[1]) ? 2U : 0);
        int_start = both | (tbpy_is_index(own[1]) ? 2U : 0);
        if (!method) {
            unsigned input = TbTensor_Check(args[0]) ? 1U : 0;
            tensor_start = tensor_start << 1 | input;
            int_start = int_start << 1 | input;
        }
    }
    const tbpy_candidate candidates[2] = {
        {method ? "int dim, Tensor start, int length" : "Tensor input, int dim, Tensor start, int length",
         method ? 3 : 4, tensor_start},
        {method ? "int dim, int start, int length" : "Tensor input, int dim, int start, int length",
         method ? 3 : 4, int_start},
    };
    return tbpy_no_candidate("narrow", args, nargs, kwnames, candidates, 2);
}

/* 0, or -1 with torch's error for a start that is a tensor but no integer. */
static int read_start(PyObject *o, int position, int64_t *start)
{
    if (TbTensor_Check(o)) {
        const tb_tensor *t = tbpy_tensor_of(o);
        if (t->ndim != 0 || tb_dtypes[t->dtype].kind != TB_KIND_INT) {
            PyErr_SetString(PyExc_RuntimeError, "start must be an 0-dim integral Tensor.");
            return -1;
        }
    }
    return tbpy_as_index(o, "narrow", "start", position, start);
}

static PyObject *narrow_call(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"narrow", 4, 4, 4, {"input", "dim", "start", "length"}};
    static const tbpy_signature method_signature = {"narrow", 3, 3, 3, {"dim", "start", "length"}};
    PyObject *given[4] = {self}, **own = given + 1;
    const bool method = self != NULL;
    int64_t dim, start, length;

    int status = method ? tbpy_parse(&method_signature, args, nargs, kwnames, own)
                        : tbpy_parse(&signature, args, nargs, kwnames, given);
    if (status < 0 || !TbTensor_Check(given[0]) || !tbpy_is_int64(own[0]) || !tbpy_is_index(own[2]) ||
        (!TbTensor_Check(own[1]) && !tbpy_is_index(own[1]))) {
        PyErr_Clear();
        return fail_narrow(method, args, nargs, kwnames);
    }
    if (tbpy_as_int64(own[0], "narrow", "dim", 0, &dim) < 0 || read_start(own[1], 0, &start) < 0 ||
        tbpy_as_index(own[2], "narrow", "length", 0, &length) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_view_narrow, tbpy_tensor_of(given[0]), dim, start, length);
}

static PyObject *function_narrow(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                 PyObject *kwnames)
{
    return narrow_call(NULL, args, nargs, kwnames);
}

static PyObject *method_narrow(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return narrow_call(self, args, nargs, kwnames);
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

static const tbpy_signature unbind_signature = {"unbind", 2, 2, 1, {"input", "dim"}};

static PyObject *unbind_from(PyObject *self, PyObject *const *given, int position)
{
    int64_t dim = 0;
    int wrapped;
    tb_error err;
    if (tbpy_optional_int64(given[0], "unbind", "dim", position, &dim) < 0)
        return NULL;
    if (tb_wrap_dim(dim, tbpy_tensor_of(self)->ndim, &wrapped, &err) != TB_OK)
        return tbpy_raise(&err);
    if (tbpy_tensor_of(self)->ndim == 0)
        return PyErr_Format(PyExc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
                            (long long)wrapped);
    return views_of(tbpy_tensor_of(self), wrapped, NULL);
}

TBPY_BOTH_OF(unbind, unbind_from)

static const tbpy_signature chunk_signature = {"chunk", 3, 3, 2, {"input", "chunks", "dim"}};

static PyObject *chunks_of(PyObject *self, PyObject *const *given, int position)
{
    int64_t chunks, dim = 0;
    tb_pieces pieces;
    tb_error err;
    if (tbpy_as_int64(given[0], "chunk", "chunks", position, &chunks) < 0 ||
        tbpy_optional_int64(given[1], "chunk", "dim", position + 1, &dim) < 0)
        return NULL;
    if (tb_pieces_chunks(&pieces, tbpy_tensor_of(self), chunks, dim, &err) != TB_OK)
        return tbpy_raise(&err);
    return views_of(tbpy_tensor_of(self), pieces.dim, &pieces);
}

TBPY_BOTH_OF(chunk, chunks_of)

/* ---- split ---- */

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
        {"Tensor input, int split_size, int dim = 0", 3, first | last},
        {"Tensor input, tuple of ints split_size, int dim = 0", 3, 1 | last},
    };
    tbpy_no_candidate("split", all, 3, NULL, candidates, 2);
    Py_DECREF(zero);
    return NULL;
}

static const tbpy_signature split_signature = {"split", 3, 3, 2, {"tensor", "split_size_or_sections", "dim"}};
static const tbpy_signature split_method_signature = {"split", 2, 2, 1, {"split_size", "dim"}};

static PyObject *split_into(PyObject *self, PyObject *const *given, int Py_UNUSED(position))
{
    int64_t size, dim = 0;
    tb_pieces pieces;
    tb_error err;
    if (!PyLong_Check(given[0]) && !tbpy_is_int64(given[0]))
        return split_by_lengths(self, given[0], given[1]);
    if (PyBool_Check(given[0]) || (given[1] && !tbpy_is_int64(given[1])))
        return fail_split(self, given[0], given[1]);
    if (tbpy_as_int64(given[0], "split", "split_size", 2, &size) < 0 ||
        tbpy_optional_int64(given[1], "split", "dim", 3, &dim) < 0)
        return NULL;
    if (tb_pieces_of_length(&pieces, tbpy_tensor_of(self), size, dim, &err) != TB_OK)
        return tbpy_raise(&err);
    return views_of(tbpy_tensor_of(self), pieces.dim, &pieces);
}

TBPY_FUNCTION_OF(split, split_into)

static PyObject *method_split(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[2] = {NULL};
    return tbpy_parse(&split_method_signature, args, nargs, kwnames, given) < 0 ? NULL
                                                                                : split_into(self, given, 1);
}

PyMethodDef tbpy_split_methods[] = {
    TBPY_METHOD_ROW(select, method_select_doc),
    TBPY_METHOD_ROW(narrow, method_narrow_doc),
    TBPY_METHOD_ROW(unbind, method_unbind_doc),
    TBPY_METHOD_ROW(split, method_split_doc),
    TBPY_METHOD_ROW(chunk, method_chunk_doc),
    TBPY_METHOD_ROW(diagonal, method_diagonal_doc),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_split_functions[] = {
    TBPY_FUNCTION_ROW(select, select_doc),
    TBPY_FUNCTION_ROW(narrow, narrow_doc),
    TBPY_FUNCTION_ROW(unbind, unbind_doc),
    TBPY_FUNCTION_ROW(split, split_doc),
    TBPY_FUNCTION_ROW(chunk, chunk_doc),
    TBPY_FUNCTION_ROW(diagonal, diagonal_doc),
    TBPY_FUNCTION_ROW(real, real_doc),
    TBPY_FUNCTION_ROW(imag, imag_doc),
    {NULL, NULL, 0, NULL},
};
