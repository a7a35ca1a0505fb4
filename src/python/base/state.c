/* state.c: see state.h. */
#include "python/base/state.h"

#include <stddef.h>

_Static_assert(offsetof(tbpy_state, own) == 0, "one is found by the other's address");

#ifdef Py_GIL_DISABLED
static void after_fork(tbpy_module_state *own)
{
    tbpy_state *state = (tbpy_state *)own;
    state->changing = (PyMutex){0};
    atomic_store(&state->changer, NULL);
    state->marks.lock = (PyMutex){0};
}
#else
static void after_fork(tbpy_module_state *Py_UNUSED(own)) {}
#endif

int tbpy_begin_state(PyObject *module) { return tbpy_begin_module_state(module, after_fork); }

#define EACH(n, ...)                    \
    for (size_t i = 0; i < (n); i++) {  \
        __VA_ARGS__;                    \
    }
#define VISIT_ONE(type, name) Py_VISIT(state->name);
#define VISIT_MANY(type, name, n) EACH(n, Py_VISIT(state->name[i]))
#define CLEAR_ONE(type, name) Py_CLEAR(state->name);
#define CLEAR_MANY(type, name, n) EACH(n, Py_CLEAR(state->name[i]))

int tbpy_traverse_state(PyObject *module, visitproc visit, void *arg)
{
    tbpy_state *state = PyModule_GetState(module);
    Py_VISIT(state->own.first_module);
    TBPY_FOR_EACH_MADE(VISIT_ONE, VISIT_MANY)
    TBPY_FOR_EACH_GIVEN(VISIT_ONE, VISIT_MANY)
    return tbpy_visit_marks(&state->marks, visit, arg);
}

/* Not the types and what they made, which whatever runs meanwhile may need: a type lets go of the module when
 * it is cleared itself, and the rest ends with the module. */
int tbpy_clear_state(PyObject *module)
{
    tbpy_state *state = PyModule_GetState(module);
    TBPY_FOR_EACH_GIVEN(CLEAR_ONE, CLEAR_MANY)
    tbpy_clear_marks(&state->marks);
    return 0;
}

void tbpy_drop_objects(tbpy_state *state)
{
    TBPY_FOR_EACH_MADE(CLEAR_ONE, CLEAR_MANY)
    TBPY_FOR_EACH_GIVEN(CLEAR_ONE, CLEAR_MANY)
    tbpy_clear_marks(&state->marks);
}
