/* torch_mode.c: `__torch_function__` of the mode that tbcast.audit.torch pushes: PyTorch calls it instead of each
 * of its functions.
 *
 * It calls the function, always, with the same arguments, result and exceptions.  What it adds is a look at the
 * operands' shapes, and Python (tbcast/audit/torch.py) is asked only where they differ in a way that it has not
 * called harmless at that instruction before.  PyTorch's headers are not needed: shapes come from the descriptor
 * `TensorBase.shape`, whose C function is called directly where a tensor is of a type that has no
 * `__torch_function__` of its own.
 *
 * Errors of what it adds end here.  The exceptions that a policy raises come as objects that Python returns. */
#include "audit/torch_mode.h"

#include "python/base/objects.h"

enum { MAX_OPERANDS = 8, MAX_PLAIN_TYPES = 4, MAX_HARMLESS = 4096, MAX_DEPTH = 64 };

/* What a function is, as torch.py's table says: one of these and, shifted, how many of its positional arguments
 * can be operands (0: all). */
enum {
    BROADCASTS = 1, /* operands may be of any shapes that broadcast */
    COMPARES = 2, /* the same, a loss or a comparison of data */
    MULTIPLIES = 3, /* products: Python knows which dimensions broadcast */
    INDEXES = 4, /* __getitem__, whose tensors of indices broadcast among themselves */
    INSERTS = 5, /* unsqueeze and its like write out a dimension */
    KEEPS = 6, /* the result has what was written out of the first argument */
    DERIVES = 7, /* Python knows what broadcasts, which may be what tensors of one shape are made into */
    RESHAPES = 8, /* reshape and view write out a dimension where they are given a 1 */
    MAKES = 9, /* tensor and its like write out a dimension where they are given lists of one item */
    KIND = 15,
    OPERANDS_SHIFT = 4,
};

/* What a mode is made of, in the order in which it is given, after the plain types; never changed. */
#define FOR_EACH_OBJECT(X)                                                                        \
    X(tensor, &PyType_Type)       /* other tensors are of a subclass of it */                     \
    X(shape, &PyGetSetDescr_Type) /* the descriptor */                                            \
    X(functions, &PyDict_Type)    /* {function: what it is} */                                    \
    X(slow_shape, NULL)           /* (tensor): its shape, for all but the plain types */          \
    X(is_tracing, NULL)           /* (): is torch.jit.trace at work? */                           \
    X(on_broadcast, NULL) /* (mode, function, kind, shapes, marks, args, kwargs): True, None or an exception */ \
    X(on_result, NULL)            /* (kind, function, args, kwargs, result) */                    \
    X(harmless, &PyDict_Type)     /* {(function, code, instruction, *shapes): the code object} */

typedef struct {
    PyObject_HEAD
    PyTypeObject *plain[MAX_PLAIN_TYPES]; /* whose shapes are read directly */
    PyTypeObject *getter; /* of what PyTorch calls for attributes, as shape.__get__ is */
#define MEMBER(name, type) PyObject *name;
    FOR_EACH_OBJECT(MEMBER)
#undef MEMBER
    const tbpy_interface *library;
    /* Those that others change: */
    _Atomic bool active, warns;
    _Atomic int inside; /* calls of functions of interest that run */
} TorchMode;

/* ---- shapes ---- */

static bool is_plain(const TorchMode *mode, PyObject *o)
{
    for (int i = 0; i < MAX_PLAIN_TYPES && mode->plain[i]; i++)
        if (Py_IS_TYPE(o, mode->plain[i]))
            return true;
    return false;
}

/* A new reference to a tuple; NULL with or without an exception if there is none. */
static PyObject *shape_of(const TorchMode *mode, PyObject *tensor)
{
    PyObject *shape;
    if (is_plain(mode, tensor)) {
        const PyGetSetDef *getset = ((PyGetSetDescrObject *)mode->shape)->d_getset;
        shape = getset->get(tensor, getset->closure);
    } else {
        shape = PyObject_CallOneArg(mode->slow_shape, tensor);
    }
    if (shape && !PyTuple_Check(shape))
        TBPY_DROP(shape);
    return shape;
}

