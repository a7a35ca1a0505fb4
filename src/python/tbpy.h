/* tbpy.h: what the binding files share.  Thin on purpose: a binding parses
 * arguments, calls the core, and turns one tb_error into one exception.
 * Relies on: Python.h, ../core/tb.h.
 *
 * Conventions: functions that return PyObject * return a new reference, or NULL
 * with an exception set; `int` functions return 0, or -1 with an exception set. */
#ifndef TBPY_H
#define TBPY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#if PY_VERSION_HEX < 0x030B0000
#include <longintrepr.h>
#endif

#include "../core/tb.h"

/* ---- objects ---- */

typedef struct {
    PyObject_HEAD
    tb_tensor t;           /* zero-filled until a core function has filled it */
    PyObject *weakrefs;
    PyObject *shape;       /* the Size that was asked for last, or NULL; it may be out of date */
    PyObject *attributes;  /* its __dict__, or NULL until the first one is set */
} TbTensor;

static inline tb_tensor *tbpy_tensor_of(PyObject *o) { return &((TbTensor *)o)->t; }

extern PyTypeObject *TbTensor_Type; /* tensor_type.c: tbcast.Tensor */
extern PyTypeObject *TbSize_Type;   /* size_type.c: tbcast.Size */
extern PyTypeObject *TbDtype_Type;  /* dtype_type.c: tbcast.dtype */
extern PyTypeObject *TbDevice_Type; /* device_type.c: tbcast.device */
extern PyTypeObject *TbLayout_Type; /* layout_type.c: tbcast.layout */
extern PyTypeObject *TbMemoryFormat_Type; /* memory_format_type.c: tbcast.memory_format */
extern PyTypeObject *TbStorage_Type; /* storage_type.c: tbcast.UntypedStorage */
extern PyTypeObject *TbGenerator_Type; /* random_functions.c: tbcast.Generator */

static inline bool TbTensor_Check(PyObject *o) { return PyObject_TypeCheck(o, TbTensor_Type); }
static inline bool TbTensor_CheckExact(PyObject *o) { return Py_IS_TYPE(o, TbTensor_Type); }

/* A Tensor whose `t` is zero-filled: give it to a core function as `out`; on
 * failure Py_DECREF it. */
TbTensor *tbpy_tensor_alloc(void);
/* Passes `out` on if the core has filled it, else drops it and raises; errors.c. */
PyObject *tbpy_finish(TbTensor *out, tb_status status, const tb_error *err);
/* Ends a function with the new Tensor that a core function fills: function(&out->t, ..., &err). */
#define TBPY_RETURN_TENSOR(function, ...)                                    \
    do {                                                                     \
        tb_error err_;                                                       \
        TbTensor *out_ = tbpy_tensor_alloc();                                \
        if (!out_)                                                           \
            return NULL;                                                     \
        return tbpy_finish(out_, function(&out_->t, __VA_ARGS__, &err_), &err_); \
    } while (0)

/* o.name.  The name is interned: types' attribute caches go by names' addresses and keep them, so that a
 * new string a call (PyObject_GetAttrString) fills them with thousands of it. */
static inline PyObject *tbpy_attribute(PyObject *o, const char *name)
{
    PyObject *key = PyUnicode_InternFromString(name), *value = key ? PyObject_GetAttr(o, key) : NULL;
    Py_XDECREF(key);
    return value;
}

/* A callable that takes a vectorcall's arguments, in a PyMethodDef. */
#define TBPY_FASTCALL(function) (PyCFunction)(void (*)(void))function, METH_FASTCALL | METH_KEYWORDS

/* dtype_type.c */
PyObject *tbpy_dtype_object(tb_dtype dtype);            /* new reference to the singleton */
bool tbpy_is_dtype(PyObject *o, tb_dtype *dtype);       /* false without an exception for anything else */
PyObject *tbpy_device_object(void);                     /* device(type='cpu') */
PyObject *tbpy_strided_object(void);                    /* torch.strided */
extern tb_dtype tbpy_default_dtype;                     /* float32 unless set_default_dtype */

