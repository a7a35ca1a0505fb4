/* functions.h: the function table, and functions that have no row yet. */
#ifndef TBPY_FUNCTIONS_H
#define TBPY_FUNCTIONS_H

#include "python/call/given.h"

extern PyMethodDef tbpy_table_functions[]; /* function_table.c */
extern PyMethodDef tbpy_table_methods[];
extern PyMethodDef tbpy_norm_functions[]; /* norm.c: norm */
extern PyMethodDef tbpy_norm_methods[];
extern PyMethodDef tbpy_broadcasting_functions[]; /* broadcasting.c: broadcast_shapes broadcast_tensors ... */
extern PyMethodDef tbpy_promotion_functions[]; /* promotion.c: result_type promote_types can_cast is_tensor */

PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b); /* products.c: the slot of @ */

#endif
