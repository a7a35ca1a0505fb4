/* device_type.c: the types tbcast.device (only the CPU) and tbcast.layout (only
 * strided), there so that programs written for torch run.  Relies on: tbpy.h. */
#include "tbpy.h"

#include <string.h>

typedef struct {
    PyObject_HEAD
    int index; /* -1: none */
} DeviceObject;

PyTypeObject *TbDevice_Type;
PyTypeObject *TbLayout_Type;
static PyObject *cpu, *strided;

PyObject *tbpy_device_object(void) { return Py_NewRef(cpu); }
PyObject *tbpy_strided_object(void) { return Py_NewRef(strided); }

static void object_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- device ---- */

static PyObject *device_alloc(int index)
{
    DeviceObject *self = PyObject_New(DeviceObject, TbDevice_Type);
    if (self)
        self->index = index;
    return (PyObject *)self;
}

static int fail_device_string(PyObject *text)
{
    PyErr_Format(PyExc_RuntimeError, "Invalid device string: '%U'", text);
    return -1;
}

/* "cpu" or "cpu:3"; torch allows no leading zero and keeps the index in 8 bits. */
static int parse_device(PyObject *text, int *index)
{
    Py_ssize_t length;
    const char *s = PyUnicode_AsUTF8AndSize(text, &length);
    if (!s)
        return -1;
    *index = -1;
    if (strlen(s) != (size_t)length)
        return fail_device_string(text);
    if (*s == '\0') {
        PyErr_SetString(PyExc_RuntimeError, "Device string must not be empty");
        return -1;
    }
    if (strncmp(s, "cpu", 3) != 0 || (s[3] != '\0' && s[3] != ':')) {
        PyErr_Format(
            PyExc_RuntimeError,
            "Expected one of cpu device type at start of device string: %U (tbcast runs on the CPU only)",
            text);
        return -1;
    }
    if (s[3] == '\0')
        return 0;
    int value = 0, digits = 0;
    for (s += 4; *s >= '0' && *s <= '9' && digits < 4; s++, digits++)
        value = 10 * value + (*s - '0');
    if (*s != '\0' || digits == 0 || value > 127 || (digits > 1 && s[-digits] == '0'))
        return fail_device_string(text);
    *index = value;
    return 0;
}

static int parse_index(PyObject *o, int position, int *index)
{
    int64_t value;
    if (tbpy_as_int64(o, "device", "index", position, &value) < 0)
        return -1;
    if (value < 0 || value > 127) {
        PyErr_SetString(PyExc_RuntimeError,
                        value < 0 ? "Device index must not be negative" : "Device index must be at most 127");
        return -1;
    }
    *index = (int)value;
    return 0;
}

static PyObject *device_new(PyTypeObject *Py_UNUSED(type), PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"type", "index", "device", NULL};
    PyObject *type = NULL, *number = NULL, *device = NULL;
    int index;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO$O:device", names, &type, &number, &device))
        return NULL;
    if (!type && !number)
        type = device;
    else if (device)
        type = NULL;
    if (!type) {
        PyErr_SetString(PyExc_TypeError, "device() missing 1 required positional arguments: \"type\"");
        return NULL;
    }
    if (!number && Py_IS_TYPE(type, TbDevice_Type))
        return Py_NewRef(type);
    if (!number && PyLong_Check(type) && !PyBool_Check(type)) {
        PyErr_SetString(PyExc_RuntimeError, "Cannot access accelerator device when none is available.");
        return NULL;
    }
    if (!PyUnicode_Check(type))
        return PyErr_Format(PyExc_TypeError, "device(): argument 'type' (position 1) must be str, not %s",
                            tbpy_type_name(type));
    if (parse_device(type, &index) < 0)
        return NULL;
    if (number && index >= 0)
        return PyErr_Format(PyExc_RuntimeError,
                            "type (string) must not include an index because index was passed explicitly: %U",
                            type);
    if (number && parse_index(number, PyTuple_GET_SIZE(args) > 1 ? 2 : 0, &index) < 0)
        return NULL;
    return device_alloc(index);
}

static int index_of(PyObject *self) { return ((DeviceObject *)self)->index; }

static PyObject *device_repr(PyObject *self)
{
    if (index_of(self) < 0)
        return PyUnicode_FromString("device(type='cpu')");
    return PyUnicode_FromFormat("device(type='cpu', index=%d)", index_of(self));
}

