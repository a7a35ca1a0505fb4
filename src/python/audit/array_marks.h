/* array_marks.h: marks (tbcast/_verdict/intent.py) of other libraries' arrays, which have no room for them, while an
 * audit watches rewritten programs.
 *
 * A table finds them by the address of the array, and a weak reference tells whether it is still the same array.  Of
 * many marked arrays it forgets some: what is forgotten is judged as if it had not been written out. */
#ifndef TBPY_ARRAY_MARKS_H
#define TBPY_ARRAY_MARKS_H

#include "python/base/state.h"

bool tbpy_has_array_marks(const tbpy_state *state); /* has any array been marked since the audit began? */
/* A new reference, or NULL without an exception. */
PyObject *tbpy_marks_of_array(tbpy_state *state, PyObject *o);
bool tbpy_is_marked_array(tbpy_state *state, PyObject *o);
/* Unless there is no weak reference to o, or no memory: false, without an exception. */
bool tbpy_mark_array(tbpy_state *state, PyObject *o, PyObject *marks);

/* The marks that a subscript makes, by a number for its place and what it subscripts: a new reference or NULL. */
PyObject *tbpy_written_marks(tbpy_state *state, uint64_t subscript);
void tbpy_keep_written_marks(tbpy_state *state, uint64_t subscript, PyObject *marks);

int tbpy_begin_array_marks(tbpy_state *state); /* -1 with MemoryError */
void tbpy_forget_array_marks(tbpy_state *state);
void tbpy_end_array_marks(tbpy_state *state); /* with the module */

#endif
