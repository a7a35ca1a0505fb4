/* shapes.c: see shapes.h.  Whatever goes wrong in looking is forgotten; only what is no Exception (Ctrl-C) goes on
 * to the program. */
#include "python/audit/shapes.h"

#include "python/args/numpy.h"
#include "python/audit/array_marks.h"
#include "python/audit/instrumented.h"
#include "python/base/objects.h"

/* ---- shapes ---- */

_Static_assert((int)TBPY_SHAPE_UNKNOWN == (int)TBPY_KINDS_OF_SHAPES, "a row for each");

/* What every extension that is compiled with NumPy's headers reads in place. */
typedef struct {
    PyObject_HEAD
    char *data;
    int ndim;
    Py_ssize_t *size;
} ndarray;

int tbpy_forgive(void)
{
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
        return -1;
    PyErr_Clear();
    return 0;
}

PyObject *tbpy_call_watcher(const char *name, PyObject **args, size_t n)
{
    PyObject *watcher = Py_XNewRef(tbpy_get_state()->watcher);
    PyObject *method = watcher ? tbpy_attribute(watcher, name) : NULL;
    PyObject *answer = method ? PyObject_Vectorcall(method, args, n, NULL) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(watcher);
    return answer;
}

int tbpy_tell_watcher(const char *name, PyObject **args, size_t n)
{
    PyObject *answer = tbpy_call_watcher(name, args, n);
    Py_XDECREF(answer);
    return answer ? 0 : tbpy_forgive();
}

/* Has a class of the type an attribute `shape`?  Instances are not asked: that may run anything. */
static bool has_shape(PyTypeObject *type, PyObject *name)
{
    PyObject *mro = Py_XNewRef(type->tp_mro);
    bool found = false;
    for (Py_ssize_t i = 0; mro && !found && i < PyTuple_GET_SIZE(mro); i++) {
        PyObject *names = PyType_GetDict((PyTypeObject *)PyTuple_GET_ITEM(mro, i));
        found = names && PyDict_Contains(names, name) == 1;
        Py_XDECREF(names);
    }
    Py_XDECREF(mro);
    PyErr_Clear();
    return found;
}

/* Asks Python, once for each type with a shape. */
static int classify(tbpy_state *state, PyTypeObject *type)
{
    PyObject *args[] = {(PyObject *)type}, *answer = tbpy_call_watcher("classify", args, 1);
    int64_t row = TBPY_NO_SHAPE;
    const bool known =
        answer && tbpy_plain_int(answer, &row) && row >= TBPY_NO_SHAPE && row < TBPY_SHAPE_OF_NDARRAY;
    Py_XDECREF(answer);
    if (!answer && tbpy_forgive() < 0)
        return -1;
    if (!known)
        return TBPY_NO_SHAPE;
    unsigned at = state->next_shaped_type++ % TBPY_SHAPED_TYPES;
    if (type == tbpy_ndarray_type()) {
        row = TBPY_SHAPE_OF_NDARRAY;
        at = 0;
    }
    PyTypeObject **slot = &state->shaped_type[row][at];
    if (tbpy_replace((PyObject **)slot, Py_NewRef(type)) < 0)
        PyErr_Clear();
    return (int)row;
}

int tbpy_shaped_row(tbpy_state *state, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (type == state->shaped_type[TBPY_SHAPE_OF_NDARRAY][0])
        return TBPY_SHAPE_OF_NDARRAY;
    if (type == &PyLong_Type || type == &PyFloat_Type || type == &PyUnicode_Type || type == &PyBool_Type ||
        type == &PyList_Type || type == &PyTuple_Type || type == &PyDict_Type || type == Py_TYPE(Py_None))
        return TBPY_NO_SHAPE;
    for (int row = TBPY_NO_SHAPE; row < TBPY_SHAPE_OF_NDARRAY; row++)
        for (int i = 0; i < TBPY_SHAPED_TYPES; i++)
            if (state->shaped_type[row][i] == type)
                return row;
    return has_shape(type, state->shape_name) ? classify(state, type) : TBPY_NO_SHAPE;
}

int tbpy_read_shape(PyObject *o, int row, PyObject *name, tb_shape *shape)
{
    if (row == TBPY_SHAPE_OF_NDARRAY) {
        const ndarray *array = (const ndarray *)o;
        if (array->ndim > TB_MAX_DIMS)
            return 0;
        shape->ndim = array->ndim;
        for (int d = 0; d < array->ndim; d++)
            shape->size[d] = array->size[d];
        return 1;
    }
    PyObject *value = PyObject_GetAttr(o, name);
    if (!value)
        return tbpy_forgive();
    const Py_ssize_t n = PyTuple_Check(value) ? PyTuple_GET_SIZE(value) : TB_MAX_DIMS + 1;
    bool plain = n <= TB_MAX_DIMS;
    for (Py_ssize_t d = 0; plain && d < n; d++)
        plain = tbpy_plain_int(PyTuple_GET_ITEM(value, d), &shape->size[d]) && shape->size[d] >= 0;
    shape->ndim = plain ? (int)n : 0;
    Py_DECREF(value);
    return plain;
}

