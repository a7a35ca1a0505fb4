/* generator.h: the type tbcast.Generator and the default generator. */
#ifndef TBPY_GENERATOR_H
#define TBPY_GENERATOR_H

#include "python/base/tbpy.h"

/* Of the keyword generator=; NULL: the default one. */
tb_generator *tbpy_generator_of(PyObject *o);

extern PyMethodDef tbpy_generator_functions[]; /* of the default one: manual_seed seed get_rng_state ... */
int tbpy_init_generator_type(PyObject *module); /* Generator, default_generator */

#endif
