/* overload_messages.h: torch's messages about arguments that fit no overload, and about deprecated ones.
 * All of them set an exception, but for the warning. */
#ifndef TBPY_OVERLOAD_MESSAGES_H
#define TBPY_OVERLOAD_MESSAGES_H

#include "python/args/overload.h"

/* ---- about one overload: the only one, or the one that fits by number ---- */

/* Too many by position. */
void tbpy_fail_extra(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs);
/* `value` has not the parameter's type; `position` counts from 1, of a keyword it is 0. */
void tbpy_fail_parameter(const tbpy_overloads *o, const tbpy_parameter *p, PyObject *value, int position);
/* Parameter number `first` is missing. */
void tbpy_fail_absent(const tbpy_overloads *o, const tbpy_overload *overload, int first);
/* Keywords are left that no parameter has. */
void tbpy_fail_keywords(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                        PyObject *kwnames);

/* ---- "received an invalid combination of arguments" ---- */

/* Where `overload` is the only one that is shown. */
void tbpy_fail_only(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
                    Py_ssize_t nargs, PyObject *kwnames);
/* With a list of all of them. */
void tbpy_fail_all(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* -1 if the warning became an error. */
int tbpy_warn_deprecated(const tbpy_overloads *o, const tbpy_overload *overload);

#endif
