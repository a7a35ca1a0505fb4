/* overload_messages.c: see overload_messages.h. */
#include "python/args/overload_messages.h"

#include "python/base/errors.h"
#include "python/base/objects.h"

#include <string.h>

/* The kinds as torch prints them. */
static const char *const kind_names[] = {
    [TBPY_TENSOR] = "Tensor",
    [TBPY_NUMBER] = "Number",
    [TBPY_INT] = "int",
    [TBPY_INDEX] = "int",
    [TBPY_FLOAT] = "float",
    [TBPY_BOOL] = "bool",
    [TBPY_STR] = "str",
    [TBPY_TENSORS] = "tuple of Tensors",
    [TBPY_INTS] = "tuple of ints",
    [TBPY_INTS_OR_INT] = "tuple of ints",
    [TBPY_FLOATS] = "tuple of floats",
    [TBPY_NUMBERS] = "tuple of Scalars",
    [TBPY_DTYPE] = "torch.dtype",
    [TBPY_LAYOUT] = "torch.layout",
    [TBPY_DEVICE] = "torch.device",
    [TBPY_MEMORY_FORMAT] = "torch.memory_format",
    [TBPY_GENERATOR] = "torch.Generator",
    [TBPY_STORAGE] = "torch.Storage",
    [TBPY_OBJECT] = "object",
};

/* ---- messages about one overload ---- */

/* torch's methods that are written in Python have messages of Python's, which name the class and count
 * self. */
static bool counts_self(const tbpy_overloads *o) { return o->method && strchr(o->function, '.'); }

void tbpy_fail_extra(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                     Py_ssize_t nkeywords)
{
    const int own = counts_self(o), least = tbpy_required(overload) + own, most = overload->npos + own;
    nargs += own;
    if (o->method && overload->n == 0 && !own)
        PyErr_Format(PyExc_TypeError, "TensorBase.%s() takes no arguments (%zd given)", o->function, nargs);
    else if (own && nkeywords)
        PyErr_Format(
            PyExc_TypeError,
            "%s() takes %d positional argument%s but %zd positional argument%s (and %zd keyword-only "
            "argument%s) were given",
            o->function, most, most == 1 ? "" : "s", nargs, nargs == 1 ? "" : "s", nkeywords,
            nkeywords == 1 ? "" : "s");
    else if (least != most)
        PyErr_Format(PyExc_TypeError, "%s() takes from %d to %d positional arguments but %zd were given",
                     o->function, least, most, nargs);
    else
        PyErr_Format(PyExc_TypeError, "%s() takes %d positional argument%s but %zd %s given", o->function,
                     most, most == 1 ? "" : "s", nargs, nargs == 1 ? "was" : "were");
}

void tbpy_fail_parameter(const tbpy_overloads *o, const tbpy_parameter *p, PyObject *value, int position)
{
    const bool ints = p->kind == TBPY_INTS || p->kind == TBPY_INTS_OR_INT;
    const bool sequence = ints && position > 0 && (PyTuple_Check(value) || PyList_Check(value));
    PyObject *first = sequence ? tbpy_sequence_item(value, 0) : NULL; /* it decided */
    if (first)
        tbpy_fail_element(o->function, p->name, position, kind_names[p->kind], first);
    else
        tbpy_fail_type(value, o->function, p->name, position, kind_names[p->kind]);
    Py_XDECREF(first);
}

/* Everything required counts as missing from the first missing one on.  This is torch's sentence, with its
 * singular and plural interchanged. */
void tbpy_fail_absent(const tbpy_overloads *o, const tbpy_overload *overload, int first)
{
    char names[512] = "";
    int n = 0;
    for (int i = first; i < overload->n; i++) {
        if (overload->parameter[i].optional)
            continue;
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s\"%s\"", n ? ", " : "", overload->parameter[i].name);
        n++;
    }
    PyErr_Format(PyExc_TypeError, "%s() missing %d required positional argument%s: %s", o->function, n,
                 n == 1 ? "s" : "", names);
}

void tbpy_fail_keywords(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                        PyObject *kwnames)
{
    if (o->method && overload->n == 0 && !counts_self(o)) {
        PyErr_Format(PyExc_TypeError, "TensorBase.%s() takes no keyword arguments", o->function);
        return;
    }
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(kwnames); k++) {
        PyObject *key = PyTuple_GET_ITEM(kwnames, k);
        int i = 0;
        while (i < overload->n && (overload->parameter[i].positional ||
                                   PyUnicode_CompareWithASCIIString(key, overload->parameter[i].name) != 0))
            i++;
        if (i == overload->n || i < nargs) {
            PyErr_Format(PyExc_TypeError,
                         i == overload->n ? "%s() got an unexpected keyword argument '%U'"
                                          : "%s() got multiple values for argument '%U'",
                         o->function, key);
            return;
        }
    }
    PyErr_SetString(PyExc_TypeError, "invalid keyword arguments");
}

/* ---- messages about all overloads ---- */

