/* indexed.h: what the calls that follow a tensor of indices share (gather.c, scatter.c).  All arguments are
 * converted before a tensor is looked at. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "python/call/given.h"

/* input, dim and index, which most of them begin with, and the form: in place, unless tbpy_indexed decides. */
int tbpy_begin_indexed(tb_gather_call *call, const tbpy_call *c, tb_gather_op op);
/* Prepares, warns, runs.  `out` is the tensor to write (returned with a new
 * reference), or NULL for a new one. */
PyObject *tbpy_indexed(tb_gather_call *call, PyObject *out);

#endif
