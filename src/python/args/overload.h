/* overload.h: the parameters of a callable, its overloads as torch prints them, and which keyword belongs
 * to which parameter. */
#ifndef TBPY_OVERLOAD_H
#define TBPY_OVERLOAD_H

#include "python/base/tbpy.h"

#include <string.h>

typedef enum {
    TBPY_TENSOR,
    TBPY_NUMBER,
    TBPY_INT,
    TBPY_INDEX, /* what torch calls a SymInt: anything with __index__ */
    TBPY_FLOAT,
    TBPY_BOOL,
    TBPY_STR, /* or bytes */
    TBPY_TENSORS, /* a tuple or list of Tensors */
    TBPY_INTS,    /* a tuple or list of ints ... */
    TBPY_INTS_OR_INT, /* ... or one int */
    TBPY_FLOATS,      /* a tuple or list of real numbers; the first one decides */
    TBPY_NUMBERS,     /* a tuple or list of numbers; all are checked */
    TBPY_DTYPE,
    TBPY_LAYOUT,
    TBPY_DEVICE,
    TBPY_MEMORY_FORMAT,
    TBPY_GENERATOR,
    TBPY_STORAGE, /* untyped or typed */
    TBPY_OBJECT, /* anything */
    TBPY_NKINDS
} tbpy_kind;

/* The slots of an operator's matched arguments: operands, parameters, out=, the mode. */
#define TBPY_OUT_SLOT (TB_MAX_INPUTS + TB_MAX_PARAMETERS)
#define TBPY_MODE_SLOT (TBPY_OUT_SLOT + 1)
#define TBPY_SLOTS (TBPY_MODE_SLOT + 1)

typedef struct {
    const char *name;
    uint8_t kind;  /* tbpy_kind */
    bool wrapped;  /* whether a number counts as a Tensor */
    bool optional;
    bool none;     /* whether None stands for the default */
    bool positional; /* whether the name is not a keyword */
    uint8_t slot;
} tbpy_parameter;

#define TBPY_MAX_PARAMS 16
typedef struct {
    const char *text; /* as torch prints it: "Tensor input, Number other" */
    const tbpy_parameter *parameter;
    uint8_t n, npos;  /* the number of parameters, and of those that may be positional */
    uint8_t nneeded;  /* the parameters after these have defaults */
    bool spread;      /* whether the positional parameter, a tuple, may come one by one: view(2, 3) */
    bool hidden;      /* whether messages leave it out */
    bool deprecated;  /* hidden, and accepted with a warning */
} tbpy_overload;

typedef struct {
    const char *function; /* for messages */
    bool method;          /* whether self is not among the parameters */
    const tbpy_overload *overload;
    int n;
} tbpy_overloads;

/* Whether `key` is NumPy's name of the parameter: x, a and x1 for input, x2 for other, axis for dim,
 * keepdims for keepdim. */
bool tbpy_is_numpy_name(const char *name, const char *key);

/* A call compares each keyword with each name: mostly the first letter decides. */
static inline bool tbpy_is_called(const tbpy_parameter *p, PyObject *key)
{
    if (p->positional || !PyUnicode_IS_ASCII(key))
        return false;
    const char *text = PyUnicode_DATA(key), first = *text;
    return ((first == *p->name && strcmp(text, p->name) == 0) ||
            ((first == 'x' || first == 'a' || first == 'k') && tbpy_is_numpy_name(p->name, text))) &&
           (size_t)PyUnicode_GET_LENGTH(key) == strlen(text);
}

/* The keyword argument for a parameter, or NULL. */
static inline PyObject *tbpy_find_keyword(const tbpy_parameter *p, PyObject *const *values, PyObject *kwnames)
{
    for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); k++)
        if (tbpy_is_called(p, PyTuple_GET_ITEM(kwnames, k)))
            return values[k];
    return NULL;
}

/* The number of required arguments. */
int tbpy_required(const tbpy_overload *overload);
/* The set of slots (bit i) in which the overload expects a number, although a 0-dim tensor may be given. */
int tbpy_numbers(const tbpy_overload *overload);

#endif