static PyObject *device_str(PyObject *self)
{
    return index_of(self) < 0 ? PyUnicode_FromString("cpu") : PyUnicode_FromFormat("cpu:%d", index_of(self));
}

static Py_hash_t device_hash(PyObject *self) { return 255 + 256 * (Py_hash_t)(index_of(self) + 1); }

static PyObject *device_compare(PyObject *a, PyObject *b, int op)
{
    if (!Py_IS_TYPE(b, TbDevice_Type))
        Py_RETURN_NOTIMPLEMENTED;
    if (op != Py_EQ && op != Py_NE) {
        PyErr_SetString(PyExc_TypeError, "comparison not implemented");
        return NULL;
    }
    return PyBool_FromLong((index_of(a) == index_of(b)) == (op == Py_EQ));
}

static PyObject *device_reduce(PyObject *self, PyObject *Py_UNUSED(unused))
{
    if (index_of(self) < 0)
        return Py_BuildValue("O(s)", TbDevice_Type, "cpu");
    return Py_BuildValue("O(si)", TbDevice_Type, "cpu", index_of(self));
}

static PyObject *device_type(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return PyUnicode_FromString("cpu");
}

static PyObject *device_index(PyObject *self, void *Py_UNUSED(closure))
{
    if (index_of(self) < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(index_of(self));
}

static PyMethodDef device_methods[] = {
    {"__reduce__", device_reduce, METH_NOARGS,
     "__reduce__($self, /)\n--\n\nThe constructor and its arguments."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef device_getset[] = {
    {"type", device_type, NULL,
     "Always 'cpu'.  As torch.device.type.\n\n>>> torch.device('cpu').type\n'cpu'\n", NULL},
    {"index", device_index, NULL,
     "The number given to the constructor, or None.  As torch.device.index.\n\n"
     ">>> torch.device('cpu', 0).index\n0\n",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot device_slots[] = {
    {Py_tp_doc, "device(type, index=None)\n--\n\n"
                "Where a tensor lives: only 'cpu'.  RuntimeError for any other device.  As torch.device.\n\n"
                ">>> torch.device('cpu')\ndevice(type='cpu')\n"},
    {Py_tp_new, device_new},
    {Py_tp_dealloc, object_dealloc},
    {Py_tp_repr, device_repr},
    {Py_tp_str, device_str},
    {Py_tp_hash, device_hash},
    {Py_tp_richcompare, device_compare},
    {Py_tp_methods, device_methods},
    {Py_tp_getset, device_getset},
    {0, NULL},
};

static PyType_Spec device_spec = {
    .name = "tbcast.device",
    .basicsize = sizeof(DeviceObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = device_slots,
};

/* ---- layout ---- */

static PyObject *layout_repr(PyObject *Py_UNUSED(self)) { return PyUnicode_FromString("torch.strided"); }

static PyObject *layout_reduce(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(unused))
{
    return PyUnicode_FromString("strided");
}

static PyMethodDef layout_methods[] = {
    {"__reduce__", layout_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe layout's name, for pickle."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot layout_slots[] = {
    {Py_tp_doc,
     "How a tensor's elements lie in memory; the one object is torch.strided.  As torch.layout.\n\n"
     ">>> torch.strided\ntorch.strided\n"},
    {Py_tp_dealloc, object_dealloc},
    {Py_tp_repr, layout_repr},
    {Py_tp_methods, layout_methods},
    {0, NULL},
};

static PyType_Spec layout_spec = {
    .name = "tbcast.layout",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = layout_slots,
};

int tbpy_init_device_type(PyObject *module)
{
    if (!TbDevice_Type)
        TbDevice_Type = (PyTypeObject *)PyType_FromSpec(&device_spec);
    if (!TbLayout_Type)
        TbLayout_Type = (PyTypeObject *)PyType_FromSpec(&layout_spec);
    if (!TbDevice_Type || !TbLayout_Type)
        return -1;
    if (!cpu)
        cpu = device_alloc(-1);
    if (!strided)
        strided = (PyObject *)PyObject_New(PyObject, TbLayout_Type);
    if (!cpu || !strided)
        return -1;
    if (PyModule_AddObjectRef(module, "device", (PyObject *)TbDevice_Type) < 0 ||
        PyModule_AddObjectRef(module, "layout", (PyObject *)TbLayout_Type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "strided", strided);
}
