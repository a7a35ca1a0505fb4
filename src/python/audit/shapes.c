/* shapes.c: _watched(code, ...), which tbcast/audit/rewrite.py writes in place of operators, subscripts and calls
 * of other people's programs.
 *
 * It does what the program wrote, and nothing else that the program could notice: a function of C has no frame in
 * tracebacks, and works without an audit, too.  While there is one (state->watcher, tbcast/audit/watching.py),
 * it first looks whether the operands have shapes that are not the same but broadcast, and not in the table of
 * those that are nobody's mistake; only then is Python called.  Whatever goes wrong in looking is
 * forgotten; only what is no Exception (Ctrl-C) goes on to the program. */
#include "python/audit/shapes.h"

#include "python/args/numpy.h"
#include "python/base/objects.h"
#include "python/base/state.h"

enum { MOST_OPERANDS = 4, MOST_ARGUMENTS = 16, MOST_MARKS = 4096 };

/* ---- shapes ---- */

/* The rows of state->shaped_type, which an audit keeps alive; and what else types are. */
typedef enum {
    IGNORED, /* what does not broadcast by shape, or has an audit of its own */
    READ_IN_C, /* its shape is a C attribute */
    READ_IN_PYTHON,
    NDARRAY, /* NumPy's, and no subclass: read in place, for making two tuples takes as long as adding arrays */
    UNKNOWN,
} shaped_type;

_Static_assert((int)UNKNOWN == (int)TBPY_KINDS_OF_SHAPES, "a row for each");

/* What every extension that is compiled with NumPy's headers reads in place. */
typedef struct {
    PyObject_HEAD
    char *data;
    int ndim;
    Py_ssize_t *size;
} ndarray;

/* Forgets the exception that is set, if one is; -1 where it is the program's to handle. */
static int forgive(void)
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return -1;
    PyErr_Clear();
    return 0;
}

/* watcher.name(args[0], ...); args[-1] is scratch.  NULL, perhaps without an exception: there is none. */
static PyObject *call_watcher(const char *name, PyObject **args, size_t n)
{
    PyObject *watcher = Py_XNewRef(tbpy_get_state()->watcher);
    PyObject *method = watcher ? tbpy_attribute(watcher, name) : NULL;
    PyObject *answer = method ? PyObject_Vectorcall(method, args, n, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(watcher);
    return answer;
}

/* The same of what has no answer. */
static int tell_watcher(const char *name, PyObject **args, size_t n)
{
    PyObject *answer = call_watcher(name, args, n);
    Py_XDECREF(answer);
    return answer ? 0 : forgive();
}

/* Has a class of the type an attribute `shape`?  Instances are not asked: that may run anything. */
static bool has_shape(PyTypeObject *type, PyObject *name)
{
    PyObject *mro = Py_XNewRef(type->tp_mro);
    bool found = false;
    for (Py_ssize_t i = 0; mro && !found && i < PyTuple_GET_SIZE(mro); i++) {
        PyObject *base = PyTuple_GET_ITEM(mro, i);
        PyObject *names = PyType_Check(base) ? PyType_GetDict((PyTypeObject *)base) : NULL;
        found = names && PyDict_Contains(names, name) == 1;
        Py_XDECREF(names);
    }
    Py_XDECREF(mro);
    if (PyErr_Occurred())
        PyErr_Clear();
    return found;
}

/* Asks Python, once for each type with a shape. */
static int classify(tbpy_state *state, PyTypeObject *type)
{
    PyObject *args[] = {(PyObject *)type}, *answer = call_watcher("classify", args, 1);
    int64_t row = IGNORED;
    const bool known = answer && tbpy_plain_int(answer, &row) && row >= IGNORED && row < NDARRAY;
    Py_XDECREF(answer);
    if (!answer && forgive() < 0)
        return -1;
    if (!known)
        return IGNORED;
    unsigned at = state->next_shaped_type++ % TBPY_SHAPED_TYPES;
    if (type == tbpy_ndarray_type()) {
        row = NDARRAY;
        at = 0;
    }
    PyTypeObject **slot = &state->shaped_type[row][at];
    if (tbpy_replace((PyObject **)slot, Py_NewRef(type)) < 0)
        PyErr_Clear();
    return (int)row;
}

/* The row of o's type, or -1. */
static int row_of(tbpy_state *state, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == state->shaped_type[NDARRAY][0])
        return NDARRAY;
    if (type == &PyLong_Type || type == &PyFloat_Type || type == &PyUnicode_Type || type == &PyBool_Type ||
        type == &PyList_Type || type == &PyTuple_Type || type == &PyDict_Type || type == Py_TYPE(Py_None))
        return IGNORED;
    for (int row = IGNORED; row < NDARRAY; row++)
        for (int i = 0; i < TBPY_SHAPED_TYPES; i++)
            if (state->shaped_type[row][i] == type)
                return row;
    return has_shape(type, state->shape_name) ? classify(state, type) : IGNORED;
}

