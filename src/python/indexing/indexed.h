/* indexed.h: what the calls that follow a tensor of indices share (gather.c, scatter.c).  All arguments are
 * converted before a tensor is looked at. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "python/base/tbpy.h"

/* Prepares, warns, runs.  `out` is the tensor to write (returned with a new
 * reference), or NULL for a new one. */
PyObject *tbpy_indexed(tb_indexed *call, PyObject *out);
/* dim and index, which most functions begin with: given[0] and given[1]. */
int tbpy_parse_dim_and_index(tb_indexed *call, PyObject *self, PyObject *const *given, int position,
                             const char *function);
/* out= of a function: NULL and None are none; *form follows. */
int tbpy_parse_out(PyObject **out, const char *function, tb_form *form);

#endif
