/* convert.h: from Python objects to tensors, booleans, integers, numbers and sizes, with torch's TypeErrors.
 * `function`, `name` and `position` are for the message of tbpy_fail_type. */
#ifndef TBPY_CONVERT_H
#define TBPY_CONVERT_H

#include "python/base/types.h"

/* TypeError unless the items of a list of tensors are such. */
int tbpy_check_tensors(PyObject *const *items, Py_ssize_t n, int argument);
/* The keywords requires_grad= and pin_memory=: one clear error where they are True; NULL is fine. */
int tbpy_check_requires_grad(PyObject *requires_grad, const char *function);
int tbpy_check_pin_memory(PyObject *pin_memory, const char *function);

/* A str or bytes, which torch's parser does not tell apart. */
static inline bool tbpy_is_text(PyObject *o) { return PyUnicode_Check(o) || PyBytes_Check(o); }
PyObject *tbpy_as_text(PyObject *o); /* a str that UTF-8 has: a new reference, or NULL with torch's error */
bool tbpy_is_word(PyObject *text, const char *word);
/* Is o an UntypedStorage or a TypedStorage? */
bool tbpy_is_storage(PyObject *o);

/* ---- integers ---- */

int tbpy_as_int64(PyObject *o, const char *function, const char *name, int position, int64_t *out);
/* NULL: unchanged. */
static inline int tbpy_optional_int64(PyObject *o, const char *function, const char *name, int position,
                                      int64_t *out)
{
    return o ? tbpy_as_int64(o, function, name, position, out) : 0;
}
/* The same for what torch calls a SymInt: anything with __index__. */
int tbpy_as_index(PyObject *o, const char *function, const char *name, int position, int64_t *out);
/* Would these two take it for an integer? */
bool tbpy_is_int64(PyObject *o);
bool tbpy_is_index(PyObject *o);

/* ---- numbers ---- */

/* bool, int, float, complex (and 0-dim Tensor where torch takes one): 1 if o is a number, 0 if it is not (no
 * exception), -1 on failure (OverflowError). */
int tbpy_number(PyObject *o, tb_scalar *out);
PyObject *tbpy_number_object(const tb_scalar *value);
/* False with torch's RuntimeError for a uint64 from 2**63 on. */
bool tbpy_fits_int64(const tb_scalar *value);
/* Of a real number or a 0-dim Tensor. */
int tbpy_as_double(PyObject *o, double *out);

/* ---- sizes ---- */

/* Sizes that are arguments, args[0..nargs).  Accepts anything with __index__, 0-dim integer tensors included;
 * "only tensors with up to 64 dims are supported". */
int tbpy_as_sizes(PyObject *const *args, Py_ssize_t nargs, const char *function, const char *name,
                  tb_shape *out);
/* The same from one tuple, list or Size that is parameter number `position`.  It may change while it is read:
 * copies first. */
int tbpy_as_size_tuple(PyObject *o, const char *function, const char *name, int position, tb_shape *out);
/* The same for lists of any number of lengths; *out is the caller's to PyMem_Free. */
int tbpy_as_lengths(PyObject *o, const char *function, const char *name, int position, int64_t **out,
                    Py_ssize_t *n);
/* Is it a tuple or list whose first element may be an integer? */
bool tbpy_is_int_tuple(PyObject *o);

#endif
