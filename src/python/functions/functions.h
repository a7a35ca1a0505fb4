/* functions.h: functions without a row. */
#ifndef TBPY_FUNCTIONS_H
#define TBPY_FUNCTIONS_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_broadcasting_functions[]; /* broadcasting.c: _try_broadcast */

PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b); /* products.c: the slot of @ */

#endif
