/* given.h: a row of the function table (src/codegen/functions), and the arguments of its calls, which its
 * body finds by slot: TBPY_<FUNCTION>_<ARGUMENT> of generated/function_slots.h. */
#ifndef TBPY_GIVEN_H
#define TBPY_GIVEN_H

#include "python/args/overloads.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/generated/function_slots.h"

typedef struct tbpy_function tbpy_function;

/* What a body gets.  given[slot]: borrowed; NULL where absent, or None where that stands for the default.
 * A method's tensor is given[f->own]. */
typedef struct {
    const tbpy_function *f;
    PyObject *const *given;
    PyObject *const *args; /* as they came by position, without self */
    Py_ssize_t nargs;
    int overload;          /* the one that was matched, of the function's or the method's list */
    bool spread;           /* args are the ints of one argument: view(2, 3) */
} tbpy_call;

/* New reference. */
typedef PyObject *(*tbpy_function_body)(const tbpy_call *c);

struct tbpy_function {
    tbpy_overloads overloads;
    tbpy_function_body body;
    int code; /* the row's, for a body that several rows share */
    uint8_t own, nslots;
    bool inplace; /* the method that writes given[own] */
    const char *const *slot; /* names */
};

#define TBPY_BODY(body) PyObject *tbpy_body_##body(const tbpy_call *c);
TBPY_FOR_EACH_BODY(TBPY_BODY)
#undef TBPY_BODY

/* The call's tensor: a method's, or the function's input. */
static inline tb_tensor *tbpy_self_of(const tbpy_call *c) { return tbpy_tensor_of(c->given[c->f->own]); }

/* Arguments that matched an overload, NULL: unchanged; -1 with an exception.  Their values can
 * still be wrong: too large an integer, a tuple whose second element is no integer. */
int tbpy_convert_int(const tbpy_call *c, int slot, int64_t *value);
static inline int tbpy_given_int(const tbpy_call *c, int slot, int64_t *value)
{
    PyObject *o = c->given[slot];
    return !o || tbpy_plain_int(o, value) ? 0 : tbpy_convert_int(c, slot, value);
}
/* The same of what torch calls a SymInt: anything with __index__. */
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
int tbpy_given_double(const tbpy_call *c, int slot, double *value);
int tbpy_convert_format(const tbpy_call *c, int slot, tb_memory_format *format);
static inline int tbpy_given_format(const tbpy_call *c, int slot, tb_memory_format *format)
{
    return c->given[slot] ? tbpy_convert_format(c, slot, format) : 0;
}
int tbpy_convert_dtype(const tbpy_call *c, int slot, tb_dtype *dtype);
static inline int tbpy_given_dtype(const tbpy_call *c, int slot, tb_dtype *dtype)
{
    return c->given[slot] ? tbpy_convert_dtype(c, slot, dtype) : 0;
}
static inline void tbpy_given_bool(PyObject *o, bool *value) { *value = o ? o == Py_True : *value; }
/* A tensor, NULL: none. */
static inline tb_tensor *tbpy_given_tensor(const tbpy_call *c, int slot)
{
    return c->given[slot] ? tbpy_tensor_of(c->given[slot]) : NULL;
}
/* A tuple or list of Tensors: *tensors is a new tuple. */
int tbpy_given_tensors(const tbpy_call *c, int slot, PyObject **tensors);
/* out= of two results: the same, and both of them borrowed from the tuple. */
int tbpy_given_pair(const tbpy_call *c, int slot, PyObject **tensors, PyObject **pair);

#endif
