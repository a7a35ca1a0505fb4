/* dtype.c: the type tbcast.dtype, with one object per dtype and interpreter, so that identity is equality. */
#include "python/types/dtype.h"

#include "core/base/this_thread.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <stddef.h>

typedef struct {
    PyObject_HEAD
    tb_dtype dtype;
} DtypeObject;

static tb_dtype dtype_of(PyObject *self) { return ((DtypeObject *)self)->dtype; }
static const tb_dtype_info *info_of(PyObject *self) { return &tb_dtypes[dtype_of(self)]; }

PyObject *tbpy_dtype_object(tb_dtype dtype) { return Py_NewRef(tbpy_get_state()->dtype[dtype]); }

tb_dtype tbpy_threads_default_dtype(void)
{
    const int own = tb_this_threads_settings()->default_dtype;
    return own ? (tb_dtype)(own - 1) : tbpy_get_state()->default_dtype;
}

bool tbpy_is_dtype(PyObject *o, tb_dtype *dtype)
{
    if (!Py_IS_TYPE(o, tbpy_get_state()->dtype_type))
        return false;
    *dtype = dtype_of(o);
    return true;
}

tb_dtype tbpy_dtype_of(PyObject *o)
{
    if (o == (PyObject *)&PyFloat_Type)
        return TB_FLOAT64;
    if (o == (PyObject *)&PyLong_Type)
        return TB_INT64;
    if (o == (PyObject *)&PyBool_Type)
        return TB_BOOL;
    return o == (PyObject *)&PyComplex_Type ? TB_COMPLEX128 : dtype_of(o);
}

static PyObject *dtype_repr(PyObject *self) { return PyUnicode_FromFormat("torch.%s", info_of(self)->name); }

/* Pickled by its name, under which the module has the object. */
PyObject *tbpy_body_dtype___reduce__(const tbpy_call *c)
{
    return PyUnicode_FromString(info_of(c->given[0])->name);
}

PyObject *tbpy_body_dtype_to_real(const tbpy_call *c)
{
    return tbpy_dtype_object(tb_to_real(dtype_of(c->given[0])));
}

PyObject *tbpy_body_dtype_to_complex(const tbpy_call *c)
{
    const tb_dtype_info *info = info_of(c->given[0]);
    if (info->kind == TB_KIND_BOOL || info->kind == TB_KIND_INT)
        return PyErr_Format(PyExc_RuntimeError, "Unknown Complex ScalarType for %s", info->scalar_type);
    return tbpy_dtype_object(tb_to_complex(dtype_of(c->given[0])));
}

PyObject *tbpy_get_dtype_itemsize(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(info_of(self)->itemsize);
}

PyObject *tbpy_get_dtype_is_floating_point(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(info_of(self)->kind == TB_KIND_FLOAT);
}

PyObject *tbpy_get_dtype_is_complex(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(info_of(self)->kind == TB_KIND_COMPLEX);
}

PyObject *tbpy_get_dtype_is_signed(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(info_of(self)->is_signed);
}

PyObject *tbpy_get_dtype__type_name(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_FromString(info_of(self)->scalar_type);
}

/* numpy.dtype(name), for which NumPy asks where it accepts dtypes. */
PyObject *tbpy_get_dtype_numpy(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *numpy, *dtype;
    if (dtype_of(self) == TB_BFLOAT16)
        return PyErr_Format(PyExc_AttributeError, "NumPy has no dtype for %s", info_of(self)->name);
    numpy = PyImport_ImportModule("numpy");
    dtype = numpy ? PyObject_CallMethod(numpy, "dtype", "s", info_of(self)->name) : NULL;
    Py_XDECREF(numpy);
    return dtype;
}

PyDoc_STRVAR(dtype_doc,
             "The type of a tensor's elements: torch.float32, torch.int64, ...  One object per dtype;\n"
             "compare with == or is.  As torch.dtype.\n\n>>> torch.ones(2).dtype is torch.float32\nTrue\n");

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)dtype_doc},
        {Py_tp_dealloc, tbpy_gc_dealloc},
        {Py_tp_traverse, tbpy_gc_traverse},
        {Py_tp_repr, dtype_repr},
        {Py_tp_methods, (void *)c->methods},
        {Py_tp_getset, (void *)c->attributes},
        {0, NULL},
    };
    const unsigned flags = Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
    return tbpy_make_type(module, "tbcast.dtype", sizeof(DtypeObject), flags, slots, NULL);
}

/* ---- the module's objects ---- */

/* torch's further names. */
static const struct {
    const char *name;
    tb_dtype dtype;
} aliases[] = {
    {"short", TB_INT16},   {"int", TB_INT32},      {"long", TB_INT64},       {"half", TB_FLOAT16},
    {"float", TB_FLOAT32}, {"double", TB_FLOAT64}, {"cfloat", TB_COMPLEX64}, {"cdouble", TB_COMPLEX128},
};

static int make_objects(tbpy_state *state)
{
    for (int i = 0; i < TB_NDTYPES; i++) {
        DtypeObject *object = PyObject_GC_New(DtypeObject, state->dtype_type);
        if (!object)
            return -1;
        object->dtype = (tb_dtype)i;
        state->dtype[i] = (PyObject *)object;
        PyObject_GC_Track(object);
    }
    return 0;
}

int tbpy_init_dtype_type(PyObject *module, const tbpy_class *c)
{
    tbpy_state *state = tbpy_get_state();
    state->default_dtype = TB_FLOAT32;
    state->dtype_type = make_type(module, c);
    if (!state->dtype_type || make_objects(state) < 0 ||
        PyModule_AddObjectRef(module, "dtype", (PyObject *)state->dtype_type) < 0)
        return -1;
    for (int i = 0; i < TB_NDTYPES; i++)
        if (PyModule_AddObjectRef(module, tb_dtypes[i].name, state->dtype[i]) < 0)
            return -1;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (PyModule_AddObjectRef(module, aliases[i].name, state->dtype[aliases[i].dtype]) < 0)
            return -1;
    return 0;
}
