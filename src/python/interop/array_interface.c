/* array_interface.c: NumPy's array interface, version 3, in both directions: a dict with sizes, strides in
 * bytes and the memory.  An address in another object's dict is kept valid only by that object; the `data`
 * exported here is an object that holds the memory itself. */
#include "python/interop/array_interface.h"

#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/interop/foreign.h"

#include <stdlib.h>
#include <string.h>

/* ---- types ---- */

static char little_or_big(void) { return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>'; }

static char kind_of(tb_dtype dtype)
{
    static const char kinds[] = {[TB_KIND_BOOL] = 'b', [TB_KIND_FLOAT] = 'f', [TB_KIND_COMPLEX] = 'c'};
    const tb_dtype_info *info = &tb_dtypes[dtype];
    return info->kind == TB_KIND_INT ? (info->is_signed ? 'i' : 'u') : kinds[info->kind];
}

/* "<f4"; false for bfloat16, which the interface lacks. */
static bool write_type(tb_dtype dtype, char text[8])
{
    const int itemsize = tb_dtypes[dtype].itemsize;
    snprintf(text, 8, "%c%c%d", itemsize > 1 ? little_or_big() : '|', kind_of(dtype), itemsize);
    return dtype != TB_BFLOAT16;
}

static int read_type(PyObject *typestr, tb_dtype *dtype)
{
    const char *given = PyUnicode_Check(typestr) ? PyUnicode_AsUTF8(typestr) : NULL;
    char text[8];
    if (!given && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "__array_interface__: typestr must be a str");
    if (!given)
        return -1;
    for (int i = 0; i < TB_NDTYPES; i++) {
        *dtype = (tb_dtype)i;
        if (!write_type(*dtype, text) || !*given || strcmp(text + 1, given + 1) != 0)
            continue;
        if (*given == *text || *given == '=' || *given == '|' || *text == '|')
            return 0;
        PyErr_SetString(PyExc_ValueError,
                        "given numpy array has byte order different from the native byte order. "
                        "Conversion between byte orders is currently not supported.");
        return -1;
    }
    PyErr_Format(PyExc_TypeError,
                 "can't convert an array interface of type %R. The only supported types are: float64, "
                 "float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, "
                 "uint32, uint16, uint8, and bool.",
                 typestr);
    return -1;
}

/* ---- sizes ---- */

/* Reads a tuple of ints. */
static int read_numbers(PyObject *tuple, const char *name, int64_t *out, int *n)
{
    if (!PyTuple_Check(tuple)) {
        PyErr_Format(PyExc_TypeError, "__array_interface__: %s must be a tuple of ints", name);
        return -1;
    }
    if (PyTuple_GET_SIZE(tuple) > TB_MAX_DIMS) {
        PyErr_Format(PyExc_RuntimeError, "only tensors with up to %d dims are supported", TB_MAX_DIMS);
        return -1;
    }
    *n = (int)PyTuple_GET_SIZE(tuple);
    for (int i = 0; i < *n; i++) {
        PyObject *index = PyNumber_Index(PyTuple_GET_ITEM(tuple, i));
        out[i] = index ? PyLong_AsLongLong(index) : -1;
        Py_XDECREF(index);
        if (PyErr_Occurred())
            return -1;
    }
    return 0;
}

/* Converts bytes to elements. */
static int read_strides(PyObject *strides, tbpy_memory *memory)
{
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    int n;
    if (!strides || strides == Py_None) {
        tb_contiguous_strides(memory->shape.size, memory->shape.ndim, memory->stride);
        return 0;
    }
    if (read_numbers(strides, "strides", memory->stride, &n) < 0)
        return -1;
    if (n != memory->shape.ndim) {
        PyErr_Format(PyExc_ValueError, "__array_interface__: %d strides for %d dimensions", n,
                     memory->shape.ndim);
        return -1;
    }
    for (int d = 0; d < n; d++) {
        if (memory->stride[d] % itemsize) {
            PyErr_SetString(PyExc_ValueError,
                            "given numpy array strides not a multiple of the element byte size. "
                            "Copy the numpy array to reallocate the memory.");
            return -1;
        }
        memory->stride[d] /= itemsize;
    }
    return 0;
}

/* ---- memory ---- */

/* What keeps the memory: the object, and a buffer of its data, if it has one. */
typedef struct {
    tbpy_owner owner;
    PyObject *object;
    Py_buffer buffer;
} keeper;

static void drop_keeper(tbpy_owner *owner)
{
    keeper *k = (keeper *)owner;
    PyBuffer_Release(&k->buffer); /* does nothing if there is none */
    Py_DECREF(k->object);
    free(k);
}

static int traverse_keeper(tbpy_owner *owner, visitproc visit, void *arg)
{
    keeper *k = (keeper *)owner;
    TBPY_VISIT(k->object);
    if (k->buffer.obj && !PyMemoryView_Check(k->buffer.obj)) /* see held_buffer.h */
        TBPY_VISIT(k->buffer.obj);
    return 0;
}

/* Reads (address, read-only). */
static int read_address(PyObject *data, tbpy_memory *memory, bool *read_only)
{
    if (PyTuple_GET_SIZE(data) != 2 || !PyLong_Check(PyTuple_GET_ITEM(data, 0))) {
        PyErr_SetString(PyExc_TypeError,
                        "__array_interface__: data must be (address, read-only) or a buffer");
        return -1;
    }
    memory->data = PyLong_AsVoidPtr(PyTuple_GET_ITEM(data, 0));
    *read_only = !PyErr_Occurred() && PyObject_IsTrue(PyTuple_GET_ITEM(data, 1));
    return PyErr_Occurred() ? -1 : 0;
}

/* Reads a buffer, in which the elements begin at `offset`. */
static int read_buffer(PyObject *data, PyObject *offset, tbpy_memory *memory, bool *read_only,
                       Py_buffer *buffer)
{
    const int64_t start = offset && offset != Py_None ? PyLong_AsLongLong(offset) : 0;
    if (PyErr_Occurred())
        return -1;
    if (PyObject_GetBuffer(data, buffer, PyBUF_WRITABLE) < 0) {
        if (!tbpy_clear_answer())
            return -1;
        if (PyObject_GetBuffer(data, buffer, PyBUF_SIMPLE) < 0)
            return -1;
    }
    if (start < 0 || start > buffer->len) {
        PyErr_Format(PyExc_ValueError,
                     "__array_interface__: offset %lld is outside of the buffer (%zd bytes)",
                     (long long)start, buffer->len);
        return -1;
    }
    *read_only = buffer->readonly;
    memory->data = (char *)buffer->buf + start;
    return 0;
}

/* Checks that the elements end within the buffer. */
static int check_end(const tbpy_memory *memory, const Py_buffer *buffer)
{
    const int itemsize = tb_dtypes[memory->dtype].itemsize;
    const int64_t rest = memory->data ? (char *)buffer->buf + buffer->len - memory->data : 0;
    if (memory->elements * itemsize <= rest)
        return 0;
    PyErr_Format(PyExc_ValueError, "__array_interface__: the elements need %lld bytes, the buffer has %lld",
                 (long long)(memory->elements * itemsize), (long long)rest);
    return -1;
}

/* The dict's items, each a reference or NULL if it is missing. */
enum { SHAPE, TYPESTR, DATA, STRIDES, OFFSET, MASK, N_ITEMS };

static int find_items(PyObject *interface, PyObject *found[N_ITEMS])
{
    static const char *const names[N_ITEMS] = {"shape", "typestr", "data", "strides", "offset", "mask"};
    for (int i = 0; i < N_ITEMS; i++) {
        const int status = PyDict_GetItemStringRef(interface, names[i], &found[i]);
        if (!status && i <= TYPESTR)
            PyErr_Format(PyExc_ValueError, "__array_interface__: %s is missing", names[i]);
        if (status < 0 || (!status && i <= TYPESTR))
            return -1;
    }
    return 0;
}

/* ---- import ---- */

static int read_items(PyObject *o, PyObject *const found[N_ITEMS], tbpy_memory *memory, bool *read_only,
                      Py_buffer *buffer)
{
    PyObject *data = found[DATA];
    if (found[MASK] && found[MASK] != Py_None) {
        PyErr_SetString(PyExc_ValueError, "__array_interface__: masks are not supported");
        return -1;
    }
    if (read_type(found[TYPESTR], &memory->dtype) < 0 ||
        read_numbers(found[SHAPE], "shape", memory->shape.size, &memory->shape.ndim) < 0 ||
        read_strides(found[STRIDES], memory) < 0)
        return -1;
    if (data && PyTuple_Check(data))
        return read_address(data, memory, read_only) < 0 ? -1 : tbpy_check_memory(memory, "array interface");
    if (read_buffer(data && data != Py_None ? data : o, found[OFFSET], memory, read_only, buffer) < 0 ||
        tbpy_check_memory(memory, "array interface") < 0)
        return -1;
    return check_end(memory, buffer);
}

/* Reading an item can run code that changes the dict, so all items are looked up first. */
static int read_interface(PyObject *o, PyObject *interface, tbpy_memory *memory, bool *read_only,
                          Py_buffer *buffer)
{
    PyObject *found[N_ITEMS] = {NULL};
    const int looked = find_items(interface, found);
    const int status = looked < 0 ? -1 : read_items(o, found, memory, read_only, buffer);
    for (int i = 0; i < N_ITEMS; i++)
        Py_XDECREF(found[i]);
    return status;
}

PyObject *tbpy_from_array_interface(PyObject *o, PyObject *interface)
{
    tbpy_memory memory;
    bool read_only = false;
    PyObject *tensor = NULL;
    if (!PyDict_Check(interface))
        return PyErr_Format(PyExc_TypeError, "__array_interface__ must be a dict, not %s",
                            tbpy_type_name(interface));
    keeper *k = malloc(sizeof *k);
    if (!k)
        return PyErr_NoMemory();
    *k = (keeper){.owner = {.drop = drop_keeper, .traverse = traverse_keeper}, .object = Py_NewRef(o)};
    if (read_interface(o, interface, &memory, &read_only, &k->buffer) == 0) {
        const bool copied = read_only || !tb_is_aligned(memory.data, memory.dtype);
        tensor = copied ? tbpy_copy_memory(&memory) : tbpy_share_memory(&memory, &k->owner);
        k = copied || !tensor ? k : NULL;
    }
    if (k)
        drop_keeper(&k->owner);
    return tensor;
}

/* ---- export ---- */

/* The protocol's `data`: a buffer, which NumPy and others keep, and which keeps the memory in place.  It
 * also works as (address, read-only), the usual form of `data`. */
typedef struct {
    PyObject_HEAD
    tb_storage *storage; /* retained and pinned */
    char *address; /* of the first element */
    Py_ssize_t nbytes; /* up to the end of the last element */
} DataObject;

static PyObject *new_data(const tb_tensor *t)
{
    int64_t elements = 0;
    (void)tb_storage_extent(t->size, t->stride, t->ndim, 0, t->itemsize, &elements,
                            NULL); /* a tensor's size fits */
    DataObject *self = PyObject_New(DataObject, tbpy_get_state()->array_data_type);
    if (!self)
        return NULL;
    self->storage = tb_storage_retain(t->storage);
    tb_storage_pin(self->storage);
    self->address = t->numel ? tb_data(t) : t->storage->data;
    self->nbytes = elements * t->itemsize;
    return (PyObject *)self;
}

static void data_dealloc(PyObject *self)
{
    tb_storage *storage = ((DataObject *)self)->storage;
    tb_storage_unpin(storage);
    tb_storage_release(storage);
    tbpy_dealloc(self);
}

static int data_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    const DataObject *data = (DataObject *)self;
    return PyBuffer_FillInfo(view, self, data->address, data->nbytes, 0, flags);
}

