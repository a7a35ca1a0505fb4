/* from_exporter.c: see from_exporter.h. */
#include "python/interop/from_exporter.h"

#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/interop/array_interface.h"

/* o.name, or NULL, without an exception if there is none. */
static PyObject *find_attribute(PyObject *o, const char *name)
{
    PyObject *found = tbpy_attribute(o, name);
    if (!found)
        tbpy_clear_answer(); /* torch, too, treats any failure as a missing attribute */
    return found;
}

/* Whether o may have either protocol: not Python's own numbers and sequences, text, and NumPy scalars. */
static bool is_asked(PyObject *o)
{
    return !(PyFloat_CheckExact(o) || PyLong_CheckExact(o) || PyBool_Check(o) || PyComplex_CheckExact(o) ||
             PyList_CheckExact(o) || PyTuple_CheckExact(o) || PyUnicode_Check(o) || PyBytes_Check(o) ||
             tbpy_is_numpy_scalar(o));
}

int tbpy_from_exporter(PyObject *o, PyObject **tensor)
{
    PyObject *found;
    *tensor = NULL;
    if (!is_asked(o))
        return 0;
    found = find_attribute(o, "__dlpack__");
    if (found) {
        *tensor = tbpy_call_hook(TBPY_HOOK_from_dlpack, &o, 1, NULL);
    } else if (!PyErr_Occurred() && !PySequence_Check(o) && !PyType_Check(o)) {
        found = find_attribute(o, "__array_interface__");
        if (found)
            *tensor = tbpy_from_array_interface(o, found);
    }
    Py_XDECREF(found);
    return *tensor ? 1 : found || PyErr_Occurred() ? -1 : 0;
}
