/* overrides.c: see overrides.h.  This file finds the operands that answer, in torch's order;
 * tbcast/overrides/__init__.py asks them. */
#include "python/call/overrides.h"

#include "python/args/row.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/base/types.h"

#include <string.h>

static const char METHOD[] = "__torch_function__";
static const char DISABLED[] = "tbcast: __torch_function__ is disabled";

/* ---- who overrides ---- */

static PyObject *disabled_implementation(PyObject *Py_UNUSED(module), PyObject *const *Py_UNUSED(args),
                                         Py_ssize_t Py_UNUSED(nargs), PyObject *Py_UNUSED(kwnames))
{
    Py_RETURN_NOTIMPLEMENTED;
}

static bool is_disabled_implementation(PyObject *found)
{
    return PyCFunction_Check(found) &&
           PyCFunction_GetFunction(found) == (PyCFunction)(void (*)(void))disabled_implementation;
}

static PyObject *function_of(PyObject *method)
{
    return PyMethod_Check(method) ? PyMethod_GET_FUNCTION(method) : method;
}

/* Whether the class has a __torch_function__ other than Tensor's own. */
static bool type_overrides(PyTypeObject *type)
{
    PyObject *found = NULL, *plain = NULL;
    if (PyObject_GetOptionalAttrString((PyObject *)type, METHOD, &found) < 0)
        PyErr_Clear();
    bool overrides = found && !is_disabled_implementation(found);
    if (overrides && tbpy_extends_tensor(type)) {
        if (PyObject_GetOptionalAttrString((PyObject *)tbpy_get_state()->tensor_type, METHOD, &plain) < 0)
            PyErr_Clear();
        overrides = !plain || function_of(found) != function_of(plain);
    }
    Py_XDECREF(found);
    Py_XDECREF(plain);
    return overrides;
}

static bool overrides(PyObject *o)
{
    const PyTypeObject *type = Py_TYPE(o);
    return PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_HEAPTYPE) && !tbpy_is_tensor_type(type) &&
           type_overrides(Py_TYPE(o));
}

int tbpy_init_tensor_class(PyObject *cls, PyObject *args, PyObject *kwargs)
{
    tbpy_state *state = tbpy_get_state();
    if (PyType_Type.tp_init(cls, args, kwargs) < 0)
        return -1;
    if (!state->tensor_type || (state->policy & TBPY_HAS_OVERRIDES) || !type_overrides((PyTypeObject *)cls))
        return 0;
    state->policy |= TBPY_HAS_OVERRIDES;
    return tbpy_add_attributes(state->tensor_type, tbpy_class_of_Tensor.asking);
}

/* Adds o to the list if it overrides, unless one of its class is there already: before the first one of a base
 * class, else at the end. */
static int add(PyObject *found, PyObject *o)
{
    if (!overrides(o))
        return 0;
    Py_ssize_t at = PyList_GET_SIZE(found);
    for (Py_ssize_t i = PyList_GET_SIZE(found); i-- > 0;) {
        PyTypeObject *other = Py_TYPE(PyList_GET_ITEM(found, i));
        if (Py_IS_TYPE(o, other))
            return 0;
        if (PyType_IsSubtype(Py_TYPE(o), other))
            at = i;
    }
    return PyList_Insert(found, at, o);
}

/* An operand, or a tuple or list of them. */
static int add_operand(PyObject *found, PyObject *o)
{
    if (!PyTuple_Check(o) && !PyList_Check(o))
        return add(found, o);
    int status = 0;
    PyObject *item;
    for (Py_ssize_t i = 0; status == 0 && (item = tbpy_sequence_item(o, i)); i++) {
        status = add(found, item);
        Py_DECREF(item);
    }
    return status;
}

static bool is_enabled(void)
{
    PyObject *of_thread = PyThreadState_GetDict();
    return !of_thread || !PyDict_GetItemString(of_thread, DISABLED);
}

/* A list of those that answer; NULL with an exception, or without one if there are none. */
static PyObject *find(const tbpy_given_call *call)
{
    if (!is_enabled() || (call->self && !TbTensor_Check(call->self))) /* another class's method, or a class */
        return NULL;
    PyObject *found = PyList_New(0);
    int status = !found || (call->self && add(found, call->self) < 0) ? -1 : 0;
    const Py_ssize_t n = call->nargs + (call->kwnames ? PyTuple_GET_SIZE(call->kwnames) : 0);
    for (Py_ssize_t i = 0; status == 0 && i < n; i++)
        status = add_operand(found, call->args[i]);
    if (status < 0 || PyList_GET_SIZE(found) == 0)
        Py_CLEAR(found);
    return found;
}

