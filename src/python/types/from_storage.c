/* from_storage.c: tensors over storages, as torch.tensor, the legacy constructors and set_ make them. */
#include "python/types/from_storage.h"

#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/types/dtype.h"
#include "python/types/storage.h"

/* Raises the error for another dtype: the format's first %s is `dtype`, the second the storage's. */
static PyObject *from_typed(PyObject *o, tb_dtype dtype, const char *shown, const char *format)
{
    PyObject *own = tbpy_attribute(o, "dtype"), *untyped = own ? tbpy_attribute(o, "_untyped_storage") : NULL;
    PyObject *tensor = NULL;
    tb_dtype found;
    if (untyped && PyObject_TypeCheck(untyped, tbpy_get_state()->storage_type) &&
        tbpy_is_dtype(own, &found)) {
        if (found == dtype)
            tensor = tbpy_elements(untyped, dtype);
        else
            PyErr_Format(PyExc_RuntimeError, format, shown, tb_dtypes[found].scalar_type);
    } else if (untyped) {
        PyErr_SetString(PyExc_TypeError, "a TypedStorage without a dtype and a storage");
    }
    Py_XDECREF(own);
    Py_XDECREF(untyped);
    return tensor;
}

/* As in torch, which infers the dtype as if from a sequence: an untyped storage has ints, unless it is
 * empty; a typed one must have the default dtype. */
PyObject *tbpy_from_storage(PyObject *o, tb_dtype dtype)
{
    const bool is_untyped = PyObject_TypeCheck(o, tbpy_get_state()->storage_type);
    if (dtype == TB_UNDEFINED)
        dtype = is_untyped && PyMapping_Size(o) > 0 ? TB_INT64 : tbpy_default_dtype();
    return is_untyped ? tbpy_elements(o, dtype)
                      : from_typed(o, dtype, tb_dtypes[dtype].scalar_type,
                                   "Expected a Storage of type %s or an UntypedStorage, but got %s");
}

static PyObject *from_argument(PyObject *o, tb_dtype dtype, const char *shown)
{
    if (PyObject_TypeCheck(o, tbpy_get_state()->storage_type))
        return tbpy_elements(o, dtype);
    return from_typed(
        o, dtype, shown,
        "Expected a Storage of type %s or an UntypedStorage, but got type %s for argument 1 'storage'");
}

PyObject *tbpy_legacy_from_storage(PyObject *o, tb_dtype dtype)
{
    return from_argument(o, dtype, tb_dtypes[dtype].scalar_type);
}

PyObject *tbpy_set_from_storage(PyObject *o, tb_dtype dtype)
{
    return from_argument(o, dtype, tb_dtypes[dtype].cpp_name);
}
