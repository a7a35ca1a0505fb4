/* compat.h: the differences between CPython 3.10 to 3.15.  It defines the newest names through older calls
 * where a version lacks them, so that no other file checks a version or uses a deprecated call. */
#ifndef TBPY_COMPAT_H
#define TBPY_COMPAT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#if PY_VERSION_HEX < 0x030B0000
#include <frameobject.h>
#include <longintrepr.h>
#endif
#if PY_VERSION_HEX < 0x030C0000
#include <structmember.h>
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the raised exception (3.12) ---- */

#if PY_VERSION_HEX < 0x030C0000
static inline PyObject *PyErr_GetRaisedException(void)
{
    PyObject *type, *error, *traceback;
    PyErr_Fetch(&type, &error, &traceback);
    if (!type)
        return NULL;
    PyErr_NormalizeException(&type, &error, &traceback);
    if (traceback)
        PyException_SetTraceback(error, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return error;
}

/* Steals the reference. */
static inline void PyErr_SetRaisedException(PyObject *error)
{
    PyObject *type = error ? Py_NewRef((PyObject *)Py_TYPE(error)) : NULL;
    PyErr_Restore(type, error, error ? PyException_GetTraceback(error) : NULL);
}
#endif

#if PY_VERSION_HEX < 0x030D0000
/* 1, or 0 without an exception if there is no such attribute, or -1. */
static inline int PyObject_GetOptionalAttr(PyObject *o, PyObject *name, PyObject **found)
{
    *found = PyObject_GetAttr(o, name);
    if (*found)
        return 1;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    PyErr_Clear();
    return 0;
}

static inline int PyObject_GetOptionalAttrString(PyObject *o, const char *name, PyObject **found)
{
    PyObject *text = PyUnicode_FromString(name);
    *found = NULL;
    const int status = text ? PyObject_GetOptionalAttr(o, text, found) : -1;
    Py_XDECREF(text);
    return status;
}
#endif

/* ---- exceptions whose text cannot be allocated: MemoryError (3.11), not the exception without a text
 * ---- */

#if PY_VERSION_HEX < 0x030B0000
static inline PyObject *tbpy_fail_with_text(PyObject *type, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    PyObject *text = PyUnicode_FromFormatV(format, values);
    va_end(values);
    if (text)
        PyErr_SetObject(type, text);
    Py_XDECREF(text);
    return NULL;
}
#define PyErr_Format tbpy_fail_with_text
#define PyErr_SetString(type, text) ((void)tbpy_fail_with_text(type, "%s", text))
#endif

/* Exceptions have notes (3.11). */
#define TBPY_HAS_NOTES (PY_VERSION_HEX >= 0x030B0000)

/* ---- items of dicts by C strings: PyDict_GetItemStringRef (3.13) ---- */

#if PY_VERSION_HEX < 0x030D0000
static inline int PyDict_GetItemStringRef(PyObject *dict, const char *name, PyObject **item)
{
    PyObject *key = PyUnicode_FromString(name);
    *item = key ? Py_XNewRef(PyDict_GetItemWithError(dict, key)) : NULL;
    Py_XDECREF(key);
    return *item ? 1 : PyErr_Occurred() ? -1 : 0;
}
#endif

/* ---- weak references: PyWeakref_GetRef (3.13), PyWeakref_IsDead (3.14) ---- */

#if PY_VERSION_HEX < 0x030D0000
static inline int PyWeakref_GetRef(PyObject *reference, PyObject **object)
{
    PyObject *found = PyWeakref_GetObject(reference); /* borrowed */
    *object = found && found != Py_None ? Py_NewRef(found) : NULL;
    return *object ? 1 : found ? 0 : -1;
}
#endif
#if PY_VERSION_HEX < 0x030E0000
static inline int PyWeakref_IsDead(PyObject *reference)
{
    PyObject **object = &((PyWeakReference *)reference)->wr_object;
    return __atomic_load_n(object, __ATOMIC_ACQUIRE) == Py_None;
}
#endif

/* ---- the garbage collector ---- */

/* Since 3.12 collections begin only between bytecodes, and not at any allocation of an object. */
#define TBPY_COLLECTS_ANYWHERE (PY_VERSION_HEX < 0x030C0000)

/* ---- threads that Python does not know, and finalization: PyThreadState_EnsureFromView (3.15) ---- */

/* Whether this thread holds an interpreter's lock can be told.  Before 3.12 the holder of the one lock is
 * known, but not always which thread that is: a thread that runs another interpreter with a borrowed state
 * is not recognized. */
#define TBPY_KNOWS_ATTACHED (PY_VERSION_HEX >= 0x030C0000)
static inline bool tbpy_is_attached(void)
{
#if PY_VERSION_HEX >= 0x030D0000
    return PyThreadState_GetUnchecked() != NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    return _PyThreadState_UncheckedGet() != NULL;
#else
    const PyThreadState *holder = _PyThreadState_UncheckedGet();
    return holder &&
           (holder == PyGILState_GetThisThreadState() || holder->thread_id == PyThread_get_thread_ident());
#endif
}

#if PY_VERSION_HEX >= 0x030F0000
typedef PyThreadStateToken *tbpy_attachment;
#else
typedef PyGILState_STATE tbpy_attachment;
#endif

/* Acquires the lock of the main interpreter, or of the one that the thread belongs to, for a thread
 * without it. Returns false if there is no longer one to acquire. */
static inline bool tbpy_attach(tbpy_attachment *attachment)
{
#if PY_VERSION_HEX >= 0x030F0000
    PyInterpreterView *view = Py_IsInitialized() ? PyInterpreterView_FromMain() : NULL;
    *attachment = view ? PyThreadState_EnsureFromView(view) : NULL;
    if (view)
        PyInterpreterView_Close(view);
    return *attachment != NULL;
#else
#if PY_VERSION_HEX >= 0x030D0000
    const bool ends = Py_IsFinalizing();
#else
    const bool ends = _Py_IsFinalizing();
#endif
    if (!Py_IsInitialized() || ends)
        return false;
    *attachment = PyGILState_Ensure();
    return true;
#endif
}

static inline void tbpy_detach(tbpy_attachment attachment)
{
#if PY_VERSION_HEX >= 0x030F0000
    PyThreadState_Release(attachment);
#else
    PyGILState_Release(attachment);
#endif
}

/* ---- members of objects (3.12) ---- */

#if PY_VERSION_HEX < 0x030C0000
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY READONLY
#endif

/* ---- types: PyType_GetDict, PyType_FromMetaclass (3.12), PyType_FromSlots (3.15) ---- */

#if PY_VERSION_HEX < 0x030C0000
static inline PyObject *PyType_GetDict(PyTypeObject *type) { return Py_XNewRef(type->tp_dict); }
#endif

/* Makes a new type from the spec, derived from `base` and with a metaclass and module, each unless NULL. */
static inline PyTypeObject *tbpy_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base,
                                          PyTypeObject *metaclass)
{
#if PY_VERSION_HEX >= 0x030F0000
    /* At most eight, and the end. */
    PySlot slots[9] = {
        PySlot_DATA(Py_tp_name, spec->name),
        PySlot_UINT64(Py_tp_flags, spec->flags),
        PySlot_DATA(Py_tp_slots, spec->slots),
    };
    int n = 3;
    if (spec->basicsize)
        slots[n++] = (PySlot)PySlot_SIZE(Py_tp_basicsize, spec->basicsize);
    if (spec->itemsize)
        slots[n++] = (PySlot)PySlot_SIZE(Py_tp_itemsize, spec->itemsize);
    if (base)
        slots[n++] = (PySlot)PySlot_DATA(Py_tp_bases, base);
    if (metaclass)
        slots[n++] = (PySlot)PySlot_DATA(Py_tp_metaclass, metaclass);
    if (module)
        slots[n++] = (PySlot)PySlot_DATA(Py_tp_module, module);
    return (PyTypeObject *)PyType_FromSlots(slots);
#elif PY_VERSION_HEX >= 0x030C0000
    return (PyTypeObject *)PyType_FromMetaclass(metaclass, module, spec, (PyObject *)base);
#else
    PyObject *type = PyType_FromModuleAndSpec(module, spec, (PyObject *)base);
    if (type && metaclass) /* its type was `type`, which is static: nothing to release */
        Py_SET_TYPE(type, (PyTypeObject *)Py_NewRef((PyObject *)metaclass));
    return (PyTypeObject *)type;
#endif
}