/* 1, or 0 where o has no shape that counts, or -1. */
static int read_shape(PyObject *o, int row, PyObject *name, tb_shape *shape)
{
    if (row == NDARRAY) {
        const ndarray *array = (const ndarray *)o;
        if (array->ndim < 0 || array->ndim > TB_MAX_DIMS)
            return 0;
        shape->ndim = array->ndim;
        for (int d = 0; d < array->ndim; d++)
            shape->size[d] = array->size[d];
        return 1;
    }
    PyObject *value = PyObject_GetAttr(o, name);
    if (!value)
        return forgive();
    const Py_ssize_t n = PyTuple_Check(value) ? PyTuple_GET_SIZE(value) : TB_MAX_DIMS + 1;
    bool plain = n <= TB_MAX_DIMS;
    for (Py_ssize_t d = 0; plain && d < n; d++)
        plain = tbpy_plain_int(PyTuple_GET_ITEM(value, d), &shape->size[d]) && shape->size[d] >= 0;
    shape->ndim = plain ? (int)n : 0;
    Py_DECREF(value);
    return plain;
}

static bool has_one_element(const tb_shape *shape)
{
    for (int d = 0; d < shape->ndim; d++)
        if (shape->size[d] != 1)
            return false;
    return true;
}

/* ---- marks ---- */

/* state->array_marks: what the program wrote out, of arrays by their address: (weak reference, marks), see
 * tbcast/audit/watching.py. */
static bool has_marks(const tbpy_state *state)
{
    return state->watcher && state->array_marks && PyDict_GET_SIZE(state->array_marks) > 0;
}

/* A new reference, or NULL without an exception. */
static PyObject *marks_of(const tbpy_state *state, PyObject *o)
{
    PyObject *key = PyLong_FromVoidPtr(o), *array = NULL, *marks = NULL;
    PyObject *entry = key ? Py_XNewRef(PyDict_GetItemWithError(state->array_marks, key)) : NULL;
    if (entry && PyTuple_CheckExact(entry) && PyTuple_GET_SIZE(entry) == 2 &&
        PyWeakref_CheckRef(PyTuple_GET_ITEM(entry, 0)) &&
        PyWeakref_GetRef(PyTuple_GET_ITEM(entry, 0), &array) == 1 && array == o)
        marks = Py_NewRef(PyTuple_GET_ITEM(entry, 1));
    Py_XDECREF(array);
    Py_XDECREF(entry);
    Py_XDECREF(key);
    if (!marks && PyErr_Occurred())
        PyErr_Clear();
    return marks;
}

static bool is_marked(const tbpy_state *state, PyObject *o)
{
    PyObject *marks = marks_of(state, o);
    Py_XDECREF(marks);
    return marks != NULL;
}

/* `result` with what it keeps of the marks of its operands; takes it over, and gives it back unless there is an
 * exception. */
static PyObject *keep_marks(PyObject *result, PyObject *a, PyObject *b)
{
    const tbpy_state *state = tbpy_get_state();
    if (!result || !has_marks(state) || result == a || result == b)
        return result;
    if (!is_marked(state, a) && !(b && is_marked(state, b)))
        return result;
    PyObject *args[] = {result, a, b ? b : Py_None};
    if (tell_watcher("keep", args, 3) < 0)
        Py_CLEAR(result);
    return result;
}

/* ---- the look ---- */

typedef struct {
    const char *name;
    bool inplace; /* the first operand is written */
    bool data; /* see tbcast/audit/recorder.py */
    int64_t place; /* a number of its own for each operator that was rewritten; -1: a call */
    int n;
    PyObject *operand[MOST_OPERANDS];
    tb_shape shape[MOST_OPERANDS];
} operation;

