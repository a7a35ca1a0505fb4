/* gil.h: the interpreter's lock, which long work of the core releases and reacquires; meanwhile other
 * Python threads may change or free tensors. */
#ifndef TBPY_GIL_H
#define TBPY_GIL_H

#include "python/base/tbpy.h"

extern const tb_lock_callbacks tbpy_gil;

/* Runs the handlers of pending signals, unless one is already running; -1 if a handler raised an
 * exception. */
int tbpy_handle_signals(void);

/* For loops over Python objects, which keep the lock: checks for signals at some of the i, every few
 * milliseconds; -1 if a handler raised an exception.  A handler may change any tensor. */
static inline int tbpy_check_signals(int64_t i) { return (i & 0xffff) == 0xffff ? tbpy_handle_signals() : 0; }

#endif
