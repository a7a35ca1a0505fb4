/* overloads.c: see overloads.h.  The first overload that matches is taken.  If none does, the message is
 * about the one with the right number of arguments, or lists all. */
#include "python/args/overloads.h"

#include "python/args/convert.h"
#include "python/args/numpy.h"
#include "python/base/errors.h"
#include "python/args/overload_messages.h"
#include "python/base/critical.h"
#include "python/base/objects.h"
#include "python/base/types.h"

/* NumPy's scalars include more than numbers: dates, strings. */
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

/* torch calls __index__; an object whose __index__ fails does not have one. */
static bool has_index(PyObject *o)
{
    if (PyLong_Check(o) || TbTensor_Check(o) || !tbpy_is_index(o))
        return tbpy_is_index(o);
    PyObject *integer = PyNumber_Index(o);
    if (!integer)
        tbpy_clear_answer();
    Py_XDECREF(integer);
    return integer;
}

static bool is_single(PyObject *o) { return TbTensor_Check(o) && ((TbTensor *)o)->t.ndim == 0; }

/* Python's own types also stand for dtypes. */
static bool is_dtype(PyObject *o)
{
    return Py_IS_TYPE(o, tbpy_get_state()->dtype_type) || o == (PyObject *)&PyFloat_Type ||
           o == (PyObject *)&PyLong_Type || o == (PyObject *)&PyBool_Type || o == (PyObject *)&PyComplex_Type;
}

/* Whether o is a tuple or list of numbers: the first item, or all of them. */
static bool are_numbers(PyObject *o, bool all)
{
    bool found = PyTuple_Check(o) || PyList_Check(o);
    for (Py_ssize_t i = 0; found && i < PySequence_Fast_GET_SIZE(o) && (all || i == 0); i++) {
        PyObject *item = tbpy_sequence_item(o, i);
        found = item && (all ? is_number(item) : is_real(item));
        Py_XDECREF(item);
    }
    return found;
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
        return tbpy_is_text(o);
    case TBPY_TENSORS:
        return PyTuple_Check(o) || PyList_Check(o);
    case TBPY_INTS:
        return tbpy_is_int_tuple(o);
    case TBPY_INTS_OR_INT:
        return tbpy_is_int_tuple(o) || tbpy_is_int64(o) || (TbTensor_Check(o) && tbpy_is_index(o));
    case TBPY_FLOATS:
        return are_numbers(o, false);
    case TBPY_NUMBERS:
        return are_numbers(o, true);
    case TBPY_DTYPE:
        return is_dtype(o);
    case TBPY_LAYOUT:
        return Py_IS_TYPE(o, tbpy_get_state()->layout_type);
    case TBPY_DEVICE:
        return Py_IS_TYPE(o, tbpy_get_state()->device_type) || tbpy_is_text(o) ||
               (!TbTensor_Check(o) && tbpy_is_int64(o));
    case TBPY_MEMORY_FORMAT:
        return Py_IS_TYPE(o, tbpy_get_state()->memory_format_type);
    case TBPY_GENERATOR:
        return PyObject_TypeCheck(o, tbpy_get_state()->generator_type);
    case TBPY_STORAGE:
        return tbpy_is_storage(o);
    case TBPY_OBJECT:
    case TBPY_NKINDS: /* no parameter's kind */
        break;
    }
    return true;
}

/* Whether the positional arguments are the items of the overload's only sequence.  For sizes the first one
 * decides, because the others are read later. */
static bool comes_one_by_one(const tbpy_overload *overload, PyObject *const *args, Py_ssize_t nargs)
{
    if (!overload->spread)
        return false;
    if (overload->parameter->kind == TBPY_OBJECT)
        return true;
    if (overload->parameter->kind == TBPY_TENSORS)
        return nargs != 1;
    return nargs > 0 && !PyTuple_Check(args[0]) && !PyList_Check(args[0]) && has_index(args[0]);
}

/* ---- matching ---- */

static int check_items(PyObject *sequence, int argument)
{
    TBPY_LOCKED(sequence);
    return tbpy_check_tensors(PySequence_Fast_ITEMS(sequence), PySequence_Fast_GET_SIZE(sequence), argument);
}

