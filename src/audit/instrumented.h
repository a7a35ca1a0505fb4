/* instrumented.h: functions that an audit watches.  A function has the code that its author wrote, and calls run an
 * instrumented version of it.
 *
 * Whoever reads or compiles the code (inspect, dis, Numba, torch.compile) finds the author's.  A code object keeps its
 * instrumented version beside it, and a function of such code has a vectorcall that runs it.  Calls run the author's code
 *
 * - while nothing is watched,
 * - while somebody else evaluates the frames, as torch.compile does, who would get the wrong one (PEP 523),
 * - in very deep recursion, for each call of a vectorcall takes some of C's stack. */
#ifndef WATCH_INSTRUMENTED_H
#define WATCH_INSTRUMENTED_H

#include "audit/audit.h"

void watch_instrument(watch_state *state,
                      PyObject *function); /* unless its code has no instrumented version */

void watch_begin_instrumented(watch_state *state); /* before a watcher is set */
void watch_end_instrumented(void); /* after it is gone */

extern const PyMethodDef watch_instrumented_functions[]; /* set_instrumented */

#endif
