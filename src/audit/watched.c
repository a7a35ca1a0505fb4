/* watched.c: _watched(code, ...), which tbcast/audit/_rewriting/rewrite.py writes in place of operators, subscripts and calls
 * of other people's programs.
 *
 * It does what the program wrote, after a look at the operands' shapes, and nothing else that the program could
 * notice: a function of C has no frame in tracebacks, and works without an audit, too. */
#include "audit/watched.h"

#include "audit/instrumented.h"
#include "audit/shapes.h"
#include "python/base/objects.h"

enum { MAX_ARGUMENTS = 16 };

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
    {"matmul", PyNumber_MatrixMultiply, 0},
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
    {"matmul_", PyNumber_InPlaceMatrixMultiply, INPLACE(matrix_multiply)},
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

/* Of a product the dimensions before these broadcast. */
static int without(binaryfunc function)
{
    return function == PyNumber_MatrixMultiply || function == PyNumber_InPlaceMatrixMultiply ? 2 : 0;
}

static int look_at_operator(int64_t code, int64_t place, PyObject *a, PyObject *b)
{
    watch_operation o;
    o.place = place;
    o.name = operators[code].name;
    o.inplace = writes(operators[code].inplace, a);
    o.data = false;
    o.without = without(operators[code].function);
    o.n = 2;
    o.operand[0] = a;
    o.operand[1] = b;
    return watch_look(&o);
}

