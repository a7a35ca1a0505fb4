/* buffer_format.h: the formats of buffers (PEP 3118) for dtypes. */
#ifndef TBPY_BUFFER_FORMAT_H
#define TBPY_BUFFER_FORMAT_H

#include "python/base/tbpy.h"

/* The format of one element; NULL for bfloat16, which has none. */
const char *tbpy_format_of_dtype(tb_dtype dtype);
/* The dtype for the format of one item; false if there is none.  *swapped: whether the items have foreign
 * byte order. */
bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped);

#endif
