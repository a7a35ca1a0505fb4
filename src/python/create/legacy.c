/* legacy.c: the constructors FloatTensor(...), LongTensor(...) and the like, Tensor(...) and the method
 * new(...): from sizes, a sequence, a tensor, a storage, or nothing. */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"
#include "python/create/data.h"
#include "python/types/from_storage.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

static PyObject *make_uninitialised(const tb_shape *shape, tb_dtype dtype)
{
    return TBPY_NEW_TENSOR(tb_tensor_new, dtype, shape->size, NULL, shape->ndim, false);
}

/* FloatTensor(t) is another view of t. */
static PyObject *make_alias(TbTensor *other, tb_dtype dtype)
{
#define REST                                                                                       \
    ", device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), " \
    "memory_format=(nullopt))"
    if (dtype != TB_UNDEFINED && dtype != other->t.dtype)
        return PyErr_Format(PyExc_TypeError,
                            "expected TensorOptions(dtype=%s" REST " (got TensorOptions(dtype=%s" REST ")",
                            tb_dtypes[dtype].cpp_name, tb_dtypes[other->t.dtype].cpp_name);
#undef REST
    return TBPY_NEW_TENSOR(tb_view_alias, &other->t);
}

static PyObject *make_from_data(PyObject *data, tb_dtype dtype)
{
    if (!PySequence_Check(data) && !tbpy_is_storage(data))
        return PyErr_Format(PyExc_TypeError, "new(): data must be a sequence (got %s)", tbpy_type_name(data));
    return tbpy_tensor_from_data(data, dtype);
}

/* Whether the sizes are a positional sequence, which counts as data unless it is a Size. */
static bool are_data(const tbpy_call *c, PyObject *size)
{
    return c->nargs > 0 && size == c->args[0] && (PyTuple_Check(size) || PyList_Check(size)) &&
           !Py_IS_TYPE(size, tbpy_get_state()->size_type);
}

/* Steals the reference.  A subclass gets its own object, which shares the memory. */
static PyObject *as_subclass(PyObject *base, PyTypeObject *type)
{
    tb_error err;
    if (!base || tbpy_is_tensor_type(type))
        return base;
    TbTensor *self = (TbTensor *)type->tp_alloc(type, 0);
    if (self)
        self = (TbTensor *)tbpy_finish(self, tb_view_alias(&self->t, tbpy_tensor_of(base), &err), &err);
    Py_DECREF(base);
    return (PyObject *)self;
}

/* The overload that exists only for its message (constructors.py); also matched if the device is None. */
enum { OTHER_WITH_DEVICE = 3 };

/* dtype: that of the result, except for a tensor.  only: the dtype that a tensor must have, TB_UNDEFINED:
 * any. */
static PyObject *make(const tbpy_call *c, tb_dtype dtype, tb_dtype only)
{
    PyObject *storage = c->given[TBPY_LEGACY_STORAGE], *other = c->given[TBPY_LEGACY_OTHER],
             *size = c->given[TBPY_LEGACY_SIZE], *data = c->given[TBPY_LEGACY_DATA],
             *device = c->given[TBPY_LEGACY_DEVICE];
    tb_shape shape = {.ndim = 1, .size = {0}};
    if (c->overload == OTHER_WITH_DEVICE)
        return PyErr_Format(
            PyExc_RuntimeError, "%s",
            c->f->code == TBPY_LEGACY_NEW
                ? "Legacy tensor new of the form tensor.new(tensor, device=device) is not "
                  "supported.  Use torch.as_tensor(...) instead."
                : "Legacy tensor constructor of the form torch.Tensor(tensor, device=device) is "
                  "not supported.  Use torch.tensor(...) or torch.as_tensor(...) instead.");
    if (tbpy_check_device(device, "new") < 0)
        return NULL;
    if (storage)
        return tbpy_legacy_from_storage(storage, dtype);
    if (other)
        return make_alias((TbTensor *)other, only);
    if (data || (size && are_data(c, size)))
        return make_from_data(data ? data : size, dtype);
    return tbpy_given_ints(c, TBPY_LEGACY_SIZE, &shape) < 0 ? NULL : make_uninitialised(&shape, dtype);
}

/* Tensor(...), FloatTensor(...) and the like, and the method new: self is the class, a dtype, a tensor. */
PyObject *tbpy_body_legacy(const tbpy_call *c)
{
    PyObject *self = c->given[0];
    tb_dtype dtype = tbpy_default_dtype();
    if (c->f->code == TBPY_LEGACY_TENSOR)
        return as_subclass(make(c, dtype, TB_UNDEFINED), (PyTypeObject *)self);
    if (c->f->code == TBPY_LEGACY_NEW)
        dtype = tbpy_tensor_of(self)->dtype;
    else
        tbpy_is_dtype(self, &dtype);
    return make(c, dtype, dtype);
}
