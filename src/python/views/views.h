/* views.h: methods and functions that give another view of a tensor's memory. */
#ifndef TBPY_VIEWS_H
#define TBPY_VIEWS_H

#include "python/base/tbpy.h"

/* split.c: self.real (self itself where it is real) and self.imag. */
PyObject *tbpy_real(PyObject *self);
PyObject *tbpy_imag(PyObject *self);

extern PyMethodDef tbpy_view_functions[]; /* view.c: reshape permute transpose squeeze as_strided clone ... */
extern PyMethodDef tbpy_view_methods[]; /* view.c: view expand reshape permute ... */
extern PyMethodDef tbpy_reshape_functions[]; /* reshape.c: flatten swapaxes movedim atleast_1d ... */
extern PyMethodDef tbpy_reshape_methods[];
extern PyMethodDef tbpy_split_functions[]; /* split.c: select narrow unbind split chunk diagonal real imag */
extern PyMethodDef tbpy_split_methods[];
extern PyMethodDef tbpy_in_place_functions[]; /* in_place.c: resize_as_ */
extern PyMethodDef tbpy_in_place_methods[]; /* in_place.c: unsqueeze_ transpose_ resize_ ... */

#endif
