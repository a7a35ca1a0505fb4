/* notes.h: the note (PEP 678) on the shapes that an error about broadcasting carries.  It is added to the
 * raised exception; errors in making it are ignored. */
#ifndef TBPY_NOTES_H
#define TBPY_NOTES_H

#include "python/base/tbpy.h"

void tbpy_note_error(const tb_error *err); /* about the shapes of the error */
void tbpy_note_shapes(PyObject *shapes); /* about a list or tuple of shapes */

#endif
