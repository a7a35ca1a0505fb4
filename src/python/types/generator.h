/* generator.h: the type tbcast.Generator and the default generator. */
#ifndef TBPY_GENERATOR_H
#define TBPY_GENERATOR_H

#include "python/base/tbpy.h"

/* The keyword generator=, where NULL and None are the default one; no other thread draws from it then. */
int tbpy_as_generator(PyObject *o, const char *function, tb_generator **g);

extern PyMethodDef tbpy_generator_functions[]; /* of the default one: manual_seed seed get_rng_state ... */
int tbpy_init_generator_type(PyObject *module); /* Generator, default_generator */

#endif
