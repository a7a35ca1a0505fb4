/* shapes.c: see shapes.h.  Whatever goes wrong in looking is forgotten; only exceptions beside Exception (Ctrl-C) go on
 * to the program. */
#include "audit/shapes.h"

#include "python/base/objects.h"

/* ---- shapes ---- */

_Static_assert((int)WATCH_SHAPE_UNKNOWN == (int)WATCH_SHAPE_KINDS, "a row for each");

/* What every extension that is compiled with NumPy's headers reads in place. */
typedef struct {
    PyObject_HEAD
    char *data;
    int ndim;
    Py_ssize_t *size;
} ndarray;

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

/* Whether the type is NumPy's own; what stands for it in sys.modules may be anything. */
static bool is_type_of_ndarrays(const PyTypeObject *type)
{
    PyObject *name = PyUnicode_InternFromString("numpy"), *numpy = name ? PyImport_GetModule(name) : NULL,
             *found = numpy ? tbpy_attribute(numpy, "ndarray") : NULL;
    const bool same =
        found && found == (const PyObject *)type && (size_t)type->tp_basicsize >= sizeof(ndarray);
    Py_XDECREF(found);
    Py_XDECREF(numpy);
    Py_XDECREF(name);
    PyErr_Clear(); /* not imported, or only in part */
    return same;
}

/* Asks Python, once for each type with a shape. */
static int classify(watch_state *state, PyTypeObject *type)
{
    PyObject *args[] = {(PyObject *)type}, *answer = watch_call("classify", args, 1);
    int64_t row = WATCH_NO_SHAPE;
    const bool known =
        answer && tbpy_plain_int(answer, &row) && row >= WATCH_NO_SHAPE && row < WATCH_SHAPE_OF_NDARRAY;
    Py_XDECREF(answer);
    if (!answer && watch_clear_error() < 0)
        return -1;
    if (!known)
        return WATCH_NO_SHAPE;
    unsigned at = state->next_shaped_type++ % WATCH_SHAPED_TYPES;
    if (is_type_of_ndarrays(type)) {
        row = WATCH_SHAPE_OF_NDARRAY;
        at = 0;
    }
    PyTypeObject *before =
        atomic_exchange(&state->shaped_type[row][at], (PyTypeObject *)Py_NewRef((PyObject *)type));
    Py_XDECREF((PyObject *)before);
    return (int)row;
}

static bool is_type(const watch_state *state, int row, int i, const PyTypeObject *type)
{
    return atomic_load_explicit(&state->shaped_type[row][i], memory_order_relaxed) == type;
}

int watch_shape_kind_of(watch_state *state, PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    if (is_type(state, WATCH_SHAPE_OF_NDARRAY, 0, type))
        return WATCH_SHAPE_OF_NDARRAY;
    if (type == &PyLong_Type || type == &PyFloat_Type || type == &PyUnicode_Type || type == &PyBool_Type ||
        type == &PyList_Type || type == &PyTuple_Type || type == &PyDict_Type || type == Py_TYPE(Py_None))
        return WATCH_NO_SHAPE;
    for (int row = WATCH_NO_SHAPE; row < WATCH_SHAPE_OF_NDARRAY; row++)
        for (int i = 0; i < WATCH_SHAPED_TYPES; i++)
            if (is_type(state, row, i, type))
                return row;
    return has_shape(type, state->shape_name) ? classify(state, type) : WATCH_NO_SHAPE;
}

