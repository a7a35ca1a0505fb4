/* overload.h: what a callable takes: parameters, overloads of them as torch prints them, and which keyword
 * means which parameter. */
#ifndef TBPY_OVERLOAD_H
#define TBPY_OVERLOAD_H

#include "python/base/tbpy.h"

typedef enum {
    TBPY_TENSOR,
    TBPY_NUMBER,
    TBPY_INT,
    TBPY_INDEX, /* what torch calls a SymInt: anything with __index__ */
    TBPY_FLOAT,
    TBPY_BOOL,
    TBPY_STR, /* or bytes */
    TBPY_TENSORS, /* a tuple or list of them */
    TBPY_INTS,    /* the same of ints ... */
    TBPY_INTS_OR_INT, /* ... for which one int is taken as well */
    TBPY_FLOATS,      /* the same of real numbers: the first one decides */
    TBPY_NUMBERS,     /* the same of numbers, all of them */
    TBPY_DTYPE,
    TBPY_LAYOUT,
    TBPY_DEVICE,
    TBPY_MEMORY_FORMAT,
    TBPY_GENERATOR,
    TBPY_STORAGE, /* untyped or typed */
    TBPY_OBJECT, /* any */
    TBPY_NKINDS
} tbpy_kind;

/* Where matched arguments of operators go: operands, parameters, out=, the word of a mode. */
#define TBPY_OUT_SLOT (TB_MAX_INPUTS + TB_MAX_PARAMETERS)
#define TBPY_MODE_SLOT (TBPY_OUT_SLOT + 1)
#define TBPY_SLOTS (TBPY_MODE_SLOT + 1)

typedef struct {
    const char *name;
    uint8_t kind;  /* tbpy_kind */
    bool wrapped;  /* a number counts as a Tensor */
    bool optional;
    bool none;     /* None stands for the default */
    bool positional; /* its name is no keyword */
    uint8_t slot;
} tbpy_parameter;

#define TBPY_MAX_PARAMS 16
typedef struct {
    const char *text; /* as torch prints it: "Tensor input, Number other" */
    const tbpy_parameter *parameter;
    uint8_t n, npos;  /* of which by position */
    uint8_t nneeded;  /* those behind have defaults */
    bool spread;      /* the one by position, a tuple, may come one by one: view(2, 3) */
    bool hidden;      /* not shown */
    bool deprecated;  /* hidden, and taken with a warning */
} tbpy_overload;

typedef struct {
    const char *function; /* for messages */
    bool method;          /* self is not among the parameters */
    const tbpy_overload *overload;
    int n;
} tbpy_overloads;

/* Is `key` NumPy's name of the parameter: x of input, axis of dim? */
bool tbpy_is_numpy_name(const char *name, PyObject *key);

static inline bool tbpy_is_called(const tbpy_parameter *p, PyObject *key)
{
    return !p->positional &&
           (PyUnicode_CompareWithASCIIString(key, p->name) == 0 || tbpy_is_numpy_name(p->name, key));
}

/* The keyword argument for a parameter, or NULL. */
static inline PyObject *tbpy_find_keyword(const tbpy_parameter *p, PyObject *const *values, PyObject *kwnames)
{
    for (Py_ssize_t k = 0; kwnames && k < PyTuple_GET_SIZE(kwnames); k++)
        if (tbpy_is_called(p, PyTuple_GET_ITEM(kwnames, k)))
            return values[k];
    return NULL;
}

/* How many arguments it needs. */
int tbpy_required(const tbpy_overload *overload);
/* The set of slots (bit i) in which the overload means a number, though a 0-dim
 * tensor may be given. */
int tbpy_numbers(const tbpy_overload *overload);

#endif
