/* given.h: a row of the function table (src/codegen/functions), and the arguments of its calls, which its
 * body finds by slot: TBPY_<FUNCTION>_<ARGUMENT> of generated/function_slots.h. */
#ifndef TBPY_GIVEN_H
#define TBPY_GIVEN_H

#include "python/args/overloads.h"
#include "python/base/types.h"
#include "python/generated/function_slots.h"

typedef struct tbpy_function tbpy_function;
/* overload: which one was matched, of the function's or the method's list.  given[slot]:
 * borrowed; NULL where absent, or None where that stands for the default.  A method's
 * tensor is given[f->own].  New reference. */
typedef PyObject *(*tbpy_function_body)(const tbpy_function *f, int overload, PyObject *const *given);

struct tbpy_function {
    tbpy_overloads overloads;
    tbpy_function_body body;
    int code; /* the row's, for a body that several rows share */
    uint8_t own, nslots;
    bool inplace; /* the method that writes given[own] */
    bool spread; /* sizes may come one by one: repeat(2, 3) */
    const char *const *slot; /* names */
};

/* Arguments that matched an overload, NULL: unchanged; -1 with an exception.  Their values can
 * still be wrong: too large an integer, a tuple whose second element is no integer. */
int tbpy_given_int(const tbpy_function *f, PyObject *const *given, int slot, int64_t *value);
int tbpy_given_ints(const tbpy_function *f, PyObject *const *given, int slot, tb_shape *values);
static inline void tbpy_given_bool(PyObject *o, bool *value) { *value = o ? o == Py_True : *value; }
int tbpy_given_dtype(const tbpy_function *f, PyObject *const *given, int slot, tb_dtype *dtype);
/* out= as a tensor to be written, NULL: none. */
static inline tb_tensor *tbpy_given_out(PyObject *o) { return o ? tbpy_tensor_of(o) : NULL; }
/* A tuple or list of Tensors: *tensors is a new tuple. */
int tbpy_given_tensors(PyObject *const *given, int slot, PyObject **tensors);
/* out= of two results: the same, and both of them borrowed from the tuple. */
int tbpy_given_pair(PyObject *const *given, int slot, PyObject **tensors, PyObject **pair);

#endif
