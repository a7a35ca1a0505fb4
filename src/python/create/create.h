/* create.h: functions and methods that make tensors of sizes, numbers, data and memory. */
#ifndef TBPY_CREATE_H
#define TBPY_CREATE_H

#include "python/base/tbpy.h"

extern PyMethodDef tbpy_filled_functions[];   /* filled.c: empty zeros ones full *_like */
extern PyMethodDef tbpy_sequence_functions[]; /* sequences.c: eye linspace arange range */
extern PyMethodDef tbpy_random_functions[];   /* random.c: rand randn randint *_like randperm */
extern PyMethodDef tbpy_random_methods[];     /* random.c: normal_ uniform_ */
extern PyMethodDef tbpy_new_functions[];      /* new_methods.c: empty_strided as_tensor */
extern PyMethodDef tbpy_new_methods[];        /* new_methods.c: new_empty new_zeros ... */
extern PyMethodDef tbpy_asarray_functions[];  /* asarray.c: frombuffer asarray */

#endif
