/* change.h: who may change a tensor's sizes and memory, and when.
 *
 * Sizes, strides and the address of memory are read by many, and changed by few: resize_, t_, out= of
 * another shape.  Where the caller has a lock (Python's), the thread that holds it may read and change it.
 * Where its threads run at once (TB_FREE_THREADED is defined when all of this is compiled), looking takes no
 * lock at all; a change stops every thread that may be looking.  The caller says how.  It also sees to it
 * that one thread at a time changes, from its first look at what it will change: what has stopped may change
 * something itself. */
#ifndef TB_CHANGE_H
#define TB_CHANGE_H

#include <stdbool.h>

#ifdef TB_FREE_THREADED
#define TB_AT_ONCE 1
#else
#define TB_AT_ONCE 0
#endif

/* change(what), which neither waits for others nor calls back. */
#ifdef TB_FREE_THREADED
/* False: out of memory, nothing has happened.  Set by the caller before it starts threads; at first `change`
 * is simply called. */
extern bool (*tb_run_change)(void (*change)(void *what), void *what);
#else
static inline bool tb_run_change(void (*change)(void *what), void *what)
{
    change(what);
    return true;
}
#endif

#endif
