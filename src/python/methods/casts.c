/* casts.c: to() and its one-word forms (float(), long(), ...). */
#include "python/methods/methods.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/methods/accessor_docs.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/memory_format.h"

#include <string.h>

/* self itself where it has the dtype and, as far as its strides say, the format. */
static PyObject *cast(PyObject *self, tb_dtype dtype, bool copy, tb_memory_format format)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    tb_error err;
    if (!copy && t->dtype == dtype &&
        (format == TB_PRESERVE_FORMAT || format == tb_suggest_format(t->size, t->stride, t->ndim)))
        return Py_NewRef(self);
    if (tb_check_format(format, t->ndim, &err) != TB_OK) /* before the warning of the cast */
        return tbpy_raise(&err);
    return tbpy_cast_as(self, dtype, format);
}

/* ---- to ---- */

/* torch's three signatures; which one is decided by the first argument. */
enum { TO_DEVICE, TO_DTYPE, TO_OTHER };

static const tbpy_signature to_signatures[] = {
    [TO_DEVICE] = {"to", 5, 4, 0, {"device", "dtype", "non_blocking", "copy", "memory_format"}},
    [TO_DTYPE] = {"to", 4, 3, 1, {"dtype", "non_blocking", "copy", "memory_format"}},
    [TO_OTHER] = {"to", 4, 3, 1, {"tensor", "non_blocking", "copy", "memory_format"}},
};

/* Whatever does not fit, torch lists the three. */
static PyObject *fail_to(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
#define FLAGS \
    "bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)\n"
    if (!PyErr_ExceptionMatches(PyExc_TypeError))
        return NULL;
    PyErr_Clear();
    return tbpy_invalid_combination("to", args, nargs, kwnames,
                                    " * (torch.device device = None, torch.dtype dtype = None, " FLAGS
                                    " * (torch.dtype dtype, " FLAGS " * (Tensor tensor, " FLAGS);
#undef FLAGS
}

static int choose_signature(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    tb_dtype ignored;
    if (nargs > 0)
        return TbTensor_Check(args[0])                                     ? TO_OTHER
               : tbpy_is_dtype(args[0], &ignored) || PyType_Check(args[0]) ? TO_DTYPE
                                                                           : TO_DEVICE;
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames); i++)
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, i), "tensor") == 0)
            return TO_OTHER;
    return TO_DEVICE;
}

static PyObject *tensor_to(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    int chosen = choose_signature(args, nargs, kwnames);
    PyObject *given[5] = {NULL}, **flags = given + (chosen == TO_DEVICE ? 2 : 1);
    tb_dtype dtype = ((TbTensor *)self)->t.dtype;
    bool non_blocking = false /* there is nothing to wait for */, copy = false;
    tb_memory_format format = TB_PRESERVE_FORMAT;
    TbTensor *other;

    if (tbpy_parse(&to_signatures[chosen], args, nargs, kwnames, given) < 0)
        return fail_to(args, nargs, kwnames);
    if (chosen == TO_OTHER) {
        if (tbpy_as_tensor(given[0], "to", "tensor", 1, &other) < 0)
            return fail_to(args, nargs, kwnames);
        dtype = other->t.dtype;
    } else if (tbpy_as_dtype(given[chosen == TO_DEVICE], "to", "dtype", &dtype) < 0) {
        return fail_to(args, nargs, kwnames);
    }
    if ((chosen == TO_DEVICE && tbpy_check_device(given[0], "to") < 0) ||
        tbpy_as_bool(flags[0], "to", "non_blocking", &non_blocking) < 0 ||
        tbpy_as_bool(flags[1], "to", "copy", &copy) < 0 ||
        tbpy_as_memory_format(flags[2], "to", true, &format) < 0)
        return fail_to(args, nargs, kwnames);
    return cast(self, dtype, copy, format);
}

/* ---- one word each ---- */

#define CASTS(ROW)                                                                             \
    ROW(float, TB_FLOAT32, "float32", "[1, 2]", "tensor([1., 2.])")                            \
    ROW(double, TB_FLOAT64, "float64", "[1, 2]", "tensor([1., 2.], dtype=torch.float64)")      \
    ROW(half, TB_FLOAT16, "float16", "[1, 2]", "tensor([1., 2.], dtype=torch.float16)")        \
    ROW(bfloat16, TB_BFLOAT16, "bfloat16", "[1, 2]", "tensor([1., 2.], dtype=torch.bfloat16)") \
    ROW(long, TB_INT64, "int64", "[1.7, -1.7]", "tensor([ 1, -1])")                            \
    ROW(int, TB_INT32, "int32", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int32)")          \
    ROW(short, TB_INT16, "int16", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int16)")        \
    ROW(char, TB_INT8, "int8", "[1.7, -1.7]", "tensor([ 1, -1], dtype=torch.int8)")            \
    ROW(byte, TB_UINT8, "uint8", "[1, 300]", "tensor([ 1, 44], dtype=torch.uint8)")            \
    ROW(cfloat, TB_COMPLEX64, "complex64", "[1, 2]", "tensor([1.+0.j, 2.+0.j])")               \
    ROW(cdouble, TB_COMPLEX128, "complex128", "[1, 2]",                                        \
        "tensor([1.+0.j, 2.+0.j], dtype=torch.complex128)")                                    \
    ROW(bool, TB_BOOL, "bool", "[0, 2]", "tensor([False,  True])")

