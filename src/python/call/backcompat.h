/* backcompat.h: the flags of tbcast.backcompat, which are process-wide, as the note has them. */
#ifndef TBPY_BACKCOMPAT_H
#define TBPY_BACKCOMPAT_H

#include "python/base/tbpy.h"

extern PyMethodDef tbpy_backcompat_functions[]; /* _set_backcompat_... and _get_backcompat_... */

#endif
