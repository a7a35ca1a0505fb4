/* layout.c: the type tbcast.layout, there so that programs written for torch run. */
#include "python/types/layout.h"

#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

static PyObject *strided;

PyObject *tbpy_strided_object(void) { return Py_NewRef(strided); }

int tbpy_check_layout(PyObject *layout, const char *function)
{
    PyObject *strided = tbpy_strided_object();
    bool known = !layout || layout == Py_None || layout == strided;
    Py_DECREF(strided);
    return known ? 0 : tbpy_fail_type(layout, function, "layout", 0, "torch.layout");
}

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
    {Py_tp_dealloc, tbpy_dealloc},
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

int tbpy_init_layout_type(PyObject *module)
{
    if (!TbLayout_Type)
        TbLayout_Type = tbpy_new_type(NULL, &layout_spec, NULL);
    if (TbLayout_Type && !strided)
        strided = (PyObject *)PyObject_New(PyObject, TbLayout_Type);
    if (!strided || PyModule_AddObjectRef(module, "layout", (PyObject *)TbLayout_Type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "strided", strided);
}