/* The operands of a call. */
typedef struct {
    int n;
    PyObject *tensor[MAX_OPERANDS], *shape[MAX_OPERANDS]; /* owned; shapes are read where they are compared */
    int64_t elements[MAX_OPERANDS];
} operands;

static void release(operands *of)
{
    for (int i = 0; i < of->n; i++) {
        Py_DECREF(of->tensor[i]);
        Py_XDECREF(of->shape[i]);
    }
    of->n = 0;
}

/* Adds an argument if it is a tensor; -1 if nothing can be said of the call. */
static int add(const TorchMode *mode, operands *of, PyObject *argument)
{
    if (!is_plain(mode, argument) && !PyObject_TypeCheck(argument, (PyTypeObject *)mode->tensor))
        return 0;
    if (of->n == MAX_OPERANDS)
        return -1;
    of->tensor[of->n++] = Py_NewRef(argument);
    return 0;
}

/* torch.jit.trace records how shapes are read: 1, 0, or -1 with an exception. */
static int is_traced(const TorchMode *mode)
{
    PyObject *answer = PyObject_CallNoArgs(mode->is_tracing);
    const int traced = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return traced;
}

/* 1, 0 where there is nothing to compare, or -1 with or without an exception. */
static int read_shapes(const TorchMode *mode, operands *of)
{
    const int traced = of->n < 2 ? 1 : is_traced(mode);
    for (int i = 0; traced == 0 && i < of->n; i++)
        if (!(of->shape[i] = shape_of(mode, of->tensor[i])))
            return -1;
    return traced < 0 ? -1 : !traced;
}

static bool is_name(PyObject *key, const char *name)
{
    return PyUnicode_Check(key) && PyUnicode_CompareWithASCIIString(key, name) == 0;
}

/* Keywords that are no operands. */
static bool is_other_keyword(PyObject *key)
{
    return is_name(key, "out") || is_name(key, "pos_weight") || is_name(key, "weight") ||
           is_name(key, "alpha") || is_name(key, "value");
}

static bool is_sequence(PyObject *argument)
{
    return PyTuple_CheckExact(argument) || PyList_CheckExact(argument);
}

static int add_items(const TorchMode *mode, operands *of, PyObject *sequence)
{
    PyObject *item; /* of what Python code may change, if it is a list */
    int status = 0;
    for (Py_ssize_t k = 0; status == 0 && (item = tbpy_sequence_item(sequence, k)); k++) {
        status = add(mode, of, item);
        Py_DECREF(item);
    }
    return status;
}

static int collect(const TorchMode *mode, operands *of, long what, PyObject *args, PyObject *kwargs)
{
    const Py_ssize_t nargs = PyTuple_GET_SIZE(args), most = what >> OPERANDS_SHIFT;
    const int kind = what & KIND;
    if (kind == INDEXES)
        return nargs == 2 && PyTuple_CheckExact(PyTuple_GET_ITEM(args, 1))
                   ? add_items(mode, of, PyTuple_GET_ITEM(args, 1))
                   : 0;
    for (Py_ssize_t i = 0; i < nargs && !(most && i >= most); i++) {
        PyObject *argument = PyTuple_GET_ITEM(args, i);
        const bool listed = (i == 0 || kind == DERIVES) && is_sequence(argument);
        if ((listed ? add_items(mode, of, argument) : add(mode, of, argument)) < 0)
            return -1;
    }
    if (!kwargs || PyDict_GET_SIZE(kwargs) == 0)
        return 0;
    PyObject *copy = PyDict_Copy(kwargs), *key, *value; /* Python code may change a dict, too */
    Py_ssize_t at = 0;
    int status = copy ? 0 : -1;
    while (status == 0 && PyDict_Next(copy, &at, &key, &value))
        if (!is_other_keyword(key))
            status = add(mode, of, value);
    Py_XDECREF(copy);
    return status;
}

