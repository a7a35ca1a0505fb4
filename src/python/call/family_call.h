/* family_call.h: the only path from Python to a call of a family (core/family/family.h): prepare, warn,
 * run. */
#ifndef TBPY_FAMILY_CALL_H
#define TBPY_FAMILY_CALL_H

#include "python/base/types.h"

/* `call` is filled except for the family, the form, the lock and the output.  out[k]: on entry the Tensor
 * that the call's out[k] writes (its operand, if in place), or NULL; on return the result, a new
 * reference, or NULL if there is none.  Returns 0, or -1 with an exception. */
int tbpy_run_family(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out[2]);
/* The same for a single result: the Tensor, or NULL with an exception. */
PyObject *tbpy_run_one(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out);

#endif
