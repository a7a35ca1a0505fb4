/* predicates.c: numel, dim, is_floating_point, is_signed and the like: facts about a tensor that need no
 * computation. */
#include "python/base/types.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"

PyObject *tbpy_body_predicate(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_tensor_of(c->given[0]);
    const tb_dtype_info *info = &tb_dtypes[t->dtype];
    switch ((tbpy_predicate)c->f->code) {
    case TBPY_NUMEL:
        return PyLong_FromLongLong(t->numel);
    case TBPY_NDIM:
        return PyLong_FromLong(t->ndim);
    case TBPY_ELEMENT_SIZE:
        return PyLong_FromLong(t->itemsize);
    case TBPY_STORAGE_OFFSET:
        return PyLong_FromLongLong(t->offset);
    case TBPY_DATA_PTR:
        return t->numel ? PyLong_FromVoidPtr(tb_data(t)) : PyLong_FromLong(0);
    case TBPY_IS_FLOATING_POINT:
        return PyBool_FromLong(info->kind == TB_KIND_FLOAT);
    case TBPY_IS_COMPLEX:
        return PyBool_FromLong(info->kind == TB_KIND_COMPLEX);
    case TBPY_IS_SIGNED:
        return PyBool_FromLong(info->is_signed);
    case TBPY_IS_NONZERO: {
        const int truth = PyObject_IsTrue(c->given[0]);
        return truth < 0 ? NULL : PyBool_FromLong(truth);
    }
    case TBPY_NEVER:
        Py_RETURN_FALSE;
    case TBPY_GET_DEVICE:
        return PyLong_FromLong(-1);
    case TBPY_IS_VIEW:
        return PyBool_FromLong(t->is_view);
    case TBPY_IS_SET_TO: {
        const tb_tensor *other = tbpy_tensor_of(c->given[TBPY_PREDICATE_TENSOR]);
        return PyBool_FromLong(t->storage == other->storage && t->offset == other->offset &&
                               tb_same_sizes(t->size, t->ndim, other->size, other->ndim) &&
                               !memcmp(t->stride, other->stride, t->ndim * sizeof *t->stride));
    }
    case TBPY_IS_SAME_SIZE: {
        const tb_tensor *other = tbpy_tensor_of(c->given[TBPY_PREDICATE_OTHER]);
        return PyBool_FromLong(tb_same_sizes(t->size, t->ndim, other->size, other->ndim));
    }
    }
    Py_UNREACHABLE();
}
