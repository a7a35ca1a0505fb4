/* generator.h: the type tbcast.Generator and the default generator. */
#ifndef TBPY_GENERATOR_H
#define TBPY_GENERATOR_H

#include "python/args/row.h"

/* The value of the keyword generator=; NULL for the default one. */
tb_generator *tbpy_generator_of(PyObject *o);

PyObject *tbpy_default_generator(void); /* borrowed */
/* manual_seed, which returns the generator; seed; initial_seed; get_state and set_state. */
PyObject *tbpy_generator_seed_with(PyObject *generator, PyObject *seed);
PyObject *tbpy_generator_reseed(PyObject *generator);
PyObject *tbpy_generator_initial_seed(PyObject *generator);
PyObject *tbpy_generator_state(PyObject *generator);
int tbpy_generator_set_state(PyObject *generator, PyObject *state);
int tbpy_init_generator_type(PyObject *module, const tbpy_class *c); /* Generator, default_generator */

#endif
