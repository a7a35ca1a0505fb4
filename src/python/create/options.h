/* options.h: what functions that make tensors share: the keywords out= dtype= layout= device= pin_memory=
 * requires_grad=, sizes, and the tensors that are made of them. */
#ifndef TBPY_OPTIONS_H
#define TBPY_OPTIONS_H

#include "python/args/signature.h"
#include "python/base/types.h"

/* Places in the array that tbpy_parse_options reads; the first belongs to the
 * caller (size, or the last of its own parameters). */
enum {
    TBPY_OPTION_SIZE,
    TBPY_OPTION_OUT,
    TBPY_OPTION_DTYPE,
    TBPY_OPTION_LAYOUT,
    TBPY_OPTION_DEVICE,
    TBPY_OPTION_PIN_MEMORY,
    TBPY_OPTION_REQUIRES_GRAD,
    TBPY_NOPTIONS,
    TBPY_OPTION_GENERATOR = TBPY_NOPTIONS, /* of functions that draw */
    TBPY_OPTION_FORMAT = TBPY_NOPTIONS,    /* of empty */
    TBPY_NLIKE = TBPY_NOPTIONS - TBPY_OPTION_DTYPE,
    TBPY_NLIKE_FORMAT = TBPY_NLIKE + 1 /* and memory_format= */
};

typedef struct {
    TbTensor *out;  /* NULL, or the tensor to write (borrowed) */
    tb_dtype dtype; /* as given, out's, or TB_UNDEFINED */
} tbpy_options;

/* `given` as laid out above; torch's error when dtype and out disagree. */
int tbpy_parse_options(PyObject **given, const char *function, tbpy_options *options);

/* Varargs sizes or size= (`named`, NULL where absent).  -2: these are sizes, but one cannot be unpacked,
 * of which torch tells also where other signatures might have fitted; -1: no sizes. */
int tbpy_read_sizes(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *named,
                    tb_shape *shape);
/* The same, then the keywords; fills `given` as laid out above.  extra: the
 * function's own keyword, which comes last, or NULL. */
int tbpy_parse_sized(const char *function, const char *extra, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, PyObject **given, tb_shape *shape);

/* A fresh tensor, or `out` resized if its shape differs (contents undefined). */
PyObject *tbpy_make(const tbpy_options *options, const tb_shape *shape, bool zeroed);

/* input and the keywords from dtype= to requires_grad=, then memory_format=, which
 * follow the signature's positional parameters; *dtype is input's unless given,
 * *format preserves it. */
int tbpy_parse_like(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                    PyObject *kwnames, PyObject **given, TbTensor **input, tb_dtype *dtype,
                    tb_memory_format *format);
/* A fresh tensor in t's shape. */
PyObject *tbpy_make_like(const tb_tensor *t, tb_dtype dtype, tb_memory_format format, bool zeroed);

/* Ends a call whose arguments fit none of several signatures.  The exception that
 * is set stays if one signature alone takes as many arguments (`specific`) or
 * if it is no TypeError; else torch's list of the signatures replaces it. */
PyObject *tbpy_no_match(bool specific, const char *function, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames, const char *expected);

/* Fills self with the number and passes the reference on; NULL passes its exception on. */
PyObject *tbpy_filled(PyObject *self, const tb_scalar *value);
/* A number for every element, with torch's checks in torch's order. */
int tbpy_as_fill_value(PyObject *o, const char *function, tb_scalar *value);
PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value);

#endif
