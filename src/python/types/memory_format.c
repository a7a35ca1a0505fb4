/* memory_format.c: see memory_format.h. */
#include "python/types/memory_format.h"

#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

typedef struct {
    PyObject_HEAD
    tb_memory_format format;
} FormatObject;

static const char *const names[TB_NMEMORY_FORMATS] = {
    [TB_CONTIGUOUS_FORMAT] = "contiguous_format",
    [TB_PRESERVE_FORMAT] = "preserve_format",
    [TB_CHANNELS_LAST] = "channels_last",
    [TB_CHANNELS_LAST_3D] = "channels_last_3d",
};

static const char *name_of(PyObject *self) { return names[((FormatObject *)self)->format]; }

tb_memory_format tbpy_memory_format_of(PyObject *o) { return ((FormatObject *)o)->format; }

static PyObject *format_repr(PyObject *self) { return PyUnicode_FromFormat("torch.%s", name_of(self)); }

PyObject *tbpy_body_memory_format___reduce__(const tbpy_call *c)
{
    return PyUnicode_FromString(name_of(c->given[0]));
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc,
         (void *)"Which dimension of a tensor runs fastest in memory: torch.contiguous_format (the last),\n"
                 "torch.preserve_format (as in the tensor that is copied), torch.channels_last (the second "
                 "of\n"
                 "four), torch.channels_last_3d (the second of five).  As torch.memory_format.\n\n"
                 ">>> torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).stride()\n(60, 1, 15, 3)\n"},
        {Py_tp_dealloc, tbpy_gc_dealloc},
        {Py_tp_traverse, tbpy_gc_traverse},
        {Py_tp_repr, format_repr},
        {Py_tp_methods, (void *)c->methods},
        {0, NULL},
    };
    const unsigned flags = Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
    return tbpy_make_type(module, "tbcast.memory_format", sizeof(FormatObject), flags, slots, NULL);
}

static int make_objects(tbpy_state *state)
{
    for (int i = 0; i < TB_NMEMORY_FORMATS; i++) {
        FormatObject *object = PyObject_GC_New(FormatObject, state->memory_format_type);
        if (!object)
            return -1;
        object->format = (tb_memory_format)i;
        state->memory_format[i] = (PyObject *)object;
        PyObject_GC_Track(object);
    }
    return 0;
}

int tbpy_init_memory_format_type(PyObject *module, const tbpy_class *c)
{
    tbpy_state *state = tbpy_get_state();
    state->memory_format_type = make_type(module, c);
    if (!state->memory_format_type || make_objects(state) < 0 ||
        PyModule_AddObjectRef(module, "memory_format", (PyObject *)state->memory_format_type) < 0)
        return -1;
    PyObject **formats = state->memory_format;
    for (int i = 0; i < TB_NMEMORY_FORMATS; i++)
        if (PyModule_AddObjectRef(module, names[i], formats[i]) < 0)
            return -1;
    return PyModule_AddObjectRef(module, "legacy_contiguous_format", formats[TB_CONTIGUOUS_FORMAT]);
}
