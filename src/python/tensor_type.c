/* tensor_type.c: the type tbcast.Tensor: life and death, text, iteration, attributes,
 * and the table of slots.  Operators, numbers, views, accessors and indexing have
 * their own files.
 * Relies on: tbpy.h. */
#include "../core/poison.h"
#include "operator_slots.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

PyTypeObject *TbTensor_Type;

/* ---- life and death ---- */

/* Freed objects, kept for the next: most tensors of a program die young.  The GIL guards them. */
enum { KEPT = 32 };
static TbTensor *kept[KEPT];
static int n_kept;

/* One more object.  Callers hold pointers into other tensors' memory, so no collection, which runs anything,
 * may begin here. */
static TbTensor *alloc_new(void)
{
    const int collects = PyGC_Disable();
    TbTensor *self = PyObject_GC_New(TbTensor, TbTensor_Type);
    if (collects)
        PyGC_Enable();
    if (self)
        memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
    return self;
}

TbTensor *tbpy_tensor_alloc(void)
{
    if (n_kept == 0)
        return alloc_new();
    TbTensor *self = kept[--n_kept];
    tb_unpoison(self, sizeof *self);
    return (TbTensor *)PyObject_Init((PyObject *)self, TbTensor_Type);
}

static PyObject *legacy_new(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return tbpy_legacy_new(TB_UNDEFINED, args, nargs, kwnames);
}

static PyObject *tensor_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    tb_error err;
    PyObject *base = tbpy_call_vector(legacy_new, args, kwargs);
    if (!base || type == TbTensor_Type)
        return base;
    /* A subclass gets an object of its own that shares the memory. */
    TbTensor *self = (TbTensor *)type->tp_alloc(type, 0);
    if (self && tb_view_alias(&self->t, tbpy_tensor_of(base), &err) != TB_OK) {
        Py_DECREF(self);
        self = (TbTensor *)tbpy_raise(&err);
    }
    Py_DECREF(base);
    return (PyObject *)self;
}

static void tensor_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self); /* kept objects are not tracked */
    if (((TbTensor *)self)->weakrefs)
        PyObject_ClearWeakRefs(self);
    Py_CLEAR(((TbTensor *)self)->attributes);
    Py_CLEAR(((TbTensor *)self)->shape);
    tb_tensor_release(tbpy_tensor_of(self));
    if (type == TbTensor_Type && n_kept < KEPT) {
        kept[n_kept++] = (TbTensor *)self; /* released: as good as filled with zeros */
        tb_poison(self, sizeof(TbTensor));
    } else {
        type->tp_free(self);
    }
    Py_DECREF(type);
}

/* ---- attributes of the program's: __dict__ ---- */

/* A Tensor that never had attributes is part of no cycle: the collector need not know it, which saves 2 ns
 * of every small call and the visits.  (Objects of subclasses are tracked from the start.) */
static void track(PyObject *self)
{
    if (((TbTensor *)self)->attributes && !PyObject_GC_IsTracked(self))
        PyObject_GC_Track(self);
}

/* A method and not the slot: Python would refuse object.__setattr__ for a type with a slot of its own.  (What
 * object.__setattr__ gives a plain Tensor is not tracked.) */
static PyObject *tensor_setattr(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2)
        return PyErr_Format(PyExc_TypeError, "expected 2 arguments, got %zd", nargs);
    const int status = PyObject_GenericSetAttr(self, args[0], args[1]);
    track(self);
    return status < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *get_dict(PyObject *self, void *closure)
{
    PyObject *dict = PyObject_GenericGetDict(self, closure);
    track(self);
    return dict;
}

static int set_dict(PyObject *self, PyObject *value, void *closure)
{
    if (!value) { /* there is an empty one again */
        Py_CLEAR(((TbTensor *)self)->attributes);
        return 0;
    }
    const int status = PyObject_GenericSetDict(self, value, closure);
    track(self);
    return status;
}

static int tensor_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((TbTensor *)self)->attributes);
    Py_VISIT(((TbTensor *)self)->shape);
    return 0;
}

static int tensor_clear(PyObject *self)
{
    Py_CLEAR(((TbTensor *)self)->attributes);
    return 0;
}

/* ---- text ---- */

static PyObject *tensor_repr(PyObject *self)
{
    PyObject *printing = PyImport_ImportModule("tbcast._printing");
    if (!printing)
        return NULL;
    PyObject *text = PyObject_CallMethod(printing, "_tensor_str", "O", self);
    Py_DECREF(printing);
    return text;
}

PyDoc_STRVAR(format_doc,
             "__format__($self, spec)\n--\n\n"
             "A 0-dim tensor formats its number; others take only an empty spec: str(self).\n\n"
             "Raises TypeError for a spec and a tensor with dimensions.  As torch.Tensor.__format__.\n\n"
             ">>> f'{torch.tensor(2.5):.3f}'\n'2.500'\n");

