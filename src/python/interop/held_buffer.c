/* held_buffer.c: see held_buffer.h. */
#include "python/interop/held_buffer.h"

#include "python/interop/foreign.h"

#include <stdlib.h>
#include <string.h>

void tbpy_drop_held_buffer(tbpy_held_buffer *held)
{
    if (held->is_view)
        Py_DECREF(held->buffer.obj);
    else
        PyBuffer_Release(&held->buffer);
    free(held);
}

int tbpy_hold_without_export(tbpy_held_buffer *held)
{
    Py_buffer exported = held->buffer;
    if (!PyMemoryView_Check(exported.obj))
        return 0;
    PyObject *view = PyMemoryView_FromObject(exported.obj);
    if (!view)
        return -1;
    held->buffer = *PyMemoryView_GET_BUFFER(view);
    held->buffer.obj = view;
    held->is_view = true;
    PyBuffer_Release(&exported);
    return 0;
}

static void drop_owner(tbpy_owner *owner) { tbpy_drop_held_buffer((tbpy_held_buffer *)owner); }

static int traverse_owner(tbpy_owner *owner, visitproc visit, void *arg)
{
    Py_VISIT(((tbpy_held_buffer *)owner)->buffer.obj);
    return 0;
}

tbpy_held_buffer *tbpy_new_held_buffer(void)
{
    tbpy_held_buffer *held = malloc(sizeof *held);
    if (held)
        *held = (tbpy_held_buffer){.owner = {.drop = drop_owner, .traverse = traverse_owner}};
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