static bool same(PyObject *a, PyObject *b)
{
    const Py_ssize_t n = PyTuple_GET_SIZE(a);
    if (PyTuple_GET_SIZE(b) != n)
        return false;
    for (Py_ssize_t i = 0; i < n; i++) {
        int64_t left, right;
        PyObject *const x = PyTuple_GET_ITEM(a, i), *const y = PyTuple_GET_ITEM(b, i);
        if (x != y && !(tbpy_plain_int(x, &left) && tbpy_plain_int(y, &right) && left == right))
            return false;
    }
    return true;
}

static bool all_same(const operands *of)
{
    for (int i = 1; i < of->n; i++)
        if (!same(of->shape[0], of->shape[i]))
            return false;
    return true;
}

/* Counts elements; false if a size is none that is known (a symbol of a compiler's), or too large. */
static bool count_elements(operands *of)
{
    for (int i = 0; i < of->n; i++) {
        of->elements[i] = 1;
        for (Py_ssize_t d = 0; d < PyTuple_GET_SIZE(of->shape[i]); d++) {
            int64_t size;
            if (!tbpy_plain_int(PyTuple_GET_ITEM(of->shape[i], d), &size) || size < 0 ||
                __builtin_mul_overflow(of->elements[i], size, &of->elements[i]))
                return false;
        }
    }
    return true;
}

/* Does nothing broadcast but operands of one element? */
static bool only_single_elements(const operands *of)
{
    PyObject *first = NULL;
    for (int i = 0; i < of->n; i++) {
        if (of->elements[i] == 1)
            continue;
        if (first && !same(first, of->shape[i]))
            return false;
        first = of->shape[i];
    }
    return true;
}

/* Would torch 0.2 have warned? */
static bool has_equal_counts(const operands *of)
{
    for (int i = 0; i < of->n; i++)
        if (of->elements[i] != of->elements[0] || of->elements[i] == 0 || PyTuple_GET_SIZE(of->shape[i]) == 0)
            return false;
    return true;
}

/* ---- what is not the same ---- */

/* (function, code, instruction, *shapes): where and with what a call is made. */
static PyObject *key_of(PyObject *function, PyObject *code, int instruction, const operands *of)
{
    PyObject *key = PyTuple_New(3 + of->n);
    if (!key)
        return NULL;
    PyTuple_SET_ITEM(key, 0, Py_NewRef(function));
    PyTuple_SET_ITEM(key, 1, PyLong_FromVoidPtr(code));
    PyTuple_SET_ITEM(key, 2, PyLong_FromLong(instruction));
    for (int i = 0; i < of->n; i++)
        PyTuple_SET_ITEM(key, 3 + i, Py_NewRef(of->shape[i]));
    if (!PyErr_Occurred())
        return key;
    Py_DECREF(key);
    return NULL;
}

static void remember(const TorchMode *mode, PyObject *key, PyObject *code)
{
    if (PyDict_GET_SIZE(mode->harmless) >= MAX_HARMLESS)
        PyDict_Clear(mode->harmless);
    (void)PyDict_SetItem(mode->harmless, key, code); /* the code lives as long as its address is a key */
}

/* The operands' marks, of each that has as many as dimensions; None where none has.  A new reference. */
static PyObject *marks_of(const TorchMode *mode, const operands *of)
{
    PyObject *all = NULL;
    for (int i = 0; mode->library->has_marks() && i < of->n; i++) {
        PyObject *marks = mode->library->marks_of(of->tensor[i]);
        if (marks && PyTuple_GET_SIZE(marks) == PyTuple_GET_SIZE(of->shape[i])) {
            if (!all && !(all = PyTuple_New(of->n))) {
                Py_DECREF(marks);
                return NULL;
            }
            PyTuple_SET_ITEM(all, i, Py_NewRef(marks));
        }
        Py_XDECREF(marks);
    }
    for (int i = 0; all && i < of->n; i++)
        if (!PyTuple_GET_ITEM(all, i))
            PyTuple_SET_ITEM(all, i, Py_NewRef(Py_None));
    return all ? all : Py_NewRef(Py_None);
}