/* 1, or 0 where o, of a type of this row, has no shape that counts, or -1. */
static int read_shape(PyObject *o, int row, PyObject *name, tb_shape *shape)
{
    if (row == WATCH_SHAPE_OF_NDARRAY) {
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
        return watch_clear_error();
    const Py_ssize_t n = PyTuple_Check(value) ? PyTuple_GET_SIZE(value) : TB_MAX_DIMS + 1;
    bool plain = n <= TB_MAX_DIMS;
    for (Py_ssize_t d = 0; plain && d < n; d++)
        plain = tbpy_plain_int(PyTuple_GET_ITEM(value, d), &shape->size[d]) && shape->size[d] >= 0;
    shape->ndim = plain ? (int)n : 0;
    Py_DECREF(value);
    return plain;
}

int watch_ndim_of_array(PyObject *array) { return ((const ndarray *)array)->ndim; }

static bool has_one_element(const tb_shape *shape)
{
    for (int d = 0; d < shape->ndim; d++)
        if (shape->size[d] != 1)
            return false;
    return true;
}

/* ---- marks ---- */

static bool is_ndarray(const watch_state *state, PyObject *o)
{
    return is_type(state, WATCH_SHAPE_OF_NDARRAY, 0, Py_TYPE(o));
}

bool watch_mark(watch_state *state, PyObject *result, PyObject *marks)
{
    const bool done = state->library->mark(result, marks) == 0;
    if (!done)
        PyErr_Clear();
    return done;
}

/* A new reference, or NULL, perhaps with an exception that is the program's.  Others' marks, of tensors, are left
 * alone. */
static PyObject *marks_of(watch_state *state, PyObject *o)
{
    PyObject *marks = watch_has_marks(state) ? state->library->marks_of(o) : NULL;
    if (marks && watch_shape_kind_of(state, o) <= WATCH_NO_SHAPE)
        TBPY_DROP(marks);
    return marks;
}

int watch_is_marked(watch_state *state, PyObject *o)
{
    PyObject *marks = marks_of(state, o);
    Py_XDECREF(marks);
    return marks ? 1 : PyErr_Occurred() ? -1 : 0;
}

static bool same_shape(const ndarray *a, const ndarray *b)
{
    bool same = a->ndim == b->ndim;
    for (int d = 0; same && d < a->ndim; d++)
        same = a->size[d] == b->size[d];
    return same;
}

/* The marks of an operand of NumPy's for a result of its shape; false where that is Python's to decide. */
static bool give_marks(watch_state *state, PyObject *result, PyObject *marked, PyObject *marks)
{
    return marks && is_ndarray(state, result) && is_ndarray(state, marked) &&
           same_shape((const ndarray *)result, (const ndarray *)marked) && watch_mark(state, result, marks);
}

bool watch_keep_marks_of(watch_state *state, PyObject *result, PyObject *marked)
{
    PyObject *marks = marks_of(state, marked);
    const bool kept = give_marks(state, result, marked, marks);
    Py_XDECREF(marks);
    return kept;
}

PyObject *watch_keep_marks(PyObject *result, PyObject *a, PyObject *b)
{
    watch_state *state = watch_get_state();
    if (!result || !watch_has_marks(state) || result == a || result == b)
        return result;
    if (b && is_ndarray(state, a) && ((const ndarray *)a)->ndim > 0 && is_ndarray(state, b) &&
        ((const ndarray *)b)->ndim > 0) /* of two operands with dimensions nothing is kept */
        return result;
    PyObject *args[] = {result, a, b ? b : Py_None}, *marked = a, *other = b;
    PyObject *marks = marks_of(state, a);
    if (!marks && b && !PyErr_Occurred()) {
        marks = marks_of(state, b);
        marked = b;
        other = a;
    }
    const bool number = !other || PyFloat_CheckExact(other) || PyLong_CheckExact(other);
    if (marks && !(number && give_marks(state, result, marked, marks)))
        (void)watch_notify("keep", args, 3);
    if (PyErr_Occurred())
        TBPY_DROP(result);
    Py_XDECREF(marks);
    return result;
}

/* ---- the look ---- */

/* Leaves the operands that have shapes; how many, or -1. */
static int read_shapes(watch_state *state, watch_operation *o)
{
    int n = 0, row[WATCH_MAX_OPERANDS];
    bool python = false;
    for (int i = 0; i < o->n; i++) {
        row[n] = watch_shape_kind_of(state, o->operand[i]);
        if (row[n] < 0)
            return -1;
        python |= row[n] == WATCH_SHAPE_IN_PYTHON;
        if (row[n] != WATCH_NO_SHAPE)
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
        int status = read_shape(o->operand[i], row[i], state->shape_name, &o->shape[n]);
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

/* Of most operations. */
static bool all_same(const watch_operation *o)
{
    bool same = true;
    for (int i = 1; same && i < o->n; i++)
        same = tb_same_sizes(o->shape[0].size, o->shape[0].ndim, o->shape[i].size, o->shape[i].ndim);
    return same;
}

/* Is it a broadcast, of operands of more than one element? */
static bool is_broadcast(const watch_operation *o)
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
        hash = watch_mix(hash, known ? (uintptr_t)PyTuple_GET_ITEM(place, 0) : 0);
        hash = watch_mix(hash, (uint64_t)line);
    }
    return hash;
}

static uint64_t hash_of(watch_state *state, const watch_operation *o)
{
    uint64_t hash = watch_mix(1, (uint64_t)o->place);
    if (o->place < 0) {
        PyFrameObject *frame = PyEval_GetFrame();
        PyCodeObject *code = frame ? PyFrame_GetCode(frame) : NULL; /* its address alone is used */
        hash =
            watch_mix(watch_mix(hash, (uintptr_t)code), frame ? (uint64_t)PyFrame_GetLineNumber(frame) : 0);
        Py_XDECREF(code);
    }
    for (int i = 0; i < o->n; i++) {
        PyObject *marks = state->library->marks_of(o->operand[i]);
        hash = watch_mix(marks ? mix_marks(hash, marks) : hash, (uint64_t)o->shape[i].ndim);
        Py_XDECREF(marks);
        for (int d = 0; d < o->shape[i].ndim; d++)
            hash = watch_mix(hash, (uint64_t)o->shape[i].size[d]);
    }
    return hash | UINT64_C(1) << 63; /* never 0, which rows are at first */
}

/* Calls watcher.see; 1 where the same need not be reported again. */
static int see(const watch_operation *o)
{
    PyObject *shapes = tbpy_shape_tuples(o->shape, o->n), *name = PyUnicode_FromString(o->name),
             *operands = tbpy_tuple_of(o->operand, o->n);
    int answer = 0;
    if (shapes && name && operands) {
        PyObject *args[] = {name, operands, shapes, o->inplace ? Py_True : Py_False,
                            o->data ? Py_True : Py_False};
        PyObject *value = watch_call("see", args, 5);
        answer = value == Py_True;
        Py_XDECREF(value);
    }
    Py_XDECREF(operands);
    Py_XDECREF(name);
    Py_XDECREF(shapes);
    return PyErr_Occurred() ? watch_clear_error() : answer;
}

static int report(watch_state *state, const watch_operation *o)
{
    const uint64_t hash = hash_of(state, o);
    _Atomic uint64_t *known = &state->harmless[hash % WATCH_HARMLESS];
    if (atomic_load_explicit(known, memory_order_relaxed) == hash)
        return 0;
    const int answer = see(o);
    if (answer == 1)
        atomic_store_explicit(known, hash, memory_order_relaxed);
    return answer < 0 ? -1 : 0;
}

int watch_look(watch_operation *o)
{
    watch_state *state = watch_get_state();
    if (!watch_is_on(state))
        return 0;
    const int n = read_shapes(state, o);
    if (n < 2)
        return n < 0 ? -1 : 0;
    return !all_same(o) && is_broadcast(o) ? report(state, o) : 0;
}