int tbpy_ndim_of_array(PyObject *array) { return ((const ndarray *)array)->ndim; }

static bool has_one_element(const tb_shape *shape)
{
    for (int d = 0; d < shape->ndim; d++)
        if (shape->size[d] != 1)
            return false;
    return true;
}

/* ---- marks ---- */

static bool is_ndarray(const tbpy_state *state, PyObject *o)
{
    return Py_TYPE(o) == state->shaped_type[TBPY_SHAPE_OF_NDARRAY][0];
}

static bool same_shape(const ndarray *a, const ndarray *b)
{
    bool same = a->ndim == b->ndim;
    for (int d = 0; same && d < a->ndim; d++)
        same = a->size[d] == b->size[d];
    return same;
}

/* The marks of an operand of NumPy's for a result of its shape; false where that is Python's to decide. */
static bool give_marks(tbpy_state *state, PyObject *result, PyObject *marked, PyObject *marks)
{
    return marks && is_ndarray(state, result) && is_ndarray(state, marked) &&
           same_shape((const ndarray *)result, (const ndarray *)marked) &&
           tbpy_mark_array(state, result, marks);
}

bool tbpy_keep_marks_of(tbpy_state *state, PyObject *result, PyObject *marked)
{
    PyObject *marks = tbpy_marks_of_array(state, marked);
    const bool kept = give_marks(state, result, marked, marks);
    Py_XDECREF(marks);
    return kept;
}

PyObject *tbpy_keep_array_marks(PyObject *result, PyObject *a, PyObject *b)
{
    tbpy_state *state = tbpy_get_state();
    if (!result || !tbpy_has_array_marks(state) || result == a || result == b)
        return result;
    if (b && is_ndarray(state, a) && ((const ndarray *)a)->ndim > 0 && is_ndarray(state, b) &&
        ((const ndarray *)b)->ndim > 0) /* of two operands with dimensions nothing is kept */
        return result;
    PyObject *args[] = {result, a, b ? b : Py_None}, *marked = a, *other = b;
    PyObject *marks = tbpy_marks_of_array(state, a);
    if (!marks && b) {
        marks = tbpy_marks_of_array(state, b);
        marked = b;
        other = a;
    }
    const bool number = !other || PyFloat_CheckExact(other) || PyLong_CheckExact(other);
    if (marks && !(number && give_marks(state, result, marked, marks)) &&
        tbpy_tell_watcher("keep", args, 3) < 0)
        TBPY_DROP(result);
    Py_XDECREF(marks);
    return result;
}

/* ---- the look ---- */