/* Leaves the operands that have shapes; how many, or -1. */
static int read_shapes(tbpy_state *state, operation *o)
{
    int n = 0, row[MOST_OPERANDS];
    bool python = false;
    for (int i = 0; i < o->n; i++) {
        row[n] = row_of(state, o->operand[i]);
        if (row[n] < 0)
            return -1;
        python |= row[n] == READ_IN_PYTHON;
        if (row[n] != IGNORED)
            o->operand[n++] = o->operand[i];
        else if (i == 0)
            o->inplace = false;
    }
    o->n = n;
    if (n < 2)
        return n;
    /* A shape that is computed by the operator that is being looked at must not be asked for again. */
    if (python && atomic_exchange(&state->reads_shape, true))
        return 0;
    n = 0;
    for (int i = 0; n >= 0 && i < o->n; i++) {
        const int status = read_shape(o->operand[i], row[i], state->shape_name, &o->shape[n]);
        o->operand[n] = o->operand[i];
        n = status < 0 ? -1 : n + status;
        if (!status && i == 0)
            o->inplace = false;
    }
    if (python)
        state->reads_shape = false;
    return o->n = n;
}

/* Is it a broadcast, of operands of more than one element? */
static bool is_broadcast(const operation *o)
{
    tb_shape all = o->shape[0];
    const tb_shape *first = NULL;
    bool differ = false;
    for (int i = 0; i < o->n; i++) {
        const tb_shape *own = &o->shape[i];
        if (i && tb_broadcast(&all, own->size, own->ndim, NULL) != TB_OK)
            return false;
        if (has_one_element(own))
            continue;
        differ |= first && !tb_same_sizes(first->size, first->ndim, own->size, own->ndim);
        first = own;
    }
    return differ && (!o->inplace || tb_same_sizes(all.size, all.ndim, o->shape[0].size, o->shape[0].ndim));
}

static PyObject *shapes_of(const operation *o)
{
    PyObject *shapes = PyTuple_New(o->n);
    for (int i = 0; shapes && i < o->n; i++) {
        PyObject *shape = tbpy_int_tuple(o->shape[i].size, o->shape[i].ndim);
        if (shape)
            PyTuple_SET_ITEM(shapes, i, shape);
        else
            Py_CLEAR(shapes);
    }
    return shapes;
}

/* Stands for place, shapes and marks; a call's place is its line.  That two have one number, and a broadcast is not
 * told, may happen once in the life of the universe. */
static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

/* Marks are None or (code, line). */
static uint64_t mix_marks(uint64_t hash, PyObject *marks)
{
    for (Py_ssize_t d = 0; PyTuple_Check(marks) && d < PyTuple_GET_SIZE(marks); d++) {
        PyObject *place = PyTuple_GET_ITEM(marks, d);
        int64_t line = 0;
        const bool known = PyTuple_Check(place) && PyTuple_GET_SIZE(place) == 2 &&
                           tbpy_plain_int(PyTuple_GET_ITEM(place, 1), &line);
        hash = mix(hash, known ? (uintptr_t)PyTuple_GET_ITEM(place, 0) : 0);
        hash = mix(hash, (uint64_t)line);
    }
    return hash;
}

static uint64_t hash_of(const tbpy_state *state, const operation *o)
{
    uint64_t hash = mix(1, (uint64_t)o->place);
    if (o->place < 0) {
        PyFrameObject *frame = PyEval_GetFrame();
        PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL; /* its address alone is used */
        hash = mix(mix(hash, (uintptr_t)code), frame ? (uint64_t)PyFrame_GetLineNumber(frame) : 0);
        Py_XDECREF(code);
    }
    for (int i = 0; i < o->n; i++) {
        PyObject *marks = has_marks(state) ? marks_of(state, o->operand[i]) : NULL;
        hash = mix(marks ? mix_marks(hash, marks) : hash, (uint64_t)o->shape[i].ndim);
        Py_XDECREF(marks);
        for (int d = 0; d < o->shape[i].ndim; d++)
            hash = mix(hash, (uint64_t)o->shape[i].size[d]);
    }
    return hash ? hash : 1;
}

/* Calls watcher.see; 1 where it need not be told again. */
static int tell(const operation *o)
{
    PyObject *shapes = shapes_of(o), *name = PyUnicode_FromString(o->name), *operands = PyTuple_New(o->n);
    int answer = 0;
    for (int i = 0; operands && i < o->n; i++)
        PyTuple_SET_ITEM(operands, i, Py_NewRef(o->operand[i]));
    if (shapes && name && operands) {
        PyObject *args[] = {name, operands, shapes, o->inplace ? Py_True : Py_False,
                            o->data ? Py_True : Py_False};
        PyObject *value = call_watcher("see", args, 5);
        answer = value == Py_True;
        Py_XDECREF(value);
    }
    Py_XDECREF(operands);
    Py_XDECREF(name);
    Py_XDECREF(shapes);
    return PyErr_Occurred() ? forgive() : answer;
}

