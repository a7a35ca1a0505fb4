/* device.h: the type tbcast.device, and the refusals of every device but the CPU. */
#ifndef TBPY_DEVICE_H
#define TBPY_DEVICE_H

#include "python/args/row.h"

PyObject *tbpy_device_object(void); /* device(type='cpu') */
/* The keyword device=: one clear error for all but the CPU; NULL and None are fine. */
int tbpy_check_device(PyObject *device, const char *function);
/* Always -1, with the error of Tensor.cuda(device). */
int tbpy_check_cuda(PyObject *device);

int tbpy_init_device_type(PyObject *module, const tbpy_class *c);

#endif
