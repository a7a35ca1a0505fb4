/* views.h: views that other folders make. */
#ifndef TBPY_VIEWS_H
#define TBPY_VIEWS_H

#include "python/base/tbpy.h"

/* split.c: self.real (self itself where it is real) and self.imag. */
PyObject *tbpy_real(PyObject *self);
PyObject *tbpy_imag(PyObject *self);

/* view.c: the last two dimensions exchanged and the elements conjugated, which makes a copy of complex ones;
 * for messages, `attribute` says which of Tensor's is asked for, NULL: the method. */
PyObject *tbpy_adjoint(PyObject *self, const char *attribute);

#endif
