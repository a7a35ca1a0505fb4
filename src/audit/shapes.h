/* shapes.h: a look at the shapes of an operation's operands, whatever library's they are.
 *
 * While a program is watched (tbcast/audit/_rewriting/watching.py), operands whose shapes differ and broadcast are
 * reported to the watcher, unless the same has been called harmless at that place before.  Marks of operands are
 * part of what that is. */
#ifndef WATCH_SHAPES_H
#define WATCH_SHAPES_H

#include "audit/audit.h"

/* The rows of state->shaped_type, and what else types are. */
typedef enum {
    WATCH_NO_SHAPE, /* what does not broadcast by shape, or has an audit of its own */
    WATCH_SHAPE_IN_C, /* its shape is a C attribute */
    WATCH_SHAPE_IN_PYTHON,
    WATCH_SHAPE_OF_NDARRAY, /* NumPy's, and no subclass: read in place, for making two tuples takes as long as adding arrays */
    WATCH_SHAPE_UNKNOWN,
} watch_shape_kind;
/* Of its type; -1 with an exception that is the program's. */
int watch_shape_kind_of(watch_state *state, PyObject *o);
int watch_ndim_of_array(PyObject *array); /* of WATCH_SHAPE_OF_NDARRAY */

enum { WATCH_MAX_OPERANDS = 4 };
typedef struct {
    const char *name;
    bool inplace; /* the first operand is written */
    bool data; /* see tbcast/audit/recorder.py */
    int64_t place; /* a number of its own for each operator that was rewritten; -1: a call */
    int without; /* of each operand's dimensions the last ones, which do not broadcast: a product's */
    int n;
    PyObject *operand[WATCH_MAX_OPERANDS];
    tb_shape shape[WATCH_MAX_OPERANDS];
} watch_operation;
int watch_look(watch_operation *o); /* -1 with an exception that is the program's */

/* Makes a number that stands for place, shapes and marks; a call's place is its line.  Two that have one number by
 * chance, 1 in 2^63, are taken for one. */
static inline uint64_t watch_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static inline bool watch_has_marks(const watch_state *state)
{
    return watch_is_on(state) && state->library->has_marks();
}
int watch_is_marked(watch_state *state, PyObject *o); /* -1 with an exception that is the program's */
/* Gives `result` marks unless it can have none; false then, without an exception. */
bool watch_mark(watch_state *state, PyObject *result, PyObject *marks);
/* Gives `result` the marks of an operand of its shape; false where that is Python's to do: not NumPy's, or not
 * marked; perhaps with an exception that is the program's. */
bool watch_keep_marks_of(watch_state *state, PyObject *result, PyObject *marked);
/* `result` with what it keeps of the marks of its operands; takes it over, and gives it back unless there is an
 * exception. */
PyObject *watch_keep_marks(PyObject *result, PyObject *a, PyObject *b);

#endif
