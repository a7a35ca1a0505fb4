/* pickling.h: what the types of storages and generators take from pickling.c.
 * Relies on: tbpy.h, ../core/random.h. */
#ifndef TBPY_PICKLING_H
#define TBPY_PICKLING_H

#include "tbpy.h"

#include "../core/random.h"

/* Bodies of __reduce_ex__ and __reduce__. */
PyObject *tbpy_reduce_storage(PyObject *self, PyObject *protocol);
PyObject *tbpy_reduce_generator(PyObject *self, PyObject *unused);

/* The state as a tensor of bytes, laid out as torch's, and back: -1 with torch's
 * exception for anything that no generator can have; then *g is as it was. */
PyObject *tbpy_generator_get_state(const tb_generator *g);
int tbpy_generator_set_state(tb_generator *g, PyObject *o);

#endif
