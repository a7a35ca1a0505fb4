/* indexed.h: shared by calls with a tensor of indices (gather.c, scatter.c).  All arguments are converted
 * before any tensor is read. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "python/call/family_call.h"
#include "python/call/given.h"

/* Reads input, dim and index, the first arguments of most of them. */
int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op);
/* See tbpy_run_one. */
static inline PyObject *tbpy_indexed(tb_gather_call *call, bool inplace, PyObject *out)
{
    return tbpy_run_one(&tb_gather_families[call->op], &call->header, inplace, out);
}

#endif