/* size_type.c */
PyObject *tbpy_size_new(const int64_t *size, int ndim);
PyObject *tbpy_size_of_ints(PyObject *const *items, Py_ssize_t n); /* that fit int64 */
/* A Tensor's Size: the kept one if it still holds. */
PyObject *tbpy_size_of(TbTensor *self);

/* ---- errors.c, warn.c ---- */

/* The one place where a core failure becomes an exception; returns NULL. */
PyObject *tbpy_raise(const tb_error *err);
/* notes.c: add a note on shapes that do not broadcast to the exception that is set: those of the
 * error, or a list or tuple of shapes.  What fails there is forgotten. */
void tbpy_note_error(const tb_error *err);
void tbpy_note_shapes(PyObject *shapes);
PyObject *tbpy_shape_tuple(const int64_t *size, int ndim); /* a plain tuple */
/* Python's own warning at the caller's line; -1 if it became an error. */
int tbpy_warn(const char *text);
/* torch's "received an invalid combination of arguments"; `expected` is one
 * signature, or a list of several (" * (Number end)\n * ...\n"). */
PyObject *tbpy_invalid_combination(const char *function, PyObject *const *args, Py_ssize_t nargs,
                                   PyObject *kwnames, const char *expected);
/* The same for positional arguments with what torch adds to each signature of
 * their number, the types that do not fit it in exclamation marks.  fits: bits of
 * the arguments that fit signature i ("int source, int destination"). */
