/* overloads.c: see overloads.h.  The first overload that fits is taken; if none does, the message is about
 * the one that fits by number, or lists them all. */
#include "python/args/overloads.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <string.h>

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
    [TBPY_DTYPE] = "torch.dtype",
    [TBPY_LAYOUT] = "torch.layout",
    [TBPY_DEVICE] = "torch.device",
    [TBPY_MEMORY_FORMAT] = "torch.memory_format",
    [TBPY_GENERATOR] = "torch.Generator",
    [TBPY_OBJECT] = "object",
};

/* NumPy's scalars are more than numbers: dates, strings. */
static bool is_numpy_number(PyObject *o, bool complex)
{
    tb_scalar value;
    return tbpy_is_numpy_scalar(o) && tbpy_number(o, &value) == 1 &&
           (complex || value.kind != TB_KIND_COMPLEX);
}

static bool is_number(PyObject *o)
{
    return PyFloat_Check(o) || PyLong_Check(o) || PyComplex_Check(o) || is_numpy_number(o, true);
}

static bool is_real(PyObject *o)
{
    return PyFloat_Check(o) || PyLong_Check(o) || (!PyComplex_Check(o) && is_numpy_number(o, false));
}

/* torch asks, and an __index__ that fails counts as none. */
static bool has_index(PyObject *o)
{
    if (PyLong_Check(o) || TbTensor_Check(o) || !tbpy_is_index(o))
        return tbpy_is_index(o);
    PyObject *integer = PyNumber_Index(o);
    if (!integer && PyErr_ExceptionMatches(PyExc_Exception))
        PyErr_Clear();
    Py_XDECREF(integer);
    return integer;
}

static bool is_single(PyObject *o) { return TbTensor_Check(o) && ((TbTensor *)o)->t.ndim == 0; }

/* Python's own types stand for dtypes as well. */
static bool is_dtype(PyObject *o)
{
    return Py_IS_TYPE(o, TbDtype_Type) || o == (PyObject *)&PyFloat_Type || o == (PyObject *)&PyLong_Type ||
           o == (PyObject *)&PyBool_Type || o == (PyObject *)&PyComplex_Type;
}

static bool fits(const tbpy_parameter *p, PyObject *o)
{
    switch ((tbpy_kind)p->kind) {
    case TBPY_TENSOR:
        return TbTensor_Check(o) || (p->wrapped && is_number(o));
    case TBPY_NUMBER:
        return is_number(o) || is_single(o);
    case TBPY_INT:
        return !PyBool_Check(o) && tbpy_is_int64(o);
    case TBPY_INDEX:
        return has_index(o);
    case TBPY_FLOAT:
        return is_real(o) || is_single(o);
    case TBPY_BOOL:
        return PyBool_Check(o);
    case TBPY_STR:
        return PyUnicode_Check(o);
    case TBPY_TENSORS:
        return PyTuple_Check(o) || PyList_Check(o);
    case TBPY_INTS:
        return tbpy_is_int_tuple(o);
    case TBPY_INTS_OR_INT:
        return tbpy_is_int_tuple(o) || tbpy_is_int64(o) || (TbTensor_Check(o) && tbpy_is_index(o));
    case TBPY_DTYPE:
        return is_dtype(o);
    case TBPY_LAYOUT:
        return Py_IS_TYPE(o, TbLayout_Type);
    case TBPY_DEVICE:
        return Py_IS_TYPE(o, TbDevice_Type) || PyUnicode_Check(o) || (PyLong_Check(o) && !PyBool_Check(o));
    case TBPY_MEMORY_FORMAT:
        return Py_IS_TYPE(o, TbMemoryFormat_Type);
    case TBPY_GENERATOR:
        return PyObject_TypeCheck(o, TbGenerator_Type);
    case TBPY_OBJECT:
        return true;
    case TBPY_NKINDS:
        break;
    }
    return false;
}

/* Are the arguments by position the items of the overload's only sequence?  Of sizes the first one decides,
 * the others being read later. */
static bool comes_one_by_one(const tbpy_overload *overload, PyObject *const *args, Py_ssize_t nargs)
{
    if (!overload->spread)
        return false;
    if (overload->parameter->kind == TBPY_OBJECT)
        return true;
    if (overload->parameter->kind == TBPY_TENSORS)
        return nargs != 1;
    return nargs > 0 && !PyTuple_Check(args[0]) && !PyList_Check(args[0]) && tbpy_is_index(args[0]);
}

