/* interop.h: buffer formats (PEP 3118) and dtypes, shared by the export
 * (interop.c) and the import (from_numpy.c).  Relies on: tbpy.h. */
#ifndef TBPY_INTEROP_H
#define TBPY_INTEROP_H

#include "tbpy.h"

/* The dtype that a format of one item stands for.  False for others; *swapped
 * says that the items have a foreign byte order. */
bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped);

#endif