static int report(tbpy_state *state, const operation *o)
{
    const uint64_t hash = hash_of(state, o);
    _Atomic uint64_t *told = &state->told[hash % TBPY_TOLD];
    if (atomic_load_explicit(told, memory_order_relaxed) == hash)
        return 0;
    const int answer = tell(o);
    if (answer == 1)
        atomic_store_explicit(told, hash, memory_order_relaxed);
    return answer < 0 ? -1 : 0;
}

/* -1 with an exception that is the program's. */
static int look(operation *o)
{
    tbpy_state *state = tbpy_get_state();
    if (!state->watcher)
        return 0;
    const int n = read_shapes(state, o);
    if (n < 2)
        return n < 0 ? -1 : 0;
    return is_broadcast(o) ? report(state, o) : 0;
}

/* ---- operators ---- */

static PyObject *power(PyObject *a, PyObject *b) { return PyNumber_Power(a, b, Py_None); }
static PyObject *inplace_power(PyObject *a, PyObject *b) { return PyNumber_InPlacePower(a, b, Py_None); }

#define COMPARISON(name, op) \
    static PyObject *name(PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, op); }
COMPARISON(less, Py_LT)
COMPARISON(less_equal, Py_LE)
COMPARISON(equal, Py_EQ)
COMPARISON(not_equal, Py_NE)
COMPARISON(greater, Py_GT)
COMPARISON(greater_equal, Py_GE)
#undef COMPARISON

/* The slot that writes the first operand, NULL in other rows. */
#define INPLACE(slot) offsetof(PyNumberMethods, nb_inplace_##slot)
static const struct {
    const char *name;
    binaryfunc function;
    size_t inplace;
} operators[] = {
    {"add", PyNumber_Add, 0},
    {"sub", PyNumber_Subtract, 0},
    {"mul", PyNumber_Multiply, 0},
    {"div", PyNumber_TrueDivide, 0},
    {"floor_divide", PyNumber_FloorDivide, 0},
    {"remainder", PyNumber_Remainder, 0},
    {"pow", power, 0},
    {"bitwise_left_shift", PyNumber_Lshift, 0},
    {"bitwise_right_shift", PyNumber_Rshift, 0},
    {"bitwise_and", PyNumber_And, 0},
    {"bitwise_or", PyNumber_Or, 0},
    {"bitwise_xor", PyNumber_Xor, 0},
    {"add_", PyNumber_InPlaceAdd, INPLACE(add)},
    {"sub_", PyNumber_InPlaceSubtract, INPLACE(subtract)},
    {"mul_", PyNumber_InPlaceMultiply, INPLACE(multiply)},
    {"div_", PyNumber_InPlaceTrueDivide, INPLACE(true_divide)},
    {"floor_divide_", PyNumber_InPlaceFloorDivide, INPLACE(floor_divide)},
    {"remainder_", PyNumber_InPlaceRemainder, INPLACE(remainder)},
    {"pow_", inplace_power, INPLACE(power)},
    {"bitwise_left_shift_", PyNumber_InPlaceLshift, INPLACE(lshift)},
    {"bitwise_right_shift_", PyNumber_InPlaceRshift, INPLACE(rshift)},
    {"bitwise_and_", PyNumber_InPlaceAnd, INPLACE(and)},
    {"bitwise_or_", PyNumber_InPlaceOr, INPLACE(or)},
    {"bitwise_xor_", PyNumber_InPlaceXor, INPLACE(xor)},
    {"lt", less, 0},
    {"le", less_equal, 0},
    {"eq", equal, 0},
    {"ne", not_equal, 0},
    {"gt", greater, 0},
    {"ge", greater_equal, 0},
};
#undef INPLACE

enum { OPERATORS = sizeof operators / sizeof *operators };

/* Without the slot, `a += b` is a = a + b. */
static bool writes(size_t inplace, PyObject *a)
{
    const PyNumberMethods *methods = Py_TYPE(a)->tp_as_number;
    return inplace && methods && *(binaryfunc *)((char *)methods + inplace);
}

