/* signature.h: matching arguments to the parameters of one signature. */
#ifndef TBPY_SIGNATURE_H
#define TBPY_SIGNATURE_H

#include "python/args/overload.h"

/* Parameters in order.  `npos` of them may be given by position; the first `nrequired` must be given (-1:
 * other signatures decide, and messages name no range).  Names are matched against keywords, and so are
 * NumPy's names for them ("x" for "input", "axis" for "dim"). */
typedef struct {
    const char *function;                   /* "add", for messages */
    int nparams, npos, nrequired;
    const char *name[10];
} tbpy_signature;

/* FASTCALL | KEYWORDS arguments into borrowed references, NULL where absent.
 * TypeError with torch's words: missing ('add() missing 1 required positional
 * arguments: "other"'), too many ("add() takes 2 positional arguments but 3 were
 * given"), unknown ("add() got an unexpected keyword argument 'foo'"), twice. */
int tbpy_parse(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
               PyObject **out);

/* Two of these messages; `least` -1: a range is not named. */
void tbpy_fail_too_many(const char *function, int least, int most, Py_ssize_t given);
void tbpy_fail_missing(const char *function, const char *const *name, int n);

#endif
