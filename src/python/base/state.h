/* state.h: all that the bindings remember from one call to the next: the state of the module tbcast._C, one
 * in every interpreter.
 *
 * CPython has given it room and fills it with zeros; the files of the other folders make the objects when the
 * module is executed.  What the process shares (the CPU level, threads, kept blocks) is the core's. */
#ifndef TBPY_STATE_H
#define TBPY_STATE_H

#include "python/generated/hook_names.h"
#include "python/base/tbpy.h"
#include "python/cpython/mark_table.h"
#include "python/cpython/module_state.h"

/* Bits of `policy` that are the bindings' own (core/pointwise/pointwise.h has the others): a policy or an audit
 * has been set somewhere, once; errors about broadcasting carry notes; and what is said there. */
#define TBPY_ASK_POLICY 256u
#define TBPY_ERROR_NOTES 512u
#define TBPY_HAS_OVERRIDES 1024u /* a subclass of Tensor has a __torch_function__ (call/overrides.h) */
#define TBPY_REMEMBERS_GRAD 2048u /* requires_grad=True is remembered: methods/unsupported.c */

enum { TBPY_RETURN_TYPES = 59, TBPY_KEPT_TENSORS = 32 };

/* The objects that the state owns, NULL while there is none: ONE(type, name), or so MANY(type, name, n).
 *
 * What the module has made, in the order in which it goes: */
#define TBPY_FOR_EACH_MADE(ONE, MANY)                                                              \
    ONE(PyTypeObject, tensor_type)     /* tbcast.Tensor */                                         \
    ONE(PyTypeObject, size_type)                                                                   \
    ONE(PyTypeObject, dtype_type)                                                                  \
    ONE(PyTypeObject, device_type)                                                                 \
    ONE(PyTypeObject, layout_type)                                                                 \
    ONE(PyTypeObject, memory_format_type)                                                          \
    ONE(PyTypeObject, generator_type)                                                              \
    ONE(PyTypeObject, storage_type)    /* tbcast.UntypedStorage */                                 \
    ONE(PyTypeObject, finfo_type)                                                                  \
    ONE(PyTypeObject, iinfo_type)                                                                  \
    ONE(PyTypeObject, array_data_type) /* of a tensor's array interface */                         \
    ONE(PyTypeObject, memory_type)     /* of what holds foreign memory (owner.c) */                \
    MANY(PyTypeObject, return_type, TBPY_RETURN_TYPES)                                             \
    MANY(PyObject, dtype, TB_NDTYPES)  /* the only ones of their types */                          \
    MANY(PyObject, memory_format, TB_NMEMORY_FORMATS)                                              \
    ONE(PyObject, strided)                                                                         \
    ONE(PyObject, cpu)                                                                             \
    ONE(PyObject, default_generator)                                                               \
    ONE(PyObject, out_name)            /* "out" */                                                 \
    ONE(PyObject, numpy_name)          /* "numpy" */                                               \
    ONE(PyObject, base_name)           /* "base" */

/* What others gave: */
#define TBPY_FOR_EACH_GIVEN(ONE, MANY)                                                             \
    MANY(PyObject, hook, TBPY_HOOKS)                                                               \
    ONE(PyObject, broadcast_hook)      /* call/policy.c */                                         \
    ONE(PyObject, broadcast_stack)                                                                 \
    ONE(PyObject, broadcast_default)                                                               \
    ONE(PyTypeObject, numpy_ndarray)   /* once NumPy is imported */                                \
    ONE(PyTypeObject, numpy_generic)                                                               \
    ONE(PyTypeObject, numpy_inexact)                                                               \
    ONE(PyObject, numpy_asarray)       /* once numpy() is called */

typedef struct tbpy_state {
    tbpy_module_state own;
#define TBPY_ONE(type, name) type *name;
#define TBPY_MANY(type, name, n) type *name[n];
    TBPY_FOR_EACH_MADE(TBPY_ONE, TBPY_MANY)
    TBPY_FOR_EACH_GIVEN(TBPY_ONE, TBPY_MANY)
#undef TBPY_ONE
#undef TBPY_MANY

    _Atomic tb_dtype default_dtype; /* float32 unless set_default_dtype */
    _Atomic bool threads_have_default_dtypes; /* tbpy_default_dtype() asks the thread; once true, always */
    _Atomic unsigned policy; /* what calls that broadcast heed: call/policy.h */
    _Atomic bool asks_always; /* the hook of broadcasts, where no policy holds, too */
    _Atomic bool warns_on_keepdim;
    _Atomic bool warned_of_mkldnn, warned_of_scatter_reduce; /* once an interpreter */

    tbpy_mark_table marks; /* of Tensors and whatever else: call/marks.h */

    PyObject *kept_tensor[TBPY_KEPT_TENSORS]; /* freed objects, for the next ones (tensor_object.c) */
    int n_kept_tensors;

    struct tbpy_owner *_Atomic waiting; /* whose end has come (owner.c) */
    _Atomic bool dropping;
    _Atomic bool handling; /* a signal, in the middle of a call (gil.c) */

#ifdef Py_GIL_DISABLED
    PyMutex changing; /* what tensors look like: one thread at a time (critical.c) ... */
    _Atomic(void *) changer; /* ... which one */
#endif
} tbpy_state;

/* The state of the interpreter that runs this thread.  Functions, methods and types of the module keep the
 * module alive, so that whatever runs here has one. */
static inline tbpy_state *tbpy_get_state(void) { return (tbpy_state *)tbpy_find_module_state(); }

/* The marks of an object, a new reference to a tuple of one item a dimension, None or a place; NULL, without an
 * exception: nothing is known. */
static inline PyObject *tbpy_marks_of(PyObject *object)
{
    tbpy_mark_table *table = &tbpy_get_state()->marks;
    return tbpy_has_marks(table) ? tbpy_get_marks(table, object) : NULL;
}

/* When a module is executed: as tbpy_begin_module_state. */
int tbpy_begin_state(PyObject *module);

/* The module's m_traverse and m_clear; and a step of its m_free. */
int tbpy_traverse_state(PyObject *module, visitproc visit, void *arg);
int tbpy_clear_state(PyObject *module);
void tbpy_drop_objects(tbpy_state *state);

#endif
