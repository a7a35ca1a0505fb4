/* signature.c: see signature.h. */
#include "python/args/signature.h"

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
