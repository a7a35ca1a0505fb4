/* gather.c: bodies of index_select, take, gather and take_along_dim: arguments.  The core does the rest. */
#include "python/base/errors.h"
#include "python/call/policy.h"
#include "python/indexing/indexed.h"

/* index_select, take, gather */
PyObject *tbpy_body_gather(const tbpy_call *c)
{
    tb_gather_call call;
    return tbpy_begin_indexed(&call, c, (tb_gather_op)c->f->code) < 0 ? NULL : tbpy_run_indexed(&call, c);
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
    const tb_tensor *indices = tbpy_given_tensor(c, TBPY_INDEXED_INDEX);
    tbpy_broadcast asked = {.name = c->f->overloads.function, .n = 0};
    int axis;
    if (tbpy_self_of(c)->ndim != indices->ndim || tb_wrap_dim(dim, indices->ndim, &axis, NULL) != TB_OK ||
        indices->ndim == 0)
        return 0;
    tbpy_add_operand(&asked, c->given[c->f->own]);
    tbpy_add_operand(&asked, c->given[TBPY_INDEXED_INDEX]);
    asked.shape[0].size[axis] = indices->size[axis];
    return tbpy_ask_once(&asked);
}

PyObject *tbpy_body_take_along_dim(const tbpy_call *c)
{
    tb_tensor table, index;
    tb_error err;
    tb_gather_call call;
    if (tbpy_begin_indexed(&call, c, TB_GATHER) < 0)
        return NULL;
    if ((tbpy_policy() & TBPY_ASK_POLICY) && c->given[TBPY_INDEXED_DIM] && ask_along(c, call.dim) < 0)
        return NULL;
    if (make_along(&table, &index, tbpy_self_of(c), tbpy_given_tensor(c, TBPY_INDEXED_INDEX),
                   c->given[TBPY_INDEXED_DIM] ? &call.dim : NULL, &err) != TB_OK)
        return tbpy_raise(&err);
    call.self = &table;
    call.index = &index;
    PyObject *result = tbpy_run_indexed(&call, c);
    tb_tensor_release(&table);
    tb_tensor_release(&index);
    return result;
}
