/* policy.c: tbcast.broadcast_policy: whether one holds here, and what it says of a
 * call that broadcasts.  The policies are Python's (tbcast/_policy.py): a stack
 * of them in a context variable, one for the interpreter below it. */
#include "python/call/policy.h"

#include "python/base/objects.h"

/* The innermost policy that may object, a new reference, or NULL. */
static PyObject *find_policy(void)
{
    const tbpy_state *state = tbpy_get_state();
    PyObject *entries = NULL;
    if (!state->policy_stack || PyContextVar_Get(state->policy_stack, NULL, &entries) < 0)
        PyErr_Clear();
    const bool entered = entries && PyTuple_Check(entries) && PyTuple_GET_SIZE(entries) > 0;
    PyObject *policy = entered ? PyTuple_GET_ITEM(entries, 0) : state->default_policy;
    if (policy == Py_None)
        policy = NULL;
    Py_XINCREF(policy);
    Py_XDECREF(entries);
    return policy;
}

bool tbpy_has_policy(void)
{
    PyObject *policy = find_policy();
    Py_XDECREF(policy);
    return policy != NULL;
}

/* ---- the query ---- */

void tbpy_add_shape(tbpy_broadcast *b, const tb_tensor *t) { tb_set_shape(&b->shape[b->n++], t); }

bool tbpy_broadcasts(const tbpy_broadcast *b)
{
    const tb_shape *first = &b->shape[0];
    for (int i = 1; i < b->n; i++)
        if (!tb_same_sizes(first->size, first->ndim, b->shape[i].size, b->shape[i].ndim))
            return true;
    return b->fallback;
}

static bool is_shape(PyObject *tuple, const tb_shape *shape)
{
    if (PyTuple_GET_SIZE(tuple) != shape->ndim)
        return false;
    for (int d = 0; d < shape->ndim; d++)
        if (PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, d)) != shape->size[d])
            return false;
    return true;
}

/* Nothing here allocates, so nothing can run that changes the tensors behind the query. */
static bool was_asked(const tbpy_policy_query *query, const tbpy_broadcast *b)
{
    if (!query->shapes || PyTuple_GET_SIZE(query->shapes) != b->n || query->fallback != b->fallback ||
        query->itemsize != b->itemsize)
        return false;
    for (int i = 0; i < b->n; i++)
        if (!is_shape(PyTuple_GET_ITEM(query->shapes, i), &b->shape[i]))
            return false;
    return true;
}

static PyObject *shapes_of(const tbpy_broadcast *b)
{
    PyObject *shapes = PyTuple_New(b->n);
    for (int i = 0; shapes && i < b->n; i++) {
        PyObject *shape = tbpy_int_tuple(b->shape[i].size, b->shape[i].ndim);
        if (shape)
            PyTuple_SET_ITEM(shapes, i, shape);
        else
            Py_CLEAR(shapes);
    }
    return shapes;
}

/* Issues or raises what the hook answered: (category, text). */
static int object(PyObject *answer, tbpy_policy_query *query)
{
    if (!PyTuple_Check(answer) || PyTuple_GET_SIZE(answer) != 2 ||
        !PyUnicode_Check(PyTuple_GET_ITEM(answer, 1))) {
        PyErr_SetString(PyExc_TypeError, "a policy's answer is None or (category, text)");
        return -1;
    }
    PyObject *category = PyTuple_GET_ITEM(answer, 0), *text = PyTuple_GET_ITEM(answer, 1);
    const int warns = PyObject_IsSubclass(category, PyExc_Warning);
    if (warns == 0)
        PyErr_SetObject(category, text);
    if (warns != 1)
        return -1;
    if (query->warned)
        return 0;
    query->warned = true;
    const char *utf8 = PyUnicode_AsUTF8(text);
    return utf8 ? PyErr_WarnEx(category, utf8, 1) : -1;
}

static PyObject *call_hook(PyObject *policy, const tbpy_broadcast *b, PyObject *shapes)
{
    PyObject *name = PyUnicode_FromString(b->name), *itemsize = PyLong_FromLong(b->itemsize);
    PyObject *const args[] = {
        policy, name, shapes, itemsize, b->fallback ? Py_True : Py_False, b->inplace ? Py_True : Py_False};
    PyObject *callable =
        Py_NewRef(tbpy_get_state()->policy_hook); /* another may be set while this one runs */
    PyObject *answer = name && itemsize ? PyObject_Vectorcall(callable, args, 6, NULL) : NULL;
    Py_DECREF(callable);
    Py_XDECREF(name);
    Py_XDECREF(itemsize);
    return answer;
}

int tbpy_ask_policy(const tbpy_broadcast *b, tbpy_policy_query *query)
{
    if (!tbpy_broadcasts(b) || was_asked(query, b))
        return 0;
    PyObject *policy = find_policy();
    if (!policy)
        return 0;
    int status = -1;
    PyObject *shapes = shapes_of(b), *answer = NULL;
    if (shapes) {
        Py_XSETREF(query->shapes, shapes);
        query->fallback = b->fallback;
        query->itemsize = b->itemsize;
        answer = call_hook(policy, b, shapes);
    }
    if (answer)
        status = answer == Py_None ? 0 : object(answer, query);
    Py_XDECREF(answer);
    Py_DECREF(policy);
    return status < 0 ? -1 : 1;
}

/* ---- what tbcast/_policy.py calls ---- */

static PyObject *set_hook(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyContextVar_CheckExact(args[1]))
        return PyErr_Format(PyExc_TypeError, "_set_broadcast_hook() takes a callable and a ContextVar");
    tbpy_state *state = tbpy_get_state();
    if (tbpy_replace(&state->policy_hook, Py_NewRef(args[0])) < 0 ||
        tbpy_replace(&state->policy_stack, Py_NewRef(args[1])) < 0)
        return NULL;
    state->policy |= TBPY_ASK_POLICY;
    Py_RETURN_NONE;
}

static PyObject *set_default(PyObject *Py_UNUSED(module), PyObject *policy)
{
    if (tbpy_replace(&tbpy_get_state()->default_policy, Py_NewRef(policy)) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *get_policy(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    PyObject *policy = find_policy();
    return policy ? policy : Py_NewRef(Py_None);
}

const PyMethodDef tbpy_policy_functions[] = {
    {"_set_broadcast_hook", (PyCFunction)(void (*)(void))set_hook, METH_FASTCALL,
     "_set_broadcast_hook($module, hook, stack, /)\n--\n\n"
     "From now on calls that broadcast ask hook(policy, name, shapes, itemsize, fallback, inplace), where\n"
     "policy is the first element of the tuple that the context variable `stack` holds."},
    {"_set_broadcast_default", set_default, METH_O,
     "_set_broadcast_default($module, policy, /)\n--\n\n"
     "The policy where that variable holds no tuple; None: none."},
    {"_get_broadcast_policy", get_policy, METH_NOARGS,
     "_get_broadcast_policy($module, /)\n--\n\n"
     "What calls that broadcast here hand to the hook: the innermost policy's arguments, or None."},
    {NULL, NULL, 0, NULL},
};
