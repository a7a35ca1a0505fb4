/* state.c: see audit.h. */
#include "audit/audit.h"

#include "python/base/objects.h"

#include <stddef.h>

_Static_assert(offsetof(watch_state, own) == 0, "one is found by the other's address");

/* ---- the watcher ---- */

int watch_clear_error(void)
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return -1;
    PyErr_Clear();
    return 0;
}

PyObject *watch_call(const char *name, PyObject **args, size_t n)
{
    watch_state *state = watch_get_state();
    watch_lock(state);
    PyObject *watcher = Py_XNewRef(atomic_load(&state->watcher));
    watch_unlock(state);
    PyObject *method = watcher ? tbpy_attribute(watcher, name) : NULL;
    PyObject *answer = method ? PyObject_Vectorcall(method, args, n, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(watcher);
    return answer;
}

int watch_notify(const char *name, PyObject **args, size_t n)
{
    PyObject *answer = watch_call(name, args, n);
    Py_XDECREF(answer);
    return answer ? 0 : watch_clear_error();
}

static void clear_types(watch_state *state)
{
    for (size_t i = 0; i < WATCH_SHAPE_KINDS * WATCH_SHAPED_TYPES; i++) {
        PyTypeObject *type =
            atomic_exchange(&state->shaped_type[i / WATCH_SHAPED_TYPES][i % WATCH_SHAPED_TYPES], NULL);
        Py_XDECREF(type);
    }
}

void watch_set_watcher(watch_state *state, PyObject *watcher)
{
    for (size_t i = 0; i < WATCH_HARMLESS; i++)
        state->harmless[i] = 0;
    watch_lock(state);
    PyObject *before = atomic_exchange(&state->watcher, Py_XNewRef(watcher));
    watch_unlock(state);
    if (!watcher) {
        clear_types(state);
        for (size_t i = 0; i < WATCH_RECENT_FUNCTIONS; i++)
            atomic_store(&state->recent_function[i], NULL);
    }
    Py_XDECREF(before);
}

/* ---- subscripts ---- */

PyObject *watch_written_marks(watch_state *state, uint64_t subscript)
{
    const uint64_t at = subscript % WATCH_SUBSCRIPTS;
    watch_lock(state);
    PyObject *marks = NULL;
    if (state->written[at].subscript == subscript)
        marks = Py_XNewRef(state->written[at].marks);
    watch_unlock(state);
    return marks;
}

void watch_keep_written_marks(watch_state *state, uint64_t subscript, PyObject *marks)
{
    const uint64_t at = subscript % WATCH_SUBSCRIPTS;
    watch_lock(state);
    PyObject *old = state->written[at].marks;
    state->written[at].subscript = subscript;
    state->written[at].marks = Py_NewRef(marks);
    watch_unlock(state);
    Py_XDECREF(old);
}

void watch_forget_subscripts(watch_state *state)
{
    for (size_t i = 0; i < WATCH_SUBSCRIPTS; i++) {
        watch_lock(state);
        PyObject *marks = state->written[i].marks;
        state->written[i].marks = NULL;
        watch_unlock(state);
        Py_XDECREF(marks);
    }
}

/* ---- the module ---- */

#ifdef Py_GIL_DISABLED
static void after_fork(tbpy_module_state *own) { ((watch_state *)own)->lock = (PyMutex){0}; }
#else
static void after_fork(tbpy_module_state *Py_UNUSED(own)) {}
#endif

/* As PyCapsule_Import, which has an ImportError for whatever goes wrong. */
static const tbpy_interface *find_library(void)
{
    PyObject *module = PyImport_ImportModule("tbcast._C");
    PyObject *capsule = module ? tbpy_attribute(module, "_interface") : NULL;
    const tbpy_interface *library = capsule ? PyCapsule_GetPointer(capsule, TBPY_INTERFACE) : NULL;
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return library;
}

int watch_begin_state(PyObject *module)
{
    watch_state *state = PyModule_GetState(module);
    const tbpy_interface *library = find_library();
    const int first = library ? tbpy_begin_module_state(module, after_fork) : -1;
    if (first <= 0)
        return first;
    state->library = library;
    state->instrumented_code = -1; /* an interpreter has 255, none of which goes to an import */
    state->shape_name = PyUnicode_InternFromString("shape");
    state->known_functions = PyDict_New();
    if (state->shape_name && state->known_functions)
        return 1;
    tbpy_end_module_state(&state->own);
    return -1;
}

int watch_traverse_state(PyObject *module, visitproc visit, void *arg)
{
    watch_state *state = PyModule_GetState(module);
    PyObject *watcher = atomic_load(&state->watcher);
    Py_VISIT(watcher);
    Py_VISIT(state->shape_name);
    Py_VISIT(state->known_functions);
    Py_VISIT(state->own.first_module);
    for (size_t i = 0; i < WATCH_SHAPE_KINDS * WATCH_SHAPED_TYPES; i++) {
        PyTypeObject *type = atomic_load(&state->shaped_type[i / WATCH_SHAPED_TYPES][i % WATCH_SHAPED_TYPES]);
        Py_VISIT(type);
    }
    for (size_t i = 0; i < WATCH_SUBSCRIPTS; i++)
        Py_VISIT(state->written[i].marks);
    return 0;
}

int watch_clear_state(PyObject *module)
{
    watch_state *state = PyModule_GetState(module);
    watch_set_watcher(state, NULL);
    watch_forget_subscripts(state);
    if (state->known_functions)
        PyDict_Clear(state->known_functions);
    return 0;
}

void watch_free_state(void *module)
{
    watch_state *state = PyModule_GetState(module);
    if (!state)
        return;
    if (state->own.module) { /* executed, and the first one of its interpreter */
        watch_set_watcher(state, NULL);
        watch_forget_subscripts(state);
        tbpy_end_module_state(&state->own);
    }
    Py_CLEAR(state->known_functions);
    Py_CLEAR(state->shape_name);
    Py_CLEAR(state->own.first_module);
}