/* ---- the module: PyModExport_ (3.15) ---- */

/* Defines the function by which Python finds an extension, with the module's name, its full name, its
 * text, the size of its state, the function that fills it, and those that visit, clear and free its state.
 * Interpreters may have their own locks, or none. */
#if PY_VERSION_HEX >= 0x030F0000
#define TBPY_EXPORT_MODULE(name, full_name, text, state_size, exec, traverse, clear, free)                \
    PyABIInfo_VAR(module_abi);                                                                            \
    static PySlot module_slots[] = {                                                                      \
        PySlot_STATIC_DATA(Py_mod_abi, &module_abi),                                                      \
        PySlot_STATIC_DATA(Py_mod_name, (char *)full_name),                                               \
        PySlot_STATIC_DATA(Py_mod_doc, (char *)text),                                                     \
        PySlot_SIZE(Py_mod_state_size, state_size),                                                       \
        PySlot_FUNC(Py_mod_exec, exec),                                                                   \
        PySlot_FUNC(Py_mod_state_traverse, traverse),                                                     \
        PySlot_FUNC(Py_mod_state_clear, clear),                                                           \
        PySlot_FUNC(Py_mod_state_free, free),                                                             \
        PySlot_DATA(Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED),                  \
        PySlot_DATA(Py_mod_gil, Py_MOD_GIL_NOT_USED),                                                     \
        PySlot_END,                                                                                       \
    };                                                                                                    \
    PyMODEXPORT_FUNC PyModExport_##name(void) { return module_slots; }
