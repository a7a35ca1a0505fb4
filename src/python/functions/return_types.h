/* return_types.h: the tuples with named fields that functions with two results return. */
#ifndef TBPY_RETURN_TYPES_H
#define TBPY_RETURN_TYPES_H

#include "python/base/tbpy.h"

/* torch.return_types.<name>(first, second), for a name in return_types.c: "max", or "max_out" if out= was
 * given, ...  Steals both references, even on failure; if either is NULL, passes its exception on. */
PyObject *tbpy_return_pair(const char *name, PyObject *first, PyObject *second);

int tbpy_init_return_types(PyObject *module); /* _return_types */

#endif
