/* backcompat.h: the flags of tbcast.backcompat, one set per interpreter. */
#ifndef TBPY_BACKCOMPAT_H
#define TBPY_BACKCOMPAT_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_backcompat_functions[]; /* _set_backcompat_... and _get_backcompat_... */

#endif
