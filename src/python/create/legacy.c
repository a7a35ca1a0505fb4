/* legacy.c: the constructors FloatTensor(...), LongTensor(...) and their kin,
 * Tensor(...) and the method new(...): sizes, a sequence, a tensor, a storage, or nothing. */
#include "python/create/legacy.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/create/data.h"
#include "python/create/from_storage.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

static const char signatures[] = " * (*, torch.device device = None)\n"
                                 " * (torch.Storage storage)\n"
                                 " * (Tensor other)\n"
                                 " * (tuple of ints size, *, torch.device device = None)\n"
                                 " * (object data, *, torch.device device = None)\n";

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
    if (!PySequence_Check(data))
        return PyErr_Format(PyExc_TypeError, "new(): data must be a sequence (got %s)", tbpy_type_name(data));
    return tbpy_tensor_from_data(data, dtype);
}

/* Ints or a Size are sizes; other tuples and lists are data. */
static bool are_sizes(PyObject *const *args, Py_ssize_t nargs)
{
    PyObject *first = args[0];
    if (nargs == 1 && Py_IS_TYPE(first, TbSize_Type))
        return true;
    return PyIndex_Check(first) && !PyBool_Check(first) && !TbTensor_Check(first) && !PySequence_Check(first);
}

/* A tensor or a storage takes no device= (but torch lets it pass beside a storage by position). */
static bool refuses_device(PyObject *const *args, Py_ssize_t nargs, PyObject *const *given)
{
    return given[0] && (given[2] || (nargs == 1 && TbTensor_Check(args[0])));
}

static PyObject *make(tb_dtype dtype, bool method, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"new", 5, 0, 0, {"device", "size", "other", "data", "storage"}};
    const tb_dtype own = dtype == TB_UNDEFINED ? tbpy_default_dtype : dtype;
    PyObject *given[5];
    tb_shape shape = {.ndim = 1, .size = {0}};
    TbTensor *other;

    if (tbpy_parse(&signature, args + nargs, 0, kwnames, given) < 0 ||
        nargs + !!given[1] + !!given[2] + !!given[3] + !!given[4] > (nargs ? nargs : 1) ||
        (given[4] && (given[0] || !tbpy_is_storage(given[4])))) {
        PyErr_Clear();
        return tbpy_invalid_combination("new", args, nargs, kwnames, signatures);
    }
    if (refuses_device(args, nargs, given))
        return PyErr_Format(
            PyExc_RuntimeError, "%s",
            method ? "Legacy tensor new of the form tensor.new(tensor, device=device) is not "
                     "supported.  Use torch.as_tensor(...) instead."
                   : "Legacy tensor constructor of the form torch.Tensor(tensor, device=device) is "
                     "not supported.  Use torch.tensor(...) or torch.as_tensor(...) instead.");
    if (tbpy_check_device(given[0], "new") < 0)
        return NULL;
    if (given[1])
        return tbpy_as_size_tuple(given[1], "new", "size", 1, &shape) < 0 ? NULL
                                                                          : make_uninitialised(&shape, own);
    if (given[2])
        return tbpy_as_tensor(given[2], "new", "other", 1, &other) < 0 ? NULL : make_alias(other, dtype);
    if (given[3])
        return make_from_data(given[3], own);
    if (given[4])
        return tbpy_legacy_from_storage(given[4], own);
    if (nargs == 0)
        return make_uninitialised(&shape, own);
    if (are_sizes(args, nargs))
        return tbpy_as_sizes(args, nargs, "new", "size", &shape) < 0 ? NULL : make_uninitialised(&shape, own);
    if (nargs > 1)
        return tbpy_invalid_combination("new", args, nargs, kwnames, signatures);
    if (TbTensor_Check(args[0]))
        return make_alias((TbTensor *)args[0], dtype);
    return tbpy_is_storage(args[0]) ? tbpy_legacy_from_storage(args[0], own) : make_from_data(args[0], own);
}

PyObject *tbpy_legacy_new(tb_dtype dtype, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make(dtype, false, args, nargs, kwnames);
}

static PyObject *legacy_new(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                            PyObject *kwnames)
{
    tb_dtype dtype;
    if (nargs < 1 || !tbpy_is_dtype(args[0], &dtype)) {
        PyErr_SetString(PyExc_TypeError, "_legacy_new() takes a dtype as its first argument");
        return NULL;
    }
    return tbpy_legacy_new(dtype, args + 1, nargs - 1, kwnames);
}

/* x.new(...) is the constructor of x's dtype. */
static PyObject *method_new(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return make(((TbTensor *)self)->t.dtype, true, args, nargs, kwnames);
}

PyMethodDef tbpy_legacy_methods[] = {
    {"new", TBPY_FASTCALL(method_new),
     "new($self, *args, **kwargs)\n--\n\n"
     "A tensor of self's dtype, as FloatTensor and its kin make it: new(2, 3) is uninitialised,\n"
     "new([1, 2]) holds these numbers, new() has shape (0,), new(tensor) is another view.\n"
     "new(storage) is its elements.  Keywords: size, data, other or storage instead, device='cpu'.\n\n"
     "Raises TypeError for other arguments and tensors of other dtypes, RuntimeError for storages of other\n"
     "dtypes and for a tensor with a device.  As torch.Tensor.new.\n\n"
     ">>> torch.ones(2).new([1, 2])\n"
     "tensor([1., 2.])\n"},
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_legacy_functions[] = {
    {"_legacy_new", TBPY_FASTCALL(legacy_new),
     "_legacy_new($module, dtype, /, *args, **kwargs)\n--\n\n"
     "What FloatTensor(*args) and its kin do for their dtype."},
    {NULL, NULL, 0, NULL},
};
