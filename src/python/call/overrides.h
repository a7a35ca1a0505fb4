/* overrides.h: operands that have __torch_function__ and answer calls themselves, as in torch: objects that are
 * no Tensors, and Tensors of subclasses that define it.  Plain Tensors pay nothing: the former are looked for
 * where a call is about to be refused, the latter once there is such a subclass. */
#ifndef TBPY_OVERRIDES_H
#define TBPY_OVERRIDES_H

#include "python/base/state.h"

/* A call as it came: `self` is a method's, else NULL. */
typedef struct {
    const char *name; /* of the function, or of the method */
    PyObject *self;
    PyObject *const *args;
    Py_ssize_t nargs;
    PyObject *kwnames;
} tbpy_given_call;

/* Whether an operand answers the call; *result is then the answer, or NULL with an exception. */
__attribute__((cold)) bool tbpy_override(const tbpy_given_call *call, PyObject **result);
/* The same, for subclasses: to be asked before anything else. */
static inline bool tbpy_override_by_subclass(const tbpy_given_call *call, PyObject **result)
{
    return __builtin_expect(tbpy_get_state()->policy & TBPY_HAS_OVERRIDES, 0) && tbpy_override(call, result);
}
/* What a call gives that has failed with an exception: an operand's answer if there is one and the exception is
 * a TypeError or an IndexError, else NULL. */
__attribute__((cold)) PyObject *tbpy_override_failed(const tbpy_given_call *call);

/* A method without arguments, of a Tensor of any class. */
__attribute__((cold)) bool tbpy_override_alone(const char *name, PyObject *self, PyObject **result);

/* The same for Python's operators, by the names of their slots (nb_add: "add"; EQ), one of whose operands is a
 * Tensor.  If all refuse, *result is NotImplemented. */
__attribute__((cold)) bool tbpy_override_operator(const char *slot, bool inplace, PyObject *a, PyObject *b,
                                                  PyObject **result);

/* Tensor's attributes once a subclass overrides: they ask, and then do what those of the closures do. */
PyObject *tbpy_get_asking(PyObject *self, void *attribute);
int tbpy_set_asking(PyObject *self, PyObject *value, void *attribute);

/* The tp_init of the metaclass of Tensor's subclasses. */
int tbpy_init_tensor_class(PyObject *cls, PyObject *args, PyObject *kwargs);

extern const PyMethodDef tbpy_overrides_functions[]; /* _overriding, _set_torch_function_enabled, ... */

#endif
