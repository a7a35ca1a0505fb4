/* nonzero.h: nonzero, argwhere, masked_select. */
#ifndef TBPY_NONZERO_H
#define TBPY_NONZERO_H

#include "python/base/tbpy.h"

PyObject *tbpy_nonzero_tuple(PyObject *self); /* nonzero(as_tuple=True), where(condition) */

#endif
