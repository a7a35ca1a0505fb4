/* meta.h: calls of meta tensors, which have sizes and a dtype but no data, and threads that compute alone.
 * A task engine (tbcast.dask) needs the former where it builds an expression, the latter where it
 * computes. */
#ifndef TBPY_META_H
#define TBPY_META_H

#include "python/base/tbpy.h"

extern const PyMethodDef tbpy_meta_functions[]; /* _meta, _in_task, _thread_default_dtype, _most_bytes */

#endif
