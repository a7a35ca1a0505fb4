/* operator_table.c: the functions, methods and in-place methods of all pointwise operators.  Names,
 * overloads and docstrings come from generated/operator_rows.inc; the code here is the same for all
 * operators.  Callers hold references to all arguments, as CPython does for vectorcalls. */
#include "python/pointwise/pointwise.h"

#include "core/kernels/generated/ops_ids.h"
#include "python/args/convert.h"
#include "python/args/overloads.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/overrides.h"
#include "python/call/pointwise_call.h"
#include "python/indexing/nonzero.h"

#include <string.h>

typedef enum { FUNCTION, METHOD, INPLACE_METHOD, INPLACE_FUNCTION } flavour;

/* A word that chooses a row (rounding_mode), or an operand that may be omitted with the row that computes
 * without it.  The row itself ends the list. */
typedef struct {
    const char *word;
    int op;
} tbpy_mode;
typedef struct {
    int operand, op;
} tbpy_without;

/* One public name: its name in messages, and what it computes. */
typedef struct {
    tbpy_overloads overloads;
    int op;
    flavour kind;
    const tbpy_mode *modes;
    const tbpy_without *without;
    PyObject *(*alone)(PyObject *); /* serves the overload with the first operand only, or NULL */
    bool takes_tensors; /* whether an overload takes Tensors for all operands, by position ... */
    bool takes_out; /* ... and out= as well */
} entry;

#define TBPY_OVERLOADS
#include "python/generated/operator_rows.inc"

/* The row for the word, or -1. */
static int choose_mode(const entry *e, PyObject *word)
{
    const tbpy_mode *mode = e->modes;
    while (mode->word && !tbpy_is_word(word, mode->word))
        mode++;
    if (mode->word)
        return mode->op;
    if (e->op == TB_OP_NN_GELU) {
        PyErr_SetString(PyExc_RuntimeError, "approximate argument must be either none or tanh.");
        return -1;
    }
    PyObject *text = tbpy_as_text(word);
    if (text)
        PyErr_Format(PyExc_RuntimeError,
                     "%s expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%U'",
                     tb_ops[e->op].name, text);
    Py_XDECREF(text);
    return -1;
}

/* The row that computes without the one absent operand, or -1. */
static int do_without(const entry *e, PyObject *const *given)
{
    const tb_op *op = &tb_ops[e->op];
    int chosen = -1, absent = 0;
    for (const tbpy_without *w = e->without; w->operand >= 0; w++) {
        if (given[w->operand])
            continue;
        chosen = w->op;
        absent++;
    }
    if (absent < 2)
        return chosen;
    PyErr_Format(PyExc_RuntimeError, "torch.%s: At least one of '%s' or '%s' must not be None", op->name,
                 op->operand[1], op->operand[2]);
    return -1;
}

/* Converts a parameter for the row: 0, or -1 with an exception. */
static int set_parameter(const entry *e, const tb_parameter_info *info, PyObject *o, tb_scalar *value)
{
    *value = (tb_scalar){.kind = TB_KIND_FLOAT};
    switch (info->type) {
    case TB_PARAMETER_T:
    case TB_PARAMETER_WIDE:
        return tbpy_number(o, value) < 0 ? -1 : 0;
    case TB_PARAMETER_INT:
        value->kind = TB_KIND_INT;
        return tbpy_as_int64(o, e->overloads.function, info->name, 0, &value->v.i);
    default:
        return tbpy_as_double(o, &value->v.f);
    }
}

/* Converts operands and parameters of the call, the last ones first as in torch, which matters if several
 * are too large.  Returns their number, or -1 with an exception. */
static int set_numbers(const entry *e, tb_call *call, PyObject *const *given, int numbers)
{
    call->given = 0;
    for (int i = tb_ops[e->op].computation.nparameters; i-- > 0;) {
        PyObject *value = given[TB_MAX_INPUTS + i];
        if (!value)
            continue;
        if (set_parameter(e, &tb_ops[e->op].computation.parameter[i], value, &call->parameter[i]) < 0)
            return -1;
        call->given |= 1u << i;
    }
    int n = 0;
    for (int i = 0; i < tb_ops[e->op].nin; i++)
        n += given[i] != NULL;
    for (int i = tb_ops[e->op].nin, at = n; i-- > 0;) {
        if (!given[i])
            continue;
        tb_operand *in = &call->in[--at];
        const bool number = numbers >> i & 1;
        in->tensor = NULL;
        if ((number ? tbpy_number(given[i], &in->number) : tbpy_set_operand(in, given[i])) < 0)
            return -1;
    }
    return n;
}

/* Replaces `other` by 2 ** other first.  The 2 is a number for integers and float32, otherwise a 0-dim
 * tensor of self's dtype, which affects the power's dtype. */
