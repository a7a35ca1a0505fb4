/* hooks.c: the registered hooks and _register_hooks, which sets them. */
#include "python/base/hooks.h"

#include "python/base/objects.h"
#include "python/base/state.h"

static const struct {
    const char *name, *module, *object;
} hooks[] = {
#define HOOK(name, module, object) {#name, module, object},
    TBPY_FOR_EACH_HOOK(HOOK)
#undef HOOK
};

/* The state's are owned, and NULL until they have been registered or found. */
PyObject *tbpy_registered_hook(tbpy_hook hook) { return tbpy_get_state()->hook[hook]; }

static PyObject *find(tbpy_hook hook)
{
    PyObject *module = PyImport_ImportModule(hooks[hook].module);
    PyObject *found = module ? PyObject_GetAttrString(module, hooks[hook].object) : NULL;
    Py_XDECREF(module);
    if (found && tbpy_replace(&tbpy_get_state()->hook[hook], Py_NewRef(found)) < 0)
        TBPY_DROP(found);
    return found;
}

PyObject *tbpy_find_hook(tbpy_hook hook)
{
    PyObject *found = tbpy_registered_hook(hook);
    return found ? Py_NewRef(found) : find(hook);
}

PyObject *tbpy_call_hook(tbpy_hook hook, PyObject *const *args, size_t nargs, PyObject *kwnames)
{
    PyObject *callable = tbpy_find_hook(hook);
    PyObject *result = callable ? PyObject_Vectorcall(callable, args, nargs, kwnames) : NULL;
    Py_XDECREF(callable);
    return result;
}

static int hook_named(PyObject *name)
{
    for (int hook = 0; hook < TBPY_HOOKS; hook++)
        if (PyUnicode_CompareWithASCIIString(name, hooks[hook].name) == 0)
            return hook;
    PyErr_Format(PyExc_TypeError, "there is no hook %R", name);
    return -1;
}

static PyObject *register_hooks(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                PyObject *kwnames)
{
    const Py_ssize_t n = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    PyObject **registered = tbpy_get_state()->hook;
    if (nargs)
        return PyErr_Format(PyExc_TypeError, "_register_hooks() takes keywords only");
    for (Py_ssize_t i = 0; i < n; i++) {
        const int hook = hook_named(PyTuple_GET_ITEM(kwnames, i));
        if (hook < 0)
            return NULL;
        if (hook == TBPY_HOOK_typed_storage && !PyType_Check(args[i]))
            return PyErr_Format(PyExc_TypeError, "typed_storage is a type, not %.200s",
                                Py_TYPE(args[i])->tp_name);
        if (tbpy_replace(&registered[hook], args[i] == Py_None ? NULL : Py_NewRef(args[i])) < 0)
            return NULL;
    }
    Py_RETURN_NONE;
}

static const PyMethodDef functions[] = {
    {"_register_hooks", TBPY_FASTCALL(register_hooks),
     "_register_hooks($module, /, **hooks)\n--\n\n"
     "Register what the extension calls of the Python package (src/python/hooks.h); None: it is found\n"
     "again when it is next needed."},
    {NULL, NULL, 0, NULL},
};

int tbpy_init_hooks(PyObject *module) { return tbpy_add_functions(module, functions); }