typedef struct {
    const char *parameters;
    int nparams;
    unsigned fits;
} tbpy_candidate;
PyObject *tbpy_no_candidate(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                            const tbpy_candidate *candidates, int ncandidates);
/* *text, whose reference is taken over, with something behind it; NULL where one of them is NULL. */
void tbpy_append(PyObject **text, PyObject *more);
/* "(int, step=str)": the types of positional arguments, and of keywords. */
PyObject *tbpy_describe_arguments(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
/* "int", "tuple of (int, str)", "list of [int]": the name of a type with its elements'. */
PyObject *tbpy_describe_type(PyObject *o);
/* The name of o's type as torch's messages give it: "Tensor", "int". */
const char *tbpy_type_name(PyObject *o);
/* Policy flags TB_ALLOW_FALLBACK | TB_WARN_ON_BROADCAST as set by backcompat, and the
 * bindings' own: a broadcast_policy has been set somewhere, once (policy.h). */
extern unsigned tbpy_policy;
#define TBPY_ASK_POLICY 256u
bool tbpy_has_policy(void); /* is there one for the code that runs now? */

/* ---- args.c: parsing, once ---- */

/* A signature: parameters in order.  `npos` of them may be given by position;
 * the first `nrequired` must be given (-1: other signatures decide, and messages
 * name no range).  Names are matched against keywords, and so are NumPy's
 * names for them ("x" for "input", "axis" for "dim"). */
#define TBPY_MAX_PARAMS 10
typedef struct {
    const char *function;                   /* "add", for messages */
    int nparams, npos, nrequired;
    const char *name[TBPY_MAX_PARAMS];
} tbpy_signature;

/* FASTCALL | KEYWORDS arguments into borrowed references, NULL where absent.
 * TypeError with torch's words: missing ('add() missing 1 required positional
 * arguments: "other"'), too many ("add() takes 2 positional arguments but 3 were
 * given"), unknown ("add() got an unexpected keyword argument 'foo'"), twice. */
int tbpy_parse(const tbpy_signature *signature, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
               PyObject **out);

/* The arguments of a tp_new, passed on as a vectorcall's. */
PyObject *tbpy_call_vector(PyObject *(*function)(PyObject *const *, Py_ssize_t, PyObject *), PyObject *args,
                           PyObject *kwargs);

/* Is `key` NumPy's name of the parameter: x of input, axis of dim? */
bool tbpy_is_numpy_name(const char *name, PyObject *key);

/* Two of these messages; `least` -1: a range is not named. */
void tbpy_fail_too_many(const char *function, int least, int most, Py_ssize_t given);
void tbpy_fail_missing(const char *function, const char *const *name, int n);

/* Converters.  `function` and `name` are for the message ("ones(): argument
 * 'dtype' must be torch.dtype, not str"; position >= 1 adds " (position 1)"). */
int tbpy_as_tensor(PyObject *o, const char *function, const char *name, int position, TbTensor **out);
int tbpy_as_dtype(PyObject *o, const char *function, const char *name,
                  tb_dtype *out);   /* NULL, None: unchanged */
int tbpy_as_int64(PyObject *o, const char *function, const char *name, int position, int64_t *out);
/* The same for what torch calls a SymInt: anything with __index__. */
int tbpy_as_index(PyObject *o, const char *function, const char *name, int position, int64_t *out);
int tbpy_as_double(PyObject *o, const char *function, const char *name, int position,
                   double *out); /* a real number or 0-dim Tensor; NULL: unchanged */
int tbpy_as_bool(PyObject *o, const char *function, const char *name, bool *out); /* NULL: unchanged */
/* bool, int, float, complex (and 0-dim Tensor where torch takes one): 1 if o
 * is a number, 0 if it is not (no exception), -1 on failure (OverflowError). */
int tbpy_number(PyObject *o, tb_scalar *out);
PyObject *tbpy_number_object(const tb_scalar *value);
/* False with torch's RuntimeError for a uint64 from 2**63 on. */
bool tbpy_fits_int64(const tb_scalar *value);
/* A Python int, no subclass of it, that fits int64: what most calls come with.  Else false, and no exception.
 * One digit of it is read in place: the call takes longer than all else. */
static inline bool tbpy_plain_int(PyObject *o, int64_t *out)
{
    int overflow;
    if (!PyLong_CheckExact(o))
        return false;
    const PyLongObject *whole = (const PyLongObject *)o;
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact(whole)) {
        *out = PyUnstable_Long_CompactValue(whole);
        return true;
    }
#else
    if (Py_SIZE(o) == 0 || Py_SIZE(o) == 1) {
        *out = Py_SIZE(o) ? (int64_t)whole->ob_digit[0] : 0;
        return true;
    }
#endif
    *out = PyLong_AsLongLongAndOverflow(o, &overflow);
    return !overflow;
}
/* n of them. */
bool tbpy_plain_ints(PyObject *const *objects, Py_ssize_t n, int64_t *out);
/* Sizes from varargs, tuple, list or Size: args[0..nargs).  Accepts anything
 * with __index__, 0-dim integer tensors included; "only tensors with up to 64
 * dims are supported".  The sequence may change while it is read: copies first. */
int tbpy_as_sizes(PyObject *const *args, Py_ssize_t nargs, const char *function, const char *name,
                  tb_shape *out);
/* The same from one tuple, list or Size that is parameter number `position`. */
int tbpy_as_size_tuple(PyObject *o, const char *function, const char *name, int position, tb_shape *out);
/* The same for lists of any number of lengths; *out is the caller's to PyMem_Free. */
int tbpy_as_lengths(PyObject *o, const char *function, const char *name, int position, int64_t **out,
                    Py_ssize_t *n);
/* device_type.c: always -1, with the error of Tensor.cuda(device); position: was the device given by position? */
int tbpy_check_cuda(PyObject *device, int position);
/* The keywords device= (only the CPU; device_type.c), requires_grad= (only False), layout= (only
 * strided), pin_memory=: one clear error otherwise; NULL and None are fine. */