static bool is_called(const tbpy_parameter *p, PyObject *key)
{
    return !p->positional &&
           (PyUnicode_CompareWithASCIIString(key, p->name) == 0 || tbpy_is_numpy_name(p->name, key));
}

/* The keyword argument for a parameter, or NULL. */
static PyObject *find_keyword(const tbpy_parameter *p, PyObject *const *values, PyObject *kwnames)
{
    for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); k++)
        if (is_called(p, PyTuple_GET_ITEM(kwnames, k)))
            return values[k];
    return NULL;
}

static int required(const tbpy_overload *overload)
{
    int n = 0;
    for (int i = 0; i < overload->nneeded; i++)
        n += !overload->parameter[i].optional;
    return n;
}

/* ---- messages about one overload ---- */

static void fail_extra(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs)
{
    const int least = required(overload);
    if (o->method && overload->n == 0)
        PyErr_Format(PyExc_TypeError, "TensorBase.%s() takes no arguments (%zd given)", o->function, nargs);
    else
        tbpy_fail_too_many(o->function, least, overload->npos, nargs);
}

static void fail_type(const tbpy_overloads *o, const tbpy_parameter *p, PyObject *value, int position)
{
    const bool ints = p->kind == TBPY_INTS || p->kind == TBPY_INTS_OR_INT;
    if (ints && position > 0 && (PyTuple_Check(value) || PyList_Check(value))) /* its first element decided */
        tbpy_fail_element(o->function, p->name, position, kind_names[p->kind],
                          PySequence_Fast_GET_ITEM(value, 0));
    else
        tbpy_fail_type(value, o->function, p->name, position, kind_names[p->kind]);
}

/* Everything that is required counts from the first one that is missing. */
static void fail_missing(const tbpy_overloads *o, const tbpy_overload *overload, int first)
{
    const char *names[TBPY_MAX_PARAMS];
    int n = 0;
    for (int i = first; i < overload->n; i++)
        if (!overload->parameter[i].optional)
            names[n++] = overload->parameter[i].name;
    tbpy_fail_missing(o->function, names, n);
}

