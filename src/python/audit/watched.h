/* watched.h: what rewritten programs call in place of their operators. */
#ifndef TBPY_WATCHED_H
#define TBPY_WATCHED_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_watched_functions[]; /* _watched, _watched_codes */

#endif
