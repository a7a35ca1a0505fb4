/* audit.h: the state of the module tbcast.audit._watch, one in every interpreter; CPython fills it with zeros.
 *
 * What every file of the module includes first.  Of tbcast._C the module uses the functions of
 * python/call/interface.h; it is linked with copies of core/base and of those files of python/base that need no
 * state but their own module's.  The files, from the bottom: state; shapes (a look at operands) and
 * instrumented (functions whose code is rewritten); watched (what rewritten programs call) and torch_mode (what
 * PyTorch calls); init. */
#ifndef WATCH_AUDIT_H
#define WATCH_AUDIT_H

#include "python/cpython/module_state.h"
#include "python/call/interface.h"

enum { WATCH_SHAPE_KINDS = 4, WATCH_SHAPED_TYPES = 8, WATCH_HARMLESS = 1024, WATCH_RECENT_FUNCTIONS = 32 };
enum { WATCH_SUBSCRIPTS = 256 };

typedef struct {
    tbpy_module_state own;
    const tbpy_interface *library;

    _Atomic(PyObject *) watcher; /* owned; NULL: no rewritten program is watched */
    PyObject *shape_name; /* "shape" */

    /* shapes.c: types by what their shapes are; owned, and only compared. */
    _Atomic(PyTypeObject *) shaped_type[WATCH_SHAPE_KINDS][WATCH_SHAPED_TYPES];
    _Atomic unsigned next_shaped_type;
    _Atomic bool reads_shape; /* a thread runs Python code for one */
    _Atomic uint64_t harmless[WATCH_HARMLESS]; /* hashes of broadcasts that need not be reported again */

    /* watched.c: */
    PyObject *known_functions; /* a dict */
    _Atomic(PyObject *) recent_function[WATCH_RECENT_FUNCTIONS]; /* items of it, which it keeps */

    /* The marks that subscripts make, by a hash of their places: */
    struct {
        uint64_t subscript;
        PyObject *marks;
    } written[WATCH_SUBSCRIPTS];

    /* instrumented.c: */
    Py_ssize_t instrumented_code; /* where code objects keep it; -1: nowhere yet */
    _Atomic(tbpy_evaluator) evaluator; /* what evaluated frames when the audit began */

#ifdef Py_GIL_DISABLED
    PyMutex lock; /* watcher and written; under it no object ends and none of Python's code runs */
#endif
} watch_state;

static inline watch_state *watch_get_state(void) { return (watch_state *)tbpy_find_module_state(); }
static inline bool watch_is_on(const watch_state *state)
{
    return atomic_load_explicit(&state->watcher, memory_order_relaxed) != NULL;
}

#ifdef Py_GIL_DISABLED
static inline void watch_lock(watch_state *state) { PyMutex_Lock(&state->lock); }
static inline void watch_unlock(watch_state *state) { PyMutex_Unlock(&state->lock); }
#else
static inline void watch_lock(watch_state *Py_UNUSED(state)) {}
static inline void watch_unlock(watch_state *Py_UNUSED(state)) {}
#endif

/* Clears the exception that is set, if one is; -1 where it is none that ends here (no Exception: Ctrl-C), which stays
 * set for the program. */
int watch_clear_error(void);
/* watcher.name(args[0], ...); args[-1] is scratch.  NULL, perhaps without an exception: there is none. */
PyObject *watch_call(const char *name, PyObject **args, size_t n);
int watch_notify(const char *name, PyObject **args, size_t n); /* the same of a method without an answer */

void watch_set_watcher(watch_state *state, PyObject *watcher); /* NULL: none */

/* The marks that a subscript makes, by a number for its place and what it subscripts: a new reference or NULL. */
PyObject *watch_written_marks(watch_state *state, uint64_t subscript);
void watch_keep_written_marks(watch_state *state, uint64_t subscript, PyObject *marks);
void watch_forget_subscripts(watch_state *state);

/* When the module is executed, as tbpy_begin_module_state; its m_traverse, m_clear, and m_free. */
int watch_begin_state(PyObject *module);
int watch_traverse_state(PyObject *module, visitproc visit, void *arg);
int watch_clear_state(PyObject *module);
void watch_free_state(void *module);

#endif
