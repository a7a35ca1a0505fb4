/* shapes.h: a look at the shapes of an operation's operands, whatever library's they are, for an audit.
 *
 * While there is one (state->watcher, tbcast/audit/_rewriting/watching.py), operands whose shapes differ and broadcast are told
 * to it, unless the same has been called harmless at that place before.  Marks of
 * operands (array_marks.h) are part of what that is. */
#ifndef TBPY_SHAPES_H
#define TBPY_SHAPES_H

#include "python/base/state.h"

/* The rows of state->shaped_type, which an audit keeps alive; and what else types are. */
typedef enum {
    TBPY_NO_SHAPE, /* what does not broadcast by shape, or has an audit of its own */
    TBPY_SHAPE_IN_C, /* its shape is a C attribute */
    TBPY_SHAPE_IN_PYTHON,
    TBPY_SHAPE_OF_NDARRAY, /* NumPy's, and no subclass: read in place, for making two tuples takes as long as adding arrays */
    TBPY_SHAPE_UNKNOWN,
} tbpy_shaped_type;
int tbpy_shaped_row(tbpy_state *state,
                    PyObject *o); /* of its type; -1 with an exception that is the program's */
/* 1, or 0 where o, of a type of this row, has no shape that counts, or -1. */
int tbpy_read_shape(PyObject *o, int row, PyObject *name, tb_shape *shape);

enum { TBPY_LOOKED_AT = 4 }; /* operands, at most */
typedef struct {
    const char *name;
    bool inplace; /* the first operand is written */
    bool data; /* see tbcast/audit/recorder.py */
    int64_t place; /* a number of its own for each operator that was rewritten; -1: a call */
    int without; /* of each operand's dimensions the last ones, which do not broadcast: a product's */
    int n;
    PyObject *operand[TBPY_LOOKED_AT];
    tb_shape shape[TBPY_LOOKED_AT];
} tbpy_operation;
int tbpy_look(tbpy_operation *o); /* -1 with an exception that is the program's */

/* Makes a number that stands for place, shapes and marks; a call's place is its line.  Two that have one number by
 * chance, 1 in 2^63, are taken for one. */
static inline uint64_t tbpy_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

/* Forgets the exception that is set, if one is; -1 where it is the program's to handle. */
int tbpy_forgive(void);
/* watcher.name(args[0], ...); args[-1] is scratch.  NULL, perhaps without an exception: there is none. */
PyObject *tbpy_call_watcher(const char *name, PyObject **args, size_t n);
int tbpy_tell_watcher(const char *name, PyObject **args, size_t n); /* the same of what has no answer */

/* What the type of the last row, that of a NumPy array, has in place of a shape's length. */
int tbpy_ndim_of_array(PyObject *array);

/* Gives `result` the marks of an operand of its shape; false where that is Python's to do: not NumPy's, or not
 * marked. */
bool tbpy_keep_marks_of(tbpy_state *state, PyObject *result, PyObject *marked);
/* `result` with what it keeps of the marks of its operands; takes it over, and gives it back unless there is an
 * exception. */
PyObject *tbpy_keep_array_marks(PyObject *result, PyObject *a, PyObject *b);

extern const PyMethodDef tbpy_shapes_functions[]; /* _set_watcher, marks */
int tbpy_init_shapes(PyObject *module);

#endif
