/* dlpack_export.c: DLPack capsules for tensors.  The managed tensor holds the storage and pins it, and
 * owns copies of the sizes and strides.  Its deleter may run on any thread, with or without the
 * interpreter's lock, and even after Python's end, because it does not use Python. */
#include "python/args/convert.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/interop/dlpack.h"

#include <stdlib.h>
#include <string.h>

/* ---- the managed tensor ---- */

typedef struct {
    union {
        DLManagedTensor managed;
        DLManagedTensorVersioned versioned;
    } as;
    tb_storage *storage;
    int64_t dims[]; /* ndim sizes, then ndim strides */
} export;

static void end_export(export *e)
{
    tb_storage_unpin(e->storage);
    tb_storage_release(e->storage);
    free(e);
}

static void delete_managed(DLManagedTensor *self) { end_export(self->manager_ctx); }
static void delete_versioned(DLManagedTensorVersioned *self) { end_export(self->manager_ctx); }

static DLDataType type_of(tb_dtype dtype)
{
    int i = 0;
    while (dl_types[i].dtype != dtype) /* every dtype has a row */
        i++;
    return (DLDataType){dl_types[i].code, dl_types[i].bits, 1};
}

static export *make_export(const tb_tensor *t, bool versioned, bool copied)
{
    const size_t ndim = t->ndim;
    export *e = malloc(sizeof *e + 2 * ndim * sizeof *e->dims);
    if (!e) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t d = 0; d < ndim; d++) {
        e->dims[d] = t->size[d];
        e->dims[ndim + d] = t->stride[d];
    }
    const DLTensor tensor = {.data = t->numel ? tb_data(t) : NULL,
                             .device = {kDLCPU, 0},
                             .ndim = t->ndim,
                             .dtype = type_of(t->dtype),
                             .shape = e->dims,
                             .strides = e->dims + ndim};
    if (versioned)
        e->as.versioned = (DLManagedTensorVersioned){.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION},
                                                     .manager_ctx = e,
                                                     .deleter = delete_versioned,
                                                     .flags = copied ? DLPACK_FLAG_BITMASK_IS_COPIED : 0,
                                                     .dl_tensor = tensor};
    else
        e->as.managed = (DLManagedTensor){.dl_tensor = tensor, .manager_ctx = e, .deleter = delete_managed};
    e->storage = tb_storage_retain(t->storage);
    tb_storage_pin(e->storage);
    return e;
}

/* ---- capsules ---- */

/* The capsule's destructor: frees a tensor that nobody has taken. */
static void end_capsule(PyObject *capsule)
{
    const char *name = PyCapsule_GetName(capsule);
    if (!name || (strcmp(name, DL_NAME) != 0 && strcmp(name, DL_NAME_VERSIONED) != 0))
        return;
    void *managed = PyCapsule_GetPointer(capsule, name);
    if (strcmp(name, DL_NAME_VERSIONED) == 0)
        delete_versioned(managed);
    else
        delete_managed(managed);
}

static PyObject *make_capsule(const tb_tensor *t, bool versioned, bool copied)
{
    export *e = make_export(t, versioned, copied);
    if (!e)
        return NULL;
    PyObject *capsule = PyCapsule_New(&e->as, versioned ? DL_NAME_VERSIONED : DL_NAME, end_capsule);
    if (!capsule)
        end_export(e);
    return capsule;
}

/* Only the CPU is accepted, with any index, as in torch. */
static int check_dl_device(PyObject *device)
{
    tb_shape pair;
    pair.ndim = 0;
    if (device && tbpy_as_size_tuple(device, "_to_dlpack", "dl_device", 0, &pair) < 0)
        return -1;
    if (pair.ndim == 0) /* none, or for torch's parser an empty one */
        return 0;
    if (pair.ndim != 2)
        PyErr_SetString(PyExc_RuntimeError, "dl_device must be either None or a tuple of ints");
    else if (pair.size[0] != kDLCPU)
        PyErr_Format(PyExc_BufferError, "Unsupported device_type: %lld", (long long)pair.size[0]);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *capsule_of(const tbpy_call *c, bool versioned)
{
    const tb_tensor *t = tbpy_tensor_of(c->given[TBPY_TO_DLPACK_DATA]);
    const bool copied = c->given[TBPY_TO_DLPACK_COPY] == Py_True;
    tb_tensor own;
    tb_error err;
    if (check_dl_device(c->given[TBPY_TO_DLPACK_DL_DEVICE]) < 0)
        return NULL;
    if (!copied)
        return make_capsule(t, versioned, false);
    if (tb_clone(&own, t, t->dtype, true, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *capsule = make_capsule(&own, versioned, true);
    tb_tensor_release(&own);
    return capsule;
}

PyObject *tbpy_body_to_dlpack(const tbpy_call *c) { return capsule_of(c, false); }

/* ---- the protocol's methods ---- */

/* On the CPU, -1 is the same as none. */
static int check_stream(PyObject *stream)
{
    int64_t value;
    if (!stream || stream == Py_None)
        return 0;
    if (!PyLong_CheckExact(stream))
        PyErr_SetString(PyExc_TypeError, "stream must be ``int`` or ``none``");
    else if (!tbpy_plain_int(stream, &value) || value != -1)
        PyErr_SetString(PyExc_AssertionError, "stream should be None on cpu.");
    return PyErr_Occurred() ? -1 : 0;
}

/* max_version[0] >= 1, for any object; -1 with an exception. */
static int knows_versions(PyObject *max_version)
{
    int64_t major;
    if (!max_version || max_version == Py_None)
        return 0;
    if (PyTuple_CheckExact(max_version) && PyTuple_GET_SIZE(max_version) > 0 &&
        tbpy_plain_int(PyTuple_GET_ITEM(max_version, 0), &major))
        return major >= 1;
    PyObject *zero = PyLong_FromLong(0), *one = PyLong_FromLong(1);
    PyObject *first = zero && one ? PyObject_GetItem(max_version, zero) : NULL;
    const int is_older = first ? PyObject_RichCompareBool(first, one, Py_LT) : -1;
    Py_XDECREF(first);
    Py_XDECREF(zero);
    Py_XDECREF(one);
    return is_older < 0 ? -1 : !is_older;
}

/* torch hands these two on to its _to_dlpack, which checks them. */
static int check_types(const tbpy_call *c)
{
    PyObject *device = c->given[TBPY_TO_DLPACK_DL_DEVICE], *copy = c->given[TBPY_TO_DLPACK_COPY];
    if (device && !tbpy_is_int_tuple(device))
        return tbpy_fail_type(device, "_to_dlpack", "dl_device", 0, "tuple of ints");
    return copy && !PyBool_Check(copy) ? tbpy_fail_type(copy, "_to_dlpack", "copy", 0, "bool") : 0;
}

PyObject *tbpy_body_dlpack_method(const tbpy_call *c)
{
    if (check_stream(c->given[TBPY_TO_DLPACK_STREAM]) < 0)
        return NULL;
    const int versioned = knows_versions(c->given[TBPY_TO_DLPACK_MAX_VERSION]);
    return versioned < 0 || check_types(c) < 0 ? NULL : capsule_of(c, versioned);
}

PyObject *tbpy_body_dlpack_device(const tbpy_call *Py_UNUSED(c))
{
    return tbpy_find_hook(TBPY_HOOK_dlpack_cpu);
}
