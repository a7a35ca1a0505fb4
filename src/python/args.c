/* args.c: matching of arguments to parameters, once for all functions.
 * Relies on: views.h. */
#include "views.h"

#include <string.h>

void tbpy_fail_too_many(const char *function, int least, int most, Py_ssize_t given)
{
    if (least >= 0 && least != most)
        PyErr_Format(PyExc_TypeError, "%s() takes from %d to %d positional arguments but %zd were given",
                     function, least, most, given);
    else
        PyErr_Format(PyExc_TypeError, "%s() takes %d positional argument%s but %zd %s given", function, most,
                     most == 1 ? "" : "s", given, given == 1 ? "was" : "were");
}

/* torch's sentence, with its singular and plural the wrong way round. */
void tbpy_fail_missing(const char *function, const char *const *name, int n)
{
    char names[512] = "";
    for (int i = 0; i < n; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s\"%s\"", i ? ", " : "", name[i]);
    }
    PyErr_Format(PyExc_TypeError, "%s() missing %d required positional argument%s: %s", function, n,
                 n == 1 ? "s" : "", names);
}

static int fail_too_many(const tbpy_signature *s, Py_ssize_t given)
{
    tbpy_fail_too_many(s->function, s->nrequired, s->npos, given);
    return -1;
}

/* Everything that is required counts from the first one that is missing. */
static int fail_missing(const tbpy_signature *s, PyObject *const *out)
{
    int first = 0;
    while (out[first])
        first++;
    tbpy_fail_missing(s->function, s->name + first, s->nrequired - first);
    return -1;
}

/* NumPy's names of parameters, which torch takes as well. */
static const char *const numpy_names[][2] = {
    {"input", "x"},  {"input", "a"},  {"input", "x1"},
    {"other", "x2"}, {"dim", "axis"}, {"keepdim", "keepdims"},
};

bool tbpy_is_numpy_name(const char *name, PyObject *key)
{
    for (size_t i = 0; i < sizeof numpy_names / sizeof *numpy_names; i++)
        if (strcmp(name, numpy_names[i][0]) == 0 &&
            PyUnicode_CompareWithASCIIString(key, numpy_names[i][1]) == 0)
            return true;
    return false;
}

/* Index of the parameter called `key`, or -1.  NumPy's names are for what is not given yet. */
static int find_parameter(const tbpy_signature *s, PyObject *key, PyObject *const *out)
{
    for (int i = 0; i < s->nparams; i++)
        if (PyUnicode_CompareWithASCIIString(key, s->name[i]) == 0)
            return i;
    for (int i = 0; i < s->nparams; i++)
        if (!out[i] && tbpy_is_numpy_name(s->name[i], key))
            return i;
    return -1;
}

static int match_keywords(const tbpy_signature *s, PyObject *const *values, PyObject *kwnames, PyObject **out)
{
    PyObject *unknown = NULL;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(kwnames); k++) {
        PyObject *key = PyTuple_GET_ITEM(kwnames, k);
        int i = find_parameter(s, key, out);
        if (i < 0) {
            unknown = unknown ? unknown : key;
        } else if (out[i]) {
            PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", s->function, key);
            return -1;
        } else {
            out[i] = values[k];
        }
    }
    for (int i = 0; i < s->nrequired; i++)
        if (!out[i])
            return fail_missing(s, out);
    if (unknown) {
        PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", s->function, unknown);
        return -1;
    }
    return 0;
}

int tbpy_parse(const tbpy_signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
               PyObject **out)
{
    if (nargs > s->npos)
        return fail_too_many(s, nargs);
    for (int i = 0; i < s->nparams; i++)
        out[i] = i < nargs ? args[i] : NULL;
    if (kwnames)
        return match_keywords(s, args + nargs, kwnames, out);
    return nargs < s->nrequired ? fail_missing(s, out) : 0;
}

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

PyObject *tbpy_call_vector(PyObject *(*function)(PyObject *const *, Py_ssize_t, PyObject *), PyObject *args,
                           PyObject *kwargs)
{
    Py_ssize_t nargs = PyTuple_GET_SIZE(args), nkw = kwargs ? PyDict_GET_SIZE(kwargs) : 0, pos = 0, i = 0;
    PyObject *key, *value, *names, *result = NULL;

    if (nkw == 0)
        return function(&PyTuple_GET_ITEM(args, 0), nargs, NULL);
    PyObject *all = PyTuple_New(nargs + nkw);
    names = PyTuple_New(nkw);
    if (!all || !names)
        goto done;
    for (Py_ssize_t j = 0; j < nargs; j++)
        PyTuple_SET_ITEM(all, j, Py_NewRef(PyTuple_GET_ITEM(args, j)));
    for (; PyDict_Next(kwargs, &pos, &key, &value); i++) {
        if (!PyUnicode_Check(key)) { /* type.__call__ lets any dict through */
            PyErr_SetString(PyExc_TypeError, "keywords must be strings");
            goto done;
        }
        PyTuple_SET_ITEM(names, i, Py_NewRef(key));
        PyTuple_SET_ITEM(all, nargs + i, Py_NewRef(value));
    }
    result = function(&PyTuple_GET_ITEM(all, 0), nargs, names);
done:
    Py_XDECREF(all);
    Py_XDECREF(names);
    return result;
}