/* Asks Python: 0, or -1 with an exception that the program is to see. */
static int ask(TorchMode *mode, PyObject *function, long what, const operands *of, PyObject *args,
               PyObject *kwargs, PyObject *key, PyObject *code)
{
    int status = 0;
    PyObject *shapes = tbpy_tuple_of(of->shape, of->n), *number = PyLong_FromLong(what & KIND),
             *answer = NULL;
    PyObject *marks = marks_of(mode, of);
    PyObject *const given[] = {(PyObject *)mode,         function, number, shapes, marks, args,
                               kwargs ? kwargs : Py_None};
    if (shapes && number && marks)
        answer = PyObject_Vectorcall(mode->on_broadcast, given, 7, NULL);
    if (answer && PyExceptionInstance_Check(answer)) {
        PyErr_SetObject((PyObject *)Py_TYPE(answer), answer);
        status = -1;
    } else if (answer == Py_True && key) {
        remember(mode, key, code);
    }
    if (status == 0)
        status = watch_clear_error();
    Py_XDECREF(answer);
    Py_XDECREF(marks);
    Py_XDECREF(number);
    Py_XDECREF(shapes);
    return status;
}

/* The frame that calls the function, a new reference, or NULL.  Functions written in Python come here by
 * torch.overrides.handle_torch_function, from a frame of their own. */
static PyFrameObject *calling_frame(PyObject *function)
{
    PyFrameObject *frame = (PyFrameObject *)Py_XNewRef(PyEval_GetFrame());
    for (int i = 0; frame && i < 2 && PyFunction_Check(function); i++)
        Py_XSETREF(frame, PyFrame_GetBack(frame));
    return frame;
}

static int look_at_shapes(TorchMode *mode, PyObject *function, long what, operands *of, PyObject *args,
                          PyObject *kwargs)
{
    const bool derived = (what & KIND) == DERIVES;
    const int read = read_shapes(mode, of);
    if (read <= 0)
        return read < 0 ? watch_clear_error() : 0;
    if (!count_elements(of) || (!derived && all_same(of)))
        return 0;
    const bool policy = mode->library->has_policy();
    const bool always =
        policy || (atomic_load_explicit(&mode->warns, memory_order_relaxed) && has_equal_counts(of));
    if (!always && !derived && only_single_elements(of))
        return 0;
    PyFrameObject *frame = calling_frame(function);
    PyObject *code = frame ? (PyObject *)PyFrame_GetCode(frame) : NULL;
    PyObject *key = code ? key_of(function, code, PyFrame_GetLasti(frame), of) : NULL;
    int status = 0;
    if (always || !key || PyDict_Contains(mode->harmless, key) != 1) {
        PyErr_Clear();
        status = ask(mode, function, what, of, args, kwargs, key, code);
    }
    Py_XDECREF(key);
    Py_XDECREF(code);
    Py_XDECREF(frame);
    return status;
}

/* ---- what was written out ---- */

/* x[:, None] */
static bool inserts(PyObject *args)
{
    if (PyTuple_GET_SIZE(args) != 2)
        return false;
    PyObject *index = PyTuple_GET_ITEM(args, 1);
    if (index == Py_None)
        return true;
    for (Py_ssize_t i = 0; PyTuple_CheckExact(index) && i < PyTuple_GET_SIZE(index); i++)
        if (PyTuple_GET_ITEM(index, i) == Py_None)
            return true;
    return false;
}

/* x.reshape(-1, 1), x.reshape((-1, 1)) */
static bool gives_one(PyObject *args)
{
    bool found = false;
    for (Py_ssize_t i = 1; !found && i < PyTuple_GET_SIZE(args); i++) {
        PyObject *size = PyTuple_GET_ITEM(args, i), *item;
        int64_t value;
        found = tbpy_plain_int(size, &value) && value == 1;
        for (Py_ssize_t k = 0; !found && is_sequence(size) && (item = tbpy_sequence_item(size, k)); k++) {
            found = tbpy_plain_int(item, &value) && value == 1;
            Py_DECREF(item);
        }
    }
    return found;
}

