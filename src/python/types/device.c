/* device.c: the type tbcast.device, there so that programs written for torch run.  There are devices of
 * all of torch's types; memory is the CPU's, and to ask for any on another device is an error. */
#include "python/types/device.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <string.h>

typedef struct {
    PyObject_HEAD
    int kind; /* torch's number of the type */
    int index; /* -1: none */
} DeviceObject;

PyObject *tbpy_device_object(void) { return Py_NewRef(tbpy_get_state()->cpu); }

/* ---- the types of devices ---- */

#define CPU_ONLY ": tbcast runs on the CPU only"
#define NOT_COMPILED(backend) ASSERTION_ERROR, "Torch not compiled with " backend " enabled" CPU_ONLY
#define NO_MODULE(name) MODULE_NOT_FOUND_ERROR, "No module named 'torch." name "'" CPU_ONLY
#define NO_META NOT_IMPLEMENTED_ERROR, "%s(): the device 'meta' is not supported" CPU_ONLY
#define BY_FUNCTION RUNTIME_ERROR, NULL
#define NO_ACCELERATOR "%s device type not an accelerator."
#define NO_LIBRARY "Cannot get %s generator without ATen_%s library."
#define NO_BACKEND "Cannot execute getNewGenerator() without %s backend."
enum { OBSOLETE = 1, EMPTY_COPIES = 2 /* torch begins them with empty, not empty_strided */, LINKED = 4 };
enum { CPU = 0, CUDA = 1, MKLDNN = 2 };

/* By torch's numbers, of which 11 has no name: what a torch for CPUs says where memory or a generator is asked
 * for. */
