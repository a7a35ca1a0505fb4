/* policy.c: the hook that is asked before a call broadcasts: whether somebody is asked here, and what the answer
 * means.  Who answers is Python's: policies are a stack in a context variable, with one for the interpreter below
 * it (tbcast/_policy.py); audits are asked always (tbcast/audit/_tensors.py). */
#include "python/call/policy.h"

#include "python/args/convert.h"
#include "python/base/objects.h"

/* The policy that the hook gets, a new reference: the innermost one, or None, which forbids nothing; NULL: nobody is
 * asked.  Where False stands for the policy, the call is a part of another one, which has been asked about. */
static PyObject *find_policy(void)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *entries = NULL;
    if (state->broadcast_stack && PyContextVar_Get(state->broadcast_stack, NULL, &entries) < 0)
        PyErr_Clear();
    const bool entered = entries && PyTuple_Check(entries) && PyTuple_GET_SIZE(entries) > 0;
    PyObject *policy = entered ? PyTuple_GET_ITEM(entries, 0) : state->broadcast_default;
    if (policy == Py_False)
        policy = NULL;
    else if (!policy || policy == Py_None)
        policy = state->asks_always ? Py_None : NULL;
    Py_XINCREF(policy);
    Py_XDECREF(entries);
    return policy;
}

bool tbpy_is_watched(void)
{
    PyObject *policy = find_policy();
    const bool watched = policy != NULL;
    Py_XDECREF(policy);
    return watched;
}

bool tbpy_has_policy(void)
{
    PyObject *policy = (tbpy_policy() & TBPY_ASK_POLICY) ? find_policy() : NULL;
    const bool found = policy && policy != Py_None;
    Py_XDECREF(policy);
    return found;
}

/* ---- the query ---- */

void tbpy_add_shape(tbpy_broadcast *b, const tb_tensor *t)
{
    b->operand[b->n] = NULL;
    tb_set_shape(&b->shape[b->n++], t);
}

void tbpy_add_operand(tbpy_broadcast *b, PyObject *tensor)
{
    tbpy_add_shape(b, tbpy_tensor_of(tensor));
    b->operand[b->n - 1] = tensor;
}

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

/* A call has as many operands each time, and the fallback is taken for the same shapes.  Nothing here allocates,
 * so nothing can run that changes the tensors behind the query. */
static bool was_asked(const tbpy_policy_query *query, const tbpy_broadcast *b)
{
    if (!query->shapes || query->itemsize != b->itemsize)
        return false;
    for (int i = 0; i < b->n; i++)
        if (!is_shape(PyTuple_GET_ITEM(query->shapes, i), &b->shape[i]))
            return false;
    return true;
}

/* Of all operands, a new reference; None where none has any. */
static PyObject *marks_of(const tbpy_broadcast *b)
{
    PyObject *marks[TB_MAX_OPERANDS], *all = NULL;
    bool any = false;
    for (int i = 0; i < b->n; i++) {
        marks[i] = b->operand[i] ? tbpy_marks_of(b->operand[i]) : NULL;
        any |= marks[i] != NULL;
    }
    if (any)
        all = PyTuple_New(b->n);
    for (int i = 0; i < b->n; i++)
        if (all)
            PyTuple_SET_ITEM(all, i, marks[i] ? marks[i] : Py_NewRef(Py_None));
        else
            Py_XDECREF(marks[i]);
    return any ? all : Py_NewRef(Py_None);
}

/* What is known of a broadcast, as Python gets it; all but `policy` are references of its own. */
typedef struct {
    PyObject *name, *shapes, *itemsize, *marks;
    bool fallback, inplace, data;
} told;

static void forget(told *t)
{
    Py_XDECREF(t->name);
    Py_XDECREF(t->shapes);
    Py_XDECREF(t->itemsize);
    Py_XDECREF(t->marks);
}

static PyObject *as_bool(bool value) { return value ? Py_True : Py_False; }

/* Asks the hook: it has no objection, answers with None, or with what is called to object, which it may have kept
 * of an earlier call.  *warned: a policy warned of the call. */
