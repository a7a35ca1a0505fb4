/* module_state.c: see module_state.h.  The variables here are those by which an interpreter finds its own state. */
#include "python/cpython/module_state.h"

#include "core/platform/platform.h"

#include <string.h>

/* ---- the interpreters' states ---- */

/* Most processes have one interpreter: its state is found by one load.  Where there are several, a thread
 * remembers the one that it found last.  `generation` counts the states that have come and gone, so that what
 * it remembers is never that of a former interpreter at the same address. */
tbpy_module_state *_Atomic tbpy_only_module_state;
static struct {
    tb_mutex lock;
    tbpy_module_state *first;
    _Atomic uint64_t generation;
} states = {.lock = TB_MUTEX_INIT};
static _Thread_local struct {
    PyInterpreterState *interpreter;
    uint64_t generation;
    tbpy_module_state *state;
} found;

static void acquire_lock(void) { tb_mutex_lock(&states.lock); }
static void release_lock(void) { tb_mutex_unlock(&states.lock); }
/* In a forked child, which lacks the thread that was changing something. */
static void end_in_child(void)
{
    for (tbpy_module_state *state = states.first; state; state = state->next)
        if (state->after_fork)
            state->after_fork(state);
    release_lock();
}

/* A child of fork has this thread alone: another one must not hold the lock at that moment. */
__attribute__((constructor)) static void register_fork_handlers(void)
{
    tb_at_fork(acquire_lock, release_lock, end_in_child);
}

static tbpy_module_state *search(const PyInterpreterState *interpreter)
{
    tbpy_module_state *state = states.first;
    while (state && state->interpreter != interpreter)
        state = state->next;
    return state;
}

/* After a change of the list. */
static void publish(void)
{
    atomic_fetch_add(&states.generation, 1);
    atomic_store(&tbpy_only_module_state, states.first && !states.first->next ? states.first : NULL);
}

static void remove_state(tbpy_module_state *state)
{
    tbpy_module_state **at = &states.first;
    while (*at && *at != state)
        at = &(*at)->next;
    if (*at)
        *at = state->next;
}

tbpy_module_state *tbpy_search_module_state(void)
{
    PyInterpreterState *interpreter = PyInterpreterState_Get();
    const uint64_t generation = atomic_load_explicit(&states.generation, memory_order_acquire);
    if (found.interpreter == interpreter && found.generation == generation)
        return found.state;
    acquire_lock();
    found.interpreter = interpreter;
    found.generation = atomic_load(&states.generation);
    found.state = search(interpreter);
    release_lock();
    return found.state;
}

bool tbpy_with_module_state_of(int64_t interpreter_id, void (*function)(tbpy_module_state *, void *),
                               void *argument)
{
    acquire_lock();
    tbpy_module_state *state = states.first;
    while (state && state->interpreter_id != interpreter_id)
        state = state->next;
    if (state)
        function(state, argument);
    release_lock();
    return state != NULL;
}

/* ---- modules ---- */

/* A second module of an interpreter has the first one's objects: there are no two types Tensor, and no two
 * default dtypes. */
static int take_names(PyObject *module, PyObject *first)
{
    PyObject *key, *value, *names = PyModule_GetDict(first);
    Py_ssize_t at = 0;
    while (PyDict_Next(names, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8(key);
        if (!name || (strncmp(name, "__", 2) != 0 && PyModule_AddObjectRef(module, name, value) < 0))
            return -1;
    }
    return 0;
}

int tbpy_begin_module_state(PyObject *module, void (*after_fork)(tbpy_module_state *))
{
    tbpy_module_state *state = PyModule_GetState(module);
    PyInterpreterState *interpreter = PyInterpreterState_Get();
    const int64_t id = PyInterpreterState_GetID(interpreter);
    acquire_lock();
    tbpy_module_state *other = search(interpreter);
    if (other && other->interpreter_id != id) { /* of an interpreter that ended without freeing its modules */
        remove_state(other);
        other = NULL;
    }
    if (!other) {
        state->module = module;
        state->interpreter = interpreter;
        state->interpreter_id = id;
        state->after_fork = after_fork;
        state->next = states.first;
        states.first = state;
        publish();
    }
    release_lock();
    if (!other)
        return 1;
    state->first_module = Py_NewRef(other->module);
    return take_names(module, other->module);
}

void tbpy_end_module_state(tbpy_module_state *state)
{
    acquire_lock();
    remove_state(state);
    publish();
    release_lock();
}