static Py_ssize_t data_length(PyObject *Py_UNUSED(self)) { return 2; }

static PyObject *data_item(PyObject *self, Py_ssize_t index)
{
    if (index == 0)
        return PyLong_FromVoidPtr(((DataObject *)self)->address);
    if (index == 1)
        return Py_NewRef(Py_False);
    PyErr_SetString(PyExc_IndexError, "the address and whether the memory is read-only are all there is");
    return NULL;
}

static PyObject *data_repr(PyObject *self)
{
    const DataObject *data = (DataObject *)self;
    return PyUnicode_FromFormat("<%zd bytes of a tensor at %p>", data->nbytes, data->address);
}

static const PyType_Slot data_slots[] = {
    {Py_tp_doc,
     (void
          *)"A tensor's memory, which does not go or move while this lives: a buffer, and (address, False)."},
    {Py_tp_dealloc, data_dealloc},
    {Py_tp_repr, data_repr},
    {Py_bf_getbuffer, data_getbuffer},
    {Py_sq_length, data_length},
    {Py_sq_item, data_item},
    {0, NULL},
};

int tbpy_init_array_data_type(PyObject *module)
{
    const unsigned flags = Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
    PyTypeObject *type =
        tbpy_make_type(module, "tbcast._C.ArrayData", sizeof(DataObject), flags, data_slots, NULL);
    tbpy_get_state()->array_data_type = type;
    return type ? 0 : -1;
}

