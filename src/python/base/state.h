/* state.h: all that the bindings remember from one call to the next: the state of the module tbcast._C, one
 * in every interpreter.
 *
 * CPython has given it room and fills it with zeros; the files of the other folders make the objects when the
 * module is executed.  What the process shares (the CPU level, threads, kept blocks) is the core's. */
#ifndef TBPY_STATE_H
#define TBPY_STATE_H

#include "python/generated/hook_names.h"
#include "python/base/tbpy.h"

#include <stddef.h>

/* Bits of `policy` that are the bindings' own (core/pointwise/pointwise.h has the others): a policy or an audit
 * has been set somewhere, once; errors about broadcasting carry notes. */
#define TBPY_ASK_POLICY 256u
#define TBPY_ERROR_NOTES 512u

enum { TBPY_RETURN_TYPES = 26, TBPY_KEPT_TENSORS = 32 };
enum { TBPY_KINDS_OF_SHAPES = 4, TBPY_SHAPED_TYPES = 8, TBPY_TOLD = 1024, TBPY_RECENT_FUNCTIONS = 32 };

typedef struct tbpy_state {
    /* Objects, owned, NULL while there is none: nothing else stands before `default_dtype`. */
    PyTypeObject *tensor_type; /* tbcast.Tensor; the first to go */
    PyTypeObject *size_type, *dtype_type, *device_type, *layout_type, *memory_format_type, *generator_type;
    PyTypeObject *storage_type; /* tbcast.UntypedStorage */
    PyTypeObject *finfo_type, *iinfo_type;
    PyTypeObject *array_data_type; /* of a tensor's array interface */
    PyTypeObject *memory_type; /* of what holds foreign memory (owner.c) */
    PyTypeObject *return_type[TBPY_RETURN_TYPES];
    PyObject *dtype[TB_NDTYPES], *memory_format[TB_NMEMORY_FORMATS]; /* the only ones of their types */
    PyObject *strided, *cpu, *default_generator;
    PyObject *out_name, *numpy_name, *shape_name; /* "out", "numpy", "shape" */
    PyObject *known_functions; /* a dict, of audits (audit/watched.c) */
    PyObject *first_module; /* of an interpreter that imports a second one; nothing else is set then */
    /* those that others gave: */
    PyObject *hook[TBPY_HOOKS];
    PyObject *policy_hook, *policy_stack, *default_policy, *policy_watch;
    PyTypeObject *numpy_ndarray, *numpy_generic, *numpy_inexact; /* once NumPy is imported */
    /* of rewritten programs (audit/shapes.c): */
    PyObject *watcher;
    PyTypeObject *shaped_type[TBPY_KINDS_OF_SHAPES][TBPY_SHAPED_TYPES];

    _Atomic tb_dtype default_dtype; /* float32 unless set_default_dtype */
    _Atomic bool threads_have_default_dtypes; /* tbpy_default_dtype() asks the thread; once true, always */
    _Atomic unsigned policy; /* what calls that broadcast heed: call/policy.h */
    _Atomic bool warns_on_keepdim;
    _Atomic bool warned_of_mkldnn, warned_of_scatter_reduce; /* once an interpreter */
    _Atomic unsigned next_shaped_type;
    _Atomic bool reads_shape; /* a thread runs Python code for one */
    _Atomic(PyObject *)
        recent_function[TBPY_RECENT_FUNCTIONS]; /* items of known_functions, which keeps them */
    _Atomic uint64_t told[TBPY_TOLD]; /* hashes of broadcasts that need not be told again (audit/shapes.c) */
    struct tbpy_array_marks *array_marks; /* NULL before the first audit (audit/array_marks.c) */
    /* of functions that have rewritten code (audit/instrumented.c): */
    Py_ssize_t instrumented_code; /* where code objects keep it */
    _Atomic(tbpy_evaluator) evaluator; /* what evaluated frames when the audit began */

    PyObject *kept_tensor[TBPY_KEPT_TENSORS]; /* freed objects, for the next ones (tensor_object.c) */
    int n_kept_tensors;

    struct tbpy_owner *_Atomic waiting; /* whose end has come (owner.c) */
    _Atomic bool dropping;
    _Atomic bool handling; /* a signal, in the middle of a call (gil.c) */

#ifdef Py_GIL_DISABLED
    PyMutex changing; /* what tensors look like: one thread at a time (critical.c) ... */
    _Atomic(void *) changer; /* ... which one */
    PyMutex marking; /* array_marks */
#endif

    /* state.c */
    PyObject *module; /* borrowed: it lives as long as its state */
    PyInterpreterState *interpreter;
    int64_t interpreter_id; /* which, unlike its address, is never another's */
    struct tbpy_state *next;
} tbpy_state;

/* The state of the interpreter that runs this thread.  Functions, methods and types of the module keep the
 * module alive, so that whatever runs here has one. */
tbpy_state *tbpy_find_state(void);
extern tbpy_state *_Atomic tbpy_only_state; /* NULL unless one interpreter alone has imported the module */
static inline tbpy_state *tbpy_get_state(void)
{
    tbpy_state *only = atomic_load_explicit(&tbpy_only_state, memory_order_acquire);
    return __builtin_expect(only != NULL, 1) ? only : tbpy_find_state();
}

/* Calls function(state, argument) with the state of another interpreter, by its number, which does not end
 * meanwhile; false where it is gone. */
bool tbpy_with_state_of(int64_t interpreter_id, void (*function)(tbpy_state *, void *), void *argument);

/* When a module is executed: 1 if it is its interpreter's first, whose state is found from now on; 0 where
 * there is one already: the new module then has the same objects; -1 with an exception. */
int tbpy_begin_state(PyObject *module);

/* The module's m_traverse and m_clear; and of its m_free the first step and the last one. */
int tbpy_traverse_state(PyObject *module, visitproc visit, void *arg);
int tbpy_clear_state(PyObject *module);
void tbpy_drop_objects(tbpy_state *state);
void tbpy_end_state(tbpy_state *state);

#endif
