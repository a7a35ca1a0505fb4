/* types.c: see types.h. */
#include "python/base/types.h"

#include "python/base/objects.h"

const char *tbpy_type_name(PyObject *o)
{
    const tbpy_state *state = tbpy_get_state();
    const struct {
        const PyTypeObject *type;
        const char *name;
    } names[] = {
        {state->tensor_type, "Tensor"},
        {state->size_type, "torch.Size"},
        {state->dtype_type, "torch.dtype"},
        {state->device_type, "torch.device"},
        {state->layout_type, "torch.layout"},
        {state->memory_format_type, "torch.memory_format"},
        {state->generator_type, "torch._C.Generator"},
        {state->storage_type, "torch.storage.UntypedStorage"},
        {(PyTypeObject *)state->hook[TBPY_HOOK_typed_storage], "torch.storage.TypedStorage"},
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
    TBPY_LOCKED(o);
    for (Py_ssize_t i = 0; text && i < PySequence_Fast_GET_SIZE(o); i++)
        tbpy_append(&text, PyUnicode_FromFormat("%s%s", i ? ", " : "",
                                                tbpy_type_name(PySequence_Fast_GET_ITEM(o, i))));
    const bool comma = tuple && PyTuple_GET_SIZE(o) == 1;
    tbpy_append(&text, PyUnicode_FromString(!tuple ? "]" : comma ? ",)" : ")"));
    return text;
}
