/* overload_messages.h: torch's messages about arguments that match no overload, and about deprecated
 * overloads. All set an exception, except for the warning. */
#ifndef TBPY_OVERLOAD_MESSAGES_H
#define TBPY_OVERLOAD_MESSAGES_H

#include "python/args/overload.h"

/* ---- about one overload: the only one, or the one with the right number of arguments ---- */

/* Too many positional arguments. */
void tbpy_fail_extra(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                     Py_ssize_t nkeywords);
/* `value` does not have the parameter's type.  `position` counts from 1; it is 0 for a keyword. */
void tbpy_fail_parameter(const tbpy_overloads *o, const tbpy_parameter *p, PyObject *value, int position);
/* Parameter number `first` is missing. */
void tbpy_fail_absent(const tbpy_overloads *o, const tbpy_overload *overload, int first);
/* There are keywords that no parameter has. */
void tbpy_fail_keywords(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                        PyObject *kwnames);

/* ---- "received an invalid combination of arguments" ---- */

/* For `overload` as the only visible one. */
void tbpy_fail_only(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
                    Py_ssize_t nargs, PyObject *kwnames);
/* With a list of all overloads. */
void tbpy_fail_all(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* Returns -1 if the warning became an error. */
int tbpy_warn_deprecated(const tbpy_overloads *o, const tbpy_overload *overload);

#endif