/* tensor([[0.0], [1.0]]): Python knows whether these are literals. */
static bool has_list_of_one(PyObject *args)
{
    bool found = false;
    for (Py_ssize_t i = 0; !found && i < PyTuple_GET_SIZE(args) && i < 2; i++) {
        PyObject *data = Py_NewRef(PyTuple_GET_ITEM(args, i)), *item = NULL;
        for (int depth = 0; !found && depth < MAX_DEPTH && is_sequence(data); depth++) {
            found = PySequence_Fast_GET_SIZE(data) == 1;
            item = PySequence_Fast_GET_SIZE(data) > 0 ? tbpy_sequence_item(data, 0) : NULL;
            if (!item)
                break;
            Py_SETREF(data, item);
        }
        Py_DECREF(data);
    }
    return found;
}

static bool has_marks(const TorchMode *mode, PyObject *args)
{
    PyObject *marks = PyTuple_GET_SIZE(args) > 0 ? mode->library->marks_of(PyTuple_GET_ITEM(args, 0)) : NULL;
    Py_XDECREF(marks);
    return marks != NULL;
}

/* Is there anything to say of the result?  n: the tensors among the arguments, where they were counted. */
static bool is_marked(const TorchMode *mode, long what, int n, PyObject *args, PyObject *kwargs)
{
    switch (what & KIND) {
    case INSERTS:
        return true;
    case INDEXES:
        return inserts(args) || has_marks(mode, args);
    case KEEPS:
        return has_marks(mode, args);
    case RESHAPES:
        return (kwargs && PyDict_GET_SIZE(kwargs) > 0) || gives_one(args);
    case BROADCASTS:
        return n == 1 && has_marks(mode, args);
    case MAKES:
        return has_list_of_one(args);
    default:
        return false;
    }
}

static int tell_result(const TorchMode *mode, PyObject *function, long what, PyObject *args, PyObject *kwargs,
                       PyObject *result)
{
    PyObject *number = PyLong_FromLong(what & KIND);
    PyObject *const given[] = {number, function, args, kwargs ? kwargs : Py_None, result};
    PyObject *answer = number ? PyObject_Vectorcall(mode->on_result, given, 5, NULL) : NULL;
    Py_XDECREF(answer);
    Py_XDECREF(number);
    return watch_clear_error();
}

/* ---- a call ---- */

static PyObject *call(PyObject *function, PyObject *args, PyObject *kwargs)
{
    return PyObject_Call(function, args, kwargs);
}

static PyObject *call_of_interest(TorchMode *mode, PyObject *function, long what, PyObject *args,
                                  PyObject *kwargs)
{
    operands of = {0};
    const int kind = what & KIND;
    const bool broadcasts = kind != INSERTS && kind != KEEPS && kind != RESHAPES && kind != MAKES;
    int status = 0;
    if (broadcasts)
        status = collect(mode, &of, what, args, kwargs) < 0
                     ? watch_clear_error()
                     : look_at_shapes(mode, function, what, &of, args, kwargs);
    const int n = of.n;
    release(&of);
    if (status < 0)
        return NULL;
    atomic_fetch_add_explicit(&mode->inside, broadcasts, memory_order_relaxed);
    PyObject *result = call(function, args, kwargs);
    atomic_fetch_sub_explicit(&mode->inside, broadcasts, memory_order_relaxed);
    if (result && is_marked(mode, what, n, args, kwargs) &&
        tell_result(mode, function, what, args, kwargs, result) < 0)
        TBPY_DROP(result);
    return result;
}

/* What the function is, or 0.  Only types of functions whose hashes run no code are looked up. */
static long find(const TorchMode *mode, PyObject *function)
{
    const PyTypeObject *type = Py_TYPE(function);
    if (type == mode->getter) { /* a getter: of the many there are few transpose */
        if (!mode->library->has_marks())
            return 0;
    } else if (type != &PyMethodDescr_Type && type != &PyCFunction_Type && type != &PyWrapperDescr_Type &&
               type != &PyFunction_Type) {
        return 0;
    }
    PyObject *what = PyDict_GetItemWithError(mode->functions, function); /* which nobody changes */
    if (!what) {
        PyErr_Clear();
        return 0;
    }
    int64_t value;
    return tbpy_plain_int(what, &value) ? (long)value : 0;
}

