/* convert.h: converts Python objects to tensors, booleans, integers, numbers and sizes, with torch's
 * TypeErrors. `function`, `name` and `position` are for the message of tbpy_fail_type. */
#ifndef TBPY_CONVERT_H
#define TBPY_CONVERT_H

#include "python/base/types.h"

/* Raises TypeError unless all items of a list of tensors are Tensors. */
int tbpy_check_tensors(PyObject *const *items, Py_ssize_t n, int argument);
/* Raises an error if the keyword requires_grad= or pin_memory= is True; it may be NULL.  No error for the former
 * where it is remembered (methods/unsupported.c). */
int tbpy_check_requires_grad(PyObject *requires_grad, const char *function);
int tbpy_check_pin_memory(PyObject *pin_memory, const char *function);

/* A str or bytes, which torch's parser does not distinguish. */
static inline bool tbpy_is_text(PyObject *o) { return PyUnicode_Check(o) || PyBytes_Check(o); }
PyObject *tbpy_as_text(PyObject *o); /* a str that UTF-8 can encode: a new reference, or NULL */
bool tbpy_is_word(PyObject *text, const char *word);
/* Whether o is an UntypedStorage or a TypedStorage. */
bool tbpy_is_storage(PyObject *o);

/* ---- integers ---- */

int tbpy_as_int64(PyObject *o, const char *function, const char *name, int position, int64_t *out);
/* NULL leaves *out unchanged. */
static inline int tbpy_optional_int64(PyObject *o, const char *function, const char *name, int position,
                                      int64_t *out)
{
    return o ? tbpy_as_int64(o, function, name, position, out) : 0;
}
/* The same for what torch calls a SymInt: anything with __index__. */
int tbpy_as_index(PyObject *o, const char *function, const char *name, int position, int64_t *out);
/* Whether the two functions above would accept o as an integer. */
bool tbpy_is_int64(PyObject *o);
bool tbpy_is_index(PyObject *o);

/* ---- numbers ---- */

/* Reads a bool, int, float, complex, or where torch accepts one, a 0-dim Tensor: 1, or 0 without an
 * exception if o is not a number, or -1 with an exception (OverflowError). */
int tbpy_number(PyObject *o, tb_scalar *out);
PyObject *tbpy_number_object(const tb_scalar *value);
/* False with torch's RuntimeError for a uint64 of at least 2**63. */
bool tbpy_fits_int64(const tb_scalar *value);
/* Reads a real number or a 0-dim Tensor. */
int tbpy_as_double(PyObject *o, double *out);

/* ---- sizes ---- */

/* Reads sizes given as the arguments args[0..nargs).  Accepts anything with __index__, including 0-dim
 * integer tensors; "only tensors with up to 64 dims are supported". */
int tbpy_as_sizes(PyObject *const *args, Py_ssize_t nargs, const char *function, const char *name,
                  tb_shape *out);
/* The same for a tuple, list or Size that is parameter number `position`.  It is copied first, because
 * conversion may change it. */
int tbpy_as_size_tuple(PyObject *o, const char *function, const char *name, int position, tb_shape *out);
/* The same for lists of any length; the caller must PyMem_Free *out. */
int tbpy_as_lengths(PyObject *o, const char *function, const char *name, int position, int64_t **out,
                    Py_ssize_t *n);
/* Whether o is a tuple or list whose first element may be an integer. */
bool tbpy_is_int_tuple(PyObject *o);

#endif
