/* data.h: tensors from numbers, nested sequences, NumPy's arrays and other tensors. */
#ifndef TBPY_DATA_H
#define TBPY_DATA_H

#include "python/base/tbpy.h"

/* torch.tensor(data): nested sequences, numbers, tensors, buffers.  dtype TB_UNDEFINED: inferred. */
PyObject *tbpy_tensor_from_data(PyObject *data, tb_dtype dtype);
/* A sequence or array as a tensor of indices: bool and uint8 stay, the rest becomes int64. */
PyObject *tbpy_index_from_data(PyObject *data);

#endif
