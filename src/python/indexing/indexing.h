/* indexing.h: functions and methods that follow tensors of indices. */
#ifndef TBPY_INDEXING_H
#define TBPY_INDEXING_H

#include "python/base/tbpy.h"

extern PyMethodDef tbpy_gather_functions[]; /* gather.c: index_select take gather take_along_dim */
extern PyMethodDef tbpy_gather_methods[];
extern PyMethodDef
    tbpy_scatter_functions[]; /* scatter.c: scatter scatter_add index_fill index_copy index_add */
extern PyMethodDef tbpy_scatter_methods[];

#endif