/* torch marks by the type's name only, so that a Number never matches. */
static bool is_named(const tbpy_parameter *p, PyObject *o)
{
    const char *name = tbpy_type_name(o);
    if (p->optional) /* "Tensor out = None" is not a type's name */
        return false;
    if (p->kind == TBPY_FLOAT && strcmp(name, "int") == 0)
        return true;
    return strcmp(name, kind_names[p->kind]) == 0;
}

/* torch compares with the printed text, in which the star is an item, and the name of an item with a
 * default includes the default. */
static int items(const tbpy_overload *overload)
{
    return overload->n ? overload->n + (overload->npos < overload->n) : 1; /* the empty text for "()" */
}

static const tbpy_parameter *item(const tbpy_overload *overload, Py_ssize_t i)
{
    if (i < overload->npos)
        return &overload->parameter[i];
    return i > overload->npos && i < items(overload) ? &overload->parameter[i - 1] : NULL;
}

/* Adds the keywords that torch does not find in an overload, preceded by `intro`. */
static bool add_wrong_keywords(PyObject **text, const tbpy_overload *overload, PyObject *kwnames,
                               const char *intro)
{
    bool any = false;
    Py_ssize_t nkw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    for (Py_ssize_t k = nkw - 1; k >= 0; k--) { /* in the order of tbpy_describe_arguments */
        PyObject *key = PyTuple_GET_ITEM(kwnames, k);
        Py_ssize_t i = items(overload) > nkw ? items(overload) - nkw : 0;
        for (; i < items(overload); i++) {
            const tbpy_parameter *p = item(overload, i);
            if (p && !p->optional && PyUnicode_CompareWithASCIIString(key, p->name) == 0)
                break;
        }
        if (i < items(overload))
            continue;
        tbpy_append(text, PyUnicode_FromFormat("%s%U", any ? ", " : intro, key));
        any = true;
    }
    return any;
}

/* Adds "(!int!, Tensor)": exclamation marks enclose the types whose names do not match. */
static void add_marked(PyObject **text, const tbpy_overload *overload, PyObject *const *args,
                       Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    tbpy_append(text, PyUnicode_FromString("("));
    for (Py_ssize_t i = 0; i < total; i++) {
        const tbpy_parameter *p = item(overload, i);
        PyObject *value = i < nargs ? args[i] : p ? tbpy_find_keyword(p, args + nargs, kwnames) : NULL;
        if (!value) /* torch stops here */
            continue;
        const char *mark = p && is_named(p, value) ? "" : "!", *name = i < nargs ? "" : p->name;
        PyObject *type = tbpy_describe_type(value);
        tbpy_append(text, type ? PyUnicode_FromFormat("%s%s%s%s%U%s", i ? ", " : "", mark, name,
                                                      *name ? "=" : "", type, mark)
                               : NULL);
        Py_XDECREF(type);
    }
    tbpy_append(text, PyUnicode_FromString(nargs ? ")" : ", )"));
}

/* The message for one visible overload (and deprecated ones). */
void tbpy_fail_only(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
                    Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t nkw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    PyObject *text =
        PyUnicode_FromFormat("%s() received an invalid combination of arguments - got ", o->function);
    if (!add_wrong_keywords(&text, overload, kwnames, "unrecognized keyword arguments: ")) {
        if (nargs + nkw == items(overload))
            add_marked(&text, overload, args, nargs, kwnames);
        else
            tbpy_append(&text, tbpy_describe_arguments(args, nargs, kwnames));
        tbpy_append(&text, PyUnicode_FromFormat(", but expected (%s)", overload->text));
    }
    if (text)
        PyErr_SetObject(PyExc_TypeError, text);
    Py_XDECREF(text);
}

void tbpy_fail_all(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *text = PyUnicode_FromString("");
    for (int c = 0; c < o->n; c++) {
        const tbpy_overload *overload = &o->overload[c];
        if (overload->hidden)
            continue;
        tbpy_append(&text, PyUnicode_FromFormat(" * (%s)\n", overload->text));
        if (total != items(overload))
            continue;
        if (!add_wrong_keywords(&text, overload, kwnames,
                                "      didn't match because some of the keywords were incorrect: ")) {
            tbpy_append(&text, PyUnicode_FromString(
                                   "      didn't match because some of the arguments have invalid types: "));
            add_marked(&text, overload, args, nargs, kwnames);
        }
        tbpy_append(&text, PyUnicode_FromString("\n"));
    }
    const char *expected = text ? PyUnicode_AsUTF8(text) : NULL;
    if (expected)
        tbpy_invalid_combination(o->function, args, nargs, kwnames, expected);
    Py_XDECREF(text);
}

int tbpy_warn_deprecated(const tbpy_overloads *o, const tbpy_overload *overload)
{
    char text[1024];
    int n = PyOS_snprintf(text, sizeof text,
                          "This overload of %s is deprecated:\n\t%s(%s)\nConsider using one of the following "
                          "signatures instead:",
                          o->function, o->function, overload->text);
    for (int i = 0; i < o->n && n < (int)sizeof text; i++)
        if (!o->overload[i].hidden)
            n += PyOS_snprintf(text + n, sizeof text - (size_t)n, "\n\t%s(%s)", o->function,
                               o->overload[i].text);
    return tbpy_warn(text);
}
