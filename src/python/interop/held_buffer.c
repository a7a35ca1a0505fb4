/* held_buffer.c: see held_buffer.h. */
#include "python/interop/held_buffer.h"

#include "python/interop/foreign.h"

#include <stdlib.h>
#include <string.h>

void tbpy_drop_held_buffer(tbpy_held_buffer *held)
{
    PyBuffer_Release(&held->buffer);
    free(held);
}

static void drop_owner(tbpy_owner *owner) { tbpy_drop_held_buffer((tbpy_held_buffer *)owner); }

tbpy_held_buffer *tbpy_new_held_buffer(void)
{
    tbpy_held_buffer *held = malloc(sizeof *held);
    if (held)
        held->owner.drop = drop_owner;
    else
        PyErr_NoMemory();
    return held;
}

PyObject *tbpy_share_held_buffer(tbpy_held_buffer *held, void *data, tb_dtype dtype, const tb_shape *shape,
                                 const int64_t *stride)
{
    tbpy_memory memory = {.data = held->buffer.len ? data : NULL, .dtype = dtype, .shape = *shape};
    memcpy(memory.stride, stride, (size_t)shape->ndim * sizeof *stride);
    PyObject *self = tbpy_share_memory(&memory, &held->owner);
    if (!self)
        tbpy_drop_held_buffer(held);
    return self;
}
