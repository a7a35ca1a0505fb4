/* change.h: who may change a tensor's sizes and memory, and when.
 *
 * Many functions read sizes, strides and data pointers; few change them: resize_, t_, out= of another shape.
 * Where the caller has a lock (Python's), the thread that holds it may read and change them.  Where threads
 * run at once (TB_FREE_THREADED is defined when this is compiled), readers take no lock at all, and a change
 * stops every thread that may be reading; the caller provides the function that does so.  The caller also
 * ensures that one thread at a time changes a tensor, from the first time it reads what it will change: the
 * threads that are stopped may have been about to change something themselves. */
#ifndef TB_CHANGE_H
#define TB_CHANGE_H

#include <stdbool.h>

#ifdef TB_FREE_THREADED
#define TB_AT_ONCE 1
#else
#define TB_AT_ONCE 0
#endif

/* Runs change(what), which neither waits for other threads nor calls back. */
#ifdef TB_FREE_THREADED
/* False: out of memory, and `change` was not called.  Set by the caller before it starts threads; until then
 * `change` is simply called. */
extern bool (*tb_run_change)(void (*change)(void *what), void *what);
#else
static inline bool tb_run_change(void (*change)(void *what), void *what)
{
    change(what);
    return true;
}
#endif

#endif
