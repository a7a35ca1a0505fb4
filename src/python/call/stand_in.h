/* stand_in.h: calls that are made to see what they would say and make, and threads that work alone: what an engine
 * of tasks (tbcast.dask) asks of the thread that writes an expression, and of those that compute it. */
#ifndef TBPY_STAND_IN_H
#define TBPY_STAND_IN_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_stand_in_functions[]; /* _stand_in, _in_task */

#endif