/* (func, types, args=(), kwargs=None) */
static PyObject *torch_function(PyObject *self, PyObject *const *given, Py_ssize_t n, PyObject *names)
{
    TorchMode *mode = (TorchMode *)self;
    PyObject *args = n > 2 ? given[2] : NULL, *kwargs = n > 3 ? given[3] : NULL, *result = NULL;
    const Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
    bool understood = n >= 2 && n <= 4;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        if (is_name(name, "args") && !args)
            args = given[n + i];
        else if (is_name(name, "kwargs") && !kwargs)
            kwargs = given[n + i];
        else
            understood = false;
    }
    if (!understood || (kwargs && kwargs != Py_None && !PyDict_Check(kwargs))) {
        PyErr_SetString(PyExc_TypeError, "__torch_function__() takes func, types, args=() and kwargs=None");
        return NULL;
    }
    if (kwargs == Py_None)
        kwargs = NULL;
    args = args ? PySequence_Tuple(args) : PyTuple_New(0); /* of a tuple: itself */
    if (!args)
        return NULL;
    const long what = atomic_load_explicit(&mode->active, memory_order_relaxed) ? find(mode, given[0]) : 0;
    result = what ? call_of_interest(mode, given[0], what, args, kwargs) : call(given[0], args, kwargs);
    Py_DECREF(args);
    return result;
}

/* ---- the type ---- */

/* Have all of them the attribute that the descriptor reads?  Its function believes what it is given. */
static bool have_shape(PyObject *types, PyObject *shape)
{
    PyTypeObject *owner = ((PyDescrObject *)shape)->d_type;
    bool all = ((PyGetSetDescrObject *)shape)->d_getset->get != NULL;
    for (Py_ssize_t i = 0; all && i < PyTuple_GET_SIZE(types); i++) {
        PyObject *type = PyTuple_GET_ITEM(types, i);
        all = PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, owner);
    }
    return all;
}

static int mode_traverse(PyObject *self, visitproc visit, void *arg)
{
    TorchMode *mode = (TorchMode *)self;
    TBPY_VISIT(Py_TYPE(self));
    for (int i = 0; i < MAX_PLAIN_TYPES; i++)
        Py_VISIT(mode->plain[i]);
    TBPY_VISIT(mode->getter);
#define VISIT(name, type) TBPY_VISIT(mode->name);
    FOR_EACH_OBJECT(VISIT)
#undef VISIT
    return 0;
}

static void mode_dealloc(PyObject *self)
{
    TorchMode *mode = (TorchMode *)self;
    PyObject_GC_UnTrack(self);
    for (int i = 0; i < MAX_PLAIN_TYPES; i++)
        Py_XDECREF(mode->plain[i]);
    Py_DECREF(mode->getter);
#define RELEASE(name, type) Py_DECREF(mode->name);
    FOR_EACH_OBJECT(RELEASE)
#undef RELEASE
    tbpy_dealloc(self);
}

/* Are the arguments (plain types, objects...) of the types that they are to have? */
static bool fit(PyObject *args, PyObject *kwargs)
{
#define TYPE(name, type) type,
    PyTypeObject *const types[] = {&PyTuple_Type, FOR_EACH_OBJECT(TYPE)};
#undef TYPE
    const Py_ssize_t n = sizeof types / sizeof *types;
    bool all = PyTuple_GET_SIZE(args) == n && !(kwargs && PyDict_GET_SIZE(kwargs) > 0);
    for (Py_ssize_t i = 0; all && i < n; i++)
        all = !types[i] || PyObject_TypeCheck(PyTuple_GET_ITEM(args, i), types[i]);
    return all;
}

