/* indexed.h: what the bindings of calls that follow indices share (gather.c,
 * scatter.c).  All arguments are converted before a tensor is looked at.
 * Relies on: views.h, ../core/gather.h. */
#ifndef TBPY_INDEXED_H
#define TBPY_INDEXED_H

#include "views.h"

#include "../core/gather.h"

/* Prepares, warns, runs.  `out` is the tensor to write (returned with a new
 * reference), or NULL for a new one. */
PyObject *tbpy_indexed(tb_indexed *call, PyObject *out);
/* dim and index, which most functions begin with: given[0] and given[1]. */
int tbpy_parse_place(tb_indexed *call, PyObject *self, PyObject *const *given, int position,
                     const char *function);
/* out= of a function: NULL and None are none; *form follows. */
int tbpy_parse_out(PyObject **out, const char *function, tb_form *form);

/* A method of a function whose last parameter is out=, which the method lacks. */
PyObject *tbpy_call_outless(const tbpy_signature *function, tbpy_body body, PyObject *self,
                            PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
#define TBPY_OUTLESS_METHOD_OF(name, body)                                                                 \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs,   \
                                   PyObject *kwnames)                                         \
    {                                                                                         \
        return tbpy_call_outless(&name##_signature, body, self, args, nargs, kwnames);              \
    }
#define TBPY_WITH_OUT_OF(name, body) TBPY_FUNCTION_OF(name, body) TBPY_OUTLESS_METHOD_OF(name, body)

#endif
