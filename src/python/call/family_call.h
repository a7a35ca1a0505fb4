/* family_call.h: the one path from Python to a call of a family (core/family/family.h): prepare, warn, run. */
#ifndef TBPY_FAMILY_CALL_H
#define TBPY_FAMILY_CALL_H

#include "python/base/types.h"

/* out[k]: what the call's out[k] is to write, a Tensor, or NULL.  Then each of the call's results, a new
 * reference, and NULL where there is none.  0, or -1 with an exception. */
int tbpy_run_family(tb_call_header *call, PyObject *out[2]);
/* The same of one result: the tensor, or NULL with an exception. */
PyObject *tbpy_run_one(tb_call_header *call, PyObject *out);

#endif