/* ---- asking ---- */

/* torch.add or torch.Tensor.add; special_expit is _special_expit here, one_hot _nn_one_hot. */
static PyObject *function_named(const char *name, bool method)
{
    static const char *const prefixes[] = {"", "_", "_nn_", "_rows_"};
    tbpy_state *state = tbpy_get_state();
    PyObject *found = NULL;
    if (method)
        return PyObject_GetAttrString((PyObject *)state->tensor_type, name);
    for (size_t i = 0; !found && i < sizeof prefixes / sizeof *prefixes; i++) {
        PyObject *text = PyUnicode_FromFormat("%s%s", prefixes[i], name);
        const int status = text ? PyObject_GetOptionalAttr(state->own.module, text, &found) : -1;
        Py_XDECREF(text);
        if (status < 0)
            return NULL;
    }
    return found ? found : PyErr_Format(PyExc_AttributeError, "torch has no function %s", name);
}

/* Asks about the call of `function`, whose name messages have; steals both references, which may be NULL with an
 * exception. */
static PyObject *ask_about(PyObject *function, PyObject *name, const tbpy_given_call *call, PyObject *found,
                           bool is_operator)
{
    const Py_ssize_t own = call->self != NULL, n = call->kwnames ? PyTuple_GET_SIZE(call->kwnames) : 0;
    PyObject *args = PyTuple_New(own + call->nargs), *kwargs = n ? PyDict_New() : Py_NewRef(Py_None);
    PyObject *result = NULL;
    int status = args && kwargs && function && name ? 0 : -1;
    if (args && own)
        PyTuple_SET_ITEM(args, 0, Py_NewRef(call->self));
    for (Py_ssize_t i = 0; args && i < call->nargs; i++)
        PyTuple_SET_ITEM(args, own + i, Py_NewRef(call->args[i]));
    for (Py_ssize_t i = 0; status == 0 && i < n; i++)
        status = PyDict_SetItem(kwargs, PyTuple_GET_ITEM(call->kwnames, i), call->args[call->nargs + i]);
    if (status == 0) {
        PyObject *const given[] = {function, name, found, args, kwargs, is_operator ? Py_True : Py_False};
        result = tbpy_call_hook(TBPY_HOOK_override, given, sizeof given / sizeof *given, NULL);
    }
    Py_XDECREF(name);
    Py_XDECREF(function);
    Py_XDECREF(args);
    Py_XDECREF(kwargs);
    return result;
}

static PyObject *ask(const tbpy_given_call *call, PyObject *found, bool is_operator)
{
    const bool own = call->self != NULL;
    const char *dot = strrchr(call->name, '.'), *name = dot ? dot + 1 : call->name; /* "Tensor.storage" */
    PyObject *function = function_named(name, own);
    PyObject *text = function ? PyUnicode_FromFormat("%s%s", own ? "Tensor." : "", name) : NULL;
    return ask_about(function, text, call, found, is_operator);
}

/* Functions that make tensors of other data or change settings ask nobody, as in torch. */
static bool asks_nobody(const tbpy_given_call *call)
{
    static const char *const names[] = {"as_tensor", "asarray",     "frombuffer",        "from_numpy",
                                        "is_tensor", "is_storage",  "manual_seed",       "set_default_dtype",
                                        "tensor",    "from_dlpack", "set_default_device"};
    for (size_t i = 0; !call->self && i < sizeof names / sizeof *names; i++)
        if (strcmp(call->name, names[i]) == 0)
            return true;
    return false;
}

static bool override(const tbpy_given_call *call, bool is_operator, PyObject **result)
{
    PyObject *found = find(call);
    if (found && asks_nobody(call))
        Py_CLEAR(found);
    *result = found ? ask(call, found, is_operator) : NULL;
    Py_XDECREF(found);
    return found || PyErr_Occurred();
}

bool tbpy_override(const tbpy_given_call *call, PyObject **result) { return override(call, false, result); }

PyObject *tbpy_override_failed(const tbpy_given_call *call)
{
    PyObject *result;
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_IndexError))
        return NULL;
    PyObject *error = PyErr_GetRaisedException();
    if (!tbpy_override(call, &result)) {
        PyErr_SetRaisedException(error);
        return NULL;
    }
    Py_XDECREF(error);
    return result;
}