static const struct kind {
    const char *name, *backend, *generator;
    /* Raised, with `text`, whatever the function; no pointer, for Windows knows Python's objects at run time. */
    enum { RUNTIME_ERROR, ASSERTION_ERROR, MODULE_NOT_FOUND_ERROR, NOT_IMPLEMENTED_ERROR } error;
    const char *text; /* NULL: what the function says, as RuntimeError */
    unsigned facts;
} kinds[] = {
    {"cpu", "CPU", NULL, BY_FUNCTION, 0},
    {"cuda", "CUDA", NO_LIBRARY, NOT_COMPILED("CUDA"), 0},
    {"mkldnn", "MKLDNN", NO_ACCELERATOR, BY_FUNCTION, OBSOLETE},
    {"opengl", "OPENGL", NO_ACCELERATOR, BY_FUNCTION, OBSOLETE},
    {"opencl", "OPENCL", NO_ACCELERATOR, BY_FUNCTION, OBSOLETE},
    {"ideep", "IDEEP", NO_ACCELERATOR, BY_FUNCTION, OBSOLETE},
    {"hip", "HIP", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"fpga", "FPGA", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"maia", "MAIA", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"xla", "XLA", NO_ACCELERATOR, BY_FUNCTION, EMPTY_COPIES},
    {"vulkan", "Vulkan", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"", "", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"xpu", "XPU", NO_LIBRARY, NOT_COMPILED("XPU"), 0},
    {"mps", "MPS", NO_BACKEND, BY_FUNCTION, 0},
    {"meta", "META", NO_ACCELERATOR, NO_META, 0},
    {"hpu", "HPU", NO_ACCELERATOR, NO_MODULE("hpu"), 0},
    {"ve", "VE", NO_ACCELERATOR, BY_FUNCTION, 0},
    {"lazy", "Lazy", NO_ACCELERATOR, BY_FUNCTION, EMPTY_COPIES | LINKED},
    {"ipu", "IPU", NO_ACCELERATOR, BY_FUNCTION, EMPTY_COPIES},
    {"mtia", "MTIA", NO_BACKEND, NOT_COMPILED("MTIA"), 0},
    {"privateuseone", "PRIVATEUSEONE", NO_ACCELERATOR, NO_MODULE("privateuseone"), 0},
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

/* What functions ask for; those that are not listed, for empty memory. */
static const struct request {
    const char *function;
    enum { EMPTY, STRIDED, COPY, STORAGE, LEGACY, GENERATOR } what;
} requests[] = {
    {"to", COPY},
    {"tensor", COPY},
    {"as_tensor", COPY},
    {"new_tensor", COPY},
    {"asarray", COPY},
    {"empty_strided", STRIDED},
    {"new", LEGACY},
    {"UntypedStorage", STORAGE},
    {"new_empty_strided", STRIDED},
    {"Generator", GENERATOR},
};

static int kind_of(PyObject *self) { return ((DeviceObject *)self)->kind; }
static int index_of(PyObject *self) { return ((DeviceObject *)self)->index; }
static const char *name_of(PyObject *self) { return kinds[kind_of(self)].name; }

/* ---- making ---- */

static PyObject *device_alloc(int kind, int index)
{
    DeviceObject *self = PyObject_GC_New(DeviceObject, tbpy_get_state()->device_type);
    if (self) {
        self->kind = kind;
        self->index = index;
        PyObject_GC_Track(self);
    }
    return (PyObject *)self;
}

static int find_kind(const char *name, Py_ssize_t length)
{
    for (int kind = 0; kind < NKINDS; kind++)
        if (length > 0 && strncmp(kinds[kind].name, name, (size_t)length) == 0 &&
            kinds[kind].name[length] == '\0')
            return kind;
    PyObject *text = PyUnicode_FromStringAndSize(name, length);
    if (text)
        PyErr_Format(
            PyExc_RuntimeError,
            "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, "
            "xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device "
            "string: %U",
            text);
    Py_XDECREF(text);
    return -1;
}

/* "name" or "name:3": the length of the name, and the index; -1 if it is neither.  torch allows no leading
 * zero and keeps the index in 8 bits, where it silently wraps. */
static int split_name(const char *s, size_t length, int *index)
{
    const size_t name = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const char *digit = s + name + 1;
    *index = -1;
    if (name == length && name > 0)
        return (int)name;
    const size_t digits = s[name] == ':' ? strspn(digit, "0123456789") : 0;
    if (name == 0 || digits == 0 || digits > 3 || name + 1 + digits != length ||
        (digits > 1 && *digit == '0'))
        return -1;
    *index = 0;
    for (size_t i = 0; i < digits; i++)
        *index = 10 * *index + (digit[i] - '0');
    return *index <= 127 ? (int)name : -1;
}

static int warn_of_mkldnn(void)
{
    tbpy_state *state = tbpy_get_state();
    if (atomic_exchange(&state->warned_of_mkldnn, true))
        return 0;
    return tbpy_warn(
        "'mkldnn' is no longer used as device type. So torch.device('mkldnn') will be deprecated "
        "and removed in the future. Please use other valid device types instead.");
}

static PyObject *device_of_text(PyObject *o)
{
    PyObject *text = tbpy_as_text(o), *device = NULL;
    Py_ssize_t length;
    int index;
    const char *s = text ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    if (s && length == 0) {
        PyErr_SetString(PyExc_RuntimeError, "Device string must not be empty");
    } else if (s) {
        const int name = split_name(s, (size_t)length, &index);
        const int kind = name < 0 ? -1 : find_kind(s, name);
        if (name < 0)
            PyErr_Format(PyExc_RuntimeError, "Invalid device string: '%U'", text);
        else if (kind >= 0 && (kind != MKLDNN || warn_of_mkldnn() == 0))
            device = device_alloc(kind, index);
    }
    Py_XDECREF(text);
    return device;
}

/* A number is one of the accelerator's devices. */
static PyObject *device_of_number(PyObject *o)
{
    int64_t value;
    if (tbpy_as_int64(o, "device", "device", 0, &value) < 0)
        return NULL;
    return PyErr_Format(PyExc_RuntimeError, value < 0
                                                ? "Device index must not be negative"
                                                : "Cannot access accelerator device when none is available.");
}

/* The device that an argument means, which is a device, text or a number. */
static PyObject *device_of(PyObject *o)
{
    if (Py_IS_TYPE(o, tbpy_get_state()->device_type))
        return Py_NewRef(o);
    return tbpy_is_text(o) ? device_of_text(o) : device_of_number(o);
}

static int parse_index(PyObject *o, int *index)
{
    int64_t value;
    if (tbpy_as_int64(o, "device", "index", 0, &value) < 0)
        return -1;
    if (value < 0 || value > 127) {
        PyErr_SetString(PyExc_RuntimeError,
                        value < 0 ? "Device index must not be negative" : "Device index must be at most 127");
        return -1;
    }
    *index = (int)value;
    return 0;
}

/* device(device), or device(type, index=None). */
PyObject *tbpy_body_make_device(const tbpy_call *c)
{
    PyObject *type = c->given[TBPY_MAKE_DEVICE_TYPE], *number = c->given[TBPY_MAKE_DEVICE_INDEX];
    if (!type)
        return device_of(c->given[TBPY_MAKE_DEVICE_DEVICE]);
    PyObject *device = device_of_text(type);
    int index = -1;
    if (!device)
        return NULL;
    if (index_of(device) >= 0)
        PyErr_Format(PyExc_RuntimeError,
                     "type (string) must not include an index because index was passed explicitly: %S",
                     device);
    else if (!number || parse_index(number, &index) == 0)
        Py_SETREF(device, device_alloc(kind_of(device), index));
    if (PyErr_Occurred())
        Py_CLEAR(device);
    return device;
}

/* ---- using ---- */

static int request_of(const char *function)
{
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (strcmp(function, requests[i].function) == 0)
            return requests[i].what;
    const char *end = strstr(function, "_like");
    return end && end[5] == '\0' ? STRIDED : EMPTY;
}

/* Why there is nothing of this device for the function, as torch says it. */
static int fail_use(const struct kind *kind, int index, const char *function)
{
    const int what = request_of(function);
    const bool strided = what == STRIDED || (what == COPY && !(kind->facts & EMPTY_COPIES));
    PyObject *const runtime_error = PyExc_RuntimeError;
    if (what == LEGACY)
        PyErr_Format(runtime_error,
                     "legacy constructor expects device type: cpu but device type: %s was passed",
                     kind->name);
    else if (what == GENERATOR)
        PyErr_Format(runtime_error, kind->generator, kind->backend, kind->name);
    else if (kind->text)
        PyErr_Format(kind->error == ASSERTION_ERROR          ? PyExc_AssertionError
                     : kind->error == MODULE_NOT_FOUND_ERROR ? PyExc_ModuleNotFoundError
                                                             : PyExc_NotImplementedError,
                     kind->text, function);
    else if (what == STORAGE)
        PyErr_Format(runtime_error, "torch.UntypedStorage(): Storage device not recognized: %s", kind->name);
    else if (what == COPY && index < 0 && !(kind->facts & LINKED))
        PyErr_Format(runtime_error, "PyTorch is not linked with support for %s devices" CPU_ONLY, kind->name);
    else if (kind->facts & OBSOLETE)
        PyErr_Format(runtime_error, "This is a grandfathered Caffe2 device type %s" CPU_ONLY, kind->name);
    else
        PyErr_Format(PyExc_NotImplementedError,
                     "Could not run 'aten::%s' with arguments from the '%s' backend" CPU_ONLY,
                     strided ? "empty_strided" : "empty.memory_format", kind->backend);
    return -1;
}

int tbpy_check_device(PyObject *o, const char *function)
{
    if (!o || o == Py_None)
        return 0;
    PyObject *device = device_of(o);
    if (!device)
        return -1;
    const int kind = kind_of(device), index = index_of(device);
    Py_DECREF(device);
    return kind == CPU ? 0 : fail_use(&kinds[kind], index, function);
}

int tbpy_check_cuda(PyObject *o)
{
    PyObject *device = o ? device_of(o) : device_alloc(CUDA, -1);
    if (device && kind_of(device) != CUDA)
        PyErr_SetString(PyExc_RuntimeError, "Invalid device, must be cuda device");
    else if (device)
        fail_use(&kinds[CUDA], -1, "cuda");
    Py_XDECREF(device);
    return -1;
}

/* ---- text, comparison, pickle ---- */

static PyObject *text_of(PyObject *self, const char *plain, const char *indexed)
{
    return index_of(self) < 0 ? PyUnicode_FromFormat(plain, name_of(self))
                              : PyUnicode_FromFormat(indexed, name_of(self), index_of(self));
}

static PyObject *device_repr(PyObject *self)
{
    return text_of(self, "device(type='%s')", "device(type='%s', index=%d)");
}

static PyObject *device_str(PyObject *self) { return text_of(self, "%s", "%s:%d"); }

/* torch's: the type in the higher bits, the index in 8 bits. */
static Py_hash_t device_hash(PyObject *self)
{
    return (Py_hash_t)kind_of(self) << 16 | (index_of(self) & 0xFF);
}

static PyObject *device_compare(PyObject *a, PyObject *b, int op)
{
    if (!Py_IS_TYPE(b, tbpy_get_state()->device_type))
        Py_RETURN_NOTIMPLEMENTED;
    if (op != Py_EQ && op != Py_NE) {
        PyErr_SetString(PyExc_TypeError, "comparison not implemented");
        return NULL;
    }
    const bool equal = kind_of(a) == kind_of(b) && index_of(a) == index_of(b);
    return PyBool_FromLong(equal == (op == Py_EQ));
}

/* Whatever is made is on the CPU; where another device is entered, nothing can be. */
PyObject *tbpy_body_device___enter__(const tbpy_call *c)
{
    return tbpy_check_device(c->given[0], "empty") < 0 ? NULL : Py_NewRef(c->given[0]);
}

PyObject *tbpy_body_device___exit__(const tbpy_call *Py_UNUSED(c)) { Py_RETURN_NONE; }

PyObject *tbpy_body_device___reduce__(const tbpy_call *c)
{
    PyObject *self = c->given[0];
    if (index_of(self) < 0)
        return Py_BuildValue("O(s)", Py_TYPE(self), name_of(self));
    return Py_BuildValue("O(si)", Py_TYPE(self), name_of(self), index_of(self));
}

PyObject *tbpy_get_device_type(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_FromString(name_of(self));
}

PyObject *tbpy_get_device_index(PyObject *self, void *Py_UNUSED(closure))
{
    if (index_of(self) < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(index_of(self));
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},
        {Py_tp_new, c->make},
        {Py_tp_dealloc, tbpy_gc_dealloc},
        {Py_tp_traverse, tbpy_gc_traverse},
        {Py_tp_repr, device_repr},
        {Py_tp_str, device_str},
        {Py_tp_hash, device_hash},
        {Py_tp_richcompare, device_compare},
        {Py_tp_methods, (void *)c->methods},
        {Py_tp_getset, (void *)c->attributes},
        {0, NULL},
    };
    return tbpy_called_directly(tbpy_make_type(module, "tbcast.device", sizeof(DeviceObject),
                                               Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots, NULL),
                                c);
}

int tbpy_init_device_type(PyObject *module, const tbpy_class *c)
{
    tbpy_state *state = tbpy_get_state();
    state->device_type = make_type(module, c);
    state->cpu = state->device_type ? device_alloc(CPU, -1) : NULL;
    return state->cpu ? PyModule_AddObjectRef(module, "device", (PyObject *)state->device_type) : -1;
}