static int ask_hook(PyObject *policy, const told *t, bool *warned)
{
    if (PyErr_Occurred()) /* something of `t` is missing */
        return -1;
    PyObject *callable = Py_NewRef(tbpy_get_state()->broadcast_hook); /* another may be set while it runs */
    PyObject *const args[] = {
        policy, t->name, t->shapes, t->itemsize, as_bool(t->fallback), as_bool(t->inplace)};
    PyObject *objection = PyObject_Vectorcall(callable, args, 6, NULL), *result = NULL;
    Py_DECREF(callable);
    if (objection && objection != Py_None) {
        PyObject *const about[] = {t->marks, as_bool(t->data), as_bool(*warned)};
        result = PyObject_Vectorcall(objection, about, 3, NULL);
        if (result && PyExceptionInstance_Check(result)) { /* raised here, it has no frame of ours */
            PyErr_SetObject((PyObject *)Py_TYPE(result), result);
            TBPY_DROP(result);
        } else if (result == Py_True) {
            *warned = true;
        }
    } else if (objection) {
        result = Py_NewRef(Py_None);
    }
    Py_XDECREF(objection);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

int tbpy_ask_policy(const tbpy_broadcast *b, tbpy_policy_query *query)
{
    if (!tbpy_broadcasts(b) || was_asked(query, b))
        return 0;
    PyObject *policy = find_policy();
    if (!policy)
        return 0;
    told t = {PyUnicode_FromString(b->name),
              tbpy_shape_tuples(b->shape, b->n),
              PyLong_FromLong(b->itemsize),
              marks_of(b),
              b->fallback,
              b->inplace,
              b->data};
    Py_XSETREF(query->shapes, Py_XNewRef(t.shapes));
    query->itemsize = b->itemsize;
    const int status = ask_hook(policy, &t, &query->warned) < 0 ? -1 : 1;
    forget(&t);
    Py_DECREF(policy);
    return status;
}

/* ---- of calls that are no pointwise ones ---- */

int tbpy_ask_once(const tbpy_broadcast *b)
{
    tb_shape common = {.ndim = 0};
    for (int i = 0; i < b->n; i++)
        if (tb_broadcast(&common, b->shape[i].size, b->shape[i].ndim, NULL) != TB_OK)
            return 0;
    tbpy_policy_query query = {NULL, 0, false};
    const int asked = tbpy_ask_policy(b, &query);
    tbpy_end_query(&query);
    return asked < 0 ? -1 : 0;
}

/* Operand i, a Tensor without some of its last dimensions, or a tuple of sizes; perhaps with an exception. */
static void add_operand(const told *t, Py_ssize_t i, PyObject *operand, int without)
{
    PyObject *shape = NULL, *marks = NULL;
    if (TbTensor_Check(operand)) {
        tb_shape sizes; /* what is made of it may run anything */
        tb_set_shape(&sizes, tbpy_tensor_of(operand));
        const int ndim = sizes.ndim > without ? sizes.ndim - without : 0;
        PyObject *own = tbpy_marks_of(operand);
        shape = tbpy_int_tuple(sizes.size, ndim);
        marks = own ? PyTuple_GetSlice(own, 0, ndim) : Py_NewRef(Py_None);
        Py_XDECREF(own);
    } else if (PyTuple_Check(operand)) {
        shape = Py_NewRef(operand);
        marks = Py_NewRef(Py_None);
    } else {
        PyErr_Format(PyExc_TypeError, "an operand is a Tensor or a tuple, not %.200s",
                     tbpy_type_name(operand));
    }
    PyTuple_SET_ITEM(t->shapes, i, shape);
    PyTuple_SET_ITEM(t->marks, i, marks);
}

/* Whether a policy warned, or -1; where something of `t` is missing, too. */
static int ask_whoever(const told *t)
{
    if (PyErr_Occurred())
        return -1;
    PyObject *policy = find_policy();
    bool warned = false;
    const int status = policy ? ask_hook(policy, t, &warned) : 0;
    Py_XDECREF(policy);
    return status < 0 ? -1 : warned;
}

int tbpy_ask_about_tensors(const char *name, PyObject *const *tensor, Py_ssize_t n, int without, bool data)
{
    tb_shape common = {.ndim = 0};
    bool same = true;
    if (!tbpy_is_watched())
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        const tb_tensor *t = tbpy_tensor_of(tensor[i]), *first = tbpy_tensor_of(tensor[0]);
        const int ndim = t->ndim - without, others = first->ndim - without;
        if (ndim < 0 || tb_broadcast(&common, t->size, ndim, NULL) != TB_OK)
            return 0;
        same &= tb_same_sizes(t->size, ndim, first->size, others);
    }
    if (same)
        return 0;
    told t = {
        PyUnicode_FromString(name), PyTuple_New(n), PyLong_FromLong(0), PyTuple_New(n), false, false, data};
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < n; i++)
        add_operand(&t, i, tensor[i], without);
    const int status = ask_whoever(&t);
    forget(&t);
    return status;
}

