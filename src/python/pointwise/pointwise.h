/* pointwise.h: the functions and methods of pointwise operators. */
#ifndef TBPY_POINTWISE_H
#define TBPY_POINTWISE_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_operator_functions[]; /* operator_table.c */
extern const PyMethodDef tbpy_operator_methods[];
extern const PyMethodDef tbpy_operator_names[]; /* _operator_functions, _operator_methods */

#endif
