/* interop.h: buffer formats (PEP 3118) and dtypes, shared by the export
 * (interop.c) and the imports (from_numpy.c, from_buffer.c).  Relies on: tbpy.h. */
#ifndef TBPY_INTEROP_H
#define TBPY_INTEROP_H

#include "tbpy.h"

/* The dtype that a format of one item stands for.  False for others; *swapped
 * says that the items have a foreign byte order. */
bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped);

/* A buffer that a storage keeps; allocated with PyMem_Malloc. */
typedef struct tbpy_held_view {
    Py_buffer buffer;
    struct tbpy_held_view *next; /* once it waits for its release */
} tbpy_held_view;

void tbpy_drop_view(tbpy_held_view *view);
/* A tensor at `data` within the view's memory; takes over `held` in every case.
 * That the elements lie within it and are aligned is the caller's promise. */
PyObject *tbpy_share_view(tbpy_held_view *held, void *data, tb_dtype dtype, const tb_shape *shape,
                          const int64_t *stride);
bool tbpy_is_aligned(const void *data, tb_dtype dtype);

#endif
