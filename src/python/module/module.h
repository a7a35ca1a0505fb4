/* module.h: what the module is put together of. */
#ifndef TBPY_MODULE_H
#define TBPY_MODULE_H

#include "python/base/tbpy.h"

PyMODINIT_FUNC PyInit__C(void); /* init.c */

int tbpy_init_tensor_type(PyObject *module); /* tensor_type.c: the type is made once */

/* function_table.c: the module's functions, and the methods of every class that has rows. */
extern PyMethodDef tbpy_functions_of_module[];
extern PyMethodDef tbpy_methods_of_Tensor[];
extern PyMethodDef tbpy_methods_of_Generator[];
extern PyMethodDef tbpy_methods_of_Size[];
extern PyMethodDef tbpy_methods_of_UntypedStorage[];
extern PyMethodDef tbpy_methods_of_dtype[];

/* resources.c: reads TBCAST_NUM_THREADS and TBCAST_CACHE_LIMIT; ImportError */
int tbpy_init_resources(void);
int tbpy_read_vector_bytes(void); /* the widest vectors TBCAST_LIBMVEC allows; -1: ImportError */

#endif