int tbpy_check_device(PyObject *device, const char *function);
int tbpy_check_requires_grad(PyObject *requires_grad, const char *function);
int tbpy_check_layout(PyObject *layout, const char *function);
int tbpy_check_pin_memory(PyObject *pin_memory, const char *function);
/* The keyword memory_format= (memory_format_type.c); NULL and, with or_none, None: unchanged. */
int tbpy_as_memory_format(PyObject *o, const char *function, bool or_none, tb_memory_format *out);

/* ---- operators.c ---- */

/* The interpreter's lock: long work leaves it to other Python threads, which may change or
 * free the tensors meanwhile. */
extern const tb_lock tbpy_interpreter;
/* The one road from Python to a pointwise operator: prepares, warns, runs.
 * `out` is a Tensor for TB_FORM_OUT/INPLACE/WRITE (returned with a new
 * reference), NULL for TB_FORM_NEW.  Operands are Tensors or numbers and are
 * kept alive by the caller. */
PyObject *tbpy_pointwise(int op, tb_form form, PyObject *const *operands, PyObject *out);
/* The parts of that road: 1 if o is a Tensor or a number, 0 if it is neither, -1 with an exception; */
int tbpy_set_operand(tb_operand *in, PyObject *o);
/* is the result the operand itself (of a call whose op, form and in are set); */
bool tbpy_is_itself(const tb_call *call);
/* and the rest of it, for a call whose op, form, in, given and parameter are set. */
PyObject *tbpy_carry_out(tb_call *call, PyObject *out);

/* The shortest road, for what callers ask first: op(a, b) of two equal Tensors (tb_is_equal_pair). */
static inline bool tbpy_is_equal_pair(int op, PyObject *a, PyObject *b)
{
    return TbTensor_CheckExact(a) && TbTensor_CheckExact(b) &&
           tb_is_equal_pair(op, tbpy_tensor_of(a), tbpy_tensor_of(b));
}
PyObject *tbpy_equal_pair(int op, PyObject *a, PyObject *b);
/* Whether op(a, b) is another of the short calls; *result is then the new reference or NULL. */
bool tbpy_small_pair(int op, PyObject *a, PyObject *b, PyObject **result);
/* A fresh Tensor of another (or the same) dtype, layout preserved; warns where
 * complex values lose their imaginary part. */
PyObject *tbpy_cast(PyObject *tensor, tb_dtype dtype);
PyObject *tbpy_cast_as(PyObject *tensor, tb_dtype dtype, tb_memory_format format);
/* operator_calls.c: the generated method tables (functions for the module, methods for Tensor). */
extern PyMethodDef tbpy_operator_functions[];
extern PyMethodDef tbpy_operator_methods[];
/* function_calls.c: the same of the function table */
extern PyMethodDef tbpy_table_functions[];
extern PyMethodDef tbpy_table_methods[];
extern PyMethodDef tbpy_norm_functions[]; /* norm.c */
extern PyMethodDef tbpy_norm_methods[];
extern PyMethodDef tbpy_closeness_functions[]; /* closeness.c: isclose allclose equal */
extern PyMethodDef tbpy_closeness_methods[];
extern PyMethodDef tbpy_number_methods[]; /* numbers.c: __complex__ */

/* ---- the rest, by file ---- */

extern PyMethodDef tbpy_creation_functions[]; /* creation.c: empty zeros ones full *_like, default dtype */
extern PyMethodDef tbpy_arange_functions[]; /* arange.c */
extern PyMethodDef tbpy_sequence_functions[]; /* sequences.c: eye linspace range */
extern PyMethodDef tbpy_new_functions[]; /* new_methods.c: empty_strided as_tensor */
extern PyMethodDef tbpy_new_methods[];   /* new_methods.c: new_empty new_zeros ... */
extern PyMethodDef tbpy_draw_functions[]; /* random_draws.c: randint randint_like randperm */
extern PyMethodDef tbpy_draw_methods[];   /* random_draws.c: normal_ uniform_ */
extern PyMethodDef tbpy_data_functions[]; /* data.c: tensor */
/* storage_type.c: all whole elements of an UntypedStorage, on its memory. */
PyObject *tbpy_elements(PyObject *storage, tb_dtype dtype);
extern PyMethodDef tbpy_storage_functions[]; /* from_storage.c: _set_typed_storage */
/* Is o an UntypedStorage or a TypedStorage?  Then the elements on its memory, of a dtype that TB_UNDEFINED leaves
 * open, as torch.tensor makes them; and for legacy constructors. */
