/* casts.c: to() and its one-word forms (float(), long(), ...).
 * Relies on: tbpy.h, accessor_docs.h. */
#include "tbpy.h"
#include "accessor_docs.h"

static PyObject *cast(PyObject *self, tb_dtype dtype, bool copy)
{
    if (!copy && ((TbTensor *)self)->t.dtype == dtype)
        return Py_NewRef(self);
    return tbpy_cast(self, dtype);
}

/* ---- to ---- */

/* torch's three signatures; which one is decided by the first argument. */
enum { TO_DEVICE, TO_DTYPE, TO_OTHER };

static const tbpy_signature to_signatures[] = {
    [TO_DEVICE] = {"to", 4, 4, 0, {"device", "dtype", "non_blocking", "copy"}},
    [TO_DTYPE] = {"to", 3, 3, 1, {"dtype", "non_blocking", "copy"}},
    [TO_OTHER] = {"to", 3, 3, 1, {"other", "non_blocking", "copy"}},
};

static int choose_signature(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_dtype ignored;
    if (nargs > 0)
        return TbTensor_Check(args[0])                                     ? TO_OTHER
               : tbpy_is_dtype(args[0], &ignored) || PyType_Check(args[0]) ? TO_DTYPE
                                                                           : TO_DEVICE;
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames); i++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, i), "other") == 0)
            return TO_OTHER;
    return TO_DEVICE;
}

static PyObject *tensor_to(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    int chosen = choose_signature(args, nargs, kwnames);
    PyObject *given[4] = {NULL}, **flags = given + (chosen == TO_DEVICE ? 2 : 1);
    tb_dtype dtype = (tb_dtype)((TbTensor *)self)->t.dtype;
    bool non_blocking = false /* there is nothing to wait for */, copy = false;
    TbTensor *other;

    if (tbpy_parse(&to_signatures[chosen], args, nargs, kwnames, given) < 0)
        return NULL;
    if (chosen == TO_OTHER) {
        if (tbpy_as_tensor(given[0], "to", "other", 1, &other) < 0)
            return NULL;
        dtype = (tb_dtype)other->t.dtype;
    } else if (tbpy_as_dtype(given[chosen == TO_DEVICE], "to", "dtype", &dtype) < 0) {
        return NULL;
    }
    if ((chosen == TO_DEVICE && tbpy_check_device(given[0], "to") < 0) ||
        tbpy_as_bool(flags[0], "to", "non_blocking", &non_blocking) < 0 ||
        tbpy_as_bool(flags[1], "to", "copy", &copy) < 0)
        return NULL;
    return cast(self, dtype, copy);
}

/* ---- one word each ---- */

#define CASTS(ROW)                                                                         \
    ROW(float, TB_FLOAT32, "float32", "[1, 2]", "tensor([1., 2.])")                        \
    ROW(double, TB_FLOAT64, "float64", "[1, 2]", "tensor([1., 2.], dtype=torch.float64)")  \
    ROW(half, TB_FLOAT16, "float16", "[1, 2]", "tensor([1., 2.], dtype=torch.float16)")    \
    ROW(bfloat16, TB_BFLOAT16, "bfloat16", "[1, 2]", "tensor([1., 2.], dtype=torch.bfloat16)") \
    ROW(long, TB_INT64, "int64", "[1.7, -1.7]", "tensor([ 1, -1])")                        \
    ROW(int, TB_INT32, "int32", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int32)")      \
    ROW(short, TB_INT16, "int16", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int16)")    \
    ROW(char, TB_INT8, "int8", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int8)")        \
    ROW(byte, TB_UINT8, "uint8", "[1, 300]", "tensor([ 1, 44], dtype=torch.uint8)")        \
    ROW(bool, TB_BOOL, "bool", "[0, 2]", "tensor([False,  True])")

#define FUNCTION(name, dtype, dtype_name, values, result)                             \
    static PyObject *to_##name(PyObject *self, PyObject *Py_UNUSED(unused))           \
    {                                                                                 \
        return cast(self, dtype, false);                                              \
    }
CASTS(FUNCTION)
#undef FUNCTION

PyMethodDef tbpy_cast_methods[] = {
    {"to", TBPY_FASTCALL(tensor_to), to_doc},
#define ENTRY(name, dtype, dtype_name, values, result) \
    {#name, to_##name, METH_NOARGS, PyDoc_STR(CAST_DOC(#name, dtype_name, values, result))},
    CASTS(ENTRY)
#undef ENTRY
        {NULL, NULL, 0, NULL},
};