static PyObject *operate(int64_t code, int64_t place, PyObject *a, PyObject *b)
{
    if (look_at_operator(code, place, a, b) < 0)
        return NULL;
    return watch_keep_marks(operators[code].function(a, b), a, b);
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

/* `x[:, None]` of what has no marks has the same ones in this place each time. */
static int note_subscript(watch_state *state, int64_t place, PyObject *result, PyObject *o, PyObject *key)
{
    bool makes_dimensions;
    const uint64_t pattern = pattern_of(key, &makes_dimensions);
    const int marked = watch_is_marked(state, o);
    if (marked < 0 || (!marked && !makes_dimensions))
        return marked;
    const bool simple = !marked && pattern && watch_shape_kind_of(state, o) == WATCH_SHAPE_OF_NDARRAY;
    const uint64_t subscript =
        simple ? watch_mix(watch_mix((uint64_t)place, pattern), (uint64_t)watch_ndim_of_array(o)) : 0;
    PyObject *marks = simple ? watch_written_marks(state, subscript) : NULL, *args[] = {result, o, key};
    if (!marks || !watch_mark(state, result, marks)) {
        Py_XDECREF(marks);
        marks = watch_call("subscript", args, 3);
        if (simple && marks && PyTuple_CheckExact(marks))
            watch_keep_written_marks(state, subscript, marks);
    }
    Py_XDECREF(marks);
    return PyErr_Occurred() ? watch_clear_error() : 0;
}

static PyObject *get_item(int64_t place, PyObject *o, PyObject *key)
{
    watch_state *state = watch_get_state();
    PyObject *result = PyObject_GetItem(o, key);
    if (!result || !watch_is_on(state))
        return result;
    const int row = watch_shape_kind_of(state, result);
    if (row < 0 || (row != WATCH_NO_SHAPE && note_subscript(state, place, result, o, key) < 0))
        TBPY_DROP(result);
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
    watch_state *state = watch_get_state();
    PyObject *result = PyObject_GetAttr(o, name), *args[] = {result, o, name};
    const int marked = result && watch_has_marks(state) ? watch_is_marked(state, o) : 0;
    if (marked < 0 || (marked && watch_notify("attribute", args, 3) < 0))
        TBPY_DROP(result);
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

/* What of a function's call is looked at: (name, operands, without, data, keywords, after, always, keeps).  The first
 * `operands` arguments and those of the keywords are, but for so many of their last dimensions.  after(result,
 * function, ...) is called where there are marks, or `always`; `keeps`: all that it does is to give the result the
 * marks of its only argument. */
enum { NAME, N_OPERANDS, WITHOUT, DATA, KEYWORDS, AFTER, ALWAYS, KEEPS, SPEC_FIELDS };

static bool is_array_method(watch_state *state, PyObject *function)
{
    PyObject *self = PyCFunction_Check(function) ? PyCFunction_GET_SELF(function) : NULL;
    return self && !PyModule_Check(self) && watch_shape_kind_of(state, self) > WATCH_NO_SHAPE;
}

static int look_at_call(PyObject *spec, PyObject *function, PyObject *const *args, Py_ssize_t nargs,
                        PyObject *kwnames)
{
    watch_state *state = watch_get_state();
    PyObject *keywords = PyTuple_GET_ITEM(spec, KEYWORDS);
    const Py_ssize_t n_keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    int64_t operands = 0, without = 0;
    watch_operation o = {.place = -1,
                         .name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(spec, NAME)),
                         .data = PyTuple_GET_ITEM(spec, DATA) == Py_True};
    if (!o.name || !tbpy_plain_int(PyTuple_GET_ITEM(spec, N_OPERANDS), &operands) || operands < 2 ||
        !tbpy_plain_int(PyTuple_GET_ITEM(spec, WITHOUT), &without))
        return watch_clear_error();
    o.without = (int)without;
    if (is_array_method(state, function)) {
        o.operand[o.n++] = PyCFunction_GET_SELF(function);
        operands--;
    }
    for (Py_ssize_t i = 0; i < nargs && i < operands && o.n < WATCH_MAX_OPERANDS; i++)
        o.operand[o.n++] = args[i];
    for (Py_ssize_t i = 0; i < n_keywords && o.n < WATCH_MAX_OPERANDS; i++) {
        const int wanted = PySequence_Contains(keywords, PyTuple_GET_ITEM(kwnames, i));
        if (wanted < 0)
            return watch_clear_error();
        if (wanted)
            o.operand[o.n++] = args[nargs + i];
    }
    return PyErr_Occurred() ? watch_clear_error() : watch_look(&o);
}

static int any_marked(watch_state *state, PyObject *function, PyObject *const *args, Py_ssize_t nargs)
{
    int found = PyCFunction_Check(function) && PyCFunction_GET_SELF(function)
                    ? watch_is_marked(state, PyCFunction_GET_SELF(function))
                    : 0;
    for (Py_ssize_t i = 0; i < nargs && !found; i++)
        found = watch_is_marked(state, args[i]);
    return found;
}

static int after_call(PyObject *result, PyObject *spec, PyObject *function, PyObject *const *args,
                      Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *all[2 + MAX_ARGUMENTS] = {result, function}, *after = PyTuple_GET_ITEM(spec, AFTER);
    const Py_ssize_t n = nargs + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0);
    watch_state *state = watch_get_state();
    if (Py_IsNone(after) || n > MAX_ARGUMENTS || !watch_is_on(state))
        return 0;
    if (PyTuple_GET_ITEM(spec, ALWAYS) != Py_True) {
        const int marked = watch_has_marks(state) ? any_marked(state, function, args, nargs) : 0;
        if (marked <= 0)
            return marked;
    }
    if (n == 1 && nargs == 1 && PyTuple_GET_ITEM(spec, KEEPS) == Py_True &&
        watch_keep_marks_of(state, result, args[0]))
        return 0;
    if (PyErr_Occurred())
        return -1;
    for (Py_ssize_t i = 0; i < n; i++)
        all[2 + i] = args[i];
    PyObject *answer = PyObject_Vectorcall(after, all, (size_t)nargs + 2, kwnames);
    Py_XDECREF(answer);
    return answer ? 0 : watch_clear_error();
}

static PyObject *call(PyObject *spec, PyObject *function, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames)
{
    if (!PyTuple_CheckExact(spec) || PyTuple_GET_SIZE(spec) != SPEC_FIELDS)
        return PyErr_Format(PyExc_TypeError, "nothing says what is looked at");
    if (watch_is_on(watch_get_state()) && look_at_call(spec, function, args, nargs, kwnames) < 0)
        return NULL;
    PyObject *result = PyObject_Vectorcall(function, args, (size_t)nargs, kwnames);
    if (result && after_call(result, spec, function, args, nargs, kwnames) < 0)
        TBPY_DROP(result);
    return result;
}

