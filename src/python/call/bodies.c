/* bodies.c: see bodies.h. */
#include "python/call/bodies.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/types.h"

PyObject *tbpy_parse_with_input(const tbpy_signature *s, PyObject *const *args, Py_ssize_t nargs,
                                PyObject *kwnames, PyObject **given)
{
    TbTensor *input;
    if (tbpy_parse(s, args, nargs, kwnames, given) < 0 ||
        tbpy_as_tensor(given[0], s->function, s->name[0], 1, &input) < 0)
        return NULL;
    return given[0];
}

PyObject *tbpy_call_function(const tbpy_signature *s, tbpy_body body, PyObject *const *args, Py_ssize_t nargs,
                             PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS] = {NULL};
    PyObject *input = tbpy_parse_with_input(s, args, nargs, kwnames, given);
    return input ? body(input, given + 1, 2) : NULL;
}

PyObject *tbpy_call_method(const tbpy_signature *s, tbpy_body body, PyObject *self, PyObject *const *args,
                           Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_PARAMS] = {NULL};
    tbpy_signature method = {.function = s->function,
                             .nparams = s->nparams - 1,
                             .npos = s->npos - 1,
                             .nrequired = s->nrequired - 1};
    for (int i = 0; i < method.nparams; i++)
        method.name[i] = s->name[i + 1];
    return tbpy_parse(&method, args, nargs, kwnames, given) < 0 ? NULL : body(self, given, 1);
}

PyObject *tbpy_call_method_without_out(const tbpy_signature *signature, tbpy_body body, PyObject *self,
                                       PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tbpy_signature without = *signature;
    without.nparams--;
    return tbpy_call_method(&without, body, self, args, nargs, kwnames);
}
