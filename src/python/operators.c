/* operators.c: every pointwise operator's Python forms: functions, methods,
 * in-place methods, and the slots behind + - * /.  Names and docstrings come
 * from generated/operator_rows.inc; nothing here knows an operator.
 * Relies on: tbpy.h; on the caller holding references to all arguments, as
 * CPython does for slots and vectorcalls. */
#include "tbpy.h"

#include <stdarg.h>
#include <string.h>

/* ---- the one road: prepare, warn, run ---- */

static int issue_warnings(const tb_call *call, unsigned todo)
{
    char text[TB_WARNING_MAX];
    for (unsigned warning = 1; todo; warning <<= 1) {
        if (!(todo & warning))
            continue;
        todo &= ~warning;
        if (tbpy_warn(tb_warning_text(call, warning, text, sizeof text)) < 0)
            return -1;
    }
    return 0;
}

/* A warning may run anything, so the call is prepared again after one: sizes and
 * addresses are those of the moment in which nothing can interfere any more. */
static int prepare(tb_call *call)
{
    const unsigned shape_warnings = TB_WARNING_BROADCAST | TB_WARNING_FALLBACK;
    unsigned issued = 0, todo;
    tb_error err;

    do {
        call->default_dtype = tbpy_default_dtype;
        call->policy = tbpy_policy;
        if (tb_prepare(call, &err) != TB_OK) {
            tbpy_raise(&err);
            return -1;
        }
        todo = call->warnings & ~issued;
        if (todo && issue_warnings(call, todo) < 0)
            return -1;
        issued |= todo;
        if (issued & shape_warnings) /* never both for one call */
            issued |= shape_warnings;
    } while (todo);
    return 0;
}

/* call->op, form, in and alpha are set; `out` is NULL for TB_FORM_NEW. */
static PyObject *carry_out(tb_call *call, PyObject *out)
{
    tb_error err;

    if (out)
        call->out = &((TbTensor *)out)->t;
    if (prepare(call) < 0)
        return NULL;
    if (out) {
        Py_INCREF(out);
    } else {
        out = (PyObject *)tbpy_tensor_alloc();
        if (!out)
            return NULL;
        call->out = &((TbTensor *)out)->t;
    }
    if (tb_run(call, &err) != TB_OK) {
        Py_DECREF(out);
        return tbpy_raise(&err);
    }
    return out;
}

/* 1 if o is a Tensor or a number, 0 if it is neither, -1 with an exception. */
static int set_operand(tb_operand *in, PyObject *o)
{
    if (TbTensor_Check(o)) {
        in->tensor = &((TbTensor *)o)->t;
        return 1;
    }
    in->tensor = NULL;
    return tbpy_number(o, &in->number);
}

/* As set_operand; an ndarray beside a Tensor counts as a Tensor on its memory,
 * which the caller then owns in *array (otherwise left alone). */
static int set_slot_operand(tb_operand *in, PyObject *o, PyObject **array)
{
    int known = set_operand(in, o);
    if (known != 0 || !tbpy_is_ndarray(o))
        return known;
    *array = tbpy_from_ndarray(o, false);
    return *array ? set_operand(in, *array) : -1;
}

static int set_alpha(tb_call *call, PyObject *alpha, const char *function)
{
    call->has_alpha = alpha != NULL;
    if (!alpha)
        return 0;
    int known = 0;
    if (!TbTensor_Check(alpha)) {
        known = tbpy_number(alpha, &call->alpha);
    } else if (((TbTensor *)alpha)->t.ndim == 0) {
        const tb_tensor *t = &((TbTensor *)alpha)->t;
        call->alpha = tb_scalar_load((tb_dtype)t->dtype, tb_data(t));
        known = 1;
    }
    if (known == 0)
        PyErr_Format(PyExc_TypeError, "%s(): argument 'alpha' must be Number, not %.200s", function,
                     tbpy_type_name(alpha));
    return known == 1 ? 0 : -1;
}

PyObject *tbpy_pointwise(int op, tb_form form, PyObject *const *operands, PyObject *out, PyObject *alpha)
{
    tb_call call;
    call.op = op;
    call.form = form;
    for (int i = 0; i < tb_ops[op].nin; i++) {
        int known = set_operand(&call.in[i], operands[i]);
        if (known == 0)
            PyErr_Format(PyExc_TypeError, "%s(): argument '%s' must be Tensor, not %.200s", tb_ops[op].name,
                         tb_ops[op].operand[i], tbpy_type_name(operands[i]));
        if (known != 1)
            return NULL;
    }
    if (set_alpha(&call, alpha, tb_ops[op].name) < 0)
        return NULL;
    return carry_out(&call, out);
}

PyObject *tbpy_cast(PyObject *tensor, tb_dtype dtype)
{
    tb_call call;
    call.op = TB_OP_COPY;
    call.form = TB_FORM_NEW;
    call.has_alpha = false;
    call.forced_dtype = dtype;
    set_operand(&call.in[0], tensor);
    if (prepare(&call) < 0) /* for its warnings: a cast keeps more of the layout than an operator does */
        return NULL;
    TBPY_RETURN_TENSOR(tb_clone, call.in[0].tensor, dtype, true);
}

