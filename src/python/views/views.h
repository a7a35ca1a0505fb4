/* views.h: views that other folders use. */
#ifndef TBPY_VIEWS_H
#define TBPY_VIEWS_H

#include "python/base/tbpy.h"

/* split.c: self.real (self itself if it is real) and self.imag. */
PyObject *tbpy_real(PyObject *self);
PyObject *tbpy_imag(PyObject *self);

/* view.c: the last two dimensions exchanged and the elements conjugated, which copies complex ones.
 * `attribute`: the attribute of Tensor to name in messages, NULL for the method. */
PyObject *tbpy_adjoint(PyObject *self, const char *attribute);

#endif
