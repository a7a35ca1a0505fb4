/* type_info.c: torch.finfo and torch.iinfo, the limits of dtypes, and the constants pi, e, inf, nan,
 * newaxis. */
#include "python/types/type_info.h"

#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/types/dtype.h"

#include <math.h>
#include <stdio.h>

typedef struct {
    PyObject_HEAD
    tb_dtype dtype; /* real */
} InfoObject;

static tb_dtype dtype_of(PyObject *self) { return ((InfoObject *)self)->dtype; }

/* ---- limits ---- */

static double eps(tb_dtype dtype)
{
    return dtype == TB_FLOAT16    ? 0x1p-10
           : dtype == TB_BFLOAT16 ? 0x1p-7
           : dtype == TB_FLOAT32  ? 0x1p-23
                                  : 0x1p-52;
}

static double smallest_normal(tb_dtype dtype)
{
    return dtype == TB_FLOAT16 ? 0x1p-14 : dtype == TB_FLOAT64 ? 0x1p-1022 : 0x1p-126;
}

/* 10^-digits, with the number of digits that survive a decimal round trip. */
static double resolution(tb_dtype dtype)
{
    return dtype == TB_FLOAT16 ? 1e-3 : dtype == TB_BFLOAT16 ? 1e-2 : dtype == TB_FLOAT32 ? 1e-6 : 1e-15;
}

static uint64_t largest(tb_dtype dtype)
{
    return UINT64_MAX >> (64 - 8 * tb_dtypes[dtype].itemsize + tb_dtypes[dtype].is_signed);
}

static int64_t smallest(tb_dtype dtype)
{
    return tb_dtypes[dtype].is_signed ? -(int64_t)largest(dtype) - 1 : 0;
}

/* ---- objects ---- */

static PyObject *info_new(PyObject *type, tb_dtype dtype)
{
    InfoObject *self = (InfoObject *)((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    if (self)
        self->dtype = dtype;
    return (PyObject *)self;
}

PyObject *tbpy_body_make_finfo(const tbpy_call *c)
{
    PyObject *type = c->given[TBPY_MAKE_FINFO_TYPE];
    const tb_dtype dtype = type ? tbpy_dtype_of(type) : tbpy_default_dtype();
    if (tb_dtypes[dtype].kind == TB_KIND_BOOL || tb_dtypes[dtype].kind == TB_KIND_INT)
        return PyErr_Format(PyExc_TypeError,
                            "torch.finfo() requires a floating point input type. Use torch.iinfo "
                            "to handle 'torch.finfo'");
    return info_new(c->given[0], tb_to_real(dtype));
}

PyObject *tbpy_body_make_iinfo(const tbpy_call *c)
{
    const tb_dtype dtype = tbpy_dtype_of(c->given[TBPY_MAKE_IINFO_TYPE]);
    if (dtype == TB_BOOL)
        return PyErr_Format(PyExc_TypeError, "torch.bool is not supported by torch.iinfo");
    if (tb_dtypes[dtype].kind != TB_KIND_INT)
        return PyErr_Format(PyExc_TypeError,
                            "torch.iinfo() requires an integer input type. Use torch.finfo to "
                            "handle 'torch.iinfo'");
    return info_new(c->given[0], dtype);
}

static PyObject *info_compare(PyObject *a, PyObject *b, int op)
{
    if ((op != Py_EQ && op != Py_NE) || Py_TYPE(a) != Py_TYPE(b))
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((dtype_of(a) == dtype_of(b)) == (op == Py_EQ));
}

static PyObject *finfo_repr(PyObject *self)
{
    const tb_dtype d = dtype_of(self);
    char text[320];
    snprintf(text, sizeof text,
             "finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, dtype=%s)",
             resolution(d), -tb_float_max(d), tb_float_max(d), eps(d), smallest_normal(d), smallest_normal(d),
             tb_dtypes[d].name);
    return PyUnicode_FromString(text);
}

static PyObject *iinfo_repr(PyObject *self)
{
    const tb_dtype d = dtype_of(self);
    char text[160];
    snprintf(text, sizeof text, "iinfo(min=%g, max=%g, dtype=%s)", (double)smallest(d), (double)largest(d),
             tb_dtypes[d].name);
    return PyUnicode_FromString(text);
}

/* ---- attributes ---- */

PyObject *tbpy_get_info_bits(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(8L * tb_dtypes[dtype_of(self)].itemsize);
}

PyObject *tbpy_get_info_dtype(PyObject *self, void *Py_UNUSED(closure))
{
    return PyUnicode_FromString(tb_dtypes[dtype_of(self)].name);
}

PyObject *tbpy_get_finfo_eps(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(eps(dtype_of(self)));
}

PyObject *tbpy_get_finfo_max(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(tb_float_max(dtype_of(self)));
}

PyObject *tbpy_get_finfo_min(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(-tb_float_max(dtype_of(self)));
}

PyObject *tbpy_get_finfo_smallest_normal(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(smallest_normal(dtype_of(self)));
}

PyObject *tbpy_get_finfo_resolution(PyObject *self, void *Py_UNUSED(closure))
{
    return PyFloat_FromDouble(resolution(dtype_of(self)));
}

PyObject *tbpy_get_iinfo_max(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromUnsignedLongLong(largest(dtype_of(self)));
}

PyObject *tbpy_get_iinfo_min(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLongLong(smallest(dtype_of(self)));
}

/* ---- types ---- */

static PyTypeObject *make_type(PyObject *module, const char *name, const tbpy_class *c, reprfunc repr)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},           {Py_tp_new, c->make},
        {Py_tp_dealloc, tbpy_dealloc},         {Py_tp_repr, repr},
        {Py_tp_richcompare, info_compare},     {Py_tp_methods, (void *)c->methods},
        {Py_tp_getset, (void *)c->attributes}, {0, NULL},
    };
    return tbpy_called_directly(
        tbpy_make_type(module, name, sizeof(InfoObject), Py_TPFLAGS_IMMUTABLETYPE, slots, NULL), c);
}

int tbpy_init_finfo_type(PyObject *module, const tbpy_class *c)
{
    PyTypeObject *type = make_type(module, "tbcast.finfo", c, finfo_repr);
    tbpy_get_state()->finfo_type = type;
    return type ? PyModule_AddObjectRef(module, "finfo", (PyObject *)type) : -1;
}

int tbpy_init_iinfo_type(PyObject *module, const tbpy_class *c)
{
    PyTypeObject *type = make_type(module, "tbcast.iinfo", c, iinfo_repr);
    tbpy_get_state()->iinfo_type = type;
    return type ? PyModule_AddObjectRef(module, "iinfo", (PyObject *)type) : -1;
}

static int add_float(PyObject *module, const char *name, double value)
{
    PyObject *object = PyFloat_FromDouble(value);
    int status = object ? PyModule_AddObjectRef(module, name, object) : -1;
    Py_XDECREF(object);
    return status;
}

int tbpy_init_constants(PyObject *module)
{
    if (add_float(module, "pi", 3.141592653589793) < 0 || add_float(module, "e", 2.718281828459045) < 0 ||
        add_float(module, "inf", INFINITY) < 0 || add_float(module, "nan", NAN) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "newaxis", Py_None);
}
