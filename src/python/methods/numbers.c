/* numbers.c: a Tensor of one element as a Python number. */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/args/row.h"
#include "python/base/types.h"
#include "python/call/overrides.h"

/* The only element; false with torch's ValueError if there is not exactly one. */
static bool only_element(PyObject *self, tb_scalar *value)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->numel != 1) {
        PyErr_SetString(PyExc_ValueError, "only one element tensors can be converted to Python scalars");
        return false;
    }
    *value = tb_scalar_load(t->dtype, tb_data(t));
    return true;
}

/* Converts a complex number without an imaginary part to a float. */
static bool to_real(tb_scalar *value, const char *c_name)
{
    if (value->kind != TB_KIND_COMPLEX)
        return true;
    if (value->v.c[1] != 0) {
        PyErr_Format(PyExc_RuntimeError, "value cannot be converted to type %s without overflow", c_name);
        return false;
    }
    value->kind = TB_KIND_FLOAT;
    value->v.f = value->v.c[0];
    return true;
}

PyObject *tbpy_tensor_int(PyObject *self)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__int__", self, &answer))
        return answer;
    tb_scalar value;
    if (!only_element(self, &value) || !to_real(&value, "int64_t") || !tbpy_fits_int64(&value))
        return NULL;
    return value.kind == TB_KIND_FLOAT ? PyLong_FromDouble(value.v.f) : PyLong_FromLongLong(value.v.i);
}

PyObject *tbpy_tensor_float(PyObject *self)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__float__", self, &answer))
        return answer;
    tb_scalar value;
    if (!only_element(self, &value) || !to_real(&value, "double"))
        return NULL;
    return PyFloat_FromDouble(value.kind == TB_KIND_FLOAT ? value.v.f : tb_scalar_integer(&value));
}

PyObject *tbpy_body_complex(const tbpy_call *c)
{
    tb_scalar value;
    if (!only_element(c->given[0], &value))
        return NULL;
    if (value.kind == TB_KIND_COMPLEX)
        return PyComplex_FromDoubles(value.v.c[0], value.v.c[1]);
    return PyComplex_FromDoubles(value.kind == TB_KIND_FLOAT ? value.v.f : tb_scalar_integer(&value), 0.0);
}

PyObject *tbpy_tensor_index(PyObject *self)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__index__", self, &answer))
        return answer;
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->numel != 1 || tb_dtypes[t->dtype].kind > TB_KIND_INT) {
        PyErr_SetString(PyExc_TypeError,
                        "only integer tensors of a single element can be converted to an index");
        return NULL;
    }
    const tb_scalar value = tb_scalar_load(t->dtype, tb_data(t));
    return tbpy_fits_int64(&value) ? PyLong_FromLongLong(value.v.i) : NULL;
}

int tbpy_tensor_bool(PyObject *self)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(self) && tbpy_override_alone("__bool__", self, &answer)) {
        const int is_true = answer == Py_True;
        if (answer && !PyBool_Check(answer))
            PyErr_Format(PyExc_TypeError, "__bool__ should return bool, returned %.200s",
                         Py_TYPE(answer)->tp_name);
        Py_XDECREF(answer);
        return PyErr_Occurred() ? -1 : is_true;
    }
    const tb_tensor *t = tbpy_tensor_of(self);
    if (t->numel != 1) {
        PyErr_Format(PyExc_RuntimeError, "Boolean value of Tensor with %s is ambiguous",
                     t->numel ? "more than one value" : "no values");
        return -1;
    }
    tb_scalar value = tb_scalar_load(t->dtype, tb_data(t));
    switch (value.kind) {
    case TB_KIND_FLOAT:
        return value.v.f != 0;
    case TB_KIND_COMPLEX:
        return value.v.c[0] != 0 || value.v.c[1] != 0;
    default:
        return tbpy_fits_int64(&value) ? value.v.i != 0 : -1;
    }
}
