/* memory_format.h: the type tbcast.memory_format and its four objects. */
#ifndef TBPY_MEMORY_FORMAT_H
#define TBPY_MEMORY_FORMAT_H

#include "python/args/row.h"

tb_memory_format tbpy_memory_format_of(PyObject *o); /* one of the four */

int tbpy_init_memory_format_type(PyObject *module,
                                 const tbpy_class *c); /* memory_format, channels_last, ... */

#endif
