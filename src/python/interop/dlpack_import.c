/* dlpack_import.c: makes tensors from DLPack capsules.  Everything that a producer claims is checked.
 * Success uses the capsule up, and failure leaves it unchanged, so that its memory is always released
 * once: by the tensor, or by the capsule's own destructor. */
#include "python/interop/dlpack_import.h"

#include "python/args/row.h"
#include "python/base/critical.h"
#include "python/interop/dlpack.h"
#include "python/interop/foreign.h"

#include <stdlib.h>

/* ---- what the producer claims ---- */

static const char *const code_names[] = {
    [kDLInt] = "kInt",      [kDLUInt] = "kUInt",     [kDLFloat] = "kFloat",
    [kDLBfloat] = "kFloat", [kDLComplex] = "kFloat", [kDLBool] = "kDLBool", /* torch's names */
};

static int read_type(DLDataType type, tb_dtype *dtype)
{
    if (type.lanes != 1) {
        PyErr_Format(PyExc_BufferError, "ATen does not support lanes != 1 for dtype code%d", type.code);
        return -1;
    }
    for (int i = 0; i < DL_NTYPES; i++) {
        if (dl_types[i].code == type.code && dl_types[i].bits == type.bits) {
            *dtype = dl_types[i].dtype;
            return 0;
        }
    }
    if (type.code < sizeof code_names / sizeof *code_names && code_names[type.code])
        PyErr_Format(PyExc_BufferError, "Unsupported %s bits %d", code_names[type.code], type.bits);
    else
        PyErr_Format(PyExc_BufferError, "Unsupported code %d", type.code);
    return -1;
}

static int read_layout(const DLTensor *tensor, tbpy_memory *memory)
{
    tb_shape *shape = &memory->shape;
    if (tensor->ndim < 0) {
        PyErr_Format(PyExc_BufferError, "the given DLPack tensor has %d dimensions", tensor->ndim);
        return -1;
    }
    if (tensor->ndim > TB_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
        return -1;
    }
    if (tensor->ndim > 0 && !tensor->shape) {
        PyErr_SetString(PyExc_BufferError, "the given DLPack tensor has dimensions but no sizes");
        return -1;
    }
    shape->ndim = tensor->ndim;
    for (int d = 0; d < shape->ndim; d++)
        shape->size[d] = tensor->shape[d];
    if (!tensor->strides)
        tb_contiguous_strides(shape->size, shape->ndim, memory->stride);
    else
        for (int d = 0; d < shape->ndim; d++)
            memory->stride[d] = tensor->strides[d];
    return 0;
}

static int read_tensor(const DLTensor *tensor, tbpy_memory *memory)
{
    uintptr_t address;
    if (tensor->device.device_type != kDLCPU) {
        PyErr_Format(PyExc_BufferError, "Unsupported device_type: %d", tensor->device.device_type);
        return -1;
    }
    if (read_type(tensor->dtype, &memory->dtype) < 0 || read_layout(tensor, memory) < 0)
        return -1;
    if (__builtin_add_overflow((uintptr_t)tensor->data, tensor->byte_offset, &address)) {
        PyErr_SetString(PyExc_BufferError, "the given DLPack tensor reaches beyond the last address");
        return -1;
    }
    memory->data = tensor->data ? (char *)address : NULL;
    return tbpy_check_memory(memory, "DLPack tensor");
}

/* ---- ownership ---- */

/* A managed tensor taken from its capsule; one of the two is set. */
typedef struct {
    tbpy_owner owner;
    DLManagedTensor *managed;
    DLManagedTensorVersioned *versioned;
} taken;

static void drop_taken(tbpy_owner *owner)
{
    taken *t = (taken *)owner;
    if (t->managed && t->managed->deleter)
        t->managed->deleter(t->managed);
    if (t->versioned && t->versioned->deleter)
        t->versioned->deleter(t->versioned);
    free(t);
}

/* ---- capsules ---- */

bool tbpy_is_dlpack_capsule(PyObject *o)
{
    return PyCapsule_IsValid(o, DL_NAME) || PyCapsule_IsValid(o, DL_NAME_VERSIONED);
}

static PyObject *take(taken *t, tbpy_copying copy)
{
    tbpy_memory memory;
    PyObject *tensor;
    if (t->versioned && t->versioned->version.major > DLPACK_MAJOR_VERSION)
        return PyErr_Format(PyExc_RuntimeError,
                            "unsupported DLPack capsule major version: %lu. Maximum supported version: %d",
                            (unsigned long)t->versioned->version.major, DLPACK_MAJOR_VERSION);
    if (read_tensor(t->versioned ? &t->versioned->dl_tensor : &t->managed->dl_tensor, &memory) < 0)
        return NULL;
    const bool read_only = t->versioned && t->versioned->flags & DLPACK_FLAG_BITMASK_READ_ONLY;
    const bool aligned = tb_is_aligned(memory.data, memory.dtype); /* NULL is aligned */
    if ((read_only || !aligned) && copy == TBPY_COPY_NEVER)
        return PyErr_Format(PyExc_BufferError,
                            "the given DLPack tensor is %s and cannot be shared. Set copy=None or copy=True.",
                            read_only ? "read-only" : "not aligned in memory");
    if (!read_only && aligned && copy != TBPY_COPY_ALWAYS)
        return tbpy_share_memory(&memory, &t->owner);
    tensor = tbpy_copy_memory(&memory);
    if (tensor)
        drop_taken(&t->owner);
    return tensor;
}

/* Takes the capsule's content, which nobody else can take from here on.  NULL with an exception. */
static void *take_content(PyObject *capsule, bool *versioned)
{
    TBPY_LOCKED(capsule);
    *versioned = PyCapsule_IsValid(capsule, DL_NAME_VERSIONED);
    if (!*versioned && !PyCapsule_IsValid(capsule, DL_NAME))
        return PyErr_Format(
            PyExc_RuntimeError,
            "from_dlpack received an invalid capsule. Note that DLTensor capsules can be "
            "consumed only once, so you might have already constructed a tensor from it once.");
    void *content = PyCapsule_GetPointer(capsule, *versioned ? DL_NAME_VERSIONED : DL_NAME);
    const bool taken = content && PyCapsule_SetName(capsule, *versioned ? DL_USED_VERSIONED : DL_USED) == 0;
    return taken ? content : NULL;
}

PyObject *tbpy_from_dlpack_capsule(PyObject *capsule, tbpy_copying copy)
{
    bool versioned;
    taken *t = malloc(sizeof *t);
    if (!t)
        return PyErr_NoMemory();
    void *content = take_content(capsule, &versioned);
    if (!content) {
        free(t);
        return NULL;
    }
    *t = (taken){.owner = {.drop = drop_taken},
                 .managed = versioned ? NULL : content,
                 .versioned = versioned ? content : NULL};
    PyObject *tensor = take(t, copy);
    if (!tensor) {
        PyCapsule_SetName(capsule, versioned ? DL_NAME_VERSIONED : DL_NAME);
        free(t);
    }
    return tensor;
}

/* tbcast.utils.dlpack.from_dlpack, which asks a producer for the capsule, calls this. */
PyObject *tbpy_body_from_dlpack(const tbpy_call *c)
{
    PyObject *copy = c->given[TBPY_FROM_DLPACK_COPY];
    return tbpy_from_dlpack_capsule(c->given[TBPY_FROM_DLPACK_DATA], !copy             ? TBPY_COPY_IF_NEEDED
                                                                     : copy == Py_True ? TBPY_COPY_ALWAYS
                                                                                       : TBPY_COPY_NEVER);
}
