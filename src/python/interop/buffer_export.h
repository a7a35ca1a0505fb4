/* buffer_export.h: exports a tensor's memory: the buffer protocol and Tensor.numpy(). */
#ifndef TBPY_BUFFER_EXPORT_H
#define TBPY_BUFFER_EXPORT_H

#include "python/base/tbpy.h"

/* Slots of Tensor. */
int tbpy_getbuffer(PyObject *self, Py_buffer *view, int flags);
void tbpy_releasebuffer(PyObject *self, Py_buffer *view);

/* An ndarray over the tensor's memory. */
PyObject *tbpy_share_with_numpy(PyObject *self);

#endif