static int look_at_operator(int64_t code, int64_t place, PyObject *a, PyObject *b)
{
    operation o;
    o.place = place;
    o.name = operators[code].name;
    o.inplace = writes(operators[code].inplace, a);
    o.data = false;
    o.n = 2;
    o.operand[0] = a;
    o.operand[1] = b;
    return look(&o);
}

static PyObject *operate(int64_t code, int64_t place, PyObject *a, PyObject *b)
{
    if (look_at_operator(code, place, a, b) < 0)
        return NULL;
    return keep_marks(operators[code].function(a, b), a, b);
}

/* ---- subscripts and attributes ---- */

/* What a subscript does to dimensions, two bits an item after a first 1: 0 where it is not that simple. */
static uint64_t pattern_of(PyObject *key, bool *makes_dimensions)
{
    const bool many = PyTuple_CheckExact(key);
    const Py_ssize_t n = many ? PyTuple_GET_SIZE(key) : 1;
    uint64_t pattern = 1;
    *makes_dimensions = false;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = many ? PyTuple_GET_ITEM(key, i) : key;
        unsigned kind = 0;
        if (Py_IsNone(item))
            *makes_dimensions = true;
        else if (PySlice_Check(item))
            kind = 1;
        else if (PyLong_CheckExact(item))
            kind = 2;
        else if (item == Py_Ellipsis)
            kind = 3;
        else
            pattern = 0;
        pattern = i > 30 || !pattern ? 0 : pattern << 2 | kind;
    }
    return pattern;
}

/* array_marks[address of o] = (weak reference, marks); false where that is Python's to do: it makes room. */
static bool mark(const tbpy_state *state, PyObject *o, PyObject *marks)
{
    PyObject *address = PyLong_FromVoidPtr(o), *reference = PyWeakref_NewRef(o, NULL);
    PyObject *entry = address && reference ? PyTuple_Pack(2, reference, marks) : NULL;
    const bool done = entry && PyDict_GET_SIZE(state->array_marks) < MOST_MARKS &&
                      PyDict_SetItem(state->array_marks, address, entry) == 0;
    Py_XDECREF(entry);
    Py_XDECREF(reference);
    Py_XDECREF(address);
    if (PyErr_Occurred())
        PyErr_Clear();
    return done;
}

/* `x[:, None]` of what has no marks has the same ones in this place each time: `written_marks` keeps them. */
static int note_subscript(tbpy_state *state, int64_t place, PyObject *result, PyObject *o, PyObject *key)
{
    bool makes_dimensions;
    const uint64_t pattern = pattern_of(key, &makes_dimensions);
    const bool marked = has_marks(state) && is_marked(state, o);
    if (!marked && !makes_dimensions)
        return 0;
    tb_shape shape;
    PyObject *known = NULL, *marks = NULL, *args[] = {result, o, key};
    if (!marked && pattern && row_of(state, o) == NDARRAY && read_shape(o, NDARRAY, NULL, &shape) == 1)
        known = PyLong_FromUnsignedLongLong(
            mix(mix(mix(2, (uint64_t)place), pattern), (uint64_t)shape.ndim)); /* see hash_of */
    if (known && state->written_marks)
        marks = Py_XNewRef(PyDict_GetItemWithError(state->written_marks, known));
    if (!marks || !mark(state, result, marks)) {
        Py_XDECREF(marks);
        marks = call_watcher("subscript", args, 3);
        if (marks && PyTuple_CheckExact(marks) && known && state->written_marks)
            PyDict_SetItem(state->written_marks, known, marks);
    }
    Py_XDECREF(marks);
    Py_XDECREF(known);
    return PyErr_Occurred() ? forgive() : 0;
}

static PyObject *get_item(int64_t place, PyObject *o, PyObject *key)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *result = PyObject_GetItem(o, key);
    if (!result || !state->watcher)
        return result;
    const int row = row_of(state, result);
    if (row < 0 || (row != IGNORED && note_subscript(state, place, result, o, key) < 0))
        Py_CLEAR(result);
    return result;
}

static PyObject *get_slice(int64_t place, PyObject *o, PyObject *from, PyObject *to, PyObject *step)
{
    PyObject *key = PySlice_New(from, to, step), *result = key ? get_item(place, o, key) : NULL;
    Py_XDECREF(key);
    return result;
}

/* x.T */
static PyObject *get_attribute(PyObject *o, PyObject *name)
{
    const tbpy_state *state = tbpy_get_state();
    PyObject *result = PyObject_GetAttr(o, name), *args[] = {result, o, name};
    if (result && has_marks(state) && is_marked(state, o) && tell_watcher("attribute", args, 3) < 0)
        Py_CLEAR(result);
    return result;
}

