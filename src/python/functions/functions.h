/* functions.h: the function table, and what has no row yet. */
#ifndef TBPY_FUNCTIONS_H
#define TBPY_FUNCTIONS_H

#include "python/base/tbpy.h"

/* function_table.c: the module's functions, and the methods of every class that has rows. */
extern PyMethodDef tbpy_functions_of_module[];
extern PyMethodDef tbpy_methods_of_Tensor[];
extern PyMethodDef tbpy_methods_of_Generator[];
extern PyMethodDef tbpy_methods_of_Size[];
extern PyMethodDef tbpy_methods_of_UntypedStorage[];
extern PyMethodDef tbpy_methods_of_dtype[];

extern PyMethodDef tbpy_broadcasting_functions[]; /* broadcasting.c: _try_broadcast, which has no row */

PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b); /* products.c: the slot of @ */

#endif
