/* resize.c: bodies of resize_, resize_as_ and set_, which change a tensor's sizes and memory in place. */
#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/from_storage.h"
#include "python/types/storage.h"
#include "python/types/storage_object.h"
#include "python/types/tensor.h"
#include "python/views/results.h"

/* Resizes in self's own memory, in the format if one is given. */
static PyObject *resized(const tbpy_call *c, const int64_t *size, int ndim, const tb_memory_format *format)
{
    tb_error err;
    TBPY_CHANGING;
    const tb_status status = format ? tb_resize_as(tbpy_self_of(c), size, ndim, *format, &err)
                                    : tb_resize(tbpy_self_of(c), size, ndim, &err);
    return status == TB_OK ? Py_NewRef(c->given[c->f->own]) : tbpy_raise(&err);
}

PyObject *tbpy_body_resize(const tbpy_call *c)
{
    tb_shape shape;
    tb_memory_format format;
    if (tbpy_given_ints(c, TBPY_RESIZE_SIZE, &shape) < 0)
        return NULL;
    tbpy_given_format(c, TBPY_RESIZE_MEMORY_FORMAT, &format);
    return resized(c, shape.size, shape.ndim, c->given[TBPY_RESIZE_MEMORY_FORMAT] ? &format : NULL);
}

PyObject *tbpy_body_resize_as(const tbpy_call *c)
{
    tb_memory_format format;
    tbpy_given_format(c, TBPY_RESIZE_AS_MEMORY_FORMAT, &format);
    const tb_tensor *t = tbpy_given_tensor(c, TBPY_RESIZE_AS_THE_TEMPLATE);
    TBPY_CHANGING;
    if (!c->given[TBPY_RESIZE_AS_MEMORY_FORMAT])
        return resized(c, t->size, t->ndim, NULL);
    if (format == TB_PRESERVE_FORMAT) /* the template's, not self's */
        format = tb_suggest_format(t->size, t->stride, t->ndim);
    return resized(c, t->size, t->ndim, &format);
}

/* ---- set_ ---- */

typedef struct {
    int64_t offset;
    tb_shape size;
    const int64_t *stride; /* NULL: contiguous */
} place;

/* at NULL: all of source. */
static tb_status view_source(tb_tensor *out, const tb_tensor *self, const tb_tensor *source, const place *at,
                             tb_error *err)
{
    (void)self;
    return at ? tb_view_growing(out, source, at->offset, at->size.size, at->stride, at->size.ndim, err)
              : tb_view_alias(out, source, err);
}

/* All elements of a tensor's storage, read as another dtype. */
static PyObject *elements_of(const tb_tensor *t, tb_dtype dtype)
{
    PyObject *storage = tbpy_storage_object(t->storage);
    PyObject *elements = storage ? tbpy_elements(storage, dtype) : NULL;
    Py_XDECREF(storage);
    return elements;
}

/* A tensor of the dtype over the memory of `source`; NULL for no memory. */
static PyObject *tensor_on(PyObject *source, tb_dtype dtype, bool whole)
{
    const int64_t none = 0;
    if (!source)
        return TBPY_NEW_TENSOR(tb_tensor_new, dtype, &none, NULL, 1, false);
    if (!TbTensor_Check(source))
        return tbpy_set_from_storage(source, dtype);
    const tb_tensor *t = tbpy_tensor_of(source);
    if (t->dtype == dtype)
        return Py_NewRef(source);
    return whole ? PyErr_Format(PyExc_RuntimeError, "Could not set tensor of type %s to a tensor of type %s",
                                tb_dtypes[t->dtype].cpp_name, tb_dtypes[dtype].cpp_name)
                 : elements_of(t, dtype);
}

PyObject *tbpy_body_set(const tbpy_call *c)
{
    PyObject *stride_object = c->given[TBPY_SET_STRIDE];
    const bool whole = !c->given[TBPY_SET_SIZE];
    bool strided = stride_object && stride_object != Py_None;
    place at;
    tb_shape stride;
    tb_error err;
    if (tbpy_given_index(c, TBPY_SET_STORAGE_OFFSET, &at.offset) < 0 ||
        tbpy_given_ints(c, TBPY_SET_SIZE, &at.size) < 0 ||
        (strided && tbpy_given_ints(c, TBPY_SET_STRIDE, &stride) < 0))
        return NULL;
    strided = strided && stride.ndim > 0; /* as in torch, no strides means those that follow from the sizes */
    at.stride = strided ? stride.size : NULL;
    if (strided && at.size.ndim != stride.ndim)
        return PyErr_Format(PyExc_RuntimeError, "unequal size length (%d) and stride length (%d)",
                            at.size.ndim, stride.ndim);
    if (strided && tb_replace_negative_strides(at.size.size, stride.size, stride.ndim, &err) != TB_OK)
        return tbpy_raise(&err);
    PyObject *given = c->given[TBPY_SET_SOURCE];
    PyObject *source = tensor_on(given, tbpy_self_of(c)->dtype, whole);
    if (!source)
        return NULL;
    /* storage_offset counts from where a tensor begins. */
    if (!whole && TbTensor_Check(given) &&
        __builtin_add_overflow(at.offset, tbpy_tensor_of(given)->offset, &at.offset))
        at.offset = INT64_MAX;
    PyObject *self = TBPY_REPLACED(c, view_source, tbpy_tensor_of(source), whole ? NULL : &at);
    Py_DECREF(source);
    return self;
}
