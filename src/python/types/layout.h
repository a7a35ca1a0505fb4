/* layout.h: the type tbcast.layout, whose only object is strided. */
#ifndef TBPY_LAYOUT_H
#define TBPY_LAYOUT_H

#include "python/args/row.h"

PyObject *tbpy_strided_object(void);

int tbpy_init_layout_type(PyObject *module, const tbpy_class *c); /* layout, strided */

#endif
