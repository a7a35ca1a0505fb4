/* storage.c: the type tbcast.UntypedStorage, and Tensor.untyped_storage and storage.  Python code makes
 * its texts and the typed view of a storage. */
#include "python/types/storage.h"

#include "python/args/convert.h"
#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/storage_object.h"
#include "python/types/tensor.h"

#include <stdlib.h>
#include <string.h>

static tb_storage *storage_of(PyObject *self) { return ((TbStorage *)self)->storage; }

/* ---- slices ---- */

/* A slice of memory whose owner the collector visits: it is one more holder of that memory. */
typedef struct {
    tbpy_owner owner;
    PyObject *whole;
} slice_owner;

static void drop_slice(tbpy_owner *owner)
{
    Py_DECREF(((slice_owner *)owner)->whole);
    free(owner);
}

static int traverse_slice(tbpy_owner *owner, visitproc visit, void *arg)
{
    return visit(((slice_owner *)owner)->whole, arg);
}

static tb_storage *slice_of(PyObject *self, int64_t start, int64_t length)
{
    tb_storage *whole = storage_of(self), *storage = NULL;
    tb_error err;
    if (!tbpy_holds_objects(whole)) {
        if (tb_storage_slice(whole, start, length, &storage, &err) != TB_OK)
            tbpy_raise(&err);
        return storage;
    }
    slice_owner *owner = malloc(sizeof *owner);
    if (!owner) {
        PyErr_NoMemory();
        return NULL;
    }
    *owner = (slice_owner){{.drop = drop_slice, .traverse = traverse_slice}, Py_NewRef(self)};
    storage = tbpy_storage_of_owner(whole->data + start, length, &owner->owner);
    if (!storage)
        drop_slice(&owner->owner);
    return storage;
}

/* ---- making ---- */

static bool is_int(PyObject *o) { return !TbTensor_Check(o) && tbpy_is_int64(o); }

/* Converts a Python int to its lowest byte. */
static int as_byte(PyObject *o, char *byte)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(o, &overflow);
    if (overflow) {
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
        return -1;
    }
    *byte = (char)value;
    return 0;
}

static PyObject *make(PyTypeObject *type, int64_t nbytes)
{
    tb_storage *storage;
    tb_error err;
    if (nbytes < 0)
        return PyErr_Format(
            PyExc_RuntimeError,
            "((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been called with negative number: %llu",
            (unsigned long long)nbytes);
    return tb_storage_new(nbytes, false, &storage, &err) == TB_OK ? tbpy_wrap_storage(type, storage)
                                                                  : tbpy_raise(&err);
}

static PyObject *make_of(PyTypeObject *type, PyObject *o)
{
    if ((!PySequence_Check(o) && !PyObject_TypeCheck(o, tbpy_get_state()->storage_type)) || TbTensor_Check(o))
        return PyErr_Format(PyExc_RuntimeError,
                            "torch.UntypedStorage(): Expected a sequence type, but got %.200s",
                            tbpy_type_name(o));
    PyObject *items = PySequence_Tuple(o); /* a private copy, which nothing can change */
    PyObject *self = items ? make(type, PyTuple_GET_SIZE(items)) : NULL;
    for (Py_ssize_t i = 0; self && i < PyTuple_GET_SIZE(items); i++) {
        PyObject *item = PyTuple_GET_ITEM(items, i);
        if (PyLong_Check(item)) {
            if (as_byte(item, storage_of(self)->data + i) < 0)
                TBPY_DROP(self);
            continue;
        }
        PyErr_Format(PyExc_RuntimeError,
                     "torch.UntypedStorage(): tried to construct a storage from a sequence (%.200s), but one "
                     "of the items was of type %.200s instead of int",
                     tbpy_type_name(o), tbpy_type_name(item));
        TBPY_DROP(self);
    }
    Py_XDECREF(items);
    return self;
}

PyObject *tbpy_body_make_UntypedStorage(const tbpy_call *c)
{
    PyTypeObject *type = (PyTypeObject *)c->given[0];
    PyObject *size = c->given[TBPY_MAKE_UNTYPEDSTORAGE_SIZE],
             *sequence = c->given[TBPY_MAKE_UNTYPEDSTORAGE_SEQUENCE];
    int64_t nbytes = 0;
    if (tbpy_check_device(c->given[TBPY_MAKE_UNTYPEDSTORAGE_DEVICE], "UntypedStorage") < 0)
        return NULL;
    if (sequence)
        return make_of(type, sequence);
    return size && tbpy_as_int64(size, "UntypedStorage", "size", 1, &nbytes) < 0 ? NULL : make(type, nbytes);
}

/* ---- indexing ---- */

static Py_ssize_t storage_length(PyObject *self) { return (Py_ssize_t)storage_of(self)->nbytes; }