/* The pair (function, what is called instead) that Python has kept for good, borrowed, or NULL. */
static PyObject *known_function(watch_state *state, PyObject *function)
{
    _Atomic(PyObject *) *recent = &state->recent_function[(uintptr_t)function / 16 % WATCH_RECENT_FUNCTIONS];
    PyObject *known = atomic_load_explicit(recent, memory_order_acquire);
    if (known && PyTuple_GET_ITEM(known, 0) == function)
        return known;
    PyObject *key = PyLong_FromVoidPtr(function);
    known = key ? PyDict_GetItemWithError(state->known_functions, key) : NULL;
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
    watch_state *state = watch_get_state();
    PyObject *args[] = {function}, *picked = NULL;
    if (!watch_is_on(state) || PyMethod_Check(function))
        return Py_NewRef(function);
    PyObject *self = PyCFunction_Check(function) ? PyCFunction_GET_SELF(function) : NULL;
    if (self && !PyModule_Check(self)) {
        if (is_array_method(state, function) && (!for_marks || watch_is_marked(state, self) > 0))
            picked = watch_call("pick_method", args, 1);
    } else {
        PyObject *known = known_function(state, function);
        if (known)
            picked = Py_NewRef(PyTuple_GET_ITEM(known, 1));
        else if (!PyErr_Occurred())
            picked = watch_call("pick", args, 1);
    }
    if (picked)
        return picked;
    return PyErr_Occurred() && watch_clear_error() < 0 ? NULL : Py_NewRef(function);
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
    if (nargs == 1 && !kwnames && PyFunction_Check(args[0])) {
        watch_instrument(watch_get_state(), args[0]);
        return Py_NewRef(args[0]);
    }
    if (nargs < 1 || !tbpy_plain_int(args[0], &code) || code < 0 || code % PLACE >= CODES)
        return PyErr_Format(PyExc_TypeError, "watched() takes a code and operands");
    const int64_t place = code / PLACE;
    code %= PLACE;
    PyObject *const *a = args + 1;
    nargs--;
    if (code == CALL && nargs >= 2)
        return call(a[0], a[1], a + 2, nargs - 2, kwnames);
    if (kwnames || nargs != (code < OPERATORS ? 2 : others[code - OPERATORS].arguments))
        return PyErr_Format(PyExc_TypeError, "watched() takes as many operands as the operator has");
    if (code < OPERATORS)
        return operate(code, place, a[0], a[1]);
    switch (code) {
    case LOOK: /* the operation follows: `a + _watched(LOOK, add, a, b)` */
        if (!tbpy_plain_int(a[0], &op) || op < 0 || op >= OPERATORS)
            return PyErr_Format(PyExc_TypeError, "watched() looks at operators");
        return look_at_operator(op, place, a[1], a[2]) < 0 ? NULL : Py_NewRef(a[2]);
    case UNARY_MINUS:
        return watch_keep_marks(PyNumber_Negative(a[0]), a[0], NULL);
    case INVERT:
        return watch_keep_marks(PyNumber_Invert(a[0]), a[0], NULL);
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
    for (int i = 0; names && i < CODES; i++)
        tbpy_put_item(
            &names, i,
            PyUnicode_InternFromString(i < OPERATORS ? operators[i].name : others[i - OPERATORS].name));
    return names;
}

static PyObject *functions(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return Py_NewRef(watch_get_state()->known_functions);
}

static PyObject *set_watcher(PyObject *Py_UNUSED(module), PyObject *watcher)
{
    watch_state *state = watch_get_state();
    if (Py_IsNone(watcher)) {
        watch_set_watcher(state, NULL);
        watch_end_instrumented();
        watch_forget_subscripts(state);
    } else {
        if (!watch_is_on(state))
            watch_begin_instrumented(state);
        watch_set_watcher(state, watcher);
    }
    Py_RETURN_NONE;
}

const PyMethodDef watch_watched_functions[] = {
    {"watched", TBPY_FASTCALL(watched),
     "watched($module, code, /, *operands, **keywords)\n--\n\n"
     "Do what the code says (see `codes`) with the operands, after a look at their shapes.  Called with a\n"
     "function, make its calls run what `set_instrumented` has been given for its code."},
    {"codes", watched_codes, METH_NOARGS,
     "codes($module, /)\n--\n\n"
     "Return what the codes of `watched` stand for, in their order."},
    {"functions", functions, METH_NOARGS,
     "functions($module, /)\n--\n\n"
     "Return the dict of known functions: by address the function and what is called instead.  Nothing may "
     "be\n"
     "taken out of it while a watcher is set."},
    {"set_watcher", set_watcher, METH_O,
     "set_watcher($module, watcher, /)\n--\n\n"
     "Make `watched` call the watcher (tbcast/audit/_rewriting/watching.py); None: nothing."},
    {NULL, NULL, 0, NULL},
};