static PyObject *mode_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (!fit(args, kwargs))
        return PyErr_Format(PyExc_TypeError, "TorchMode() takes nine arguments of certain types");
    PyObject *plain = PyTuple_GET_ITEM(args, 0), *shape = PyTuple_GET_ITEM(args, 2);
    if (!have_shape(plain, shape))
        return PyErr_Format(PyExc_TypeError,
                            "TorchMode(): the types must have the attribute that the descriptor reads");
    PyObject *getter = tbpy_attribute(shape, "__get__");
    TorchMode *mode = getter ? (TorchMode *)type->tp_alloc(type, 0) : NULL;
    if (mode) { /* nothing may be collected until it is whole: what is in it is never NULL */
        Py_ssize_t at = 1;
#define TAKE(name, type) mode->name = Py_NewRef(PyTuple_GET_ITEM(args, at++));
        FOR_EACH_OBJECT(TAKE)
#undef TAKE
        mode->getter = (PyTypeObject *)Py_NewRef((PyObject *)Py_TYPE(getter));
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(plain) && i < MAX_PLAIN_TYPES; i++)
            mode->plain[i] = (PyTypeObject *)Py_NewRef(PyTuple_GET_ITEM(plain, i));
        mode->library = watch_get_state()->library;
        atomic_init(&mode->active, true);
    }
    Py_XDECREF(getter);
    return (PyObject *)mode;
}

static int set_flag(_Atomic bool *flag, PyObject *value)
{
    const int truth = value ? PyObject_IsTrue(value) : -1;
    if (!value)
        PyErr_SetString(PyExc_AttributeError, "it cannot be deleted");
    if (truth >= 0)
        atomic_store(flag, truth == 1);
    return truth < 0 ? -1 : 0;
}

static PyObject *get_active(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(atomic_load(&((TorchMode *)self)->active));
}

static int set_active(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return set_flag(&((TorchMode *)self)->active, value);
}

static PyObject *get_warns(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(atomic_load(&((TorchMode *)self)->warns));
}

static int set_warns(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    return set_flag(&((TorchMode *)self)->warns, value);
}

static PyObject *get_inside(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(atomic_load(&((TorchMode *)self)->inside) > 0);
}

static const PyMethodDef function_definition = {
    "__torch_function__", (PyCFunction)(void (*)(void))torch_function, METH_FASTCALL | METH_KEYWORDS,
    "__torch_function__($self, /, func, types, args=(), kwargs=None)\n--\n\n"
    "Calls func(*args, **kwargs), after a look at the operands' shapes."};

/* torch.compile reads classes without asking objects, and cannot trace C.  It finds the method of torch.py's
 * class, which only calls; whoever asks the mode gets this one. */
static PyObject *mode_getattro(PyObject *self, PyObject *name)
{
    if (is_name(name, function_definition.ml_name))
        return PyCFunction_New((PyMethodDef *)&function_definition, self);
    return PyObject_GenericGetAttr(self, name);
}

static const PyGetSetDef mode_attributes[] = {
    {"active", get_active, set_active, "Does it look at anything?", NULL},
    {"warns", get_warns, set_warns, "Is Python asked about different shapes of as many elements each time?",
     NULL},
    {"inside", get_inside, NULL, "Does a function that broadcasts run?", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

int watch_init_torch_mode(PyObject *module)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc,
         "TorchMode(plain, tensor, shape, functions, slow_shape, is_tracing, on_broadcast, on_result, "
         "harmless, /)\n"
         "--\n\nThe part of a mode of tbcast.audit.torch that runs on every call."},
        {Py_tp_new, mode_new},
        {Py_tp_dealloc, mode_dealloc},
        {Py_tp_traverse, mode_traverse},
        {Py_tp_getattro, mode_getattro},
        {Py_tp_getset, (void *)mode_attributes},
        {0, NULL},
    };
    PyTypeObject *type = tbpy_make_type(module, "tbcast.audit._watch.TorchMode", sizeof(TorchMode),
                                        Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, slots, NULL);
    const int status = type ? PyModule_AddObjectRef(module, "TorchMode", (PyObject *)type) : -1;
    Py_XDECREF(type);
    return status;
}
