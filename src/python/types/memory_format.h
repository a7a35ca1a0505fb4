/* memory_format.h: the type tbcast.memory_format and its four objects. */
#ifndef TBPY_MEMORY_FORMAT_H
#define TBPY_MEMORY_FORMAT_H

#include "python/args/row.h"

/* The keyword memory_format=; NULL and, with or_none, None: unchanged. */
int tbpy_as_memory_format(PyObject *o, const char *function, bool or_none, tb_memory_format *out);

int tbpy_init_memory_format_type(PyObject *module,
                                 const tbpy_class *c); /* memory_format, channels_last, ... */

#endif
