/* notes.h: what an error about broadcasting says beyond its message: a note (PEP 678) on the shapes.  It
 * is added to the exception that is set; what fails there is forgotten. */
#ifndef TBPY_NOTES_H
#define TBPY_NOTES_H

#include "python/base/tbpy.h"

void tbpy_note_error(const tb_error *err); /* on the shapes of the error */
void tbpy_note_shapes(PyObject *shapes); /* on a list or tuple of shapes */

#endif
