/* numpy.c: see numpy.h. */
#include "python/args/numpy.h"

#include "python/args/buffer_format.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/state.h"

#include <string.h>

/* ---- which objects are NumPy's ---- */

/* NumPy's type `name` if NumPy has been imported (cached from then on), else NULL. */
static PyTypeObject *numpy_type(const char *name, PyTypeObject **cache)
{
    if (*cache)
        return *cache;
    PyObject *module = PyImport_GetModule(tbpy_get_state()->numpy_name), *type = NULL;
    if (module)
        type = tbpy_attribute(module, name);
    if (type && PyType_Check(type))
        (void)tbpy_replace((PyObject **)cache, Py_NewRef(type));
    Py_XDECREF(type);
    Py_XDECREF(module);
    if (!*cache)
        PyErr_Clear(); /* not imported, or only partially */
    return *cache;
}

PyTypeObject *tbpy_ndarray_type(void) { return numpy_type("ndarray", &tbpy_get_state()->numpy_ndarray); }

bool tbpy_is_ndarray(PyObject *o)
{
    PyTypeObject *type = tbpy_ndarray_type();
    return type && PyObject_TypeCheck(o, type);
}

bool tbpy_is_numpy_scalar(PyObject *o)
{
    PyTypeObject *type = numpy_type("generic", &tbpy_get_state()->numpy_generic);
    return type && PyObject_TypeCheck(o, type);
}

PyObject *tbpy_raise_numpy_type(PyTypeObject *type)
{
    return PyErr_Format(
        PyExc_TypeError,
        "can't convert np.ndarray of type %s. The only supported types are: float64, float32, "
        "float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.",
        type->tp_name);
}

/* ---- numbers ---- */

int tbpy_numpy_scalar(PyObject *o, tb_dtype *dtype, tb_element *element)
{
    Py_buffer view;
    bool swapped;
    if (PyObject_GetBuffer(o, &view, PyBUF_FORMAT) < 0) {
        return tbpy_clear_answer() ? 0 : -1; /* a type without a buffer format */
    }
    int known = tbpy_dtype_of_format(view.format, view.itemsize, dtype, &swapped) && !swapped &&
                view.len == view.itemsize;
    if (known && element)
        memcpy(element, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return known;
}

PyObject *tbpy_numpy_inexact(PyObject *o)
{
    PyTypeObject *type = numpy_type("inexact", &tbpy_get_state()->numpy_inexact);
    if (!type || !PyObject_TypeCheck(o, type))
        return NULL;
    PyObject *convert = tbpy_attribute(o, "__complex__"), *value;
    if (!convert) /* a real number */
        return tbpy_clear_answer() ? PyNumber_Float(o) : NULL;
    value = PyObject_CallNoArgs(convert);
    Py_DECREF(convert);
    if (value && !PyComplex_CheckExact(value)) {
        Py_DECREF(value);
        PyErr_SetString(PyExc_TypeError, "__complex__ returned something else than a complex");
        return NULL;
    }
    return value;
}
