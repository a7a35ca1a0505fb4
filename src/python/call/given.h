/* given.h: converts the arguments of a call of a row to values. */
#ifndef TBPY_GIVEN_H
#define TBPY_GIVEN_H

#include "python/args/row.h"
#include "python/base/objects.h"

/* The call's tensor: a method's self, or the function's input. */
static inline tb_tensor *tbpy_self_of(const tbpy_call *c) { return tbpy_tensor_of(c->given[c->f->own]); }

/* Convert an argument that matched an overload; NULL leaves *value unchanged; -1 with an exception.
 * Integers and numbers can still be invalid: too large, or a tuple whose second element is not an integer. */
int tbpy_convert_int(const tbpy_call *c, int slot, int64_t *value);
static inline int tbpy_given_int(const tbpy_call *c, int slot, int64_t *value)
{
    PyObject *o = c->given[slot];
    return !o || tbpy_plain_int(o, value) ? 0 : tbpy_convert_int(c, slot, value);
}
/* The same for what torch calls a SymInt: anything with __index__. */
int tbpy_convert_index(const tbpy_call *c, int slot, int64_t *value);
static inline int tbpy_given_index(const tbpy_call *c, int slot, int64_t *value)
{
    PyObject *o = c->given[slot];
    return !o || tbpy_plain_int(o, value) ? 0 : tbpy_convert_index(c, slot, value);
}
int tbpy_convert_ints(const tbpy_call *c, int slot, tb_shape *values);
static inline int tbpy_given_ints(const tbpy_call *c, int slot, tb_shape *values)
{
    return c->given[slot] ? tbpy_convert_ints(c, slot, values) : 0;
}
/* The same for any number of them; the caller must PyMem_Free *values. */
int tbpy_given_lengths(const tbpy_call *c, int slot, int64_t **values, Py_ssize_t *n);
int tbpy_given_double(const tbpy_call *c, int slot, double *value);
void tbpy_given_format(const tbpy_call *c, int slot, tb_memory_format *format);
void tbpy_given_dtype(const tbpy_call *c, int slot, tb_dtype *dtype);
static inline void tbpy_given_bool(const tbpy_call *c, int slot, bool *value)
{
    *value = c->given[slot] ? c->given[slot] == Py_True : *value;
}
/* A tensor, or NULL if absent. */
static inline tb_tensor *tbpy_given_tensor(const tbpy_call *c, int slot)
{
    return c->given[slot] ? tbpy_tensor_of(c->given[slot]) : NULL;
}
/* A tuple or list of Tensors; *tensors is a new tuple. */
int tbpy_given_tensors(const tbpy_call *c, int slot, PyObject **tensors);
/* The out= of two results: the same, and both of them borrowed from the tuple. */
int tbpy_given_pair(const tbpy_call *c, int slot, PyObject **tensors, PyObject **pair);

#endif
