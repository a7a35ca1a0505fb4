/* module.h: the parts of the module. */
#ifndef TBPY_MODULE_H
#define TBPY_MODULE_H

#include "python/args/row.h"

int tbpy_init_tensor_type(PyObject *module, const tbpy_class *c); /* tensor_type.c */

extern const PyMethodDef tbpy_functions_of_module[]; /* function_table.c */

/* resources.c: reads TBCAST_CPU, TBCAST_NUM_THREADS, TBCAST_CACHE and TBCAST_CACHE_LIMIT; raises
 * ImportError. */
int tbpy_init_resources(void);

#endif
