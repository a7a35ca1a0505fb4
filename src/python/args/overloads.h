/* overloads.h: torch's overloads of a callable, and matching arguments to them with torch's messages. */
#ifndef TBPY_SIGNATURES_H
#define TBPY_SIGNATURES_H

#include "python/base/tbpy.h"

typedef enum {
    TBPY_TENSOR,
    TBPY_NUMBER,
    TBPY_INT,
    TBPY_INDEX, /* what torch calls a SymInt: anything with __index__ */
    TBPY_FLOAT,
    TBPY_BOOL,
    TBPY_STR,
    TBPY_TENSORS, /* a tuple or list of them */
    TBPY_INTS,    /* the same of ints ... */
    TBPY_INTS_OR_INT, /* ... for which one int is taken as well */
    TBPY_DTYPE,
    TBPY_LAYOUT,
    TBPY_DEVICE,
    TBPY_MEMORY_FORMAT,
    TBPY_GENERATOR,
    TBPY_OBJECT, /* any */
    TBPY_NKINDS
} tbpy_kind;

/* Where matched arguments of operators go: operands, parameters, out=, the word of a mode. */
#define TBPY_OUT_SLOT (TB_MAX_INPUTS + TB_MAX_PARAMETERS)
#define TBPY_MODE_SLOT (TBPY_OUT_SLOT + 1)
#define TBPY_SLOTS (TBPY_MODE_SLOT + 1)

typedef struct {
    const char *name;
    uint8_t kind;  /* tbpy_kind */
    bool wrapped;  /* a number counts as a Tensor */
    bool optional;
    bool none;     /* None stands for the default */
    bool positional; /* its name is no keyword */
    uint8_t slot;
} tbpy_parameter;

typedef struct {
    const char *text; /* as torch prints it: "Tensor input, Number other" */
    const tbpy_parameter *parameter;
    uint8_t n, npos;  /* of which by position */
    uint8_t nneeded;  /* those behind have defaults */
    bool spread;      /* the one by position, a tuple, may come one by one: view(2, 3) */
    bool deprecated;  /* taken with a warning, and not shown */
} tbpy_overload;

typedef struct {
    const char *function; /* for messages */
    bool method;          /* self is not among the parameters */
    const tbpy_overload *overload;
    int n;
} tbpy_overloads;

/* The arguments by slot, borrowed; NULL, as the caller has set them, where absent
 * or None.  What came one by one is all of args[0..nargs): the slot has the first of
 * ints, and NULL for tensors.
 * Returns the overload's number, or -1 with torch's TypeError.  A deprecated overload
 * warns. */
int tbpy_match_given(const tbpy_overloads *overloads, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, PyObject **given);
static inline int tbpy_match(const tbpy_overloads *overloads, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames, PyObject **given)
{
    return nargs == 0 && !kwnames && overloads->overload->nneeded == 0
               ? 0
               : tbpy_match_given(overloads, args, nargs, kwnames, given);
}
/* The set of slots (bit i) in which the overload means a number, though a 0-dim
 * tensor may be given. */
int tbpy_numbers(const tbpy_overload *overload);

#endif
