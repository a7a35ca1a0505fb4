/* views.h: what the files that bind views share (views.c, parts.c, rearrange.c,
 * in_place_views.c).  Relies on: tbpy.h. */
#ifndef TBPY_VIEWS_H
#define TBPY_VIEWS_H

#include "tbpy.h"

/* view(2, 3), view((2, 3)), view(size=(2, 3)): sizes by whatever way. */
int tbpy_parse_sizes(const char *function, const char *name, PyObject *const *args, Py_ssize_t nargs,
                     PyObject *kwnames, tb_shape *shape);

/* Arguments of a function, whose first is the tensor, which is returned
 * (borrowed); its sizes come as one sequence, not one by one. */
PyObject *tbpy_parse_with_input(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                                PyObject *kwnames, PyObject **given);

/* What a method and the function of the same name have in common: self, the
 * arguments behind it (NULL where absent), the position of the first of them. */
typedef PyObject *(*tbpy_body)(PyObject *self, PyObject *const *given, int position);

/* The signature is the function's, the tensor its first parameter; the method
 * has the others. */
PyObject *tbpy_call_function(const tbpy_signature *signature, tbpy_body body, PyObject *const *args,
                             Py_ssize_t nargs, PyObject *kwnames);
PyObject *tbpy_call_method(const tbpy_signature *signature, tbpy_body body, PyObject *self,
                           PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* function_NAME and method_NAME from NAME_signature and a body. */
#define TBPY_FUNCTION_OF(name, body)                                                                  \
    static PyObject *function_##name(PyObject *Py_UNUSED(module), PyObject *const *args,              \
                                     Py_ssize_t nargs, PyObject *kwnames)                             \
    {                                                                                                 \
        return tbpy_call_function(&name##_signature, body, args, nargs, kwnames);                     \
    }
#define TBPY_METHOD_OF(name, body)                                                                    \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs,           \
                                   PyObject *kwnames)                                                 \
    {                                                                                                 \
        return tbpy_call_method(&name##_signature, body, self, args, nargs, kwnames);                 \
    }
#define TBPY_BOTH_OF(name, body) TBPY_FUNCTION_OF(name, body) TBPY_METHOD_OF(name, body)

/* Their rows in a PyMethodDef table. */
#define TBPY_FUNCTION_ROW(name, doc) {#name, TBPY_FASTCALL(function_##name), doc}
#define TBPY_METHOD_ROW(name, doc) {#name, TBPY_FASTCALL(method_##name), doc}

/* An optional integer argument: `value` keeps its default where none is given. */
static inline int tbpy_optional_int64(PyObject *o, const char *function, const char *name, int position,
                                      int64_t *value)
{
    return o ? tbpy_as_int64(o, function, name, position, value) : 0;
}

/* Tensor.view, by sizes or by dtype; view.c. */
PyObject *tbpy_view(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* self.real (self itself where it is real) and self.imag; view_attributes.c. */
PyObject *tbpy_real(PyObject *self);
PyObject *tbpy_imag(PyObject *self);

/* Would tbpy_as_int64 take it for an integer? (convert.c) */
bool tbpy_is_int64(PyObject *o);
/* The same of tbpy_as_index. */
bool tbpy_is_index(PyObject *o);
/* May these positional arguments (one at least) be sizes: one by one, or one sequence?  Their first
 * element decides. */
bool tbpy_begins_sizes(PyObject *const *args, Py_ssize_t nargs);
/* Is it a tuple or list whose first element may be an integer? */
bool tbpy_is_int_tuple(PyObject *o);

#endif
