/* data.h: makes tensors from numbers, nested sequences, NumPy arrays and other tensors. */
#ifndef TBPY_DATA_H
#define TBPY_DATA_H

#include "python/base/tbpy.h"

/* torch.tensor(data): nested sequences, numbers, tensors, buffers.  dtype TB_UNDEFINED: inferred. */
PyObject *tbpy_tensor_from_data(PyObject *data, tb_dtype dtype);
/* Converts a sequence or array to a tensor of indices: bool and uint8 stay, other dtypes become int64. */
PyObject *tbpy_index_from_data(PyObject *data);

#endif
