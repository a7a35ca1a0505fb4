/* module_state.h: finds a module's state in the interpreter that runs this thread.
 *
 * The extension modules of tbcast have one state in each interpreter.  Functions that know their module ask
 * CPython for it; slots, destructors and vectorcalls do not, and ask here.  Each extension module is linked with a
 * copy of this file, and so finds its own. */
#ifndef TBPY_MODULE_STATE_H
#define TBPY_MODULE_STATE_H

#include "python/cpython/compat.h"

#include <stdatomic.h>

/* The first member of each module's state, which CPython fills with zeros. */
typedef struct tbpy_module_state {
    PyObject *module; /* borrowed: it lives as long as its state; NULL until it is executed */
    PyObject *first_module; /* owned, of an interpreter that imports a second one; nothing else is set then */
    PyInterpreterState *interpreter;
    int64_t interpreter_id; /* which, unlike its address, is never another's */
    void (*after_fork)(
        struct tbpy_module_state *); /* in the child, which lacks the threads that held locks */
    struct tbpy_module_state *next;
} tbpy_module_state;

/* The state of the interpreter that runs this thread, NULL once its module is gone. */
tbpy_module_state *tbpy_search_module_state(void);
extern tbpy_module_state *_Atomic tbpy_only_module_state; /* NULL unless one interpreter alone has one */
static inline tbpy_module_state *tbpy_find_module_state(void)
{
    tbpy_module_state *only = atomic_load_explicit(&tbpy_only_module_state, memory_order_acquire);
    return __builtin_expect(only != NULL, 1) ? only : tbpy_search_module_state();
}

/* Calls function(state, argument) with the state of another interpreter, by its number, which does not end
 * meanwhile; false where it is gone. */
bool tbpy_with_module_state_of(int64_t interpreter_id, void (*function)(tbpy_module_state *, void *),
                               void *argument);

/* When a module is executed: 1 if it is its interpreter's first, whose state is found from now on; 0 where
 * there is one already: the new module then has the same objects; -1 with an exception. */
int tbpy_begin_module_state(PyObject *module, void (*after_fork)(tbpy_module_state *));
void tbpy_end_module_state(tbpy_module_state *state);

#endif
