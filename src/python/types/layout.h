/* layout.h: the type tbcast.layout, of which strided is the one object. */
#ifndef TBPY_LAYOUT_H
#define TBPY_LAYOUT_H

#include "python/args/row.h"

PyObject *tbpy_strided_object(void);
/* The keyword layout=: only strided; NULL and None are fine. */
int tbpy_check_layout(PyObject *layout, const char *function);

int tbpy_init_layout_type(PyObject *module, const tbpy_class *c); /* layout, strided */

#endif
