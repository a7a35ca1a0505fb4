/* types.c: the types of this extension and what torch's messages call them. */
#include "python/base/types.h"

#include "python/base/hooks.h"
#include "python/base/objects.h"

PyTypeObject *TbTensor_Type, *TbSize_Type, *TbDtype_Type, *TbDevice_Type, *TbLayout_Type,
    *TbMemoryFormat_Type, *TbStorage_Type, *TbGenerator_Type, *TbArrayData_Type;

const char *tbpy_type_name(PyObject *o)
{
    const struct {
        const PyTypeObject *type;
        const char *name;
    } names[] = {
        {TbTensor_Type, "Tensor"},
        {TbSize_Type, "torch.Size"},
        {TbDtype_Type, "torch.dtype"},
        {TbDevice_Type, "torch.device"},
        {TbLayout_Type, "torch.layout"},
        {TbMemoryFormat_Type, "torch.memory_format"},
        {TbGenerator_Type, "torch._C.Generator"},
        {TbStorage_Type, "torch.storage.UntypedStorage"},
        {(PyTypeObject *)tbpy_registered_hook(TBPY_HOOK_TYPED_STORAGE), "torch.storage.TypedStorage"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (Py_TYPE(o) == names[i].type)
            return names[i].name;
    return Py_TYPE(o)->tp_name;
}

PyObject *tbpy_describe_type(PyObject *o)
{
    const bool tuple = PyTuple_Check(o);
    if (!tuple && !PyList_Check(o))
        return PyUnicode_FromString(tbpy_type_name(o));
    PyObject *text = PyUnicode_FromFormat(tuple ? "%s of (" : "%s of [", tbpy_type_name(o));
    for (Py_ssize_t i = 0; text && i < PySequence_Fast_GET_SIZE(o); i++)
        tbpy_append(&text, PyUnicode_FromFormat("%s%s", i ? ", " : "",
                                                tbpy_type_name(PySequence_Fast_GET_ITEM(o, i))));
    const bool comma = tuple && PyTuple_GET_SIZE(o) == 1;
    tbpy_append(&text, PyUnicode_FromString(!tuple ? "]" : comma ? ",)" : ")"));
    return text;
}
