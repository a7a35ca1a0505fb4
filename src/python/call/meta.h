/* meta.h: calls of meta tensors, which have sizes and a dtype and no data, and threads that work alone: what an
 * engine of tasks (tbcast.dask) asks of the thread that writes an expression, and of those that compute it. */
#ifndef TBPY_META_H
#define TBPY_META_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_meta_functions[]; /* _meta, _in_task, _thread_default_dtype, _most_bytes */

#endif