#else
#if PY_VERSION_HEX >= 0x030C0000
#define TBPY_SLOT_INTERPRETERS {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#else
#define TBPY_SLOT_INTERPRETERS
#endif
#ifdef Py_mod_gil
#define TBPY_SLOT_NO_LOCK {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#else
#define TBPY_SLOT_NO_LOCK
#endif
#define TBPY_EXPORT_MODULE(name, full_name, text, state_size, exec, traverse, clear, free)                \
    static const PyModuleDef_Slot module_slots[] = {                                                      \
        {Py_mod_exec, exec},                                                                              \
        TBPY_SLOT_INTERPRETERS TBPY_SLOT_NO_LOCK{0, NULL},                                                             \
    };                                                                                                    \
    static struct PyModuleDef module_def = {                                                              \
        /* an object for CPython, which writes to it */                                                    \
        PyModuleDef_HEAD_INIT,                                                                            \
        .m_name = full_name,                                                                              \
        .m_doc = text,                                                                                    \
        .m_size = state_size,                                                                             \
        .m_slots = (PyModuleDef_Slot *)module_slots,                                                      \
        .m_traverse = traverse,                                                                           \
        .m_clear = clear,                                                                                 \
        .m_free = free,                                                                                   \
    };                                                                                                    \
    PyMODINIT_FUNC PyInit_##name(void) { return PyModuleDef_Init(&module_def); }
#endif

/* ---- where a frame is: PyFrame_GetLasti (3.11) ---- */

#if PY_VERSION_HEX < 0x030B0000
static inline int PyFrame_GetLasti(PyFrameObject *frame) { return frame->f_lasti; }
#endif

/* ---- functions: PyFunction_SetVectorcall, data attached to code objects (3.12) ---- */

#if PY_VERSION_HEX < 0x030C0000
static inline void PyFunction_SetVectorcall(PyFunctionObject *function, vectorcallfunc call)
{
    function->vectorcall = call;
}
#define PyUnstable_Eval_RequestCodeExtraIndex _PyEval_RequestCodeExtraIndex
#define PyUnstable_Code_GetExtra _PyCode_GetExtra
#define PyUnstable_Code_SetExtra _PyCode_SetExtra
#endif

/* ---- the evaluator of frames (PEP 523): PyUnstable_InterpreterState_GetEvalFrameFunc (3.15) ---- */

#if PY_VERSION_HEX < 0x030F0000
#define PyUnstable_InterpreterState_GetEvalFrameFunc _PyInterpreterState_GetEvalFrameFunc
#endif
typedef void (*tbpy_evaluator)(void); /* only compared */
static inline tbpy_evaluator tbpy_frame_evaluator(void)
{
    return (tbpy_evaluator)PyUnstable_InterpreterState_GetEvalFrameFunc(PyInterpreterState_Get());
}

/* While CPython itself evaluates frames, 3.11 runs the code of a function called from Python without
 * checking its vectorcall.  Later versions check it, earlier ones call it. */
#define TBPY_IGNORES_VECTORCALLS (PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000)
#if TBPY_IGNORES_VECTORCALLS
typedef struct _PyInterpreterFrame tbpy_frame;
static inline PyObject *tbpy_evaluate(PyThreadState *thread, tbpy_frame *frame, int throwing)
{
    return _PyEval_EvalFrameDefault(thread, frame, throwing);
}
static inline bool tbpy_evaluates_itself(void)
{
    return tbpy_frame_evaluator() == (tbpy_evaluator)_PyEval_EvalFrameDefault;
}
/* NULL restores CPython's own. */
static inline void tbpy_set_evaluator(PyObject *(*evaluator)(PyThreadState *, tbpy_frame *, int))
{
    _PyInterpreterState_SetEvalFrameFunc(PyInterpreterState_Get(),
                                         evaluator ? evaluator : _PyEval_EvalFrameDefault);
}
#endif

/* ---- free-threaded builds (3.13) ---- */

/* Objects of a heap type own a reference to it.  In a free-threaded build all threads would contend for
 * that reference count, so there the type lives as long as the process. */
#ifdef Py_GIL_DISABLED
#define TBPY_SHARE_TYPE(type) (((PyObject *)(type))->ob_ref_local = _Py_IMMORTAL_REFCNT_LOCAL)
#else
#define TBPY_SHARE_TYPE(type) ((void)0)
#endif

/* ---- ints of one digit, read directly: PyUnstable_Long_* (3.12) ---- */

static inline bool tbpy_compact_int(const PyLongObject *whole, int64_t *out)
{
#if PY_VERSION_HEX >= 0x030C0000
    if (!PyUnstable_Long_IsCompact(whole))
        return false;
    *out = PyUnstable_Long_CompactValue(whole);
#else
    const Py_ssize_t size = Py_SIZE((PyObject *)whole);
    if (size != 0 && size != 1)
        return false;
    *out = size ? (int64_t)whole->ob_digit[0] : 0;
#endif
    return true;
}

#endif
