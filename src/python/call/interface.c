/* interface.c: see interface.h. */
#include "python/call/interface.h"

#include "python/call/policy.h"

static bool has_marks(void) { return tbpy_has_marks(&tbpy_get_state()->marks); }

static int mark(PyObject *object, PyObject *marks)
{
    return tbpy_set_marks(&tbpy_get_state()->marks, object, marks);
}

static PyObject *marks_of(PyObject *object) { return tbpy_marks_of(object); }

static const tbpy_interface interface = {
    .has_marks = has_marks,
    .marks_of = marks_of,
    .mark = mark,
    .has_policy = tbpy_has_policy,
};

int tbpy_init_interface(PyObject *module)
{
    PyObject *capsule = PyCapsule_New((void *)&interface, TBPY_INTERFACE, NULL);
    const int status = capsule ? PyModule_AddObjectRef(module, "_interface", capsule) : -1;
    Py_XDECREF(capsule);
    return status;
}
