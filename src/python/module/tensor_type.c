/* tensor_type.c: the type tbcast.Tensor, assembled from the slots, attributes and methods of all folders. */
#include "python/module/module.h"

#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/overrides.h"
#include "python/functions/functions.h"
#include "python/indexing/subscript.h"
#include "python/interop/array_interface.h"
#include "python/interop/buffer_export.h"
#include "python/methods/methods.h"
#include "python/pointwise/operator_slots.h"
#include "python/pointwise/pointwise.h"
#include "python/types/tensor.h"

/* ---- the metaclass of Tensor: `type` with a __dir__, which the Python package sets
 * (tbcast/_compat/missing.py); torch.Tensor's has this name, too ---- */

/* Objects of a heap type must visit their type; `type` itself, which is static, does not. */
static int traverse_metaclass_object(PyObject *self, visitproc visit, void *arg)
{
    TBPY_VISIT(Py_TYPE(self));
    return PyType_Type.tp_traverse(self, visit, arg);
}

static PyTypeObject *make_metaclass(PyObject *module)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, "The type of Tensor, for metaclasses of its subclasses to derive from.\n\n"
                    "As torch._C._TensorMeta."},
        {Py_tp_init, tbpy_init_tensor_class},
        {Py_tp_traverse, traverse_metaclass_object},
        {Py_tp_clear, PyType_Type.tp_clear},
        {0, NULL},
    };
    return tbpy_make_type(module, "tbcast._C._TensorMeta", 0 /* a type's */,
                          Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots, &PyType_Type);
}

/* ---- Tensor ---- */

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c, PyTypeObject *metaclass)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},
        {Py_tp_new, c->make},
        {Py_tp_dealloc, tbpy_tensor_dealloc},
        {Py_tp_traverse, tbpy_tensor_traverse},
        {Py_tp_clear, tbpy_tensor_clear},
        {Py_tp_repr, tbpy_tensor_repr},
        {Py_tp_hash, tbpy_tensor_hash},
        {Py_tp_richcompare, tbpy_richcompare},
        {Py_tp_iter, tbpy_tensor_iter},
        {Py_tp_methods, (void *)tbpy_special_methods},
        {Py_tp_members, (void *)tbpy_tensor_members},
        {Py_tp_getset, (void *)tbpy_tensor_dict},
        {Py_nb_bool, tbpy_tensor_bool},
        {Py_nb_int, tbpy_tensor_int},
        {Py_nb_float, tbpy_tensor_float},
        {Py_nb_index, tbpy_tensor_index},
        {Py_nb_matrix_multiply, tbpy_nb_matrix_multiply},
        {Py_mp_length, tbpy_tensor_length},
        {Py_mp_subscript, tbpy_getitem},
        {Py_mp_ass_subscript, tbpy_setitem},
        {Py_sq_contains, tbpy_contains},
        {Py_bf_getbuffer, tbpy_getbuffer},
        {Py_bf_releasebuffer, tbpy_releasebuffer},
#define TBPY_SLOT(slot, op, reflected) \
    {Py_nb_##slot, tbpy_nb_##slot},    \
    {Py_nb_inplace_##slot, tbpy_nb_inplace_##slot},
#define TBPY_POWER_SLOT TBPY_SLOT
#define TBPY_UNARY_SLOT(slot, op, refusal) {Py_nb_##slot, tbpy_nb_##slot},
#include "python/generated/slot_rows.inc"
        {0, NULL},
    };

    PyType_Spec spec = {.name = "tbcast.Tensor",
                        .basicsize = sizeof(TbTensor),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                        .slots = (PyType_Slot *)slots};
    return tbpy_new_type(module, &spec, NULL, metaclass);
}

/* Sets type.name; steals the reference, which may be NULL with an exception set. */
static int set_attribute(PyTypeObject *type, const char *name, PyObject *value)
{
    int status = value ? PyObject_SetAttrString((PyObject *)type, name, value) : -1;
    Py_XDECREF(value);
    return status;
}

static int add_methods(PyTypeObject *type, const PyMethodDef *def)
{
    for (; def->ml_name; def++) {
        PyObject *method = PyDescr_NewMethod(type, (PyMethodDef *)def);
        PyObject *name = method ? PyUnicode_FromFormat("TensorBase.%s", def->ml_name) : NULL;
        if (!name) {
            Py_XDECREF(method);
            return -1;
        }
        Py_XSETREF(((PyDescrObject *)method)->d_qualname, name); /* Python's messages quote it */
        if (set_attribute(type, def->ml_name, method) < 0)
            return -1;
    }
    return 0;
}

int tbpy_init_tensor_type(PyObject *module, const tbpy_class *c)
{
    PyTypeObject *metaclass = make_metaclass(module), *type = NULL;
    if (metaclass && PyModule_AddObjectRef(module, "_TensorMeta", (PyObject *)metaclass) == 0)
        type = make_type(module, c, metaclass);
    Py_XDECREF(metaclass); /* the module and the type hold it */
    if (type)
        TBPY_SHARE_TYPE(type);
    tbpy_get_state()->tensor_type = type;
    const PyMethodDef *const methods[] = {tbpy_operator_methods, c->methods, tbpy_tensor_setattr_methods};
    /* Python's own messages then say 'Tensor', as torch's do. */
    if (!type || set_attribute(type, "__name__", PyUnicode_FromString("Tensor")) < 0 ||
        /* Binary operators of ndarrays then leave the operation to this type. */
        set_attribute(type, "__array_priority__", PyLong_FromLong(1000)) < 0)
        return -1;
    if (tbpy_add_attributes(type, c->attributes) < 0)
        return -1;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (add_methods(type, methods[i]) < 0)
            return -1;
    return PyModule_AddObjectRef(module, "Tensor", (PyObject *)type);
}
