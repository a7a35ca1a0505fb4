/* dlpack_export.h: DLPack's capsules on tensors. */
#ifndef TBPY_DLPACK_EXPORT_H
#define TBPY_DLPACK_EXPORT_H

#include "python/base/tbpy.h"

extern PyMethodDef tbpy_dlpack_export_functions[]; /* to_dlpack */
extern PyMethodDef tbpy_dlpack_methods[];          /* __dlpack__ __dlpack_device__ */

#endif
