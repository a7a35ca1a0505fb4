/* torch_mode.h: the part of tbcast.audit.torch that runs on every call of a PyTorch function. */
#ifndef TBPY_TORCH_MODE_H
#define TBPY_TORCH_MODE_H

#include "python/base/tbpy.h"

int tbpy_init_torch_mode(PyObject *module); /* _TorchMode */

#endif
