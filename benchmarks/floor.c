/* floor.c: an extension type whose + returns a new object and does nothing else, for benchmarks/limit.py:
 * what CPython itself takes for `a + b`.  Relies on: Python.h. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *add(PyObject *a, PyObject *b)
{
    (void)b;
    return (PyObject *)PyObject_New(PyObject, Py_TYPE(a));
}

static void dealloc(PyObject *self) { PyObject_Free(self); }

static PyNumberMethods number = {.nb_add = add};

static PyTypeObject bare = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "floor.Bare",
    .tp_basicsize = sizeof(PyObject),
    .tp_dealloc = dealloc,
    .tp_as_number = &number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "floor", .m_size = -1};

PyMODINIT_FUNC PyInit_floor(void)
{
    PyObject *module = PyType_Ready(&bare) == 0 ? PyModule_Create(&definition) : NULL;
    if (module && PyModule_AddObjectRef(module, "Bare", (PyObject *)&bare) < 0)
        Py_CLEAR(module);
#ifdef Py_GIL_DISABLED
    if (module)
        PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#endif
    return module;
}
