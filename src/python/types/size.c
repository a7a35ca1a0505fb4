/* size.c: the type tbcast.Size, a tuple of ints whose slices, sums and multiples are Sizes. */
#include "python/types/size.h"

#include "python/args/row.h"
#include "python/base/errors.h"
#include "python/base/objects.h"

#include <string.h>

static PyObject *size_alloc(Py_ssize_t n)
{
    PyTypeObject *type = tbpy_get_state()->size_type;
    return type->tp_alloc(type, n);
}

PyObject *tbpy_size_new(const int64_t *size, int ndim)
{
    int64_t own[TB_MAX_DIMS]; /* a copy: an allocation may collect garbage, which may resize a tensor */
    memcpy(own, size, (size_t)ndim * sizeof *size);
    PyObject *self = size_alloc(ndim);
    for (int i = 0; self && i < ndim; i++)
        tbpy_put_item(&self, i, PyLong_FromLongLong(own[i]));
    return self;
}

PyObject *tbpy_size_of_ints(PyObject *const *items, Py_ssize_t n)
{
    PyObject *self = size_alloc(n);
    for (Py_ssize_t i = 0; self && i < n; i++)
        PyTuple_SET_ITEM(self, i, Py_NewRef(items[i]));
    return self;
}

static bool is_size(PyObject *size, const tb_tensor *t)
{
    if (PyTuple_GET_SIZE(size) != t->ndim)
        return false;
    int64_t length;
    for (int d = 0; d < t->ndim; d++)
        if (!tbpy_plain_int(PyTuple_GET_ITEM(size, d), &length) || length != t->size[d])
            return false;
    return true;
}

PyObject *tbpy_size_of(TbTensor *self)
{
#ifdef Py_GIL_DISABLED
    return tbpy_size_new(self->t.size, self->t.ndim); /* caching would need a lock, which takes longer */
#endif
    if (!self->shape || !is_size(self->shape, &self->t)) {
        PyObject *size = tbpy_size_new(self->t.size, self->t.ndim);
        if (!size)
            return NULL;
        Py_XSETREF(self->shape, size);
    }
    return Py_NewRef(self->shape);
}

/* Converts an item to an exact int that fits int64_t; a new reference. */
static PyObject *as_size_item(PyObject *item, Py_ssize_t index)
{
    PyObject *integer = NULL;
    if (PyIndex_Check(item))
        integer = PyNumber_Index(item);
    if (!integer) {
        if (PyErr_Occurred() && !tbpy_clear_answer())
            return NULL;
        return PyErr_Format(PyExc_TypeError, "torch.Size() takes an iterable of 'int' (item %zd is '%s')",
                            index, tbpy_type_name(item));
    }
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    Py_DECREF(integer);
    if (overflow) {
        PyErr_SetString(PyExc_ValueError, "Overflow when unpacking long long");
        return NULL;
    }
    return PyLong_FromLongLong(value);
}

/* Makes a Size from a tuple's items; steals the reference to `tuple`, which may be NULL with an exception
 * set.  The items are converted before the Size exists, because __index__ could find an unfinished one
 * among the collector's objects. */
static PyObject *size_from_tuple(PyObject *tuple)
{
    if (!tuple)
        return NULL;
    PyObject *self = NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(tuple), done = 0;
    PyObject **items = PyMem_Calloc((size_t)n, sizeof *items);
    if (!items) {
        PyErr_NoMemory();
        goto done;
    }
    for (; done < n; done++) {
        items[done] = as_size_item(PyTuple_GET_ITEM(tuple, done), done);
        if (!items[done])
            goto done;
    }
    self = tbpy_size_of_ints(items, n);
done:
    while (done > 0)
        Py_DECREF(items[--done]);
    PyMem_Free(items);
    Py_DECREF(tuple);
    return self;
}

static PyObject *size_new(PyTypeObject *Py_UNUSED(type), PyObject *args, PyObject *kwargs)
{
    return size_from_tuple(PyObject_Call((PyObject *)&PyTuple_Type, args, kwargs));
}