static PyObject *carry_out_after(tb_call *call, PyObject *out)
{
    const tb_dtype self = call->in[0].tensor->dtype;
    const bool number = tb_dtypes[self].kind < TB_KIND_FLOAT || self == TB_FLOAT32;
    tb_call before = {.op = tb_ops[call->op].hooks.before,
                      .in = {{.number = {TB_KIND_FLOAT, .v.f = 2}}, call->in[1]}};
    tb_tensor two;
    tb_error err;
    if (!number) {
        if (tb_tensor_new(&two, self, NULL, NULL, 0, false, &err) != TB_OK)
            return tbpy_raise(&err);
        if (tb_fill(&two, &before.in[0].number, &err) != TB_OK) {
            tb_tensor_release(&two);
            return tbpy_raise(&err);
        }
        before.in[0].tensor = &two;
    }
    PyObject *made = tbpy_carry_out(&before, NULL);
    if (!number)
        tb_tensor_release(&two);
    if (!made)
        return NULL;
    tbpy_set_operand(&call->in[1], made);
    PyObject *result = tbpy_carry_out(call, out);
    Py_DECREF(made);
    return result;
}

/* Whether an operand of a subclass answers instead of the row. */
__attribute__((noinline, cold)) static bool overridden(const entry *e, PyObject *self, PyObject *const *args,
                                                       Py_ssize_t nargs, PyObject *kwnames, PyObject **result)
{
    const bool method = e->kind == METHOD || e->kind == INPLACE_METHOD;
    const tbpy_given_call as_given = {e->overloads.function, method ? self : NULL, args, nargs, kwnames};
    return tbpy_override(&as_given, result);
}

/* What arguments give that match no overload. */
__attribute__((noinline, cold)) static PyObject *unmatched(const entry *e, PyObject *self,
                                                           PyObject *const *args, Py_ssize_t nargs,
                                                           PyObject *kwnames)
{
    const bool method = e->kind == METHOD || e->kind == INPLACE_METHOD;
    const tbpy_given_call as_given = {e->overloads.function, method ? self : NULL, args, nargs, kwnames};
    return tbpy_override_failed(&as_given);
}

static PyObject *dispatch_any(const entry *e, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *kwnames)
{
    const bool method = e->kind == METHOD || e->kind == INPLACE_METHOD;
    const bool inplace = e->kind == INPLACE_METHOD || e->kind == INPLACE_FUNCTION;
    PyObject *given[TBPY_SLOTS] = {NULL};
    tb_call call; /* not zeroed: a shape holds 64 sizes */
    call.op = e->op;
    PyObject *result;
    if (__builtin_expect(tbpy_get_state()->policy & TBPY_HAS_OVERRIDES, 0) &&
        overridden(e, self, args, nargs, kwnames, &result))
        return result;
    const int matched = tbpy_match(&e->overloads, args, nargs, kwnames, given);
    if (matched < 0)
        return unmatched(e, self, args, nargs, kwnames);
    if (method)
        given[given[0] ? 1 : 0] = self; /* where's first operand is an argument */
    const int numbers = tbpy_numbers(&e->overloads.overload[matched]);
    int n = set_numbers(e, &call, given, numbers);
    if (n < 0)
        return NULL;
    if (n == 1 && e->alone)
        return e->alone(given[0]);
    if (given[TBPY_MODE_SLOT])
        call.op = choose_mode(e, given[TBPY_MODE_SLOT]);
    else if (n < tb_ops[e->op].nin)
        call.op = do_without(e, given);
    if (call.op < 0)
        return NULL;
    PyObject *out = inplace ? given[0] : given[TBPY_OUT_SLOT];
    call.form = inplace ? TB_FORM_INPLACE : out ? TB_FORM_OUT : TB_FORM_NEW;
    if (tb_ops[call.op].hooks.before >= 0)
        tb_ops[call.op].hooks.choose(&call);
    if (tb_ops[call.op].hooks.before >= 0)
        return carry_out_after(&call, out);
    return tbpy_is_itself(&call) ? Py_NewRef(given[0]) : tbpy_carry_out(&call, out);
}

/* ---- the fast path: Tensors for all operands, by position, and at most out= besides ---- */

/* Whether it is such a call; stores the operands in order, and in *out what out= gives, or NULL. */
static bool are_tensors(const entry *e, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames, PyObject **operand, PyObject **out)
{
    const int own = e->kind == METHOD || e->kind == INPLACE_METHOD, nin = tb_ops[e->op].nin;
    if (nargs + own != nin || e->alone || tb_ops[e->op].hooks.before >= 0)
        return false;
    *out = NULL;
    if (kwnames && PyTuple_GET_SIZE(kwnames) > 0) {
        *out = args[nargs];
        if (PyTuple_GET_SIZE(kwnames) > 1 || PyTuple_GET_ITEM(kwnames, 0) != tbpy_get_state()->out_name ||
            e->kind != FUNCTION || !TbTensor_CheckExact(*out))
            return false;
    }
    for (int i = 0; i < nin; i++) {
        operand[i] = i < own ? self : args[i - own];
        if (!TbTensor_CheckExact(operand[i]))
            return false;
    }
    return true;
}