static PyObject *tensor_format(PyObject *self, PyObject *spec)
{
    if (!PyUnicode_Check(spec))
        return PyErr_Format(PyExc_TypeError, "__format__() argument must be str, not %.200s",
                            tbpy_type_name(spec));
    if (((TbTensor *)self)->t.ndim == 0) {
        PyObject *number = tbpy_item(self), *text = NULL;
        if (number) {
            text = PyObject_Format(number, spec);
            Py_DECREF(number);
        }
        return text;
    }
    if (PyUnicode_GET_LENGTH(spec) == 0)
        return PyObject_Str(self);
    return PyErr_Format(PyExc_TypeError, "unsupported format string passed to %.200s.__format__",
                        Py_TYPE(self)->tp_name);
}

/* By identity, and as torch the very id. */
static Py_hash_t tensor_hash(PyObject *self) { return (Py_hash_t)(uintptr_t)self; }

/* ---- a sequence of its rows ---- */

static Py_ssize_t tensor_length(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of a 0-d tensor");
        return -1;
    }
    return (Py_ssize_t)t->size[0];
}

/* As torch: all rows are made at once, so what happens to the tensor during the
 * iteration does not move them. */
static PyObject *tensor_iter(PyObject *self)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    tb_error err;
    if (t->ndim == 0) {
        PyErr_SetString(PyExc_TypeError, "iteration over a 0-d tensor");
        return NULL;
    }
    PyObject *iterator = NULL, *rows = PyTuple_New((Py_ssize_t)t->size[0]);
    if (!rows)
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(rows); i++) {
        TbTensor *row = tbpy_tensor_alloc();
        if (!row)
            goto done;
        PyTuple_SET_ITEM(rows, i, (PyObject *)row);
        if (tb_view_select(&row->t, t, 0, i, &err) != TB_OK) {
            tbpy_raise(&err);
            goto done;
        }
    }
    iterator = PyObject_GetIter(rows);
done:
    Py_DECREF(rows);
    return iterator;
}

/* ---- attributes ---- */

static PyObject *get_shape(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_size_of((TbTensor *)self);
}

static PyObject *get_dtype(PyObject *self, void *Py_UNUSED(closure))
{
    return tbpy_dtype_object(((TbTensor *)self)->t.dtype);
}

static PyObject *get_device(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure))
{
    return tbpy_device_object();
}

static PyObject *get_ndim(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.ndim);
}

static PyObject *get_itemsize(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(((TbTensor *)self)->t.itemsize);
}

static PyObject *get_nbytes(PyObject *self, void *Py_UNUSED(closure))
{
    const tb_tensor *t = tbpy_tensor_of(self);
    /* An expanded tensor may count more bytes than fit 64 bits. */
    PyObject *numel = PyLong_FromLongLong(t->numel), *itemsize = PyLong_FromLong(t->itemsize), *bytes = NULL;
    if (numel && itemsize)
        bytes = PyNumber_Multiply(numel, itemsize);
    Py_XDECREF(numel);
    Py_XDECREF(itemsize);
    return bytes;
}

static PyObject *get_requires_grad(PyObject *Py_UNUSED(self), void *Py_UNUSED(closure)) { Py_RETURN_FALSE; }

static int set_requires_grad(PyObject *Py_UNUSED(self), PyObject *value, void *Py_UNUSED(closure))
{
    if (!value || !PyBool_Check(value)) {
        PyErr_SetString(PyExc_RuntimeError, "requires_grad must be a bool");
        return -1;
    }
    return tbpy_check_requires_grad(value, "Tensor");
}

