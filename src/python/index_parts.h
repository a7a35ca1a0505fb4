/* index_parts.h: an index as Python gives it, converted.  Relies on: tbpy.h. */
#ifndef TBPY_INDEX_PARTS_H
#define TBPY_INDEX_PARTS_H

#include "tbpy.h"

#define TBPY_MAX_PARTS 256

/* Everything that can run Python code has run when this is filled: what is left
 * is to look at tensors.  The error of a part that could not be converted waits
 * for its turn: torch applies the parts before it first. */
typedef struct {
    int n;            /* converted parts */
    int specified;    /* dimensions that the parts are about, converted or not */
    bool alone;       /* one integer or slice, not in a tuple: other texts for 0-dim tensors */
    bool has_tensors; /* booleans or tensors: what is read is a copy */
    int nkept;
    PyObject *kept[TBPY_MAX_PARTS]; /* the parts' tensors, own references */
    PyObject *error_type, *error, *traceback; /* of the part after the converted ones, or NULL */
    tb_index_part part[TBPY_MAX_PARTS];
} tbpy_index;

/* -1 if the index is hopeless (nothing to release then). */
int tbpy_index_convert(PyObject *index, tbpy_index *out);
void tbpy_index_release(tbpy_index *index);

#endif