static void fail_keywords(const tbpy_overloads *o, const tbpy_overload *overload, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    if (o->method && overload->n == 0) {
        PyErr_Format(PyExc_TypeError, "TensorBase.%s() takes no keyword arguments", o->function);
        return;
    }
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(kwnames); k++) {
        PyObject *key = PyTuple_GET_ITEM(kwnames, k);
        int i = 0;
        while (i < overload->n && PyUnicode_CompareWithASCIIString(key, overload->parameter[i].name) != 0)
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

/* ---- matching ---- */

/* Does the overload take these arguments?  With `raise` its own message if not. */
static bool match_one(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames, PyObject **given, bool raise)
{
    Py_ssize_t left = kwnames ? PyTuple_GET_SIZE(kwnames) : 0, positions = nargs;
    const bool spread = comes_one_by_one(overload, args, nargs);
    if (spread)
        positions = overload->parameter->kind != TBPY_TENSORS && overload->parameter->kind != TBPY_OBJECT;
    if (positions > overload->npos) {
        if (raise && left > 0 && o->method && overload->n == 0)
            fail_keywords(o, overload, nargs, kwnames); /* CPython looks at these first */
        else if (raise)
            fail_extra(o, overload, nargs);
        return false;
    }
    /* What is behind has a default. */
    const int n = left > 0 ? overload->n : positions > overload->nneeded ? (int)positions : overload->nneeded;
    for (int i = 0; i < n; i++) {
        const tbpy_parameter *p = &overload->parameter[i];
        PyObject *value = i < positions ? args[i] : left ? find_keyword(p, args + nargs, kwnames) : NULL;
        left -= i >= positions && value;
        if ((!value && p->optional) || (value == Py_None && p->none))
            continue;
        if (!value || !(fits(p, value) || (spread && i == 0))) {
            if (raise && value)
                fail_type(o, p, value, i < positions ? i + 1 : 0);
            else if (raise)
                fail_missing(o, overload, i);
            return false;
        }
        /* torch says so as soon as it meets such a list, before it looks at anything else */
        if (p->kind == TBPY_TENSORS &&
            tbpy_check_tensors(PySequence_Fast_ITEMS(value), PySequence_Fast_GET_SIZE(value), i) < 0)
            return false;
        given[p->slot] = value;
    }
    if (left > 0 && raise)
        fail_keywords(o, overload, nargs, kwnames);
    return left <= 0;
}

/* ---- messages about all of them ---- */

/* torch marks by the type's name alone: a Number is never met. */
static bool is_named(const tbpy_parameter *p, PyObject *o)
{
    const char *name = tbpy_type_name(o);
    if (p->optional) /* "Tensor out = None" is no type's name */
        return false;
    if (p->kind == TBPY_FLOAT && strcmp(name, "int") == 0)
        return true;
    return strcmp(name, kind_names[p->kind]) == 0;
}

/* torch compares with the printed text, in which the star is an item of its own,
 * and an item with a default is called by that. */
static int items(const tbpy_overload *overload)
{
    return overload->n ? overload->n + (overload->npos < overload->n) : 1; /* of "()" it is the empty text */
}

static const tbpy_parameter *item(const tbpy_overload *overload, Py_ssize_t i)
{
    if (i < overload->npos)
        return &overload->parameter[i];
    return i > overload->npos && i < items(overload) ? &overload->parameter[i - 1] : NULL;
}

/* Adds the keywords that torch does not find in an overload, after `intro`. */
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

/* Adds "(!int!, Tensor)": what does not fit by its name is between exclamation marks. */
static void add_marked(PyObject **text, const tbpy_overload *overload, PyObject *const *args,
                       Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    tbpy_append(text, PyUnicode_FromString("("));
    for (Py_ssize_t i = 0; i < total; i++) {
        const tbpy_parameter *p = item(overload, i);
        PyObject *value = i < nargs ? args[i] : p ? find_keyword(p, args + nargs, kwnames) : NULL;
        if (!value) /* torch gives up here */
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

/* The message where there is one overload to be shown (and deprecated ones). */
static void fail_only(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
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

static void fail_all(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    PyObject *text = PyUnicode_FromString("");
    for (int c = 0; c < o->n; c++) {
        const tbpy_overload *overload = &o->overload[c];
        if (overload->deprecated)
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

static int warn_deprecated(const tbpy_overloads *o, const tbpy_overload *overload)
{
    char text[1024];
    int n = PyOS_snprintf(text, sizeof text,
                          "This overload of %s is deprecated:\n\t%s(%s)\nConsider using one of the following "
                          "signatures instead:",
                          o->function, o->function, overload->text);
    for (int i = 0; i < o->n && n < (int)sizeof text; i++)
        if (!o->overload[i].deprecated)
            n += PyOS_snprintf(text + n, sizeof text - (size_t)n, "\n\t%s(%s)", o->function,
                               o->overload[i].text);
    return tbpy_warn(text);
}

int tbpy_numbers(const tbpy_overload *overload)
{
    int slots = 0;
    for (int i = 0; i < overload->n; i++)
        slots |= (overload->parameter[i].kind == TBPY_NUMBER) << overload->parameter[i].slot;
    return slots;
}

static int match_all(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                     PyObject **given)
{
    Py_ssize_t total = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const tbpy_overload *plausible = NULL;
    int nplausible = 0, nshown = 0;

    for (int c = 0; c < o->n; c++) {
        const tbpy_overload *overload = &o->overload[c];
        if (match_one(o, overload, args, nargs, kwnames, given, false))
            return overload->deprecated && warn_deprecated(o, overload) < 0 ? -1 : c;
        if (PyErr_Occurred())
            return -1;
        for (int i = 0; i < overload->n; i++)
            given[overload->parameter[i].slot] = NULL;
        nshown += !overload->deprecated;
        if (!overload->deprecated && total >= required(overload) && total <= overload->n) {
            plausible = overload;
            nplausible++;
        }
    }
    if (nplausible == 1 || o->n == 1)
        match_one(o, o->n == 1 ? o->overload : plausible, args, nargs, kwnames, given, true);
    else if (nshown == 1)
        fail_only(o, o->overload, args, nargs, kwnames);
    else
        fail_all(o, args, nargs, kwnames);
    return -1;
}

/* ---- the calls that are nearly all calls ---- */

/* Objects by their exact type: of these it is known without a further look what they fit. */
typedef enum { AN_INT, A_FLOAT, A_BOOL, A_TENSOR, INTS, A_DTYPE, NCLASSES, UNKNOWN = NCLASSES } object_class;

static object_class class_of(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == TbTensor_Type)
        return A_TENSOR;
    if (type == &PyLong_Type)
        return AN_INT;
    if (type == &PyTuple_Type)
        return PyTuple_GET_SIZE(o) == 0 || PyLong_CheckExact(PyTuple_GET_ITEM(o, 0)) ? INTS : UNKNOWN;
    if (type == &PyFloat_Type)
        return A_FLOAT;
    if (type == &PyBool_Type)
        return A_BOOL;
    return type == TbDtype_Type ? A_DTYPE : UNKNOWN;
}

typedef enum { UNSURE, NO, YES } answer;

/* As fits() would answer; of a tensor that may stand for a number or an int its size decides. */
static const uint8_t known[NCLASSES][TBPY_NKINDS] = {
#define OF_MOST [TBPY_BOOL] = NO, [TBPY_STR] = NO, [TBPY_LAYOUT] = NO, [TBPY_MEMORY_FORMAT] = NO, \
                [TBPY_GENERATOR] = NO, [TBPY_OBJECT] = YES
    [AN_INT] = {OF_MOST, [TBPY_TENSOR] = NO, [TBPY_NUMBER] = YES, [TBPY_INT] = YES, [TBPY_INDEX] = YES,
                [TBPY_FLOAT] = YES, [TBPY_TENSORS] = NO, [TBPY_INTS] = NO, [TBPY_INTS_OR_INT] = YES,
                [TBPY_DTYPE] = NO},
    [A_FLOAT] = {OF_MOST, [TBPY_TENSOR] = NO, [TBPY_NUMBER] = YES, [TBPY_INT] = NO, [TBPY_INDEX] = NO,
                 [TBPY_FLOAT] = YES, [TBPY_TENSORS] = NO, [TBPY_INTS] = NO, [TBPY_INTS_OR_INT] = NO,
                 [TBPY_DTYPE] = NO, [TBPY_DEVICE] = NO},
    [A_BOOL] = {[TBPY_BOOL] = YES, [TBPY_TENSOR] = NO, [TBPY_OBJECT] = YES},
    [A_TENSOR] = {OF_MOST, [TBPY_TENSOR] = YES, [TBPY_TENSORS] = NO, [TBPY_DTYPE] = NO, [TBPY_DEVICE] = NO},
    [INTS] = {OF_MOST, [TBPY_TENSOR] = NO, [TBPY_NUMBER] = NO, [TBPY_INT] = NO, [TBPY_INDEX] = NO,
              [TBPY_FLOAT] = NO, [TBPY_INTS] = YES, [TBPY_INTS_OR_INT] = YES, [TBPY_DTYPE] = NO,
              [TBPY_DEVICE] = NO},
    [A_DTYPE] = {OF_MOST, [TBPY_TENSOR] = NO, [TBPY_NUMBER] = NO, [TBPY_INT] = NO, [TBPY_INDEX] = NO,
                 [TBPY_FLOAT] = NO, [TBPY_TENSORS] = NO, [TBPY_INTS] = NO, [TBPY_INTS_OR_INT] = NO,
                 [TBPY_DTYPE] = YES, [TBPY_DEVICE] = NO},
#undef OF_MOST
};

/* The overload of a call without keywords, or -1 where it has to be looked at more closely. */
static int match_positions(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject **given)
{
    for (int c = 0; c < o->n; c++) {
        const tbpy_overload *overload = &o->overload[c];
        const tbpy_parameter *p = overload->parameter;
        if (overload->spread && p->kind == TBPY_OBJECT)
            return c;
        if (overload->spread && nargs > 0 && p->kind != TBPY_TENSORS && PyLong_CheckExact(args[0])) {
            given[p->slot] = args[0];
            return c;
        }
        if (nargs < overload->nneeded || nargs > overload->npos) {
            if (overload->spread)
                return -1;
            continue;
        }
        answer fits = YES;
        for (Py_ssize_t i = 0; i < nargs && fits == YES; i++, p++) {
            const object_class class = class_of(args[i]);
            if (class == UNKNOWN || (p->wrapped && class != A_TENSOR))
                return -1;
            fits = known[class][p->kind];
            given[p->slot] = args[i];
        }
        if (fits == YES && !overload->deprecated)
            return c;
        if (fits == UNSURE || overload->deprecated)
            return -1;
        for (p = overload->parameter; p < overload->parameter + nargs; p++)
            given[p->slot] = NULL;
    }
    return -1;
}

int tbpy_match_given(const tbpy_overloads *o, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                     PyObject **given)
{
    if (!kwnames) {
        const int overload = match_positions(o, args, nargs, given);
        if (overload >= 0)
            return overload;
        for (int c = 0; c < o->n; c++)
            for (int i = 0; i < o->overload[c].n; i++)
                given[o->overload[c].parameter[i].slot] = NULL;
    }
    return match_all(o, args, nargs, kwnames, given);
}
