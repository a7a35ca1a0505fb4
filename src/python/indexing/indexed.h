/* indexed.h: what the calls that follow a tensor of indices share (gather.c, scatter.c).  All arguments are
 * converted before a tensor is looked at. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "python/call/family_call.h"
#include "python/call/given.h"

/* input, dim and index, which most of them begin with. */
int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op);
/* As tbpy_run_one. */
static inline PyObject *tbpy_indexed(tb_gather_call *call, bool inplace, PyObject *out)
{
    return tbpy_run_one(&tb_gather_families[call->op], &call->header, inplace, out);
}

#endif
