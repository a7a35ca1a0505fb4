/* instrumented.h: functions that an audit watches.  A function has the code that its author wrote, and calls run an
 * instrumented version of it.
 *
 * Whoever reads or compiles the code (inspect, dis, Numba, torch.compile) finds the author's.  A code object keeps its
 * instrumented version beside it, and a function of such code has a vectorcall that runs it.  Calls run the author's code
 *
 * - while nothing is watched,
 * - while somebody else evaluates the frames, as torch.compile does, who would get the wrong one (PEP 523),
 * - in very deep recursion, for each call of a vectorcall takes some of C's stack. */
#ifndef TBPY_INSTRUMENTED_H
#define TBPY_INSTRUMENTED_H

#include "python/base/state.h"

void tbpy_instrument(tbpy_state *state, PyObject *function); /* unless its code has no instrumented version */

void tbpy_begin_instrumented(tbpy_state *state); /* before a watcher is set */
void tbpy_end_instrumented(tbpy_state *state); /* after it is gone */

extern const PyMethodDef tbpy_instrumented_functions[]; /* _set_instrumented */
int tbpy_init_instrumented(PyObject *module);

#endif
