/* dlpack_export.c: see dlpack_export.h.  The managed tensor holds the storage and pins it, and owns copies
 * of the sizes and strides; its deleter may run on any thread, with or without the interpreter's lock, and
 * after Python's end, for it asks nothing of Python. */
#include "python/interop/dlpack_export.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/types.h"
#include "python/interop/dlpack.h"

#include <stdlib.h>

/* ---- the managed tensor ---- */

typedef struct {
    union {
        DLManagedTensor managed;
        DLManagedTensorVersioned versioned;
    } as;
    tb_storage *storage;
    int64_t dims[]; /* ndim sizes, ndim strides */
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

/* The end of a capsule: what nobody took out of it goes with it. */
static void end_capsule(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, DL_NAME_VERSIONED)) {
        DLManagedTensorVersioned *versioned = PyCapsule_GetPointer(capsule, DL_NAME_VERSIONED);
        versioned->deleter(versioned);
    } else if (PyCapsule_IsValid(capsule, DL_NAME)) {
        DLManagedTensor *managed = PyCapsule_GetPointer(capsule, DL_NAME);
        managed->deleter(managed);
    }
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

/* Only the CPU, whatever its number, as torch has it. */
static int check_dl_device(PyObject *device)
{
    tb_shape pair;
    if (!device || device == Py_None)
        return 0;
    if (tbpy_as_size_tuple(device, "_to_dlpack", "dl_device", 0, &pair) < 0)
        return -1;
    if (pair.ndim == 0) /* as torch's parser has it */
        return 0;
    if (pair.ndim != 2)
        PyErr_SetString(PyExc_RuntimeError, "dl_device must be either None or a tuple of ints");
    else if (pair.size[0] != kDLCPU)
        PyErr_Format(PyExc_BufferError, "Unsupported device_type: %lld", (long long)pair.size[0]);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *export_tensor(TbTensor *self, bool versioned, PyObject *device, PyObject *copy)
{
    bool copied = false;
    tb_tensor own;
    tb_error err;
    if (check_dl_device(device) < 0 ||
        (copy && copy != Py_None && tbpy_as_bool(copy, "_to_dlpack", "copy", &copied) < 0))
        return NULL;
    if (!copied)
        return make_capsule(&self->t, versioned, false);
    if (tb_clone(&own, &self->t, self->t.dtype, true, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *capsule = make_capsule(&own, versioned, true);
    tb_tensor_release(&own);
    return capsule;
}

static PyObject *to_dlpack(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames)
{
    static const tbpy_signature signature = {"_to_dlpack", 3, 1, 1, {"data", "dl_device", "copy"}};
    PyObject *given[3] = {NULL};
    TbTensor *self;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_tensor(given[0], "_to_dlpack", "data", 1, &self) < 0)
        return NULL;
    return export_tensor(self, false, given[1], given[2]);
}

/* ---- the protocol's methods ---- */

/* Written in Python there: self counts. */
static int check_positions(const tbpy_signature *signature, Py_ssize_t nargs)
{
    if (nargs > 0)
        tbpy_fail_too_many(signature->function, 1, 1, nargs + 1);
    return nargs > 0 ? -1 : 0;
}

/* -1 and None are the same on the CPU, which has no streams. */
static int check_stream(PyObject *stream)
{
    if (!stream || stream == Py_None)
        return 0;
    if (!PyLong_CheckExact(stream)) {
        PyErr_SetString(PyExc_TypeError, "stream must be ``int`` or ``none``");
        return -1;
    }
    int overflow;
    if (PyLong_AsLongAndOverflow(stream, &overflow) == -1 && !overflow)
        return 0;
    PyErr_SetString(PyExc_AssertionError, "stream should be None on cpu.");
    return -1;
}

/* Does the consumer know versions, max_version[0] >= 1?  -1 with Python's own exception. */
static int knows_versions(PyObject *max_version)
{
    int older = 1;
    if (!max_version || max_version == Py_None)
        return 0;
    PyObject *index = PyLong_FromLong(0), *one = PyLong_FromLong(1), *major = NULL;
    if (index && one)
        major = PyObject_GetItem(max_version, index);
    older = major ? PyObject_RichCompareBool(major, one, Py_LT) : -1;
    Py_XDECREF(index);
    Py_XDECREF(one);
    Py_XDECREF(major);
    return older < 0 ? -1 : !older;
}

static PyObject *tensor_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {
        "Tensor.__dlpack__", 4, 0, 0, {"stream", "max_version", "dl_device", "copy"}};
    PyObject *given[4] = {NULL};
    if (check_positions(&signature, nargs) < 0 || tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        check_stream(given[0]) < 0)
        return NULL;
    const int versioned = knows_versions(given[1]);
    return versioned < 0 ? NULL : export_tensor((TbTensor *)self, versioned, given[2], given[3]);
}

static PyObject *tensor_dlpack_device(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t nargs,
                                      PyObject *kwnames)
{
    static const tbpy_signature signature = {"Tensor.__dlpack_device__", 0, 0, 0, {NULL}};
    if (check_positions(&signature, nargs) < 0 || tbpy_parse(&signature, args, nargs, kwnames, NULL) < 0)
        return NULL;
    return tbpy_find_hook(TBPY_HOOK_DLPACK_DEVICE);
}

PyMethodDef tbpy_dlpack_export_functions[] = {
    {"to_dlpack", TBPY_FASTCALL(to_dlpack),
     "to_dlpack($module, data, *, dl_device=None, copy=None)\n--\n\n"
     "A DLPack capsule (\"dltensor\", without a version) on the tensor's memory, for from_dlpack of any\n"
     "library; it can be used once.  As Tensor.__dlpack__, which has a version where it is asked for.\n\n"
     "TypeError for what is no tensor, BufferError for a dl_device other than the CPU.\n"
     "As torch.utils.dlpack.to_dlpack.\n\n"
     ">>> capsule = torch.to_dlpack(torch.arange(3))\n>>> torch.from_dlpack(capsule)\ntensor([0, 1, 2])\n"},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_dlpack_methods[] = {
    {"__dlpack__", TBPY_FASTCALL(tensor_dlpack),
     "__dlpack__($self, *, stream=-1, max_version=None, dl_device=None, copy=None)\n--\n\n"
     "A DLPack capsule on the tensor's memory; other libraries' from_dlpack calls this.\n\n"
     "While the capsule or what was made of it lives, the tensor cannot grow.  max_version: from (1, 0)\n"
     "on the capsule has a version and flags.  copy: True exports a copy.  dl_device: (1, 0), the CPU, or\n"
     "BufferError.  stream: None or -1; AssertionError for others, TypeError for what is no int.\n"
     "As torch.Tensor.__dlpack__.\n\n"
     ">>> import numpy\n>>> numpy.from_dlpack(torch.arange(3))\narray([0, 1, 2])\n"},
    {"__dlpack_device__", TBPY_FASTCALL(tensor_dlpack_device),
     "__dlpack_device__($self)\n--\n\n"
     "Where the memory is, in DLPack's words: always the CPU.  As torch.Tensor.__dlpack_device__.\n\n"
     ">>> torch.zeros(2).__dlpack_device__()\n(<DLDeviceType.kDLCPU: 1>, 0)\n"},
    {NULL, NULL, 0, NULL},
};
