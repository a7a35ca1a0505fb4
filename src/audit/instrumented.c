/* instrumented.c: see instrumented.h. */
#include "audit/instrumented.h"

/* Calls within calls before C's stack is spared: CPython 3.12 allows 1,500 calls of C's. */
enum { MAX_NESTED = 400 };
static _Thread_local int nested;

/* What calls any other function, the same in all interpreters. */
static _Atomic(vectorcallfunc) call_function;

/* ---- code ---- */

static void free_instrumented(void *code) { Py_XDECREF((PyObject *)code); }

/* Borrowed: it lives as long as the code; NULL where there is none. */
static PyObject *instrumented_of(const watch_state *state, PyObject *code)
{
    void *found = NULL;
    if (state->instrumented_code >= 0 && PyUnstable_Code_GetExtra(code, state->instrumented_code, &found) < 0)
        PyErr_Clear();
    return found;
}

/* ---- calls ---- */

/* The function with the other code.  It is a new one for each call, for nothing may keep a closure alive. */
static PyObject *with_code(PyFunctionObject *f, PyObject *code)
{
    PyFunctionObject *made =
        (PyFunctionObject *)PyFunction_NewWithQualName(code, f->func_globals, f->func_qualname);
    if (!made)
        return NULL;
    Py_XSETREF(made->func_name, Py_NewRef(f->func_name)); /* a generator's, too */
    made->func_closure = Py_XNewRef(f->func_closure);
    made->func_defaults = Py_XNewRef(f->func_defaults);
    made->func_kwdefaults = Py_XNewRef(f->func_kwdefaults);
    return (PyObject *)made;
}

static PyObject *call(PyObject *function, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    const watch_state *state = watch_get_state(); /* NULL once the module is gone, at Python's end */
    const vectorcallfunc plainly = atomic_load_explicit(&call_function, memory_order_relaxed);
    PyObject *code =
        state && watch_is_on(state) ? instrumented_of(state, PyFunction_GET_CODE(function)) : NULL;
    if (!code || tbpy_frame_evaluator() != atomic_load_explicit(&state->evaluator, memory_order_relaxed))
        return plainly(function, args, nargsf, kwnames);
    if (nested >= MAX_NESTED) { /* and from now on, so that CPython can call it without C's stack */
        PyFunction_SetVectorcall((PyFunctionObject *)function, plainly);
        return plainly(function, args, nargsf, kwnames);
    }
    PyObject *made = with_code((PyFunctionObject *)function, code);
    if (!made) { /* no memory: the call may need none */
        PyErr_Clear();
        return plainly(function, args, nargsf, kwnames);
    }
    nested += !TBPY_IGNORES_VECTORCALLS; /* there `evaluate` counts */
    PyObject *result = plainly(made, args, nargsf, kwnames);
    nested -= !TBPY_IGNORES_VECTORCALLS;
    Py_DECREF(made);
    return result;
}

void watch_instrument(watch_state *state, PyObject *function)
{
    PyFunctionObject *f = (PyFunctionObject *)function;
    if (f->vectorcall == call || !instrumented_of(state, f->func_code))
        return;
    atomic_store_explicit(&call_function, f->vectorcall, memory_order_relaxed);
    PyFunction_SetVectorcall(f, call);
}

/* ---- the evaluation of frames ---- */

#if TBPY_IGNORES_VECTORCALLS
/* Does what CPython does, and makes it look at vectorcalls by being there. */
static PyObject *evaluate(PyThreadState *thread, tbpy_frame *frame, int throwing)
{
    watch_state *state = watch_get_state();
    const bool own = tbpy_frame_evaluator() == (tbpy_evaluator)evaluate;
    const bool alone = own && (!watch_is_on(state) || nested >= MAX_NESTED);
    if (alone)
        tbpy_set_evaluator(NULL);
    nested++;
    PyObject *result = tbpy_evaluate(thread, frame, throwing);
    nested--;
    if (alone && watch_is_on(state) && tbpy_evaluates_itself())
        tbpy_set_evaluator(evaluate);
    return result;
}
#endif

void watch_begin_instrumented(watch_state *state)
{
#if TBPY_IGNORES_VECTORCALLS
    if (tbpy_evaluates_itself())
        tbpy_set_evaluator(evaluate);
#endif
    atomic_store(&state->evaluator, tbpy_frame_evaluator());
}

void watch_end_instrumented(void)
{
#if TBPY_IGNORES_VECTORCALLS
    if (tbpy_frame_evaluator() == (tbpy_evaluator)evaluate)
        tbpy_set_evaluator(NULL);
#endif
}

/* ---- what tbcast/audit calls ---- */

static PyObject *set_instrumented(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *names)
{
    if (nargs != 2 || names || !PyCode_Check(args[0]) || !PyCode_Check(args[1]))
        return PyErr_Format(PyExc_TypeError, "set_instrumented() takes two code objects");
    watch_state *state = watch_get_state();
    if (state->instrumented_code < 0)
        state->instrumented_code = PyUnstable_Eval_RequestCodeExtraIndex(free_instrumented);
    if (state->instrumented_code < 0)
        return PyErr_Format(PyExc_RuntimeError, "code objects have no room left");
    if (PyUnstable_Code_SetExtra(args[0], state->instrumented_code, args[1]) < 0)
        return NULL;
    Py_INCREF(args[1]);
    Py_RETURN_NONE;
}

const PyMethodDef watch_instrumented_functions[] = {
    {"set_instrumented", TBPY_FASTCALL(set_instrumented),
     "set_instrumented($module, code, instrumented, /)\n--\n\n"
     "Functions of this code, once `watched` has been called with them, run the other one in an audit."},
    {NULL, NULL, 0, NULL},
};
