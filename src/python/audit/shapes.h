/* shapes.h: what rewritten programs call in place of their operators: a look at the operands' shapes for the
 * audit, then the operation itself. */
#ifndef TBPY_SHAPES_H
#define TBPY_SHAPES_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_shapes_functions[];

/* The tables that C and tbcast/audit share. */
int tbpy_init_shapes(PyObject *module);

#endif
