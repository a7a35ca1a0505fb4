/* subscript.h: tensor[index] and tensor[index] = value. */
#ifndef TBPY_SUBSCRIPT_H
#define TBPY_SUBSCRIPT_H

#include "python/base/tbpy.h"

PyObject *tbpy_getitem(PyObject *self, PyObject *index);
int tbpy_setitem(PyObject *self, PyObject *index, PyObject *value); /* value broadcasts */

#endif
