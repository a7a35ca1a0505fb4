/* family_call.h: the one path from Python to a call of a family (core/family/family.h): prepare, warn, run. */
#ifndef TBPY_FAMILY_CALL_H
#define TBPY_FAMILY_CALL_H

#include "python/base/types.h"

/* `call` is filled but for the family, the form, the lock and what is written.  out[k]: the Tensor that the call's
 * out[k] is to write (its operand, in place), or NULL.  Then each of the results, a new reference, and NULL where there
 * is none.  0, or -1 with an exception. */
int tbpy_run_family(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out[2]);
/* The same of one result: the Tensor, or NULL with an exception. */
PyObject *tbpy_run_one(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out);

#endif
