/* module.h: the parts of the module. */
#ifndef TBPY_MODULE_H
#define TBPY_MODULE_H

#include "python/args/row.h"

int tbpy_init_tensor_type(PyObject *module, const tbpy_class *c); /* tensor_type.c */

/* function_table.c: the module's functions, and the constructor and methods of every class that has rows. */
extern const PyMethodDef tbpy_functions_of_module[];
#define TBPY_CLASS(name) extern const tbpy_class tbpy_class_of_##name;
TBPY_FOR_EACH_CLASS(TBPY_CLASS)
#undef TBPY_CLASS

/* resources.c: reads TBCAST_CPU, TBCAST_NUM_THREADS, TBCAST_CACHE and TBCAST_CACHE_LIMIT; raises
 * ImportError. */
int tbpy_init_resources(void);

#endif
