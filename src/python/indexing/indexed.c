/* indexed.c: see indexed.h. */
#include "python/indexing/indexed.h"

int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op)
{
    tb_gather_call_init(call, op);
    if (tbpy_given_int(c, TBPY_INDEXED_DIM, &call->dim) < 0)
        return -1;
    call->self = tbpy_self_of(c);
    call->index = tbpy_given_tensor(c, TBPY_INDEXED_INDEX);
    return 0;
}

PyObject *tbpy_run_indexed(tb_gather_call *call, const tbpy_call *c)
{
    PyObject *out = c->given[c->f->inplace ? TBPY_INDEXED_INPUT : TBPY_INDEXED_OUT];
    return tbpy_run_one(&tb_gather_families[call->op], &call->header, c->f->inplace, out);
}
