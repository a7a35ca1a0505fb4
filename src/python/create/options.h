/* options.h: what functions that make tensors share: the keywords out= dtype= layout= device= pin_memory=
 * requires_grad= and the tensors that are made of them. */
#ifndef TBPY_OPTIONS_H
#define TBPY_OPTIONS_H

#include "python/call/given.h"

typedef struct {
    TbTensor *out;  /* NULL, or the tensor to write (borrowed) */
    tb_dtype dtype; /* as given, out's, or `own` */
} tbpy_options;

/* The five keywords from dtype= on, in a row's order, whose slots begin with `dtype`; out: the slot of out=, or
 * TBPY_NO_OUT.  own: the dtype where none is given.  torch's error when dtype and out disagree. */
#define TBPY_NO_OUT (-1)
int tbpy_given_options(const tbpy_call *c, int dtype, int out, tb_dtype own, tbpy_options *options);

/* A fresh tensor, or `out` resized if its shape differs (contents undefined). */
PyObject *tbpy_make(const tbpy_options *options, const tb_shape *shape, bool zeroed);

/* The keywords of *_like: memory_format= and the five; *dtype is input's unless given, *format preserves it. */
int tbpy_given_like(const tbpy_call *c, int format_slot, int dtype_slot, tb_dtype *dtype,
                    tb_memory_format *format);
/* A fresh tensor in t's shape. */
PyObject *tbpy_make_like(const tb_tensor *t, tb_dtype dtype, tb_memory_format format, bool zeroed);

/* Fills self with the number and passes the reference on; NULL passes its exception on. */
PyObject *tbpy_filled(PyObject *self, const tb_scalar *value);
/* A number for every element, with torch's checks in torch's order. */
PyObject *tbpy_make_filled(const tbpy_options *options, const tb_shape *shape, const tb_scalar *value);

#endif
