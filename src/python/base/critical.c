/* critical.c: see critical.h. */
#include "python/base/critical.h"

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

/* Python stops all threads to look at their objects, which no other public function lets an extension do.  The
 * first object will do; after gc.freeze() there may be none but a new one. */
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

static PyMutex mutex;
static _Atomic(void *) owner; /* a thread's state, which nobody looks into */

tbpy_changing tbpy_begin_changing(void)
{
    PyThreadState *self = PyThreadState_Get();
    if (atomic_load_explicit(&owner, memory_order_relaxed) == self)
        return (tbpy_changing){false};
    PyMutex_Lock(&mutex);
    atomic_store_explicit(&owner, self, memory_order_relaxed);
    return (tbpy_changing){true};
}

void tbpy_end_changing(tbpy_changing *changing)
{
    if (!changing->held)
        return;
    changing->held = false;
    atomic_store_explicit(&owner, NULL, memory_order_relaxed);
    PyMutex_Unlock(&mutex);
}

/* The thread that held it may be none of the child's. */
static void reset_after_fork(void)
{
    mutex = (PyMutex){0};
    atomic_store_explicit(&owner, NULL, memory_order_relaxed);
}

void tbpy_init_critical(void)
{
    if (tb_run_change == tbpy_stop_others)
        return;
    pthread_atfork(NULL, NULL, reset_after_fork);
    tb_run_change = tbpy_stop_others;
}

#endif