/* The start and length of a slice, whose step must be 1. */
static int read_slice(PyObject *self, PyObject *slice, Py_ssize_t *start, Py_ssize_t *length)
{
    Py_ssize_t stop, step;
    if (PySlice_Unpack(slice, start, &stop, &step) < 0)
        return -1;
    *length = PySlice_AdjustIndices(storage_length(self), start, &stop, step);
    if (step == 1)
        return 0;
    PyErr_Format(PyExc_RuntimeError, "Trying to slice with a step of %zd, but only a step of 1 is supported",
                 step);
    return -1;
}

static PyObject *storage_getitem(PyObject *self, PyObject *index)
{
    Py_ssize_t start, length;
    if (is_int(index)) {
        int64_t i;
        if (tbpy_as_int64(index, "UntypedStorage", "index", 1, &i) < 0)
            return NULL;
        const int64_t nbytes = storage_of(self)->nbytes;
        if (i < 0)
            i += nbytes;
        if (i < 0 || i >= nbytes)
            return PyErr_Format(PyExc_IndexError, "index %lld out of range for storage of size %lld",
                                (long long)i, (long long)nbytes);
        return PyLong_FromLong((unsigned char)storage_of(self)->data[i]);
    }
    if (!PySlice_Check(index))
        return PyErr_Format(PyExc_TypeError, "can't index a torch.UntypedStorage with %.200s",
                            tbpy_type_name(index));
    if (read_slice(self, index, &start, &length) < 0)
        return NULL;
    tb_storage *slice = slice_of(self, start, length);
    return !slice ? NULL : tbpy_wrap_storage(tbpy_get_state()->storage_type, slice);
}

/* As in torch, an index to write to cannot be negative. */
static int storage_setitem(PyObject *self, PyObject *index, PyObject *value)
{
    char byte;
    Py_ssize_t start, length = 1;
    int64_t i;
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "a storage does not support item deletion");
        return -1;
    }
    if (!PyLong_Check(value)) {
        PyErr_Format(PyExc_RuntimeError,
                     "can only set storage content with a int types, but got %.200s instead",
                     tbpy_type_name(value));
        return -1;
    }
    if (as_byte(value, &byte) < 0)
        return -1;
    if (PySlice_Check(index)) {
        if (read_slice(self, index, &start, &length) < 0)
            return -1;
    } else if (is_int(index)) {
        if (tbpy_as_int64(index, "UntypedStorage", "index", 1, &i) < 0)
            return -1;
        if (i < 0 || i >= storage_of(self)->nbytes) {
            PyErr_SetString(PyExc_RuntimeError, "out of bounds");
            return -1;
        }
        start = (Py_ssize_t)i;
    } else {
        PyErr_Format(PyExc_RuntimeError, "can't index a torch.UntypedStorage with %.200s",
                     tbpy_type_name(index));
        return -1;
    }
    memset(storage_of(self)->data + start, byte, (size_t)length);
    return 0;
}

static PyObject *bytes_as_list(PyObject *self)
{
    PyObject *list = PyList_New(storage_length(self));
    for (Py_ssize_t i = 0; list && i < PyList_GET_SIZE(list); i++)
        PyList_SET_ITEM(list, i, PyLong_FromLong((unsigned char)storage_of(self)->data[i]));
    return list;
}

PyObject *tbpy_body_UntypedStorage_tolist(const tbpy_call *c) { return bytes_as_list(c->given[0]); }

