/* type_info.h: finfo, iinfo and the constants pi, e, inf, nan. */
#ifndef TBPY_TYPE_INFO_H
#define TBPY_TYPE_INFO_H

#include "python/args/row.h"

int tbpy_init_finfo_type(PyObject *module, const tbpy_class *c);
int tbpy_init_iinfo_type(PyObject *module, const tbpy_class *c);
int tbpy_init_constants(PyObject *module); /* pi, e, inf, nan, newaxis */

#endif
