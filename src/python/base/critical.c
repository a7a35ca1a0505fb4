/* critical.c: see critical.h. */
#include "python/base/critical.h"

#include "python/base/state.h"

#ifdef Py_GIL_DISABLED

/* ---- stopping others ---- */

typedef struct {
    void (*change)(void *what);
    void *what;
    bool done;
} stopped;

static int run_stopped(PyObject *Py_UNUSED(object), void *arg)
{
    stopped *s = arg;
    s->change(s->what);
    s->done = true;
    return 0; /* no more objects */
}

/* Python stops all threads to look at their objects, which no other public function lets an extension do.
 * The first object will do; after gc.freeze() there may be none but a new one. */
bool tbpy_stop_others(void (*change)(void *what), void *what)
{
    stopped s = {change, what, false};
    PyUnstable_GC_VisitObjects(run_stopped, &s);
    if (s.done)
        return true;
    PyObject *error = PyErr_GetRaisedException(), *list = PyList_New(0);
    if (list)
        PyUnstable_GC_VisitObjects(run_stopped, &s);
    Py_XDECREF(list);
    PyErr_SetRaisedException(error);
    return s.done;
}

/* ---- one changer at a time ---- */

tbpy_changing tbpy_begin_changing(void)
{
    tbpy_state *state = tbpy_get_state();
    void *self = PyThreadState_Get();
    if (atomic_load_explicit(&state->changer, memory_order_relaxed) == self)
        return (tbpy_changing){NULL};
    PyMutex_Lock(&state->changing);
    atomic_store_explicit(&state->changer, self, memory_order_relaxed);
    return (tbpy_changing){state};
}

void tbpy_end_changing(tbpy_changing *changing)
{
    tbpy_state *state = changing->held;
    if (!state)
        return;
    changing->held = NULL;
    atomic_store_explicit(&state->changer, NULL, memory_order_relaxed);
    PyMutex_Unlock(&state->changing);
}

void tbpy_init_critical(void) { tb_run_change = tbpy_stop_others; }

#endif
