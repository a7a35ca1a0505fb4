/* indexed.h: what the calls that follow a tensor of indices share (gather.c, scatter.c), whose rows share slots.
 * All arguments are converted before a tensor is looked at. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "python/call/family_call.h"
#include "python/call/given.h"

/* input, dim and index. */
int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op);
/* Runs the call: in place, or with out= if that was given. */
PyObject *tbpy_run_indexed(tb_gather_call *call, const tbpy_call *c);

#endif
