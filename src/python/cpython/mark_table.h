/* mark_table.h: the store of marks: which dimensions of size 1 of an object a program has written out, and where
 * (tbcast/_verdict).  It serves Tensors and any other library's arrays alike: what can be marked is what has weak
 * references.
 *
 * A hash table finds marks by the address of the object, and a weak reference tells whether it is still the same
 * object.  Nothing is forgotten while its object lives: the table grows, and drops the marks of objects that are
 * gone when it would have to. */
#ifndef TBPY_MARK_TABLE_H
#define TBPY_MARK_TABLE_H

#include "python/cpython/compat.h"

#include <stdatomic.h>

typedef struct {
    struct tbpy_marked *row; /* a power of two of them, NULL while there are no marks */
    size_t rows, used;
    _Atomic bool any;
#ifdef Py_GIL_DISABLED
    PyMutex lock; /* under which no object ends and none of Python's code runs */
#endif
} tbpy_mark_table;

/* Is anything marked?  It may be gone already. */
static inline bool tbpy_has_marks(const tbpy_mark_table *table)
{
    return atomic_load_explicit(&table->any, memory_order_relaxed);
}

/* A new reference, or NULL without an exception. */
PyObject *tbpy_get_marks(tbpy_mark_table *table, PyObject *object);
/* NULL: none any more.  -1 with TypeError for an object that has no weak references, or MemoryError. */
int tbpy_set_marks(tbpy_mark_table *table, PyObject *object, PyObject *marks);

void tbpy_purge_marks(tbpy_mark_table *table); /* of objects that are gone */
void tbpy_clear_marks(tbpy_mark_table *table); /* all of them */
int tbpy_visit_marks(const tbpy_mark_table *table, visitproc visit, void *arg);

#endif
