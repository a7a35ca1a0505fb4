/* held_buffer.h: buffers of other objects that a storage holds. */
#ifndef TBPY_HELD_BUFFER_H
#define TBPY_HELD_BUFFER_H

#include "python/interop/foreign.h"

/* Allocated by malloc. */
typedef struct {
    tbpy_owner owner;
    Py_buffer buffer;
    bool is_view; /* whether the buffer is that of buffer.obj, a memoryview, and not exported */
} tbpy_held_buffer;

tbpy_held_buffer *tbpy_new_held_buffer(void); /* the caller fills its buffer */
void tbpy_drop_held_buffer(tbpy_held_buffer *held);
/* To be called when the buffer is filled.  CPython crashes if the collector clears a memoryview whose
 * buffer is exported, so another memoryview over the same memory is held instead. */
int tbpy_hold_without_export(tbpy_held_buffer *held);
/* A tensor at `data` within the buffer's memory; takes over `held` in any case. The caller guarantees that
 * the elements lie within it and are aligned. */
PyObject *tbpy_share_held_buffer(tbpy_held_buffer *held, void *data, tb_dtype dtype, const tb_shape *shape,
                                 const int64_t *stride);

#endif
