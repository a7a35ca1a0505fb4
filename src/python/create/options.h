/* options.h: shared by functions that make tensors: the keywords out= dtype= layout= device= pin_memory=
 * requires_grad=, and making the tensors. */
#ifndef TBPY_OPTIONS_H
#define TBPY_OPTIONS_H

#include "python/call/given.h"

typedef struct {
    TbTensor *out;  /* NULL, or the tensor to write (borrowed) */
    tb_dtype dtype; /* the given one, out's, or `own` */
} tbpy_options;

/* Reads the five keywords from dtype= on, whose slots begin with `dtype`, in a row's order; out: the slot
 * of out=, or TBPY_NO_OUT.  own: the default dtype.  Raises torch's error if dtype and out disagree. */
#define TBPY_NO_OUT (-1)
int tbpy_given_options(const tbpy_call *c, int dtype, int out, tb_dtype own, tbpy_options *options);

/* A new tensor, or `out`, resized if its shape differs (contents undefined). */
PyObject *tbpy_make(const tbpy_options *options, const tb_shape *shape, bool zeroed);

/* Reads the keywords of *_like: memory_format= and the five; *dtype is input's unless given, *format
 * preserves it. */
int tbpy_given_like(const tbpy_call *c, int format_slot, int dtype_slot, tb_dtype *dtype,
                    tb_memory_format *format);
/* A new tensor of t's shape. */
PyObject *tbpy_make_like(const tb_tensor *t, tb_dtype dtype, tb_memory_format format, bool zeroed);

/* Fills self with the number and returns it; NULL passes its exception on. */
PyObject *tbpy_filled(PyObject *self, const tb_scalar *value);
/* Fills a tensor with one number, with torch's checks in torch's order. */
PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value);

#endif
