/* foreign.c: tensors on memory that others own: the checks of what they say about it, and the
 * end of their ownership, which may come on any thread.  Relies on: foreign.h. */
#include "foreign.h"

#include <stdlib.h>

/* ---- the end ---- */

#if PY_VERSION_HEX < 0x030D0000
#define Py_IsFinalizing _Py_IsFinalizing
#endif

/* Takes the interpreter's lock where this thread does not have it: 1 if taken, 0 if it was
 * here, -1 if there is none to be had any more. */
static int enter_python(PyGILState_STATE *state)
{
    /* While Python ends, its last thread works on with the lock: asked before Py_IsInitialized. */
    if (PyGILState_GetThisThreadState() && PyGILState_Check())
        return 0;
    if (!Py_IsInitialized() || Py_IsFinalizing())
        return -1;
    *state = PyGILState_Ensure();
    return 1;
}

/* Memory may be another tensor's, that one's another array's, and so on without limit: one
 * loop instead of a recursion.  The exception that is on its way stays. */
static void drop_in_turn(tbpy_owner *owner)
{
    static tbpy_owner *waiting; /* guarded by the lock, like `dropping` */
    static bool dropping;
    PyObject *type, *value, *traceback;

    owner->next = waiting;
    waiting = owner;
    if (dropping)
        return;
    dropping = true;
    PyErr_Fetch(&type, &value, &traceback);
    while ((owner = waiting)) {
        waiting = owner->next;
        owner->drop(owner);
    }
    PyErr_Restore(type, value, traceback);
    dropping = false;
}

/* A storage's end, on any thread.  Without Python nobody can be told: the process is about to end. */
static void release_owner(void *owner)
{
    PyGILState_STATE state;
    const int entered = enter_python(&state);
    if (entered < 0)
        return;
    drop_in_turn(owner);
    if (entered)
        PyGILState_Release(state);
}

/* ---- checks ---- */

bool tbpy_is_aligned(const void *data, tb_dtype dtype)
{
    const int itemsize = tb_dtypes[dtype].itemsize;
    const bool is_complex = tb_dtypes[dtype].kind == TB_KIND_COMPLEX;
    return (uintptr_t)data % (size_t)(is_complex ? itemsize / 2 : itemsize) == 0;
}

/* Of a negative stride that no element depends on torch makes the one that packs the dimension. */
static int fix_strides(tbpy_memory *memory, int64_t numel, const char *what)
{
    const int64_t *size = memory->shape.size;
    const int last = memory->shape.ndim - 1;
    for (int d = last; d >= 0; d--) {
        if (memory->stride[d] >= 0)
            continue;
        if (numel != 0 && size[d] > 1) {
            PyErr_Format(PyExc_ValueError,
                         "At least one stride in the given %s is negative, and tensors with negative "
                         "strides are not currently supported. (You can probably work around this by making "
                         "a copy of your array  with array.copy().) ",
                         what);
            return -1;
        }
        memory->stride[d] =
            d == last ? 1 : tb_saturating_mul(memory->stride[d + 1], size[d + 1] > 1 ? size[d + 1] : 1);
    }
    return 0;
}

int tbpy_check_memory(tbpy_memory *memory, const char *what)
{
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    int64_t numel, extent;
    tb_error err;
    if (tb_check_signs(shape->size, shape->ndim, &err) != TB_OK ||
        tb_check_numel(shape->size, shape->ndim, &numel, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    if (fix_strides(memory, numel, what) < 0)
        return -1;
    if (tb_storage_extent(shape->size, memory->stride, shape->ndim, 0, itemsize, &extent, &err) != TB_OK) {
        tbpy_raise(&err);
        return -1;
    }
    uintptr_t end;
    if (numel == 0)
        memory->data = NULL;
    else if (!memory->data)
        PyErr_Format(PyExc_BufferError, "the given %s has elements but no memory", what);
    else if (__builtin_add_overflow((uintptr_t)memory->data, (uintptr_t)extent * (uintptr_t)itemsize, &end))
        PyErr_Format(PyExc_BufferError, "the given %s reaches beyond the last address", what);
    return PyErr_Occurred() ? -1 : 0;
}

/* ---- tensors ---- */

PyObject *tbpy_share_memory(const tbpy_memory *memory, tbpy_owner *owner)
{
    static char nothing[TB_ALIGNMENT];
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    tb_storage *storage = NULL;
    tb_error err;
    int64_t elements;
    TbTensor *self = tbpy_tensor_alloc();

    if (!self)
        return NULL;
    if (tb_storage_extent(shape->size, memory->stride, shape->ndim, 0, itemsize, &elements, &err) != TB_OK ||
        tb_storage_foreign(elements ? memory->data : nothing, elements * itemsize,
                           owner ? release_owner : NULL, owner, &storage, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    const tb_status status =
        tb_tensor_view(&self->t, storage, memory->dtype, shape->size, memory->stride, shape->ndim, 0, &err);
    if (status != TB_OK)
        storage->release = NULL; /* the owner stays the caller's */
    tb_storage_release(storage);
    if (status == TB_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return tbpy_raise(&err);
}

/* Element by element, for memory that is not aligned: contiguous. */
static PyObject *copy_bytes(const tbpy_memory *memory)
{
    const tb_shape *shape = &memory->shape;
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    Py_ssize_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    tb_error err;
    TbTensor *self = tbpy_tensor_alloc();
    if (!self)
        return NULL;
    if (tb_tensor_new(&self->t, memory->dtype, shape->size, NULL, shape->ndim, false, &err) != TB_OK) {
        Py_DECREF(self);
        return tbpy_raise(&err);
    }
    for (int d = 0; d < shape->ndim; d++) {
        size[d] = (Py_ssize_t)shape->size[d];
        stride[d] = size[d] > 1 ? (Py_ssize_t)(memory->stride[d] * itemsize) : itemsize;
    }
    Py_buffer view = {.buf = memory->data,
                      .len = (Py_ssize_t)(self->t.numel * itemsize),
                      .itemsize = itemsize,
                      .ndim = shape->ndim,
                      .shape = size,
                      .strides = stride};
    if (PyBuffer_ToContiguous(tb_data(&self->t), &view, view.len, 'C') < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

PyObject *tbpy_copy_memory(const tbpy_memory *memory)
{
    if (memory->data && !tbpy_is_aligned(memory->data, memory->dtype))
        return copy_bytes(memory);
    tb_error err;
    TbTensor *self = NULL, *shared = (TbTensor *)tbpy_share_memory(memory, NULL);
    if (shared && (self = tbpy_tensor_alloc())) {
        const tb_status status = tb_clone(&self->t, &shared->t, memory->dtype, true, &err);
        self = (TbTensor *)tbpy_finish(self, status, &err);
    }
    Py_XDECREF(shared);
    return (PyObject *)self;
}