static PyObject *storage_iter(PyObject *self)
{
    PyObject *list = bytes_as_list(self), *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

/* ---- text ---- */

static PyObject *storage_repr(PyObject *self)
{
    return tbpy_call_hook(TBPY_HOOK_storage_text, &self, 1, NULL);
}

/* ---- properties ---- */

PyObject *tbpy_body_UntypedStorage_nbytes(const tbpy_call *c)
{
    return PyLong_FromLongLong(storage_of(c->given[0])->nbytes);
}

PyObject *tbpy_body_UntypedStorage_element_size(const tbpy_call *Py_UNUSED(c)) { return PyLong_FromLong(1); }

PyObject *tbpy_body_UntypedStorage_data_ptr(const tbpy_call *c)
{
    const tb_storage *storage = storage_of(c->given[0]);
    return storage->nbytes ? PyLong_FromVoidPtr(storage->data) : PyLong_FromLong(0);
}

PyObject *tbpy_body_UntypedStorage_resizable(const tbpy_call *c)
{
    return PyBool_FromLong(atomic_load(&storage_of(c->given[0])->pins) == 0);
}

PyObject *tbpy_body_UntypedStorage___sizeof__(const tbpy_call *c)
{
    PyObject *self = c->given[0];
    return PyLong_FromLongLong((long long)Py_TYPE(self)->tp_basicsize + storage_of(self)->nbytes);
}

/* untyped, cpu */
PyObject *tbpy_body_UntypedStorage_self(const tbpy_call *c) { return Py_NewRef(c->given[0]); }

/* ---- writing ---- */

PyObject *tbpy_body_UntypedStorage_fill_(const tbpy_call *c)
{
    PyObject *self = c->given[0], *value = c->given[TBPY_UNTYPEDSTORAGE_FILL__VALUE];
    char byte;
    if (!PyLong_Check(value))
        return PyErr_Format(PyExc_RuntimeError, "fill_ expects int, but got %.200s", tbpy_type_name(value));
    if (as_byte(value, &byte) < 0)
        return NULL;
    memset(storage_of(self)->data, byte, (size_t)storage_of(self)->nbytes);
    return Py_NewRef(self);
}

/* The UntypedStorage itself, or that of a TypedStorage; NULL with an exception. */
static PyObject *source_of(PyObject *o)
{
    PyObject *untyped = PyObject_TypeCheck(o, tbpy_get_state()->storage_type)
                            ? Py_NewRef(o)
                            : tbpy_attribute(o, "_untyped_storage");
    if (untyped && PyObject_TypeCheck(untyped, tbpy_get_state()->storage_type))
        return untyped;
    if (!untyped && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return NULL;
    Py_XDECREF(untyped);
    tbpy_fail_type(o, "copy_", "src", 1, "torch.Storage");
    return NULL;
}

PyObject *tbpy_body_UntypedStorage_copy_(const tbpy_call *c)
{
    PyObject *self = c->given[0], *source = source_of(c->given[TBPY_UNTYPEDSTORAGE_COPY__SRC]),
             *result = NULL;
    if (!source)
        return NULL;
    const tb_storage *to = storage_of(self), *from = storage_of(source);
    if (to->nbytes != from->nbytes) {
        PyErr_Format(PyExc_RuntimeError, "size does not match, self was %lld bytes but src was %lld bytes",
                     (long long)to->nbytes, (long long)from->nbytes);
    } else {
        memmove(to->data, from->data, (size_t)to->nbytes);
        result = Py_NewRef(self);
    }
    Py_DECREF(source);
    return result;
}

/* clone, __copy__, __deepcopy__ */
PyObject *tbpy_body_UntypedStorage_clone(const tbpy_call *c)
{
    const tb_storage *storage = storage_of(c->given[0]);
    PyObject *copy = make(tbpy_get_state()->storage_type, storage->nbytes);
    if (copy)
        memcpy(storage_of(copy)->data, storage->data, (size_t)storage_of(copy)->nbytes);
    return copy;
}

/* A tensor over these bytes, of as many elements of the dtype as fit. */
PyObject *tbpy_elements(PyObject *self, tb_dtype dtype)
{
    tb_storage *storage = storage_of(self);
    if (!tb_is_aligned(storage->data, dtype))
        return PyErr_Format(PyExc_RuntimeError, "the storage's memory is not aligned for elements of type %s",
                            tb_dtypes[dtype].scalar_type);
    const int64_t size[1] = {storage->nbytes / tb_dtypes[dtype].itemsize}, stride[1] = {1};
    return TBPY_NEW_TENSOR(tb_tensor_view, storage, dtype, size, stride, 1, 0);
}

/* Used by a typed storage to read and write. */
PyObject *tbpy_body_UntypedStorage__elements(const tbpy_call *c)
{
    PyObject *o = c->given[TBPY_UNTYPEDSTORAGE__ELEMENTS_DTYPE];
    tb_dtype dtype;
    if (!tbpy_is_dtype(o, &dtype))
        return PyErr_Format(PyExc_RuntimeError, "expected torch.dtype, but got %R", Py_TYPE(o));
    return tbpy_elements(c->given[0], dtype);
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},
        {Py_tp_new, c->make},
        {Py_tp_dealloc, tbpy_storage_dealloc},
        {Py_tp_traverse, tbpy_storage_traverse},
        {Py_tp_repr, storage_repr},
        {Py_tp_iter, storage_iter},
        {Py_tp_methods, (void *)c->methods},
        {Py_tp_members, (void *)tbpy_storage_members},
        {Py_tp_getset, (void *)c->attributes},
        {Py_mp_length, storage_length},
        {Py_mp_subscript, storage_getitem},
        {Py_mp_ass_subscript, storage_setitem},
        {0, NULL},
    };
    return tbpy_make_type(module, "tbcast.UntypedStorage", sizeof(TbStorage),
                          Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots, NULL);
}

int tbpy_init_storage_type(PyObject *module, const tbpy_class *c)
{
    PyTypeObject *type = tbpy_get_state()->storage_type = make_type(module, c);
    return type ? PyModule_AddObjectRef(module, "UntypedStorage", (PyObject *)type) : -1;
}
