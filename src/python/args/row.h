/* row.h: a row of the function table (src/codegen/functions) and what a call of it gives to its body, which
 * finds arguments by slot: TBPY_<BODY>_<ARGUMENT> of generated/function_slots.h (src/codegen/slots.py). */
#ifndef TBPY_ROW_H
#define TBPY_ROW_H

#include "python/args/overloads.h"
#include "python/base/types.h"
#include "python/generated/function_slots.h"

typedef struct tbpy_function tbpy_function;

/* given[slot]: borrowed; NULL if absent, or if None stands for the default.  A method's object is
 * given[f->own], a constructor's class given[0]. */
typedef struct {
    const tbpy_function *f;
    PyObject *const *given;
    PyObject *const *args; /* the positional arguments, without self */
    Py_ssize_t nargs;
    int overload;          /* the matched overload, in the function's or the method's list */
    bool spread;           /* whether args are the items of one argument: view(2, 3) */
} tbpy_call;

/* Returns a new reference. */
typedef PyObject *(*tbpy_function_body)(const tbpy_call *c);

/* What a call of a Python function asks about: two operands, by their slots; whether these are data that are
 * compared.  Nothing more is asked within the call, unless the function asks itself. */
#define TBPY_ASKS_ITSELF 0
#define TBPY_ASKS_NOTHING 1
#define TBPY_ASKS_ABOUT(first, second, data) (2 | (data) << 2 | (first) << 4 | (second) << 8)

struct tbpy_function {
    tbpy_overloads overloads;
    tbpy_function_body body;
    int code; /* the row's, for a body that several rows share */
    uint8_t own, nslots;
    uint8_t returns; /* the class of several results; TBPY_RETURN_PLAIN: none */
    bool inplace; /* the method that writes given[own] */
    const char *const *slot; /* names */
    uint16_t asks; /* of a Python function: about which operands policies and audits are asked */
};

/* A class of the table, for the slots of its type.  A row makes the constructor in two forms: as tp_new,
 * and as tp_vectorcall for immutable types; NULL if there is no such row. */
typedef struct {
    const char *doc;
    newfunc make;
    vectorcallfunc call;
    const PyMethodDef *methods;
    const PyGetSetDef *attributes;
    const PyGetSetDef
        *asking; /* of Tensor: the same attributes once a subclass overrides (call/overrides.h) */
} tbpy_class;
#define TBPY_CLASS(name) extern const tbpy_class tbpy_class_of_##name;
TBPY_FOR_EACH_CLASS(TBPY_CLASS)
#undef TBPY_CLASS

/* Lets calls of an immutable type (or NULL) bypass tp_new. */
static inline PyTypeObject *tbpy_called_directly(PyTypeObject *type, const tbpy_class *c)
{
    if (type)
        type->tp_vectorcall = c->call;
    return type;
}

#define TBPY_BODY(body) PyObject *tbpy_body_##body(const tbpy_call *c);
TBPY_FOR_EACH_BODY(TBPY_BODY)
#undef TBPY_BODY
#define TBPY_GETTER(name) PyObject *tbpy_get_##name(PyObject *self, void *closure);
TBPY_FOR_EACH_GETTER(TBPY_GETTER)
#undef TBPY_GETTER
#define TBPY_SETTER(name) int tbpy_set_##name(PyObject *self, PyObject *value, void *closure);
TBPY_FOR_EACH_SETTER(TBPY_SETTER)
#undef TBPY_SETTER

#endif
