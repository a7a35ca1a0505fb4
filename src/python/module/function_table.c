/* function_table.c: the functions, methods and in-place methods of the function table.  Names, overloads,
 * docstrings and the tables for CPython come from generated/function_rows.inc; nothing here knows a function.
 * Callers hold references to all arguments, as CPython does for vectorcalls. */
#include "python/module/module.h"

#include "python/args/convert.h"
#include "python/args/overloads.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"
#include "python/call/marks.h"
#include "python/call/overrides.h"
#include "python/call/policy.h"
#include "python/methods/methods.h"
#include "python/types/dtype.h"

#define MAX_GIVEN 16 /* what Python parses */

/* ---- bodies in Python ---- */

/* An argument as a Python function gets it: integers and dtypes as what they stand for, so that it is refused
 * here if it stands for none.  New reference. */
static PyObject *as_matched(const tbpy_call *c, const tbpy_parameter *p)
{
    PyObject *o = c->given[p->slot];
    int64_t value = 0;
    tb_shape values;
    tb_scalar number;
    values.ndim = 0;
    switch (p->kind) {
    case TBPY_NUMBER: /* an int beyond 64 bits is refused */
        return tbpy_number(o, &number) < 0 ? NULL : Py_NewRef(o);
    case TBPY_INT:
        return tbpy_given_int(c, p->slot, &value) < 0 ? NULL : PyLong_FromLongLong(value);
    case TBPY_INDEX:
        return tbpy_given_index(c, p->slot, &value) < 0 ? NULL : PyLong_FromLongLong(value);
    case TBPY_INTS:
    case TBPY_INTS_OR_INT:
        return tbpy_given_ints(c, p->slot, &values) < 0 ? NULL : tbpy_int_tuple(values.size, values.ndim);
    case TBPY_DTYPE:
        return Py_NewRef(tbpy_dtype_object(tbpy_dtype_of(o)));
    default:
        return Py_NewRef(o);
    }
}

/* Calls the function as a part of this call, in which nobody is asked. */
static PyObject *call_hook(tbpy_hook hook, unsigned asks, PyObject *const *args, size_t nargs,
                           PyObject *kwnames)
{
    const bool is_part = asks != TBPY_ASKS_ITSELF && (tbpy_policy() & TBPY_ASK_POLICY) && tbpy_is_watched();
    PyObject *part = is_part ? tbpy_enter_part() : NULL;
    if (is_part && !part)
        return NULL;
    PyObject *result = tbpy_call_hook(hook, args, nargs, kwnames);
    if (part)
        tbpy_leave_part(part);
    return result;
}

static int ask_about_operands(const tbpy_call *c)
{
    const unsigned asks = c->f->asks;
    if (asks <= TBPY_ASKS_NOTHING || !(tbpy_policy() & TBPY_ASK_POLICY))
        return 0;
    PyObject *const operand[] = {c->given[asks >> 4 & 15], c->given[asks >> 8 & 15]};
    for (int k = 0; k < 2; k++)
        if (!operand[k] || !TbTensor_Check(operand[k]))
            return 0;
    return tbpy_ask_about_tensors(c->f->overloads.function, operand, 2, 0, asks & 4) < 0 ? -1 : 0;
}

PyObject *tbpy_body_in_python(const tbpy_call *c)
{
    const tbpy_function *f = c->f;
    const tbpy_overload *overload = &f->overloads.overload[c->overload];
    PyObject *args[TBPY_MAX_SLOTS], *result = NULL;
    Py_ssize_t n = 0, i = 0;
    for (int slot = 0; slot < f->nslots; slot++)
        n += c->given[slot] != NULL;
    PyObject *names = PyTuple_New(n);
    for (int slot = 0; names && slot < f->nslots; slot++) {
        if (!c->given[slot])
            continue;
        const tbpy_parameter *p = overload->parameter, *end = p + overload->n;
        while (p < end && p->slot != slot)
            p++;
        args[i] =
            p < end ? as_matched(c, p) : Py_NewRef(c->given[slot]); /* a method's tensor is no parameter */
        if (args[i])
            tbpy_put_item(&names, i++, PyUnicode_InternFromString(f->slot[slot]));
        else
            TBPY_DROP(names);
    }
    if (names && ask_about_operands(c) == 0)
        result = call_hook((tbpy_hook)f->code, f->asks, args, 0, names);
    while (i > 0)
        Py_DECREF(args[--i]);
    Py_XDECREF(names);
    return result;
}

/* ---- calls ---- */

/* Whether an operand of a subclass answers instead of the row. */
__attribute__((noinline, cold)) static bool overridden(const tbpy_function *f, PyObject *self,
                                                       PyObject *const *args, Py_ssize_t nargs,
                                                       PyObject *kwnames, PyObject **result)
{
    const tbpy_given_call as_given = {f->overloads.function, self, args, nargs, kwnames};
    return tbpy_override(&as_given, result);
}

/* What arguments give that match no overload. */
__attribute__((noinline, cold)) static PyObject *unmatched(const tbpy_function *f, PyObject *self,
                                                           PyObject *const *args, Py_ssize_t nargs,
                                                           PyObject *kwnames)
{
    const tbpy_given_call as_given = {f->overloads.function, self, args, nargs, kwnames};
    return tbpy_override_failed(&as_given);
}

