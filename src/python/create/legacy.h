/* legacy.h: FloatTensor(...) and its kin, Tensor(...) and Tensor.new. */
#ifndef TBPY_LEGACY_H
#define TBPY_LEGACY_H

#include "python/base/tbpy.h"

/* Sizes, a sequence, a tensor, a storage, or nothing.  TB_UNDEFINED is Tensor(...): the default dtype,
 * tensors of any dtype. */
PyObject *tbpy_legacy_new(tb_dtype dtype, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

extern PyMethodDef tbpy_legacy_functions[]; /* _legacy_new */
extern PyMethodDef tbpy_legacy_methods[];   /* new */

#endif