/* ---- the slots of binary operators ---- */

typedef enum {
    TBPY_REFLECT_SWAP,       /* number <op> tensor: op(number, tensor) */
    TBPY_REFLECT_COMMUTE,    /* op(tensor, number) */
    TBPY_REFLECT_RECIPROCAL, /* tensor.reciprocal() * number */
} reflection;

static PyObject *multiply_reciprocal(PyObject *tensor, const tb_operand *number)
{
    PyObject *reciprocal = tbpy_pointwise(TB_OP_RECIPROCAL, TB_FORM_NEW, &tensor, NULL, NULL);
    if (!reciprocal)
        return NULL;
    tb_call call;
    call.op = TB_OP_MUL;
    call.form = TB_FORM_NEW;
    call.has_alpha = false;
    set_operand(&call.in[0], reciprocal);
    call.in[1] = *number;
    PyObject *result = carry_out(&call, NULL);
    Py_DECREF(reciprocal);
    return result;
}

static PyObject *binary_slot(int op, reflection reflected, PyObject *a, PyObject *b)
{
    tb_call call;
    call.op = op;
    call.form = TB_FORM_NEW;
    call.has_alpha = false;
    PyObject *array = NULL, *result = NULL; /* one of a and b is a Tensor: there is one array at most */
    int known = set_slot_operand(&call.in[0], a, &array);
    if (known == 1)
        known = set_slot_operand(&call.in[1], b, &array);
    if (known == 1 && !call.in[0].tensor && reflected == TBPY_REFLECT_RECIPROCAL) {
        result = multiply_reciprocal(b, &call.in[0]);
    } else if (known == 1) {
        if (!call.in[0].tensor && reflected == TBPY_REFLECT_COMMUTE) {
            tb_operand number = call.in[0];
            call.in[0] = call.in[1];
            call.in[1] = number;
        }
        result = carry_out(&call, NULL);
    }
    Py_XDECREF(array);
    return known == 0 ? Py_NewRef(Py_NotImplemented) : result;
}

static PyObject *inplace_slot(int op, PyObject *self, PyObject *other)
{
    tb_call call;
    call.op = op;
    call.form = TB_FORM_INPLACE;
    call.has_alpha = false;
    PyObject *array = NULL, *result = NULL;
    set_operand(&call.in[0], self);
    int known = set_slot_operand(&call.in[1], other, &array);
    if (known == 1)
        result = carry_out(&call, self);
    Py_XDECREF(array);
    return known == 0 ? Py_NewRef(Py_NotImplemented) : result;
}

#define TBPY_SLOT(slot, op, reflected)                          \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b)          \
    {                                                           \
        return binary_slot(op, reflected, a, b);                \
    }                                                           \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b)  \
    {                                                           \
        return inplace_slot(op, a, b);                          \
    }
#include "generated/operator_rows.inc"

/* ---- functions, methods, in-place methods ---- */

typedef enum { FUNCTION, METHOD, INPLACE_METHOD } flavour;

/* One callable name: what it is called in messages and what it does. */
typedef struct {
    const char *name;  /* "add_" */
    const char *plain; /* "add" */
    int op, nin;
    bool alpha;
    flavour kind;
} entry;

typedef struct {
    PyObject *operand[TB_MAX_INPUTS], *alpha, *out;
} arguments;

static const char *parameter_name(const entry *e, int i)
{
    return i == 0 ? "input" : tb_ops[e->op].operand[i];
}

/* Appends to text; what does not fit is cut. */
static void append(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    PyOS_vsnprintf(text + used, room - used, format, args);
    va_end(args);
}

/* "(Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)", or the
 * overload that torch lists for a number as the last operand of an alias. */
static void append_signature(char *text, size_t room, const entry *e, bool number)
{
    int first = e->kind == FUNCTION ? 0 : 1;
    append(text, room, "(");
    for (int i = first; i < e->nin; i++)
        append(text, room, "%s%s %s", i > first ? ", " : "", number && i == e->nin - 1 ? "Number" : "Tensor",
               parameter_name(e, i));
    if (!number && (e->alpha || e->kind == FUNCTION))
        append(text, room, ", *");
    if (e->alpha)
        append(text, room, ", Number alpha = 1");
    if (!number && e->kind == FUNCTION)
        append(text, room, ", Tensor out = None");
    append(text, room, ")");
}

static PyObject *fail_combination(const entry *e, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    char expected[512] = "";
    bool alias = strcmp(e->plain, tb_ops[e->op].name) != 0;

    if (alias)
        append(expected, sizeof expected, " * ");
    append_signature(expected, sizeof expected, e, false);
    if (alias) {
        append(expected, sizeof expected, "\n * ");
        append_signature(expected, sizeof expected, e, true);
        append(expected, sizeof expected, "\n");
    }
    return tbpy_invalid_combination(e->name, args, nargs, kwnames, expected);
}

