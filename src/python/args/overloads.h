/* overloads.h: matches arguments to torch's overloads of a callable, with torch's messages. */
#ifndef TBPY_OVERLOADS_H
#define TBPY_OVERLOADS_H

#include "python/args/overload.h"

/* Stores the arguments by slot, borrowed; a slot keeps the caller's NULL if its argument is absent or
 * None. Arguments that come one by one are all of args[0..nargs): the slot then holds the first of ints,
 * or NULL for tensors.  Returns the overload's number, or -1 with torch's TypeError.  A deprecated
 * overload warns. */
int tbpy_match_given(const tbpy_overloads *overloads, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, PyObject **given);
static inline int tbpy_match(const tbpy_overloads *overloads, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames, PyObject **given)
{
    return nargs == 0 && !kwnames && overloads->overload->nneeded == 0
               ? 0
               : tbpy_match_given(overloads, args, nargs, kwnames, given);
}

#endif
