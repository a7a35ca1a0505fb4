/* gather.c: index_select, take, gather and take_along_dim: arguments; the rest is
 * the core's. */
#include "python/indexing/indexing.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/indexing/gather_docs.h"
#include "python/indexing/indexed.h"

static const tbpy_signature index_select_signature = {
    "index_select", 4, 3, 3, {"input", "dim", "index", "out"}};

static PyObject *selected(PyObject *self, PyObject *const *given, int position)
{
    tb_indexed call;
    PyObject *out = given[2];
    tb_indexed_init(&call, TB_INDEX_SELECT);
    if (tbpy_parse_dim_and_index(&call, self, given, position, "index_select") < 0 ||
        tbpy_parse_out(&out, "index_select", &call.form) < 0)
        return NULL;
    return tbpy_indexed(&call, out);
}

TBPY_BOTH_WITH_OUT_OF(index_select, selected)

static const tbpy_signature take_signature = {"take", 3, 2, 2, {"input", "index", "out"}};

static PyObject *taken(PyObject *self, PyObject *const *given, int position)
{
    tb_indexed call;
    PyObject *out = given[1];
    TbTensor *index;
    tb_indexed_init(&call, TB_TAKE);
    if (tbpy_as_tensor(given[0], "take", "index", position, &index) < 0 ||
        tbpy_parse_out(&out, "take", &call.form) < 0)
        return NULL;
    call.self = tbpy_tensor_of(self);
    call.index = &index->t;
    return tbpy_indexed(&call, out);
}

TBPY_BOTH_WITH_OUT_OF(take, taken)

static const tbpy_signature gather_signature = {
    "gather", 5, 3, 3, {"input", "dim", "index", "sparse_grad", "out"}};

static PyObject *gathered(PyObject *self, PyObject *const *given, int position)
{
    tb_indexed call;
    PyObject *out = given[3];
    bool sparse_grad; /* there are no gradients to be sparse */
    tb_indexed_init(&call, TB_GATHER);
    if (tbpy_parse_dim_and_index(&call, self, given, position, "gather") < 0 ||
        tbpy_as_bool(given[2], "gather", "sparse_grad", &sparse_grad) < 0 ||
        tbpy_parse_out(&out, "gather", &call.form) < 0)
        return NULL;
    return tbpy_indexed(&call, out);
}

TBPY_BOTH_WITH_OUT_OF(gather, gathered)

static const tbpy_signature take_along_dim_signature = {
    "take_along_dim", 4, 3, 2, {"input", "indices", "dim", "out"}};

/* Views of both operands for gather; without dim, of one dimension. */
static tb_status make_along(tb_tensor *self, tb_tensor *index, const tb_tensor *t, const tb_tensor *indices,
                            const int64_t *dim, tb_error *err)
{
    const int64_t flat = -1;
    if (dim)
        return tb_take_along_dim_operands(self, index, t, indices, *dim, err);
    TB_TRY(tb_view_as(self, t, &flat, 1, err));
    const tb_status status = tb_view_as(index, indices, &flat, 1, err);
    if (status != TB_OK)
        tb_tensor_release(self);
    return status;
}

static PyObject *taken_along_dim(PyObject *self, PyObject *const *given, int position)
{
    const bool has_dim = given[1] && given[1] != Py_None;
    PyObject *out = given[2];
    TbTensor *indices;
    int64_t dim = 0;
    tb_tensor table, index;
    tb_error err;
    tb_indexed call;
    tb_indexed_init(&call, TB_GATHER);
    if (tbpy_as_tensor(given[0], "take_along_dim", "indices", position, &indices) < 0 ||
        (has_dim && tbpy_as_int64(given[1], "take_along_dim", "dim", position + 1, &dim) < 0) ||
        tbpy_parse_out(&out, "take_along_dim", &call.form) < 0)
        return NULL;
    if (make_along(&table, &index, tbpy_tensor_of(self), &indices->t, has_dim ? &dim : NULL, &err) != TB_OK)
        return tbpy_raise(&err);
    call.self = &table;
    call.index = &index;
    call.dim = dim;
    PyObject *result = tbpy_indexed(&call, out);
    tb_tensor_release(&table);
    tb_tensor_release(&index);
    return result;
}

TBPY_BOTH_WITH_OUT_OF(take_along_dim, taken_along_dim)

PyMethodDef tbpy_gather_functions[] = {
    TBPY_FUNCTION_ROW(index_select, index_select_doc),
    TBPY_FUNCTION_ROW(take, take_doc),
    TBPY_FUNCTION_ROW(gather, gather_doc),
    TBPY_FUNCTION_ROW(take_along_dim, take_along_dim_doc),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_gather_methods[] = {
    TBPY_METHOD_ROW(index_select, method_index_select_doc),
    TBPY_METHOD_ROW(take, method_take_doc),
    TBPY_METHOD_ROW(gather, method_gather_doc),
    TBPY_METHOD_ROW(take_along_dim, method_take_along_dim_doc),
    {NULL, NULL, 0, NULL},
};