/* Arguments by position and keyword; operand[0] of a method is self. */
static int parse(const entry *e, PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                 arguments *out)
{
    int first = e->kind == FUNCTION ? 0 : 1, n = e->nin - first;
    /* torch has overloads of these: a missing operand leaves it undecided. */
    bool overloaded = e->nin > 1 && (e->alpha || strcmp(e->plain, tb_ops[e->op].name) != 0);
    PyObject *given[TBPY_MAX_PARAMS] = {NULL};
    tbpy_signature signature = {.function = e->name, .npos = n, .nrequired = overloaded ? -1 : n};

    for (int i = first; i < e->nin; i++)
        signature.name[signature.nparams++] = parameter_name(e, i);
    if (e->alpha)
        signature.name[signature.nparams++] = "alpha";
    if (e->kind == FUNCTION)
        signature.name[signature.nparams++] = "out";
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        if (!given[i]) {
            fail_combination(e, args, nargs, kwnames);
            return -1;
        }
        out->operand[first + i] = given[i];
    }
    if (first)
        out->operand[0] = self;
    out->alpha = e->alpha ? given[n] : NULL;
    out->out =
        e->kind == FUNCTION && given[signature.nparams - 1] != Py_None ? given[signature.nparams - 1] : NULL;
    return 0;
}

static PyObject *dispatch(const entry *e, PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *kwnames)
{
    int first = e->kind == FUNCTION ? 0 : 1;
    arguments given = {.alpha = NULL};
    tb_call call;
    TbTensor *ignored;

    if (!kwnames && nargs == e->nin - first) {
        given.operand[0] = self;
        for (int i = first; i < e->nin; i++)
            given.operand[i] = args[i - first];
    } else if (parse(e, self, args, nargs, kwnames, &given) < 0) {
        return NULL;
    }
    for (int i = 0; i < e->nin; i++) {
        int known = set_operand(&call.in[i], given.operand[i]);
        if (known < 0)
            return NULL;
        if (known == 0 || (e->nin == 1 && !call.in[i].tensor)) {
            int position = i - first < nargs ? i - first + 1 : 0;
            tbpy_as_tensor(given.operand[i], e->name, parameter_name(e, i), position, &ignored);
            return NULL;
        }
    }
    if (set_alpha(&call, given.alpha, e->name) < 0)
        return NULL;
    if (given.out && tbpy_as_tensor(given.out, e->name, "out", 0, &ignored) < 0)
        return NULL;
    call.op = e->op;
    call.form = e->kind == INPLACE_METHOD ? TB_FORM_INPLACE : given.out ? TB_FORM_OUT : TB_FORM_NEW;
    return carry_out(&call, e->kind == INPLACE_METHOD ? self : given.out);
}

#define CALLABLE(symbol, text, pyname, op, nin, alpha, kind)                                            \
    static PyObject *symbol(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) \
    {                                                                                                   \
        static const entry e = {text, #pyname, op, nin, alpha, kind};                                   \
        return dispatch(&e, self, args, nargs, kwnames);                                                \
    }
#define INPLACE_CALLABLE_0(pyname, op, nin, alpha)
#define INPLACE_CALLABLE_1(pyname, op, nin, alpha) \
    CALLABLE(inplace_##pyname, #pyname "_", pyname, op, nin, alpha, INPLACE_METHOD)

#define TBPY_OPERATOR(pyname, op, nin, alpha, inplace, function_doc, method_doc, inplace_doc) \
    CALLABLE(function_##pyname, #pyname, pyname, op, nin, alpha, FUNCTION)                    \
    CALLABLE(method_##pyname, #pyname, pyname, op, nin, alpha, METHOD)                        \
    INPLACE_CALLABLE_##inplace(pyname, op, nin, alpha)
#include "generated/operator_rows.inc"

#define ENTRY(text, symbol, doc) \
    {text, TBPY_FASTCALL(symbol), PyDoc_STR(doc)},
#define INPLACE_ENTRY_0(pyname, doc)
#define INPLACE_ENTRY_1(pyname, doc) ENTRY(#pyname "_", inplace_##pyname, doc)

PyMethodDef tbpy_operator_functions[] = {
#define TBPY_OPERATOR(pyname, op, nin, alpha, inplace, function_doc, method_doc, inplace_doc) \
    ENTRY(#pyname, function_##pyname, function_doc)
#include "generated/operator_rows.inc"
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_operator_methods[] = {
#define TBPY_OPERATOR(pyname, op, nin, alpha, inplace, function_doc, method_doc, inplace_doc) \
    ENTRY(#pyname, method_##pyname, method_doc)                                               \
    INPLACE_ENTRY_##inplace(pyname, inplace_doc)
#include "generated/operator_rows.inc"
    {NULL, NULL, 0, NULL},
};
