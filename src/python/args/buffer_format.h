/* buffer_format.h: the formats of buffers (PEP 3118) and dtypes. */
#ifndef TBPY_BUFFER_FORMAT_H
#define TBPY_BUFFER_FORMAT_H

#include "python/base/tbpy.h"

/* The format of one element; NULL for bfloat16, which has none. */
const char *tbpy_format_of_dtype(tb_dtype dtype);
/* The dtype that a format of one item stands for.  False for others; *swapped says that the items have a
 * foreign byte order. */
bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped);

#endif
