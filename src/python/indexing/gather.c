/* gather.c: bodies of index_select, take, gather and take_along_dim: arguments.  The core does the rest. */
#include "python/base/errors.h"
#include "python/call/policy.h"
#include "python/indexing/indexed.h"

/* index_select, gather */
static PyObject *gathered(const tbpy_call *c, tb_gather_op op, int out)
{
    tb_gather_call call;
    return tbpy_begin_indexed(&call, c, op) < 0 ? NULL : tbpy_indexed(&call, false, c->given[out]);
}

PyObject *tbpy_body_index_select(const tbpy_call *c)
{
    return gathered(c, TB_INDEX_SELECT, TBPY_INDEX_SELECT_OUT);
}

PyObject *tbpy_body_gather(const tbpy_call *c) { return gathered(c, TB_GATHER, TBPY_GATHER_OUT); }

PyObject *tbpy_body_take(const tbpy_call *c)
{
    tb_gather_call call;
    tb_gather_call_init(&call, TB_TAKE);
    call.self = tbpy_self_of(c);
    call.index = tbpy_given_tensor(c, TBPY_TAKE_INDEX);
    return tbpy_indexed(&call, false, c->given[TBPY_TAKE_OUT]);
}

/* Makes views of both operands for gather; without dim, 1-dimensional ones. */
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

/* Asks policies about broadcasting the two against each other, except along dim: there the table counts as
 * being as long as the indices. */
static __attribute__((cold, noinline)) int ask_along(const tbpy_call *c, int64_t dim)
{
    const tb_tensor *indices = tbpy_given_tensor(c, TBPY_TAKE_ALONG_DIM_INDICES);
    tbpy_broadcast asked = {.name = c->f->overloads.function, .n = 0};
    int axis;
    if (tbpy_self_of(c)->ndim != indices->ndim || tb_wrap_dim(dim, indices->ndim, &axis, NULL) != TB_OK ||
        indices->ndim == 0)
        return 0;
    tbpy_add_operand(&asked, c->given[c->f->own]);
    tbpy_add_operand(&asked, c->given[TBPY_TAKE_ALONG_DIM_INDICES]);
    asked.shape[0].size[axis] = indices->size[axis];
    return tbpy_ask_once(&asked);
}

PyObject *tbpy_body_take_along_dim(const tbpy_call *c)
{
    int64_t dim = 0;
    tb_tensor table, index;
    tb_error err;
    tb_gather_call call;
    tb_gather_call_init(&call, TB_GATHER);
    if (tbpy_given_int(c, TBPY_TAKE_ALONG_DIM_DIM, &dim) < 0)
        return NULL;
    if ((tbpy_policy() & TBPY_ASK_POLICY) && c->given[TBPY_TAKE_ALONG_DIM_DIM] && ask_along(c, dim) < 0)
        return NULL;
    if (make_along(&table, &index, tbpy_self_of(c), tbpy_given_tensor(c, TBPY_TAKE_ALONG_DIM_INDICES),
                   c->given[TBPY_TAKE_ALONG_DIM_DIM] ? &dim : NULL, &err) != TB_OK)
        return tbpy_raise(&err);
    call.self = &table;
    call.index = &index;
    call.dim = dim;
    PyObject *result = tbpy_indexed(&call, false, c->given[TBPY_TAKE_ALONG_DIM_OUT]);
    tb_tensor_release(&table);
    tb_tensor_release(&index);
    return result;
}
