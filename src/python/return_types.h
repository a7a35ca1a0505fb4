/* return_types.h: results that are named tuples.  Relies on: tbpy.h. */
#ifndef TBPY_RETURN_TYPES_H
#define TBPY_RETURN_TYPES_H

#include "tbpy.h"

#define TBPY_MOST_RESULTS 2

typedef enum {
    TBPY_RETURN_MAX,
    TBPY_RETURN_MAX_OUT,
    TBPY_RETURN_MIN,
    TBPY_RETURN_MIN_OUT,
    TBPY_RETURN_AMINMAX,
    TBPY_RETURN_AMINMAX_OUT,
    TBPY_NRETURN_TYPES
} tbpy_return_type;

/* A tuple of this type; takes references of its own.  New reference. */
PyObject *tbpy_return(tbpy_return_type kind, PyObject *const *results);

#endif