static PyGetSetDef attributes[] = {
    {"__dict__", get_dict, set_dict, "The attributes that a program has set, by name.", NULL},
    {"shape", get_shape, NULL,
     "The sizes, a Size: the same as size().  As torch.Tensor.shape.\n\n"
     ">>> torch.zeros(2, 3).shape\ntorch.Size([2, 3])\n",
     NULL},
    {"dtype", get_dtype, NULL,
     "The element type.  As torch.Tensor.dtype.\n\n>>> torch.arange(2).dtype\ntorch.int64\n", NULL},
    {"device", get_device, NULL,
     "Where the memory is: always the CPU.  As torch.Tensor.device.\n\n"
     ">>> torch.zeros(2).device\ndevice(type='cpu')\n",
     NULL},
    {"ndim", get_ndim, NULL,
     "The number of dimensions: the same as dim().  As torch.Tensor.ndim.\n\n>>> torch.zeros(2, 3).ndim\n2\n",
     NULL},
    {"itemsize", get_itemsize, NULL,
     "Bytes of one element: the same as element_size().  As torch.Tensor.itemsize.\n\n"
     ">>> torch.zeros(2).itemsize\n4\n",
     NULL},
    {"nbytes", get_nbytes, NULL,
     "numel() * itemsize, whatever the strides.  As torch.Tensor.nbytes.\n\n>>> torch.zeros(2, "
     "3).nbytes\n24\n",
     NULL},
    {"requires_grad", get_requires_grad, set_requires_grad,
     "Always False: tbcast has no gradients; setting True raises NotImplementedError, what is no bool\n"
     "RuntimeError.  As torch.Tensor.requires_grad.\n\n>>> torch.zeros(2).requires_grad\nFalse\n",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- the type ---- */

static PyMethodDef methods[] = {
    {"__format__", tensor_format, METH_O, format_doc},
    {NULL, NULL, 0, NULL},
};

/* Set when the type is there, so that Python makes a slot of it. */
static PyMethodDef special_methods[] = {
    {"__setattr__", (PyCFunction)(void (*)(void))tensor_setattr, METH_FASTCALL,
     "__setattr__($self, name, value, /)\n--\n\nImplement setattr(self, name, value)."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(TbTensor, attributes), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(TbTensor, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

PyDoc_STRVAR(
    tensor_doc,
    "Tensor(*args, device=None)\n--\n\n"
    "An array of one dtype with any number of dimensions, over memory that views share.\n\n"
    "The class is the legacy constructor, as torch.Tensor: sizes give uninitialised memory, a sequence\n"
    "its values, a tensor another view, a storage its elements, nothing a tensor of shape (0,); the dtype "
    "is\n"
    "the default one.  TypeError for other arguments, RuntimeError for storages of other dtypes and for a\n"
    "tensor with a device.  `tensor`, `empty`, `zeros` and the like are the constructors to use.\n\n"
    ">>> torch.Tensor([1, 2])\ntensor([1., 2.])\n>>> torch.Tensor(2, 0).shape\ntorch.Size([2, 0])\n");

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)tensor_doc},
    {Py_tp_new, tensor_new},
    {Py_tp_dealloc, tensor_dealloc},
    {Py_tp_traverse, tensor_traverse},
    {Py_tp_clear, tensor_clear},
    {Py_tp_repr, tensor_repr},
    {Py_tp_hash, tensor_hash},
    {Py_tp_richcompare, tbpy_richcompare},
    {Py_tp_iter, tensor_iter},
    {Py_tp_methods, tbpy_special_methods},
    {Py_tp_members, members},
    {Py_tp_getset, attributes},
    {Py_nb_bool, tbpy_tensor_bool},
    {Py_nb_int, tbpy_tensor_int},
    {Py_nb_float, tbpy_tensor_float},
    {Py_nb_index, tbpy_tensor_index},
    {Py_nb_matrix_multiply, tbpy_nb_matrix_multiply},
    {Py_mp_length, tensor_length},
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
#include "generated/slot_rows.inc"
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "tbcast.Tensor",
    .basicsize = sizeof(TbTensor),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static int add_methods(PyMethodDef *def)
{
    for (; def->ml_name; def++) {
        PyObject *method = PyDescr_NewMethod(TbTensor_Type, def);
        int status = method ? PyObject_SetAttrString((PyObject *)TbTensor_Type, def->ml_name, method) : -1;
        Py_XDECREF(method);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int set_attribute(const char *name, PyObject *value)
{
    int status = value ? PyObject_SetAttrString((PyObject *)TbTensor_Type, name, value) : -1;
    Py_XDECREF(value);
    return status;
}

static int make_type(void)
{
    TbTensor_Type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (!TbTensor_Type)
        return -1;
    /* Setting __name__ makes Python's own messages say 'Tensor', as torch's do. */
    if (set_attribute("__name__", PyUnicode_FromString("Tensor")) < 0 ||
        /* Binary operators of ndarrays leave the operation to this type. */
        set_attribute("__array_priority__", PyLong_FromLong(1000)) < 0 || add_methods(methods) < 0)
        return -1;
    PyMethodDef *const tables[] = {
        tbpy_operator_methods, tbpy_view_methods,      tbpy_accessor_methods,  tbpy_cast_methods,
        tbpy_part_methods,     tbpy_rearrange_methods, tbpy_in_place_methods,  tbpy_new_methods,
        tbpy_draw_methods,     tbpy_index_methods,     tbpy_gather_methods,    tbpy_scatter_methods,
        tbpy_interop_methods,  tbpy_storage_methods,   tbpy_closeness_methods, tbpy_table_methods,
        tbpy_norm_methods,     tbpy_legacy_methods,    tbpy_elsewhere_methods, tbpy_dlpack_methods,
        tbpy_number_methods,   tbpy_pickling_methods,  special_methods};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (add_methods(tables[i]) < 0)
            return -1;
    return tbpy_add_view_attributes() < 0 ? -1 : tbpy_add_array_interface();
}

int tbpy_init_tensor_type(PyObject *module)
{
    if (!TbTensor_Type && make_type() < 0) { /* it is there when the module is executed again */
        Py_CLEAR(TbTensor_Type);
        return -1;
    }
    return PyModule_AddObjectRef(module, "Tensor", (PyObject *)TbTensor_Type);
}