PyObject *tbpy_get_Tensor_array_interface(PyObject *self, void *Py_UNUSED(closure))
{
    const tb_tensor *t = tbpy_tensor_of(self);
    int64_t size[TB_MAX_DIMS], bytes[TB_MAX_DIMS]; /* copies: making objects can run code that resizes */
    char typestr[8];
    const int ndim = t->ndim;
    const bool contiguous = t->contiguous;
    if (!write_type(t->dtype, typestr))
        return PyErr_Format(PyExc_AttributeError, "%s has no type in the array interface",
                            tb_dtypes[t->dtype].name);
    for (int d = 0; d < ndim; d++) {
        size[d] = t->size[d];
        if (__builtin_mul_overflow(t->stride[d], (int64_t)t->itemsize, &bytes[d]))
            bytes[d] = 0; /* only if no element depends on it */
    }
    PyObject *data = new_data(t), *interface = NULL;
    PyObject *shape = tbpy_int_tuple(size, ndim), *strides = tbpy_int_tuple(bytes, ndim);
    if (data && shape && strides)
        interface = Py_BuildValue("{sOsOsssOsi}", "shape", shape, "strides", contiguous ? Py_None : strides,
                                  "typestr", typestr, "data", data, "version", 3);
    Py_XDECREF(data);
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    return interface;
}
