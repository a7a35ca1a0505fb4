/* type_info.h: finfo, iinfo and the constants pi, e, inf, nan. */
#ifndef TBPY_TYPE_INFO_H
#define TBPY_TYPE_INFO_H

#include "python/base/tbpy.h"

int tbpy_init_type_info(PyObject *module);

#endif