/* o[key] += value and o.name += value, in two steps, as the item is fetched before the value is computed. */

static PyObject *begin(PyObject *o, PyObject *key, PyObject *(*get)(PyObject *, PyObject *))
{
    PyObject *item = get(o, key), *begun = item ? PyTuple_Pack(3, o, key, item) : NULL;
    Py_XDECREF(item);
    return begun;
}

static PyObject *finish(int64_t code, int64_t place, PyObject *begun, PyObject *value,
                        int (*set)(PyObject *, PyObject *, PyObject *))
{
    if (code < 0 || code >= OPERATORS || !PyTuple_CheckExact(begun) || PyTuple_GET_SIZE(begun) != 3)
        return PyErr_Format(PyExc_TypeError, "nothing was begun");
    PyObject *item = PyTuple_GET_ITEM(begun, 2);
    if (look_at_operator(code, place, item, value) < 0)
        return NULL;
    PyObject *result = operators[code].function(item, value);
    const int status = result ? set(PyTuple_GET_ITEM(begun, 0), PyTuple_GET_ITEM(begun, 1), result) : -1;
    Py_XDECREF(result);
    return status < 0 ? NULL : Py_NewRef(Py_None);
}

/* ---- calls ---- */

/* What of a function's call is looked at: (name, operands, data, keywords, after, always).  The first `operands`
 * arguments and those of the keywords are; after(result, function, ...) is called where there are marks, or
 * `always`. */
enum { NAME, N_OPERANDS, DATA, KEYWORDS, AFTER, ALWAYS, SPEC_FIELDS };

static bool is_array_method(tbpy_state *state, PyObject *function)
{
    PyObject *self = PyCFunction_Check(function) ? PyCFunction_GET_SELF(function) : NULL;
    return self && !PyModule_Check(self) && row_of(state, self) > IGNORED;
}

static int look_at_call(PyObject *spec, PyObject *function, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *keywords = PyTuple_GET_ITEM(spec, KEYWORDS);
    const Py_ssize_t n_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    int64_t operands = 0;
    operation o = {.place = -1,
                   .name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(spec, NAME)),
                   .data = PyTuple_GET_ITEM(spec, DATA) == Py_True};
    if (!o.name || !tbpy_plain_int(PyTuple_GET_ITEM(spec, N_OPERANDS), &operands) || operands < 2)
        return forgive();
    if (is_array_method(state, function)) {
        o.operand[o.n++] = PyCFunction_GET_SELF(function);
        operands--;
    }
    for (Py_ssize_t i = 0; i < nargs && i < operands && o.n < MOST_OPERANDS; i++)
        o.operand[o.n++] = args[i];
    for (Py_ssize_t i = 0; i < n_keywords && o.n < MOST_OPERANDS; i++) {
        const int wanted = PySequence_Contains(keywords, PyTuple_GET_ITEM(kwnames, i));
        if (wanted < 0)
            return forgive();
        if (wanted)
            o.operand[o.n++] = args[nargs + i];
    }
    return PyErr_Occurred() ? forgive() : look(&o);
}

static bool any_marked(const tbpy_state *state, PyObject *function, PyObject *const *args, Py_ssize_t nargs)
{
    bool found = PyCFunction_Check(function) && PyCFunction_GET_SELF(function) &&
                 is_marked(state, PyCFunction_GET_SELF(function));
    for (Py_ssize_t i = 0; i < nargs && !found; i++)
        found = is_marked(state, args[i]);
    return found;
}

static int after_call(PyObject *result, PyObject *spec, PyObject *function, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *all[2 + MOST_ARGUMENTS] = {result, function}, *after = PyTuple_GET_ITEM(spec, AFTER);
    const Py_ssize_t n = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    const tbpy_state *state = tbpy_get_state();
    if (Py_IsNone(after) || n > MOST_ARGUMENTS || !state->watcher ||
        !(PyTuple_GET_ITEM(spec, ALWAYS) == Py_True ||
          (has_marks(state) && any_marked(state, function, args, nargs))))
        return 0;
    for (Py_ssize_t i = 0; i < n; i++)
        all[2 + i] = args[i];
    PyObject *answer = PyObject_Vectorcall(after, all, (size_t)nargs + 2, kwnames);
    Py_XDECREF(answer);
    return answer ? 0 : forgive();
}

