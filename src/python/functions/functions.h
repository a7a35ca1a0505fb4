/* functions.h: the function table, and functions that have no row yet. */
#ifndef TBPY_FUNCTIONS_H
#define TBPY_FUNCTIONS_H

#include "python/call/given.h"

extern PyMethodDef tbpy_table_functions[]; /* function_table.c */
extern PyMethodDef tbpy_table_methods[];
extern PyMethodDef tbpy_broadcasting_functions[]; /* broadcasting.c: _try_broadcast, which has no row */

PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b); /* products.c: the slot of @ */

#endif