/* ---- parts of a call ---- */

PyObject *tbpy_enter_part(void)
{
    PyObject *stack = Py_XNewRef(tbpy_get_state()->broadcast_stack), *below = NULL, *entry = NULL,
             *part = NULL;
    if (!stack) /* the interpreter ends */
        return Py_NewRef(Py_None);
    if (PyContextVar_Get(stack, Py_None, &below) == 0)
        entry = PyTuple_Pack(3, Py_False, below, Py_None);
    if (entry)
        part = PyContextVar_Set(stack, entry);
    Py_XDECREF(entry);
    Py_XDECREF(below);
    Py_DECREF(stack);
    return part;
}

void tbpy_leave_part(PyObject *part)
{
    PyObject *error = PyErr_GetRaisedException(), *stack = Py_XNewRef(tbpy_get_state()->broadcast_stack);
    if (stack && part != Py_None && PyContextVar_Reset(stack, part) < 0)
        PyErr_Clear(); /* the function has left it in another context */
    Py_XDECREF(stack);
    Py_DECREF(part);
    if (error)
        PyErr_SetRaisedException(error);
}

/* ---- what tbcast/_verdict/calls.py calls ---- */

/* _set_broadcast_hook(hook, stack, default, always) */
static PyObject *set_hook(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4 || !PyContextVar_CheckExact(args[1]) || !PyBool_Check(args[3]))
        return PyErr_Format(PyExc_TypeError,
                            "_set_broadcast_hook() takes a callable, a ContextVar, a default and a bool");
    tbpy_state *state = tbpy_get_state();
    if (args[3] == Py_False) /* before the hook that expects it is gone */
        state->asks_always = false;
    PyObject **const place[] = {&state->broadcast_hook, &state->broadcast_stack, &state->broadcast_default};
    for (int i = 0; i < 3; i++) /* whoever enters a policy sets what is set already, which stops no thread */
        if (*place[i] != args[i] && tbpy_replace(place[i], Py_NewRef(args[i])) < 0)
            return NULL;
    state->asks_always = args[3] == Py_True;
    state->policy |= TBPY_ASK_POLICY;
    Py_RETURN_NONE;
}

static PyObject *is_watched(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyBool_FromLong((tbpy_policy() & TBPY_ASK_POLICY) && tbpy_is_watched());
}

/* _ask_broadcast(name, operands, itemsize, data) */
static PyObject *ask(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4 || !PyUnicode_Check(args[0]) || !PyTuple_Check(args[1]) || !PyLong_Check(args[2]))
        return PyErr_Format(PyExc_TypeError,
                            "_ask_broadcast() takes a name, a tuple of shapes or Tensors, an int and a bool");
    const Py_ssize_t n = PyTuple_GET_SIZE(args[1]);
    told t = {Py_NewRef(args[0]), PyTuple_New(n), Py_NewRef(args[2]), PyTuple_New(n), false, false,
              args[3] == Py_True};
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < n; i++)
        add_operand(&t, i, PyTuple_GET_ITEM(args[1], i), 0);
    const int status = ask_whoever(&t);
    forget(&t);
    return status < 0 ? NULL : PyBool_FromLong(status);
}

const PyMethodDef tbpy_policy_functions[] = {
    {"_set_broadcast_hook", (PyCFunction)(void (*)(void))set_hook, METH_FASTCALL,
     "_set_broadcast_hook($module, hook, stack, default, always, /)\n--\n\n"
     "From now on calls that broadcast ask hook(policy, name, shapes, itemsize, fallback, inplace).  The\n"
     "policy is the first element of the tuple that the context variable `stack` holds, or `default`.\n"
     "False: nobody is asked; None: nobody, unless `always`.  The hook answers with None, or with what\n"
     "is called with (marks, data, warned) and returns an exception to raise, or whether it warned."},
    {"_is_watched", is_watched, METH_NOARGS,
     "_is_watched($module, /)\n--\n\n"
     "Return whether the hook is asked about what the code that runs now broadcasts."},
    {"_ask_broadcast", (PyCFunction)(void (*)(void))ask, METH_FASTCALL,
     "_ask_broadcast($module, name, operands, itemsize, data, /)\n--\n\n"
     "Ask the hook about operands (Tensors or shapes) that broadcast; return whether a policy warned."},
    {NULL, NULL, 0, NULL},
};
