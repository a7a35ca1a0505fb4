/* errors.h: exceptions and warnings with torch's texts.  Every failure of the core becomes an exception
 * here. */
#ifndef TBPY_ERRORS_H
#define TBPY_ERRORS_H

#include "python/base/types.h"

/* Issues a warning at the program's line, whichever of tbcast's Python functions lie in between; -1 if it
 * became an error. */
int tbpy_warn(const char *text);
extern const PyMethodDef tbpy_error_functions[]; /* _warn */

/* The only place where a core failure becomes an exception; returns NULL. */
PyObject *tbpy_raise(const tb_error *err);
/* Returns `out` if the core has filled it, else releases it and raises. */
PyObject *tbpy_drop_and_raise(TbTensor *out, const tb_error *err);
static inline PyObject *tbpy_finish(TbTensor *out, tb_status status, const tb_error *err)
{
    if (__builtin_expect(status != TB_OK, false))
        return tbpy_drop_and_raise(out, err);
    tbpy_follow_storage(out);
    return (PyObject *)out;
}

/* Clears an exception that merely answers a question: there is no such attribute, __index__ or buffer.
 * Returns false and keeps one that says nothing about the object (no memory, Ctrl-C). */
bool tbpy_clear_answer(void);

/* "ones(): argument 'size' (position 1) must be tuple of ints, not str"; position 0 leaves the position
 * out. Always returns -1. */
int tbpy_fail_type(PyObject *o, const char *function, const char *name, int position, const char *expected);

/* The same for a list or tuple whose first element has a wrong type: "..., but found element of type str
 * at pos 0". */
int tbpy_fail_element(const char *function, const char *name, int position, const char *expected,
                      PyObject *element);

/* "(int, step=str)": the types of positional and keyword arguments. */
PyObject *tbpy_describe_arguments(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
/* torch's "received an invalid combination of arguments".  `expected`: one signature, or a list of several
 * (" * (Number end)\n * ...\n"). */
PyObject *tbpy_invalid_combination(const char *function, PyObject *const *args, Py_ssize_t nargs,
                                   PyObject *kwnames, const char *expected);

/* A signature that might have been meant.  fits: one bit for each argument that matches ("int source, int
 * destination"). */
typedef struct {
    const char *parameters;
    unsigned fits;
} tbpy_candidate;
/* tbpy_invalid_combination with torch's additions to each signature of `nargs` positional arguments:
 * exclamation marks around the types that do not match. */
PyObject *tbpy_no_candidate(const char *function, PyObject *const *args, Py_ssize_t nargs,
                            const tbpy_candidate *candidates, int ncandidates);

#endif