/* 0-dim tensors may be numbers for an overload, so they are matched each time. */
static bool have_dims(PyObject *const *operand, int n)
{
    for (int i = 0; i < n; i++)
        if (((TbTensor *)operand[i])->t.ndim == 0)
            return false;
    return true;
}

static PyObject *dispatch(const entry *e, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    PyObject *operand[TB_MAX_INPUTS], *out, *result;
    const int nin = tb_ops[e->op].nin;
    if (!are_tensors(e, self, args, nargs, kwnames, operand, &out))
        return dispatch_any(e, self, args, nargs, kwnames);
    const bool inplace = e->kind == INPLACE_METHOD || e->kind == INPLACE_FUNCTION;
    if (nin == 2 && !out && !inplace && tbpy_try_pair(e->op, operand[0], operand[1], &result))
        return result;
    if (!e->takes_tensors || (out && !e->takes_out) || !have_dims(operand, nin))
        return dispatch_any(e, self, args, nargs, kwnames);
    tb_call call;
    call.op = e->op;
    call.given = 0;
    call.form = inplace ? TB_FORM_INPLACE : out ? TB_FORM_OUT : TB_FORM_NEW;
    for (int i = 0; i < nin; i++)
        call.in[i].tensor = &((TbTensor *)operand[i])->t;
    return tbpy_is_itself(&call) ? Py_NewRef(operand[0]) : tbpy_carry_out(&call, inplace ? operand[0] : out);
}

/* ---- what the table says ---- */

/* Functions of tbcast.special, _special_expit here, call themselves special_expit; _nn_silu is silu. */
#define MESSAGE_NAME(text) (&(text)[(text)[0] != '_' ? 0 : (text)[1] == 'n' && (text)[2] == 'n' ? 4 : 1])

#define CALLABLE(symbol, text, kind, op, modes, without, alone, table, n, tensors, out)                 \
    static PyObject *symbol(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) \
    {                                                                                                   \
        static const entry e = {{text, kind == METHOD || kind == INPLACE_METHOD, table, n},             \
                                op, kind, modes, without, alone, tensors, out};                         \
        return dispatch(&e, self, args, nargs, kwnames);                                                \
    }
#define TBPY_FUNCTION_ROW_OF(name, doc, ...) \
    CALLABLE(function_##name, MESSAGE_NAME(#name), FUNCTION, __VA_ARGS__)
#define TBPY_INPLACE_FUNCTION_ROW_OF(name, doc, ...) \
    CALLABLE(inplace_function_##name, MESSAGE_NAME(#name "_"), INPLACE_FUNCTION, __VA_ARGS__)
#define TBPY_METHOD_ROW_OF(name, doc, ...) CALLABLE(method_##name, #name, METHOD, __VA_ARGS__)
#define TBPY_INPLACE_ROW_OF(name, doc, ...) CALLABLE(inplace_##name, #name "_", INPLACE_METHOD, __VA_ARGS__)
#include "python/generated/operator_rows.inc"

const PyMethodDef tbpy_operator_functions[] = {
#define TBPY_FUNCTION_ROW_OF(name, doc, ...) {#name, TBPY_FASTCALL(function_##name), PyDoc_STR(doc)},
#define TBPY_INPLACE_FUNCTION_ROW_OF(name, doc, ...) \
    {#name "_", TBPY_FASTCALL(inplace_function_##name), PyDoc_STR(doc)},
#include "python/generated/operator_rows.inc"
    {NULL, NULL, 0, NULL},
};

const PyMethodDef tbpy_operator_methods[] = {
#define TBPY_METHOD_ROW_OF(name, doc, ...) {#name, TBPY_FASTCALL(method_##name), PyDoc_STR(doc)},
#define TBPY_INPLACE_ROW_OF(name, doc, ...) {#name "_", TBPY_FASTCALL(inplace_##name), PyDoc_STR(doc)},
#include "python/generated/operator_rows.inc"
    {NULL, NULL, 0, NULL},
};

/* ---- the operators' names ---- */

static PyObject *names_of(const PyMethodDef *rows)
{
    Py_ssize_t n = 0;
    while (rows[n].ml_name)
        n++;
    PyObject *names = PyTuple_New(n);
    for (Py_ssize_t i = 0; names && i < n; i++) {
        PyObject *name = PyUnicode_FromString(rows[i].ml_name);
        if (name)
            PyTuple_SET_ITEM(names, i, name);
        else
            TBPY_DROP(names);
    }
    return names;
}

static PyObject *function_names(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return names_of(tbpy_operator_functions);
}

static PyObject *method_names(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return names_of(tbpy_operator_methods);
}

const PyMethodDef tbpy_operator_names[] = {
    {"_operator_functions", function_names, METH_NOARGS,
     "_operator_functions($module, /)\n--\n\nThe names of the operator table's functions."},
    {"_operator_methods", method_names, METH_NOARGS,
     "_operator_methods($module, /)\n--\n\nThe names of the operator table's methods, in place and not."},
    {NULL, NULL, 0, NULL},
};
