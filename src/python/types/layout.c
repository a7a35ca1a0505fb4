/* layout.c: the type tbcast.layout, which exists so that programs written for torch run. */
#include "python/types/layout.h"

#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

PyObject *tbpy_strided_object(void) { return Py_NewRef(tbpy_get_state()->strided); }

static PyObject *layout_repr(PyObject *Py_UNUSED(self)) { return PyUnicode_FromString("torch.strided"); }

PyObject *tbpy_body_layout___reduce__(const tbpy_call *Py_UNUSED(c))
{
    return PyUnicode_FromString("strided");
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)"How a tensor's elements lie in memory; the one object is torch.strided.  As "
                            "torch.layout.\n\n"
                            ">>> torch.strided\ntorch.strided\n"},
        {Py_tp_dealloc, tbpy_gc_dealloc},
        {Py_tp_traverse, tbpy_gc_traverse},
        {Py_tp_repr, layout_repr},
        {Py_tp_methods, (void *)c->methods},
        {0, NULL},
    };
    const unsigned flags = Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
    return tbpy_make_type(module, "tbcast.layout", sizeof(PyObject), flags, slots, NULL);
}

int tbpy_init_layout_type(PyObject *module, const tbpy_class *c)
{
    tbpy_state *state = tbpy_get_state();
    state->layout_type = make_type(module, c);
    if (state->layout_type)
        state->strided = PyObject_GC_New(PyObject, state->layout_type);
    if (!state->strided || PyModule_AddObjectRef(module, "layout", (PyObject *)state->layout_type) < 0)
        return -1;
    PyObject_GC_Track(state->strided);
    return PyModule_AddObjectRef(module, "strided", state->strided);
}