static PyObject *call(PyObject *spec, PyObject *function, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames)
{
    if (!PyTuple_CheckExact(spec) || PyTuple_GET_SIZE(spec) != SPEC_FIELDS)
        return PyErr_Format(PyExc_TypeError, "nothing says what is looked at");
    if (tbpy_get_state()->watcher && look_at_call(spec, function, args, nargs, kwnames) < 0)
        return NULL;
    PyObject *result = PyObject_Vectorcall(function, args, (size_t)nargs, kwnames);
    if (result && after_call(result, spec, function, args, nargs, kwnames) < 0)
        Py_CLEAR(result);
    return result;
}

/* The pair (function, what is called instead) that Python has kept for good, borrowed, or NULL. */
static PyObject *known_function(tbpy_state *state, PyObject *function)
{
    _Atomic(PyObject *) *recent = &state->recent_function[(uintptr_t)function / 16 % TBPY_RECENT_FUNCTIONS];
    PyObject *known = atomic_load_explicit(recent, memory_order_acquire);
    if (known && PyTuple_GET_ITEM(known, 0) == function)
        return known;
    PyObject *key = PyLong_FromVoidPtr(function);
    known = key && state->known_functions ? PyDict_GetItemWithError(state->known_functions, key) : NULL;
    Py_XDECREF(key);
    if (!known || !PyTuple_CheckExact(known) || PyTuple_GET_SIZE(known) != 2 ||
        PyTuple_GET_ITEM(known, 0) != function)
        return NULL;
    atomic_store_explicit(recent, known, memory_order_release);
    return known;
}

/* What to call instead of a function that has the name of one that broadcasts: itself, unless it is one.  Those that
 * only keep marks are of interest as methods of what is marked, and as functions, whose arguments come later. */
static PyObject *pick(PyObject *function, bool for_marks)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *args[] = {function}, *picked = NULL;
    if (!state->watcher || PyMethod_Check(function))
        return Py_NewRef(function);
    PyObject *self = PyCFunction_Check(function) ? PyCFunction_GET_SELF(function) : NULL;
    if (self && !PyModule_Check(self)) {
        if (is_array_method(state, function) && (!for_marks || (has_marks(state) && is_marked(state, self))))
            picked = call_watcher("pick_method", args, 1);
    } else {
        PyObject *known = known_function(state, function);
        if (known)
            picked = Py_NewRef(PyTuple_GET_ITEM(known, 1));
        else if (!PyErr_Occurred())
            picked = call_watcher("pick", args, 1);
    }
    if (picked)
        return picked;
    return PyErr_Occurred() && forgive() < 0 ? NULL : Py_NewRef(function);
}

/* ---- _watched ---- */

/* A code is one of these and, times PLACE, the number of the place. */
enum { PLACE = 64 };

/* Codes after those of operators, and how many arguments they take. */
enum {
    LOOK = OPERATORS,
    UNARY_MINUS,
    INVERT,
    ITEM,
    SLICE,
    ATTRIBUTE,
    BEGIN_ITEM,
    BEGIN_ATTRIBUTE,
    FINISH_ITEM,
    FINISH_ATTRIBUTE,
    NEW_SLICE,
    PICK,
    PICK_FOR_MARKS,
    CALL,
    CODES
};
static const struct {
    const char *name;
    int arguments;
} others[CODES - OPERATORS] = {
    {"look", 3},      {"unary -", 1},    {"unary ~", 1},         {"item", 2},        {"slice of", 4},
    {"attribute", 2}, {"begin item", 2}, {"begin attribute", 2}, {"finish item", 3}, {"finish attribute", 3},
    {"slice", 3},     {"pick", 1},       {"pick for marks", 1},  {"call", -1},
};

