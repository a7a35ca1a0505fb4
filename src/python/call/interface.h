/* interface.h: what tbcast._C offers to other extension modules of the package: the table of functions in its
 * capsule `_interface`.  Of src/python they use this header and the files of base that need no state but their own
 * module's.  Both are built together, so that the table has no versions. */
#ifndef TBPY_INTERFACE_H
#define TBPY_INTERFACE_H

#include "python/base/tbpy.h"

#define TBPY_INTERFACE "tbcast._C._interface"

typedef struct {
    /* The store of marks of the interpreter (cpython/mark_table.h). */
    bool (*has_marks)(void); /* is anything marked? */
    PyObject *(*marks_of)(PyObject *object); /* a new reference, or NULL without an exception */
    int (*mark)(PyObject *object,
                PyObject *marks); /* -1 with an exception, for what has no weak references, too */

    bool (*has_policy)(void); /* is there one for the code that runs now? */
} tbpy_interface;

int tbpy_init_interface(PyObject *module); /* _interface */

#endif
