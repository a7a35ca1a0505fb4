/* held_buffer.h: buffers of other objects that a storage keeps. */
#ifndef TBPY_HELD_BUFFER_H
#define TBPY_HELD_BUFFER_H

#include "python/interop/foreign.h"

/* From malloc. */
typedef struct {
    tbpy_owner owner;
    Py_buffer buffer;
    bool is_view; /* the buffer is that of buffer.obj, a memoryview, and not exported */
} tbpy_held_buffer;

tbpy_held_buffer *tbpy_new_held_buffer(void); /* its buffer is the caller's to fill, then */
void tbpy_drop_held_buffer(tbpy_held_buffer *held);
/* When the buffer is filled.  CPython crashes after a memoryview was cleared by the collector while its buffer
 * was exported: another memoryview on the same memory is held then. */
int tbpy_hold_without_export(tbpy_held_buffer *held);
/* A tensor at `data` within the buffer's memory; takes over `held` in every case.
 * That the elements lie within it and are aligned is the caller's promise. */
PyObject *tbpy_share_held_buffer(tbpy_held_buffer *held, void *data, tb_dtype dtype, const tb_shape *shape,
                                 const int64_t *stride);

#endif