bool tbpy_is_storage(PyObject *o);
PyObject *tbpy_from_storage(PyObject *o, tb_dtype dtype);
PyObject *tbpy_legacy_from_storage(PyObject *o, tb_dtype dtype);
extern PyMethodDef tbpy_legacy_functions[]; /* legacy.c: _legacy_new */
extern PyMethodDef tbpy_legacy_methods[]; /* legacy.c: new */
extern PyMethodDef tbpy_elsewhere_methods[]; /* elsewhere.c: cuda requires_grad_ */
extern PyMethodDef
    tbpy_random_functions[]; /* random_functions.c: rand randn *_like manual_seed initial_seed seed */
extern PyMethodDef tbpy_shape_functions
    []; /* shape_functions.c: broadcast_*, result_type, promote_types, can_cast, is_tensor */
extern PyMethodDef tbpy_interop_functions[]; /* from_numpy.c */
extern PyMethodDef tbpy_interop_methods[]; /* interop.c: numpy __array__ __array_wrap__ */
extern PyMethodDef tbpy_dlpack_functions[]; /* dlpack_import.c: _from_dlpack to_dlpack */
extern PyMethodDef tbpy_dlpack_methods[]; /* dlpack_export.c: __dlpack__ __dlpack_device__ */
int tbpy_add_array_interface(void); /* array_interface.c: Tensor's __array_interface__ */
extern PyMethodDef tbpy_buffer_functions[]; /* from_buffer.c: frombuffer asarray */
extern PyMethodDef tbpy_policy_functions[]; /* warn.c: get/set of the backcompat flags */
extern PyMethodDef tbpy_broadcast_policy_functions[]; /* policy.c */
extern PyMethodDef tbpy_resource_functions[]; /* resources.c: threads, kept memory */
int tbpy_init_resources(void); /* reads TBCAST_NUM_THREADS and TBCAST_CACHE_LIMIT; ImportError */
int tbpy_read_vector_bytes(void); /* resources.c: the widest vectors TBCAST_LIBMVEC allows; -1: ImportError */
extern PyMethodDef tbpy_view_methods[]; /* views.c: view reshape expand permute ... */
extern PyMethodDef
    tbpy_view_functions[]; /* views.c: reshape permute transpose t unsqueeze squeeze as_strided clone */
extern PyMethodDef tbpy_part_functions[]; /* parts.c: select narrow unbind split chunk diagonal real imag */
extern PyMethodDef tbpy_part_methods[];
extern PyMethodDef tbpy_rearrange_functions[]; /* rearrange.c: flatten swapaxes movedim atleast_1d ... */
extern PyMethodDef tbpy_rearrange_methods[];
extern PyMethodDef tbpy_in_place_functions[]; /* in_place_views.c: unsqueeze_ resize_ ... */
extern PyMethodDef tbpy_in_place_methods[];
extern PyMethodDef tbpy_index_functions[]; /* index_functions.c: nonzero argwhere masked_select */
PyObject *tbpy_nonzero_tuple(PyObject *self); /* nonzero(as_tuple=True), where(condition) */
extern PyMethodDef tbpy_index_methods[];
extern PyMethodDef tbpy_gather_functions[]; /* gather.c: index_select take gather take_along_dim */
extern PyMethodDef tbpy_gather_methods[];
extern PyMethodDef
    tbpy_scatter_functions[]; /* scatter.c: scatter scatter_add index_fill index_copy index_add */
