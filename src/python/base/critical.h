/* critical.h: what takes the place of the interpreter's lock on free-threaded builds; nothing on all others.
 *
 * With the lock, nothing changes between two points at which Python code may run: what a function has read
 * of a tensor stays true until then.  Without it, the same holds, and readers pay nothing for it: whoever
 * changes the sizes, strides or memory of a tensor that others may see, or takes an object out of a place
 * that others read, stops all other threads (tbpy_stop_others), and threads stop only where Python code may
 * run, where they wait for a lock of Python's, or where they have released themselves (base/gil.h).
 * Changers come one at a time, for they wait for one another's stops (TBPY_CHANGING).
 *
 * Elements are not guarded at all: threads that write those that others read or write mix them. */
#ifndef TBPY_CRITICAL_H
#define TBPY_CRITICAL_H

#include "python/base/tbpy.h"

#ifdef Py_GIL_DISABLED

#ifndef TB_FREE_THREADED
#error "the core has to know of free-threaded builds: -DTB_FREE_THREADED"
#endif

/* change(what) while no other thread of the interpreter is in the middle of anything.  It must not run or
 * allocate anything of Python's.  False, without an exception: out of memory, nothing has happened. */
bool tbpy_stop_others(void (*change)(void *what), void *what);

/* Until the scope's end no other thread changes what a tensor looks like: from the first look at what is to
 * be changed on.  Within it no Python code runs. */
typedef struct {
    struct tbpy_state *held; /* NULL: not by this scope */
} tbpy_changing;
tbpy_changing tbpy_begin_changing(void);
void tbpy_end_changing(tbpy_changing *changing);
#define TBPY_CHANGING \
    tbpy_changing changing_ __attribute__((cleanup(tbpy_end_changing), unused)) = tbpy_begin_changing()

/* Until the scope's end no other thread changes a list, whose items may be borrowed meanwhile, or the
 * object's own members; Python code and waiting interrupt it, as they interrupt the interpreter's lock. */
#define TBPY_LOCKED(object)                                                                         \
    PyCriticalSection locked_ __attribute__((cleanup(PyCriticalSection_End), unused)); \
    PyCriticalSection_Begin(&locked_, object)

/* Tells the core how to stop others. */
void tbpy_init_critical(void);

#else

#define TBPY_CHANGING ((void)0)
#define TBPY_LOCKED(object) ((void)0)
static inline bool tbpy_stop_others(void (*change)(void *what), void *what)
{
    change(what);
    return true;
}
static inline void tbpy_init_critical(void) {}

#endif

/* *place = value, whose reference is taken over, where others read *place without a lock and take a
 * reference of their own at once.  -1 with an exception; with the lock nothing fails. */
#ifdef Py_GIL_DISABLED
static inline void tbpy_swap_pointers(void *what)
{
    PyObject ***pair = what, *old = *pair[0];
    *pair[0] = *pair[1];
    *pair[1] = old;
}
static inline int tbpy_replace(PyObject **place, PyObject *value)
{
    PyObject **pair[] = {place, &value};
    const bool done = tbpy_stop_others(tbpy_swap_pointers, pair);
    Py_XDECREF(value);
    if (!done)
        PyErr_NoMemory();
    return done ? 0 : -1;
}
#else
static inline void tbpy_set_reference(PyObject **place, PyObject *value) { Py_XSETREF(*place, value); }
#define tbpy_replace(place, value) (tbpy_set_reference(place, value), 0)
#endif

#endif