/* Leaves the operands that have shapes; how many, or -1. */
static int read_shapes(tbpy_state *state, tbpy_operation *o)
{
    int n = 0, row[TBPY_LOOKED_AT];
    bool python = false;
    for (int i = 0; i < o->n; i++) {
        row[n] = tbpy_shaped_row(state, o->operand[i]);
        if (row[n] < 0)
            return -1;
        python |= row[n] == TBPY_SHAPE_IN_PYTHON;
        if (row[n] != TBPY_NO_SHAPE)
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
        int status = tbpy_read_shape(o->operand[i], row[i], state->shape_name, &o->shape[n]);
        if (status > 0 && (o->shape[n].ndim -= o->without) < 0)
            status = 0;
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
static bool is_broadcast(const tbpy_operation *o)
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

/* Marks are None or (code, line). */
static uint64_t mix_marks(uint64_t hash, PyObject *marks)
{
    for (Py_ssize_t d = 0; PyTuple_Check(marks) && d < PyTuple_GET_SIZE(marks); d++) {
        PyObject *place = PyTuple_GET_ITEM(marks, d);
        int64_t line = 0;
        const bool known = PyTuple_Check(place) && PyTuple_GET_SIZE(place) == 2 &&
                           tbpy_plain_int(PyTuple_GET_ITEM(place, 1), &line);
        hash = tbpy_mix(hash, known ? (uintptr_t)PyTuple_GET_ITEM(place, 0) : 0);
        hash = tbpy_mix(hash, (uint64_t)line);
    }
    return hash;
}

static uint64_t hash_of(tbpy_state *state, const tbpy_operation *o)
{
    uint64_t hash = tbpy_mix(1, (uint64_t)o->place);
    if (o->place < 0) {
        PyFrameObject *frame = PyEval_GetFrame();
        PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL; /* its address alone is used */
        hash = tbpy_mix(tbpy_mix(hash, (uintptr_t)code), frame ? (uint64_t)PyFrame_GetLineNumber(frame) : 0);
        Py_XDECREF(code);
    }
    for (int i = 0; i < o->n; i++) {
        PyObject *marks = tbpy_has_array_marks(state) ? tbpy_marks_of_array(state, o->operand[i]) : NULL;
        hash = tbpy_mix(marks ? mix_marks(hash, marks) : hash, (uint64_t)o->shape[i].ndim);
        Py_XDECREF(marks);
        for (int d = 0; d < o->shape[i].ndim; d++)
            hash = tbpy_mix(hash, (uint64_t)o->shape[i].size[d]);
    }
    return hash | UINT64_C(1) << 63; /* never 0: told's rows are at first */
}

/* Calls watcher.see; 1 where it need not be told again. */
static int tell(const tbpy_operation *o)
{
    PyObject *shapes = tbpy_shape_tuples(o->shape, o->n), *name = PyUnicode_FromString(o->name),
             *operands = tbpy_tuple_of(o->operand, o->n);
    int answer = 0;
    if (shapes && name && operands) {
        PyObject *args[] = {name, operands, shapes, o->inplace ? Py_True : Py_False,
                            o->data ? Py_True : Py_False};
        PyObject *value = tbpy_call_watcher("see", args, 5);
        answer = value == Py_True;
        Py_XDECREF(value);
    }
    Py_XDECREF(operands);
    Py_XDECREF(name);
    Py_XDECREF(shapes);
    return PyErr_Occurred() ? tbpy_forgive() : answer;
}

static int report(tbpy_state *state, const tbpy_operation *o)
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

int tbpy_look(tbpy_operation *o)
{
    tbpy_state *state = tbpy_get_state();
    if (!state->watcher)
        return 0;
    const int n = read_shapes(state, o);
    if (n < 2)
        return n < 0 ? -1 : 0;
    return is_broadcast(o) ? report(state, o) : 0;
}

/* ---- what tbcast/audit calls ---- */

static PyObject *watched_functions(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return Py_NewRef(tbpy_get_state()->known_functions);
}

static PyObject *array_marks(PyObject *Py_UNUSED(module), PyObject *array)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *marks = tbpy_has_array_marks(state) ? tbpy_marks_of_array(state, array) : NULL;
    return marks ? marks : Py_NewRef(Py_None);
}

static PyObject *mark_array(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    tbpy_state *state = tbpy_get_state();
    if (nargs != 2 || !PyTuple_CheckExact(args[1]))
        return PyErr_Format(PyExc_TypeError, "_mark_array() takes an array and a tuple");
    if (!state->array_marks)
        return PyErr_Format(PyExc_RuntimeError, "nothing is watched");
    return PyBool_FromLong(tbpy_mark_array(state, args[0], args[1]));
}

static PyObject *set_watcher(PyObject *Py_UNUSED(module), PyObject *watcher)
{
    tbpy_state *state = tbpy_get_state();
    for (int i = 0; i < TBPY_TOLD; i++)
        state->told[i] = 0;
    if (!Py_IsNone(watcher) && tbpy_begin_array_marks(state) < 0)
        return NULL;
    if (!Py_IsNone(watcher) && !state->watcher)
        tbpy_begin_instrumented(state);
    if (tbpy_replace(&state->watcher, Py_IsNone(watcher) ? NULL : Py_NewRef(watcher)) < 0)
        return NULL;
    if (Py_IsNone(watcher)) {
        tbpy_end_instrumented(state);
        tbpy_forget_array_marks(state);
    }
    for (int i = 0; Py_IsNone(watcher) && i < TBPY_SHAPE_UNKNOWN * TBPY_SHAPED_TYPES; i++)
        if (tbpy_replace((PyObject **)&state->shaped_type[i / TBPY_SHAPED_TYPES][i % TBPY_SHAPED_TYPES],
                         NULL) < 0)
            return NULL;
    for (size_t i = 0; Py_IsNone(watcher) && i < TBPY_RECENT_FUNCTIONS; i++)
        atomic_store(&state->recent_function[i], NULL);
    Py_RETURN_NONE;
}

const PyMethodDef tbpy_shapes_functions[] = {
    {"_watched_functions", watched_functions, METH_NOARGS,
     "_watched_functions($module, /)\n--\n\n"
     "Functions by their address, and what is called instead.  Nothing is taken out while a watcher is set."},
    {"_array_marks", array_marks, METH_O,
     "_array_marks($module, array, /)\n--\n\n"
     "The marks of an array of another library's, or None."},
    {"_mark_array", TBPY_FASTCALL(mark_array),
     "_mark_array($module, array, marks, /)\n--\n\n"
     "Give it marks, a tuple, until the audit ends.  Can it have any?"},
    {"_set_watcher", set_watcher, METH_O,
     "_set_watcher($module, watcher, /)\n--\n\n"
     "What _watched calls (tbcast/audit/_rewriting/watching.py), None: nothing."},
    {NULL, NULL, 0, NULL},
};

int tbpy_init_shapes(PyObject *Py_UNUSED(module))
{
    tbpy_state *state = tbpy_get_state();
    state->shape_name = PyUnicode_InternFromString("shape");
    state->known_functions = PyDict_New();
    return PyErr_Occurred() ? -1 : 0;
}
