/* torch_mode.h: the part of tbcast.audit.torch that runs on every call of a PyTorch function. */
#ifndef WATCH_TORCH_MODE_H
#define WATCH_TORCH_MODE_H

#include "audit/audit.h"

int watch_init_torch_mode(PyObject *module); /* TorchMode */

#endif
