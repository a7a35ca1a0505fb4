/* interop.h: buffer formats (PEP 3118) and dtypes, shared by the export
 * (interop.c) and the imports (from_numpy.c, from_buffer.c).  Relies on: foreign.h. */
#ifndef TBPY_INTEROP_H
#define TBPY_INTEROP_H

#include "foreign.h"

/* The dtype that a format of one item stands for.  False for others; *swapped
 * says that the items have a foreign byte order. */
bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped);

/* A buffer that a storage keeps; from malloc. */
typedef struct {
    tbpy_owner owner;
    Py_buffer buffer;
} tbpy_held_view;

tbpy_held_view *tbpy_new_view(void); /* its buffer is the caller's to fill, then */
void tbpy_drop_view(tbpy_held_view *view);
/* A tensor at `data` within the view's memory; takes over `held` in every case.
 * That the elements lie within it and are aligned is the caller's promise. */
PyObject *tbpy_share_view(tbpy_held_view *held, void *data, tb_dtype dtype, const tb_shape *shape,
                          const int64_t *stride);

#endif