/* Whether the overload accepts these arguments.  With `raise`, sets its own message if not. */
static bool match_one(const tbpy_overloads *o, const tbpy_overload *overload, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames, PyObject **given, bool raise)
{
    Py_ssize_t left = kwnames ? PyTuple_GET_SIZE(kwnames) : 0, positions = nargs;
    const bool spread = comes_one_by_one(overload, args, nargs);
    if (spread)
        positions = overload->parameter->kind != TBPY_TENSORS && overload->parameter->kind != TBPY_OBJECT;
    if (positions > overload->npos) {
        if (raise && left > 0 && o->method && overload->n == 0)
            tbpy_fail_keywords(o, overload, nargs, kwnames); /* CPython checks these first */
        else if (raise)
            tbpy_fail_extra(o, overload, nargs, left);
        return false;
    }
    /* The parameters after these have defaults. */
    const int n = left > 0 ? overload->n : positions > overload->nneeded ? (int)positions : overload->nneeded;
    for (int i = 0; i < n; i++) {
        const tbpy_parameter *p = &overload->parameter[i];
        PyObject *value = i < positions ? args[i] : left ? tbpy_find_keyword(p, args + nargs, kwnames) : NULL;
        left -= i >= positions && value;
        if ((!value && p->optional) || (value == Py_None && p->none))
            continue;
        if (!value || !(fits(p, value) || (spread && i == 0))) {
            if (raise && value)
                tbpy_fail_parameter(o, p, value, i < positions ? i + 1 : 0);
            else if (raise)
                tbpy_fail_absent(o, overload, i);
            return false;
        }
        /* torch reports such a list immediately, before any other error */
        if (p->kind == TBPY_TENSORS && check_items(value, i) < 0)
            return false;
        given[p->slot] = value;
    }
    if (left > 0 && raise)
        tbpy_fail_keywords(o, overload, nargs, kwnames);
    return left <= 0;
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
            return overload->deprecated && tbpy_warn_deprecated(o, overload) < 0 ? -1 : c;
        if (PyErr_Occurred())
            return -1;
        for (int i = 0; i < overload->n; i++)
            given[overload->parameter[i].slot] = NULL;
        nshown += !overload->hidden;
        if (!overload->hidden && total >= tbpy_required(overload) && total <= overload->n) {
            plausible = overload;
            nplausible++;
        }
    }
    if (nplausible == 1 || o->n == 1)
        match_one(o, o->n == 1 ? o->overload : plausible, args, nargs, kwnames, given, true);
    if (PyErr_Occurred()) /* not set if it matches by now: an __index__ decides anew on each call */
        return -1;
    if (nshown == 1)
        tbpy_fail_only(o, o->overload, args, nargs, kwnames);
    else
        tbpy_fail_all(o, args, nargs, kwnames);
    return -1;
}

/* ---- fast matching of most calls ---- */

/* Objects by their exact type, which tells without further checks which kinds they match. */
typedef enum { AN_INT, A_FLOAT, A_BOOL, A_TENSOR, INTS, A_DTYPE, NCLASSES, UNKNOWN = NCLASSES } object_class;

static object_class class_of(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (tbpy_is_tensor_type(type))
        return A_TENSOR;
    if (type == &PyLong_Type)
        return AN_INT;
    if (type == &PyTuple_Type)
        return PyTuple_GET_SIZE(o) == 0 || PyLong_CheckExact(PyTuple_GET_ITEM(o, 0)) ? INTS : UNKNOWN;
    if (type == &PyFloat_Type)
        return A_FLOAT;
    if (type == &PyBool_Type)
        return A_BOOL;
    return type == tbpy_get_state()->dtype_type ? A_DTYPE : UNKNOWN;
}

typedef enum { UNSURE, NO, YES } answer;

/* The answers of fits().  A tensor may stand for a number or an int, depending on its size: UNSURE. */
static const uint8_t known[NCLASSES][TBPY_NKINDS] = {
#define OF_MOST [TBPY_BOOL] = NO, [TBPY_STR] = NO, [TBPY_LAYOUT] = NO, [TBPY_MEMORY_FORMAT] = NO, \
                [TBPY_GENERATOR] = NO, [TBPY_STORAGE] = NO, [TBPY_OBJECT] = YES
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

/* The overload for a call without keywords, or -1 if it needs a closer look. */
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