/* float(memory_format=...) and the like; TB_UNDEFINED: cpu(), which keeps the dtype. */
static PyObject *cast_to(const char *function, tb_dtype dtype, PyObject *self, PyObject *const *args,
                         Py_ssize_t nargs, PyObject *kwnames)
{
    const tbpy_signature signature = {function, 1, 0, 0, {"memory_format"}};
    PyObject *given = NULL;
    tb_memory_format format = TB_PRESERVE_FORMAT;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_memory_format(given, function, true, &format) < 0)
        return NULL;
    return cast(self, dtype == TB_UNDEFINED ? ((TbTensor *)self)->t.dtype : dtype, false, format);
}

#define FUNCTION(name, dtype, dtype_name, values, result)                                                  \
    static PyObject *to_##name(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) \
    {                                                                                                      \
        return cast_to(#name, dtype, self, args, nargs, kwnames);                                          \
    }
CASTS(FUNCTION)
#undef FUNCTION

/* ---- by another tensor, by the name of a type ---- */

static PyObject *tensor_type_as(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"type_as", 1, 1, 1, {"other"}};
    PyObject *given = NULL;
    TbTensor *other;
    if (tbpy_parse(&signature, args, nargs, kwnames, &given) < 0 ||
        tbpy_as_tensor(given, "type_as", "other", 1, &other) < 0)
        return NULL;
    return cast(self, other->t.dtype, false, TB_PRESERVE_FORMAT);
}

/* "torch.FloatTensor" and its kin, "torch.Tensor"; false for another name. */
static bool dtype_of_name(const char *name, tb_dtype *dtype)
{
    char known[64];
    *dtype = tbpy_default_dtype;
    if (strcmp(name, "torch.Tensor") == 0)
        return true;
    for (int d = 0; d < TB_NDTYPES; d++) {
        snprintf(known, sizeof known, "torch.%sTensor", tb_dtypes[d].scalar_type);
        *dtype = (tb_dtype)d;
        if (strcmp(name, known) == 0)
            return true;
    }
    return false;
}

/* The name torch would give a class: "torch.FloatTensor" for this package's. */
static int name_of_class(PyObject *type, char *name, size_t size)
{
    const char *own = ((PyTypeObject *)type)->tp_name;
    if (type == (PyObject *)TbTensor_Type) {
        snprintf(name, size, "torch.Tensor");
        return 0;
    }
    PyObject *module = tbpy_attribute(type, "__module__");
    if (!module)
        return -1;
    const char *owner = PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : "";
    if (owner) {
        const bool ours = strcmp(owner, "tbcast") == 0, of_cuda = strcmp(owner, "tbcast.cuda") == 0;
        snprintf(name, size, "%s%s", ours ? "torch." : of_cuda ? "torch.cuda." : "", own);
    }
    Py_DECREF(module);
    return owner ? 0 : -1;
}

static PyObject *tensor_type(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const tbpy_signature signature = {"type", 3, 2, 0, {"dtype", "non_blocking", "memory_format"}};
    PyObject *given[3] = {NULL}, *wanted;
    tb_memory_format format = TB_PRESERVE_FORMAT;
    tb_dtype dtype;
    char class_name[128];
    const char *name = class_name;
    bool non_blocking = false /* there is nothing to wait for */;
    if (tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ||
        tbpy_as_bool(given[1], "type", "non_blocking", &non_blocking) < 0 ||
        tbpy_as_memory_format(given[2], "type", true, &format) < 0)
        return NULL;
    wanted = given[0];
    if (!wanted || wanted == Py_None)
        return PyUnicode_FromFormat("torch.%sTensor", tb_dtypes[((TbTensor *)self)->t.dtype].scalar_type);
    if (tbpy_is_dtype(wanted, &dtype))
        return cast(self, dtype, false, format);
    if (PyUnicode_Check(wanted))
        name = PyUnicode_AsUTF8(wanted);
    else if (PyType_Check(wanted))
        name = name_of_class(wanted, class_name, sizeof class_name) < 0 ? NULL : class_name;
    else
        return PyErr_Format(PyExc_TypeError, "dtype must be a type, str, or dtype object");
    if (!name)
        return NULL;
    if (strncmp(name, "torch.cuda.", 11) == 0)
        return PyErr_Format(PyExc_RuntimeError,
                            "Cannot initialize CUDA without ATen_cuda library: tbcast runs on the CPU only");
    if (!dtype_of_name(name, &dtype))
        return PyErr_Format(PyExc_ValueError, "invalid type: '%s'", name);
    return cast(self, dtype, false, format);
}

static PyObject *tensor_cpu(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    return cast_to("cpu", TB_UNDEFINED, self, args, nargs, kwnames);
}

PyMethodDef tbpy_cast_methods[] = {
    {"to", TBPY_FASTCALL(tensor_to), to_doc},
    {"type", TBPY_FASTCALL(tensor_type), type_doc},
    {"type_as", TBPY_FASTCALL(tensor_type_as), type_as_doc},
    {"cpu", TBPY_FASTCALL(tensor_cpu), cpu_doc},
#define ENTRY(name, dtype, dtype_name, values, result) \
    {#name, TBPY_FASTCALL(to_##name), PyDoc_STR(CAST_DOC(#name, dtype_name, values, result))},
    CASTS(ENTRY)
#undef ENTRY
        {NULL, NULL, 0, NULL},
};