/* What has to be done with a result, where somebody asks for it: most often nothing. */
__attribute__((noinline, cold)) static PyObject *with_marks(const tbpy_call *c, PyObject *result)
{
    if (tbpy_policy() & TBPY_REMEMBERS_GRAD)
        result = tbpy_with_grad(c, result);
    return tbpy_marked(c, result);
}

static inline PyObject *finished(const tbpy_call *c, PyObject *result)
{
    const bool plain = !(tbpy_policy() & (TBPY_ASK_POLICY | TBPY_REMEMBERS_GRAD));
    return __builtin_expect(plain, 1) ? result : with_marks(c, result);
}

/* Not copied into each of hundreds of callers. */
__attribute__((noinline)) static PyObject *call(const tbpy_function *f, PyObject *self, PyObject *const *args,
                                                Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *given[TBPY_MAX_SLOTS] = {NULL}, *result;
    if (__builtin_expect(tbpy_policy() & TBPY_HAS_OVERRIDES, 0) &&
        overridden(f, self, args, nargs, kwnames, &result))
        return result;
    const int overload = tbpy_match(&f->overloads, args, nargs, kwnames, given);
    if (overload < 0)
        return unmatched(f, self, args, nargs, kwnames);
    if (self)
        given[f->own] = self;
    const tbpy_call c = {f, given, args, nargs, overload, f->overloads.overload[overload].spread};
    return finished(&c, f->body(&c));
}

/* What Python parses: self, if it is a method, and the arguments as they come. */
static PyObject *call_python(const char *name, tbpy_hook hook, unsigned asks, PyObject *self,
                             PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *all[1 + MAX_GIVEN], *result;
    const tbpy_given_call as_given = {name, self, args, nargs, kwnames};
    if (tbpy_override(&as_given, &result))
        return result;
    const Py_ssize_t n = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    if (!self)
        return call_hook(hook, asks, args, (size_t)nargs, kwnames);
    if (n > MAX_GIVEN)
        return PyErr_Format(PyExc_TypeError, "%zd arguments are too many", n);
    all[0] = self;
    memcpy(all + 1, args, (size_t)n * sizeof *all);
    return call_hook(hook, asks, all, (size_t)nargs + 1, kwnames);
}

/* ---- what the table says ---- */

#define CALLABLE(symbol, method, inplace, text, table, n, own, count, returns, slots, asks, body, code)                  \
    static PyObject *symbol(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)   \
    {                                                                                                     \
        static const tbpy_function f = {{text, method, table, n}, body, code, own, count, returns, inplace, slots, asks}; \
        return call(&f, (method) ? self : NULL, args, nargs, kwnames);                                    \
    }
#define TBPY_FUNCTION(symbol, ...) CALLABLE(symbol, false, false, __VA_ARGS__)
#define TBPY_METHOD(symbol, ...) CALLABLE(symbol, true, false, __VA_ARGS__)
#define TBPY_INPLACE(symbol, ...) CALLABLE(symbol, true, true, __VA_ARGS__)

/* A method without arguments: CPython refuses whatever is given. */
#define ALONE(symbol, inplace, text, table, n, own, count, returns, slots, asks, body, code)                            \
    static PyObject *symbol(PyObject *self, PyObject *Py_UNUSED(unused))                                 \
    {                                                                                                    \
        static const tbpy_function f = {{text, true, table, n}, body, code, own, count, returns, inplace, slots, asks}; \
        PyObject *given[count] = {NULL};                                                                 \
        given[own] = self;                                                                               \
        const tbpy_call c = {.f = &f, .given = given};                                                   \
        PyObject *result;                                                                                \
        if (!TbTensor_CheckExact(self) && tbpy_override_alone(text, self, &result))                      \
            return result;                                                                               \
        return finished(&c, body(&c));                                                                \
    }
#define TBPY_METHOD_ALONE(symbol, ...) ALONE(symbol, false, __VA_ARGS__)
#define TBPY_INPLACE_ALONE(symbol, ...) ALONE(symbol, true, __VA_ARGS__)

/* A class's constructor, as the type's tp_vectorcall and tp_new. */
#define TBPY_CONSTRUCTOR(symbol, text, table, n, own, count, returns, slots, asks, body, code)                        \
    static PyObject *symbol(PyObject *type, PyObject *const *args, size_t nargs, PyObject *kwnames)    \
    {                                                                                                  \
        static const tbpy_function f = {{text, false, table, n}, body, code, own, count, returns, false, slots, asks};\
        return call(&f, type, args, PyVectorcall_NARGS(nargs), kwnames);                               \
    }                                                                                                  \
    static PyObject *new_##symbol(PyTypeObject *type, PyObject *args, PyObject *kwargs)                \
    {                                                                                                  \
        return tbpy_call_vector(symbol, (PyObject *)type, args, kwargs);                               \
    }

#define IN_PYTHON(symbol, method, text, hook, asks)                                                                 \
    static PyObject *symbol(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) \
    {                                                                                                   \
        return call_python(text, hook, asks, (method) ? self : NULL, args, nargs, kwnames);                         \
    }
#define TBPY_FUNCTION_IN_PYTHON(symbol, text, table, n, own, count, returns, slots, asks, body, hook) \
    IN_PYTHON(symbol, false, text, hook, asks)
#define TBPY_METHOD_IN_PYTHON(symbol, text, table, n, own, count, returns, slots, asks, body, hook) \
    IN_PYTHON(symbol, true, text, hook, asks)

#include "python/generated/function_rows.inc"