extern PyMethodDef tbpy_scatter_methods[];
int tbpy_add_view_attributes(void); /* view_attributes.c: Tensor's T mT data real imag is_cuda layout */
extern PyMethodDef tbpy_accessor_methods[]; /* accessors.c: size stride dim numel item tolist copy_ ... */
extern PyMethodDef tbpy_cast_methods[]; /* casts.c: to float double long ... */

/* legacy.c: FloatTensor(...) and friends: sizes, a sequence, a tensor, or
 * nothing.  TB_UNDEFINED is Tensor(...): the default dtype, tensors of any dtype. */
PyObject *tbpy_legacy_new(tb_dtype dtype, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
/* data.c: torch.tensor(data): nested sequences, numbers, tensors, buffers. dtype TB_UNDEFINED: inferred. */
PyObject *tbpy_tensor_from_data(PyObject *data, tb_dtype dtype);
/* A sequence or array as a tensor of indices: bool and uint8 stay, the rest becomes int64. */
PyObject *tbpy_index_from_data(PyObject *data);

/* accessors.c: the only element as a Python number, with item()'s error. */
PyObject *tbpy_item(PyObject *self);
/* copy_ and fill_ without their argument checks: source and value are Tensors
 * (0-dim for fill) or numbers.  New references to self. */
PyObject *tbpy_copy(PyObject *self, PyObject *source);
PyObject *tbpy_fill(PyObject *self, PyObject *value);

/* indexing.c */
PyObject *tbpy_getitem(PyObject *self, PyObject *index);
int tbpy_setitem(PyObject *self, PyObject *index, PyObject *value); /* value broadcasts */

/* from_numpy.c, interop.c: NumPy's objects, buffer protocol slots, Tensor.numpy() */
/* A Tensor on the memory of a numpy.ndarray, which it keeps alive; torch's
 * errors.  `shared`: the memory is to be written; a read-only array warns, an
 * unaligned one is refused (otherwise copied). */
PyObject *tbpy_from_ndarray(PyObject *array, bool shared);
/* TypeError "can't convert np.ndarray of type ..."; NULL. */
PyObject *tbpy_raise_numpy_type(PyTypeObject *type);
/* Is o a numpy.ndarray, a NumPy scalar?  False while numpy is not imported. */
bool tbpy_is_ndarray(PyObject *o);
bool tbpy_is_numpy_scalar(PyObject *o);
/* The dtype and, unless NULL, the element of a NumPy scalar: 1, or 0 for a type
 * without counterpart, or -1. */
int tbpy_numpy_scalar(PyObject *o, tb_dtype *dtype, tb_element *element);
/* The Python number of a NumPy scalar with fractions whose type has no counterpart
 * (longdouble); NULL without an exception for other types. */
PyObject *tbpy_numpy_inexact(PyObject *o);
int tbpy_getbuffer(PyObject *self, Py_buffer *view, int flags);
void tbpy_releasebuffer(PyObject *self, Py_buffer *view);

/* storage_type.c: Tensor.storage and untyped_storage */
extern PyMethodDef tbpy_storage_methods[];
extern PyMethodDef tbpy_pickling_methods[]; /* pickling.c: __reduce_ex__ __deepcopy__ */

/* Each type's file creates its type once. */
int tbpy_init_tensor_type(PyObject *module);
int tbpy_init_size_type(PyObject *module);
int tbpy_init_dtype_type(PyObject *module); /* also module.float32, module.float, ... */
int tbpy_init_memory_format_type(PyObject *module); /* memory_format, channels_last, ... */
int tbpy_init_storage_type(PyObject *module);
int tbpy_init_device_type(PyObject *module);
int tbpy_init_layout_type(PyObject *module); /* layout, strided */
int tbpy_init_type_info(PyObject *module); /* type_info.c: finfo, iinfo, pi, e, inf, nan */
int tbpy_init_return_types(PyObject *module); /* return_types.c: _return_types */
int tbpy_init_generator_type(PyObject *module); /* Generator, default_generator */

#endif
