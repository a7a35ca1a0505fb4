/* backcompat.c: see backcompat.h. */
#include "python/call/backcompat.h"

#include "python/base/types.h"
#include "python/call/policy.h"

/* torch accepts True and False, and no other truth value. */
static int as_flag(PyObject *value, const char *function, bool *flag)
{
    if (!PyBool_Check(value)) {
        PyErr_Format(PyExc_RuntimeError, "%s expects a bool, but got %s", function, tbpy_type_name(value));
        return -1;
    }
    *flag = value == Py_True;
    return 0;
}

static PyObject *set_policy(PyObject *value, const char *function, unsigned bit)
{
    bool flag;
    if (as_flag(value, function, &flag) < 0)
        return NULL;
    _Atomic unsigned *policy = &tbpy_get_state()->policy;
    if (flag)
        atomic_fetch_or(policy, bit);
    else
        atomic_fetch_and(policy, ~bit);
    Py_RETURN_NONE;
}

static PyObject *set_broadcast(PyObject *Py_UNUSED(module), PyObject *value)
{
    return set_policy(value, "set_backcompat_broadcast_warn", TB_WARN_ON_BROADCAST);
}

static PyObject *get_broadcast(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong((tbpy_policy() & TB_WARN_ON_BROADCAST) != 0);
}

static PyObject *set_fallback(PyObject *Py_UNUSED(module), PyObject *value)
{
    return set_policy(value, "set_backcompat_pointwise_fallback", TB_ALLOW_FALLBACK);
}

static PyObject *get_fallback(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong((tbpy_policy() & TB_ALLOW_FALLBACK) != 0);
}

static PyObject *set_notes(PyObject *Py_UNUSED(module), PyObject *value)
{
    return set_policy(value, "set_backcompat_error_notes", TBPY_ERROR_NOTES);
}

static PyObject *get_notes(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong((tbpy_policy() & TBPY_ERROR_NOTES) != 0);
}

/* keepdim_warning has nothing to warn about, because tbcast never had the old default. */
static PyObject *set_keepdim(PyObject *Py_UNUSED(module), PyObject *value)
{
    bool flag;
    if (as_flag(value, "set_backcompat_keepdim_warn", &flag) < 0)
        return NULL;
    tbpy_get_state()->warns_on_keepdim = flag;
    Py_RETURN_NONE;
}

static PyObject *get_keepdim(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong(tbpy_get_state()->warns_on_keepdim);
}

const PyMethodDef tbpy_backcompat_functions[] = {
    {"_set_backcompat_broadcast_warn", set_broadcast, METH_O,
     "_set_backcompat_broadcast_warn($module, value, /)\n--\n\n"
     "Sets tbcast.backcompat.broadcast_warning.enabled; raises RuntimeError unless value is a bool."},
    {"_get_backcompat_broadcast_warn", get_broadcast, METH_NOARGS,
     "_get_backcompat_broadcast_warn($module, /)\n--\n\n"
     "The value of tbcast.backcompat.broadcast_warning.enabled."},
    {"_set_backcompat_keepdim_warn", set_keepdim, METH_O,
     "_set_backcompat_keepdim_warn($module, value, /)\n--\n\n"
     "Sets tbcast.backcompat.keepdim_warning.enabled; raises RuntimeError unless value is a bool."},
    {"_get_backcompat_keepdim_warn", get_keepdim, METH_NOARGS,
     "_get_backcompat_keepdim_warn($module, /)\n--\n\n"
     "The value of tbcast.backcompat.keepdim_warning.enabled."},
    {"_set_backcompat_pointwise_fallback", set_fallback, METH_O,
     "_set_backcompat_pointwise_fallback($module, value, /)\n--\n\n"
     "Sets tbcast.backcompat.pointwise_fallback.enabled; raises RuntimeError unless value is a bool."},
    {"_get_backcompat_pointwise_fallback", get_fallback, METH_NOARGS,
     "_get_backcompat_pointwise_fallback($module, /)\n--\n\n"
     "The value of tbcast.backcompat.pointwise_fallback.enabled."},
    {"_set_backcompat_error_notes", set_notes, METH_O,
     "_set_backcompat_error_notes($module, value, /)\n--\n\n"
     "Sets tbcast.backcompat.error_notes.enabled; raises RuntimeError unless value is a bool."},
    {"_get_backcompat_error_notes", get_notes, METH_NOARGS,
     "_get_backcompat_error_notes($module, /)\n--\n\n"
     "The value of tbcast.backcompat.error_notes.enabled."},
    {NULL, NULL, 0, NULL},
};