/* A tuple's own traverse does not visit the type, which objects of heap types hold. */
static int size_traverse(PyObject *self, visitproc visit, void *arg)
{
    TBPY_VISIT(Py_TYPE(self));
    return PyTuple_Type.tp_traverse(self, visit, arg);
}

static PyObject *size_repr(PyObject *self)
{
    PyObject *list = PySequence_List(self), *text = NULL;
    if (list) {
        text = PyUnicode_FromFormat("torch.Size(%R)", list);
        Py_DECREF(list);
    }
    return text;
}

/* ---- operations whose results are Sizes ---- */

static PyObject *concatenate(PyObject *a, PyObject *b)
{
    Py_ssize_t n = PyTuple_GET_SIZE(a), m = PyTuple_GET_SIZE(b);
    PyObject *tuple = PyTuple_New(n + m);
    if (!tuple)
        return NULL;
    for (Py_ssize_t i = 0; i < n + m; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(i < n ? PyTuple_GET_ITEM(a, i) : PyTuple_GET_ITEM(b, i - n)));
    return size_from_tuple(tuple);
}

/* In the number slot, so that tuple + Size also comes here. */
static PyObject *size_add(PyObject *a, PyObject *b)
{
    if (!PyTuple_Check(a) || !PyTuple_Check(b))
        Py_RETURN_NOTIMPLEMENTED;
    return concatenate(a, b);
}

static PyObject *size_concat(PyObject *a, PyObject *b)
{
    if (!PyTuple_Check(b))
        return PyErr_Format(PyExc_TypeError, "can only concatenate tuple (not %s) to torch.Size",
                            tbpy_type_name(b));
    return concatenate(a, b);
}

static PyObject *size_repeat(PyObject *self, Py_ssize_t times)
{
    return size_from_tuple(PyTuple_Type.tp_as_sequence->sq_repeat(self, times));
}

static PyObject *size_subscript(PyObject *self, PyObject *index)
{
    PyObject *found = PyTuple_Type.tp_as_mapping->mp_subscript(self, index);
    return PySlice_Check(index) ? size_from_tuple(found) : found;
}

/* ---- methods ---- */

/* Uses Python ints, so that no product overflows. */
PyObject *tbpy_body_Size_numel(const tbpy_call *c)
{
    PyObject *self = c->given[0];
    PyObject *product = PyLong_FromLong(1);
    for (Py_ssize_t i = 0; product && i < PyTuple_GET_SIZE(self); i++)
        Py_SETREF(product, PyNumber_Multiply(product, PyTuple_GET_ITEM(self, i)));
    return product;
}

PyObject *tbpy_body_Size___reduce__(const tbpy_call *c)
{
    PyObject *self = c->given[0];
    PyObject *tuple = PyTuple_GetSlice(self, 0, PyTuple_GET_SIZE(self)); /* a plain tuple */
    return tuple ? Py_BuildValue("O(N)", tbpy_get_state()->size_type, tuple) : NULL;
}

static PyTypeObject *make_type(PyObject *module, const tbpy_class *c)
{
    const PyType_Slot slots[] = {
        {Py_tp_doc, (void *)c->doc},
        {Py_tp_new, size_new},
        {Py_tp_traverse, size_traverse},
        {Py_tp_repr, size_repr},
        {Py_nb_add, size_add},
        {Py_sq_concat, size_concat},
        {Py_sq_repeat, size_repeat},
        {Py_mp_subscript, size_subscript},
        {Py_tp_methods, (void *)c->methods},
        {0, NULL},
    };
    return tbpy_make_type(module, "tbcast.Size", 0 /* a tuple's */,
                          Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots, &PyTuple_Type);
}

int tbpy_init_size_type(PyObject *module, const tbpy_class *c)
{
    PyTypeObject *type = tbpy_get_state()->size_type = make_type(module, c);
    return type ? PyModule_AddObjectRef(module, "Size", (PyObject *)type) : -1;
}
