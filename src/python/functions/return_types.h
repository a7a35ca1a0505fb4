/* return_types.h: the tuples with named fields that functions with two results return. */
#ifndef TBPY_RETURN_TYPES_H
#define TBPY_RETURN_TYPES_H

#include "python/args/row.h"

/* Both results of the row's function: an object of its class of torch.return_types, which is another one with
 * out=, or a plain tuple.  Steals both references, even on failure. */
PyObject *tbpy_return_pair(const tbpy_function *f, bool out, PyObject *first, PyObject *second);

int tbpy_init_return_types(PyObject *module); /* _return_types */

#endif
