/* bodies.h: a function and the method of the same name, made of one body. */
#ifndef TBPY_BODIES_H
#define TBPY_BODIES_H

#include "python/args/signature.h"

/* Arguments of a function, whose first is the tensor, which is returned (borrowed). */
PyObject *tbpy_parse_with_input(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                                PyObject *kwnames, PyObject **given);

/* What both have in common: self, the arguments behind it (NULL where absent), the position of the first
 * of them. */
typedef PyObject *(*tbpy_body)(PyObject *self, PyObject *const *given, int position);

/* The signature is the function's, the tensor its first parameter; the method has the others. */
PyObject *tbpy_call_function(const tbpy_signature *signature, tbpy_body body, PyObject *const *args,
                             Py_ssize_t nargs, PyObject *kwnames);
PyObject *tbpy_call_method(const tbpy_signature *signature, tbpy_body body, PyObject *self,
                           PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
/* A method of a function whose last parameter is out=, which the method lacks. */
PyObject *tbpy_call_method_without_out(const tbpy_signature *signature, tbpy_body body, PyObject *self,
                                       PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* function_NAME and method_NAME from NAME_signature and a body. */
#define TBPY_FUNCTION_OF(name, body)                                                     \
    static PyObject *function_##name(PyObject *Py_UNUSED(module), PyObject *const *args, \
                                     Py_ssize_t nargs, PyObject *kwnames)                \
    {                                                                                    \
        return tbpy_call_function(&name##_signature, body, args, nargs, kwnames);        \
    }
#define TBPY_METHOD_BY(call, name, body)                                                    \
    static PyObject *method_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, \
                                   PyObject *kwnames)                                       \
    {                                                                                       \
        return call(&name##_signature, body, self, args, nargs, kwnames);                   \
    }
#define TBPY_METHOD_OF(name, body) TBPY_METHOD_BY(tbpy_call_method, name, body)
#define TBPY_METHOD_WITHOUT_OUT_OF(name, body) TBPY_METHOD_BY(tbpy_call_method_without_out, name, body)
#define TBPY_BOTH_OF(name, body) TBPY_FUNCTION_OF(name, body) TBPY_METHOD_OF(name, body)
#define TBPY_BOTH_WITH_OUT_OF(name, body) TBPY_FUNCTION_OF(name, body) TBPY_METHOD_WITHOUT_OUT_OF(name, body)

/* Their rows in a PyMethodDef table. */
#define TBPY_FUNCTION_ROW(name, doc) {#name, TBPY_FASTCALL(function_##name), doc}
#define TBPY_METHOD_ROW(name, doc) {#name, TBPY_FASTCALL(method_##name), doc}

#endif