bool tbpy_override_alone(const char *name, PyObject *self, PyObject **result)
{
    const tbpy_given_call call = {name, self, NULL, 0, NULL};
    return tbpy_override_by_subclass(&call, result);
}

bool tbpy_override_operator(const char *slot, bool inplace, PyObject *a, PyObject *b, PyObject **result)
{
    static const struct {
        const char *slot, *name, *reflected, *inplace;
    } names[] = {
#define TBPY_OVERRIDDEN(slot, name, reflected, inplace) {#slot, name, reflected, inplace},
#include "python/generated/slot_rows.inc"
    };
    size_t i = 0;
    while (strcmp(names[i].slot, slot) != 0)
        i++;
    const bool swapped = !TbTensor_Check(a);
    const char *name = inplace ? names[i].inplace : swapped ? names[i].reflected : names[i].name;
    if (strcmp(name, "eq") == 0 && !TbTensor_CheckExact(a)) /* a method in Python there, for subclasses */
        name = "__eq__";
    const tbpy_given_call call = {name, swapped ? b : a, swapped ? &a : &b, 1, NULL};
    return override(&call, true, result);
}

/* ---- attributes ---- */

/* Whether a Tensor answers about `method` (__get__, __set__) of its attribute. */
static bool override_attribute(const PyGetSetDef *attribute, const char *method, PyObject *self,
                               PyObject *value, PyObject **result)
{
    const tbpy_given_call call = {attribute->name, self, &value, value ? 1 : 0, NULL};
    PyObject *found = overrides(self) ? find(&call) : NULL, *descriptor, *function;
    if (!found)
        return PyErr_Occurred();
    descriptor = PyObject_GetAttrString((PyObject *)tbpy_get_state()->tensor_type, attribute->name);
    function = descriptor ? PyObject_GetAttrString(descriptor, method) : NULL;
    PyObject *name = function ? PyUnicode_FromFormat("Tensor.%s.%s", attribute->name, method) : NULL;
    *result = ask_about(function, name, &call, found, false);
    Py_XDECREF(descriptor);
    Py_DECREF(found);
    return true;
}

PyObject *tbpy_get_asking(PyObject *self, void *attribute)
{
    const PyGetSetDef *plain = attribute;
    PyObject *result = NULL;
    return override_attribute(plain, "__get__", self, NULL, &result) ? result
                                                                     : plain->get(self, plain->closure);
}

int tbpy_set_asking(PyObject *self, PyObject *value, void *attribute)
{
    const PyGetSetDef *plain = attribute;
    PyObject *result = NULL;
    if (!override_attribute(plain, value ? "__set__" : "__delete__", self, value, &result))
        return plain->set(self, value, plain->closure);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* ---- what Python calls ---- */

static PyObject *overriding(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    const tbpy_given_call call = {NULL, NULL, args, nargs, NULL};
    PyObject *found = find(&call);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_None);
}

static PyObject *set_enabled(PyObject *Py_UNUSED(module), PyObject *enabled)
{
    PyObject *of_thread = PyThreadState_GetDict();
    const bool before = is_enabled();
    if (!of_thread)
        return PyErr_NoMemory();
    if (enabled == Py_True) {
        if (!before && PyDict_DelItemString(of_thread, DISABLED) < 0)
            return NULL;
    } else if (PyDict_SetItemString(of_thread, DISABLED, Py_None) < 0) {
        return NULL;
    }
    return PyBool_FromLong(before);
}

const PyMethodDef tbpy_overrides_functions[] = {
    {"_overriding", (PyCFunction)(void (*)(void))overriding, METH_FASTCALL,
     "_overriding($module, /, *operands)\n--\n\n"
     "Return a list of the operands, or items of lists, that have a __torch_function__ to be asked, in the "
     "order\n"
     "in which they are asked; None: there are none, or this thread has disabled it."},
    {"_set_torch_function_enabled", set_enabled, METH_O,
     "_set_torch_function_enabled($module, enabled, /)\n--\n\n"
     "Whether this thread asks operands for __torch_function__; return what it was."},
    {"_disabled_torch_function_impl", TBPY_FASTCALL(disabled_implementation),
     "_disabled_torch_function_impl($module, /, func, types, args=(), kwargs=None)\n--\n\n"
     "As __torch_function__ of a subclass of Tensor: calls of its objects give plain Tensors."},
    {NULL, NULL, 0, NULL},
};