static PyObject *watched(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                         PyObject *kwnames)
{
    int64_t code = -1, op = -1;
    if (nargs < 1 || !tbpy_plain_int(args[0], &code) || code < 0 || code % PLACE >= CODES)
        return PyErr_Format(PyExc_TypeError, "_watched() takes a code and operands");
    const int64_t place = code / PLACE;
    code %= PLACE;
    PyObject *const *a = args + 1;
    nargs--;
    if (code == CALL && nargs >= 2)
        return call(a[0], a[1], a + 2, nargs - 2, kwnames);
    if (kwnames || nargs != (code < OPERATORS ? 2 : others[code - OPERATORS].arguments))
        return PyErr_Format(PyExc_TypeError, "_watched() takes as many operands as the operator has");
    if (code < OPERATORS)
        return operate(code, place, a[0], a[1]);
    switch (code) {
    case LOOK: /* the operation follows: `a + _watched(LOOK, add, a, b)` */
        if (!tbpy_plain_int(a[0], &op) || op < 0 || op >= OPERATORS)
            return PyErr_Format(PyExc_TypeError, "_watched() looks at operators");
        return look_at_operator(op, place, a[1], a[2]) < 0 ? NULL : Py_NewRef(a[2]);
    case UNARY_MINUS:
        return keep_marks(PyNumber_Negative(a[0]), a[0], NULL);
    case INVERT:
        return keep_marks(PyNumber_Invert(a[0]), a[0], NULL);
    case ITEM:
        return get_item(place, a[0], a[1]);
    case SLICE:
        return get_slice(place, a[0], a[1], a[2], a[3]);
    case ATTRIBUTE:
        return get_attribute(a[0], a[1]);
    case BEGIN_ITEM:
        return begin(a[0], a[1], PyObject_GetItem);
    case BEGIN_ATTRIBUTE:
        return begin(a[0], a[1], PyObject_GetAttr);
    case FINISH_ITEM:
        return finish(tbpy_plain_int(a[0], &op) ? op : -1, place, a[1], a[2], PyObject_SetItem);
    case FINISH_ATTRIBUTE:
        return finish(tbpy_plain_int(a[0], &op) ? op : -1, place, a[1], a[2], PyObject_SetAttr);
    case NEW_SLICE:
        return PySlice_New(a[0], a[1], a[2]);
    default:
        return pick(a[0], code == PICK_FOR_MARKS);
    }
}

/* ---- what tbcast/audit calls ---- */

static PyObject *watched_codes(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    PyObject *names = PyTuple_New(CODES);
    for (int i = 0; names && i < CODES; i++) {
        PyObject *name =
            PyUnicode_InternFromString(i < OPERATORS ? operators[i].name : others[i - OPERATORS].name);
        if (name)
            PyTuple_SET_ITEM(names, i, name);
        else
            Py_CLEAR(names);
    }
    return names;
}

static PyObject *watch_tables(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    const tbpy_state *state = tbpy_get_state();
    if (!state->array_marks || !state->written_marks || !state->known_functions)
        return PyErr_Format(PyExc_RuntimeError, "the module has ended");
    return PyTuple_Pack(3, state->array_marks, state->written_marks, state->known_functions);
}

static PyObject *set_watcher(PyObject *Py_UNUSED(module), PyObject *watcher)
{
    tbpy_state *state = tbpy_get_state();
    for (int i = 0; i < TBPY_TOLD; i++)
        state->told[i] = 0;
    if (tbpy_replace(&state->watcher, Py_IsNone(watcher) ? NULL : Py_NewRef(watcher)) < 0)
        return NULL;
    for (int i = 0; Py_IsNone(watcher) && i < UNKNOWN * TBPY_SHAPED_TYPES; i++)
        if (tbpy_replace((PyObject **)&state->shaped_type[i / TBPY_SHAPED_TYPES][i % TBPY_SHAPED_TYPES],
                         NULL) < 0)
            return NULL;
    Py_RETURN_NONE;
}

const PyMethodDef tbpy_shapes_functions[] = {
    {"_watched", TBPY_FASTCALL(watched),
     "_watched($module, code, /, *operands, **keywords)\n--\n\n"
     "Do what the code says (_watched_codes) with the operands, after a look at their shapes."},
    {"_watched_codes", watched_codes, METH_NOARGS,
     "_watched_codes($module, /)\n--\n\n"
     "What the codes stand for, in their order."},
    {"_watch_tables", watch_tables, METH_NOARGS,
     "_watch_tables($module, /)\n--\n\n"
     "Marks of arrays by their address, marks that a place makes, functions by their address."},
    {"_set_watcher", set_watcher, METH_O,
     "_set_watcher($module, watcher, /)\n--\n\n"
     "What _watched calls (tbcast/audit/watching.py), None: nothing."},
    {NULL, NULL, 0, NULL},
};

int tbpy_init_shapes(PyObject *Py_UNUSED(module))
{
    tbpy_state *state = tbpy_get_state();
    state->shape_name = PyUnicode_InternFromString("shape");
    state->array_marks = PyDict_New();
    state->written_marks = PyDict_New();
    state->known_functions = PyDict_New();
    return state->shape_name && state->array_marks && state->written_marks && state->known_functions ? 0 : -1;
}
