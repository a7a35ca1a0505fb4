/* casts.c: bodies of to() and its one-word forms (float(), long(), ...). */
#include "python/args/convert.h"
#include "python/base/errors.h"
#include "python/base/objects.h"
#include "python/call/given.h"
#include "python/call/pointwise_call.h"
#include "python/types/device.h"
#include "python/types/dtype.h"

#include <string.h>

/* Returns self itself if it has the dtype and its strides have the format. */
static PyObject *cast(PyObject *self, tb_dtype dtype, bool copy, tb_memory_format format)
{
    const tb_tensor *t = tbpy_tensor_of(self);
    tb_error err;
    if (!copy && t->dtype == dtype &&
        (format == TB_PRESERVE_FORMAT || format == tb_suggest_format(t->size, t->stride, t->ndim)))
        return Py_NewRef(self);
    if (tb_check_format(format, t->ndim, &err) != TB_OK) /* before the cast's warning */
        return tbpy_raise(&err);
    return tbpy_cast_as(self, dtype, format);
}

/* ---- to ---- */

PyObject *tbpy_body_to(const tbpy_call *c)
{
    const tb_tensor *other = tbpy_given_tensor(c, TBPY_TO_TENSOR);
    tb_dtype dtype = other ? other->dtype : tbpy_self_of(c)->dtype;
    tb_memory_format format = TB_PRESERVE_FORMAT;
    if (tbpy_check_device(c->given[TBPY_TO_DEVICE], "to") < 0)
        return NULL;
    tbpy_given_dtype(c, TBPY_TO_DTYPE, &dtype);
    tbpy_given_format(c, TBPY_TO_MEMORY_FORMAT, &format);
    return cast(c->given[TBPY_TO_INPUT], dtype, c->given[TBPY_TO_COPY] == Py_True, format);
}

/* float, long and the like; TB_UNDEFINED for cpu, which keeps the dtype. */
PyObject *tbpy_body_cast(const tbpy_call *c)
{
    const tb_dtype dtype = (tb_dtype)c->f->code;
    tb_memory_format format = TB_PRESERVE_FORMAT;
    tbpy_given_format(c, TBPY_CAST_MEMORY_FORMAT, &format);
    return cast(c->given[0], dtype == TB_UNDEFINED ? tbpy_self_of(c)->dtype : dtype, false, format);
}

/* ---- casts to the dtype of another tensor, and by the name of a type ---- */

PyObject *tbpy_body_type_as(const tbpy_call *c)
{
    return cast(c->given[0], tbpy_given_tensor(c, TBPY_TYPE_AS_OTHER)->dtype, false, TB_PRESERVE_FORMAT);
}

/* "torch.FloatTensor" and the like, "torch.Tensor"; false for another name. */
static bool dtype_of_name(const char *name, tb_dtype *dtype)
{
    char known[64];
    *dtype = tbpy_default_dtype();
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

/* torch's name of a class: "torch.FloatTensor" for this package's. */
static int name_of_class(PyObject *type, char *name, size_t size)
{
    const char *own = ((PyTypeObject *)type)->tp_name;
    if (type == (PyObject *)tbpy_get_state()->tensor_type) {
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

static PyObject *cast_to_named(PyObject *self, const char *name, tb_memory_format format)
{
    tb_dtype dtype;
    if (strncmp(name, "torch.cuda.", 11) == 0)
        return PyErr_Format(PyExc_RuntimeError,
                            "Cannot initialize CUDA without ATen_cuda library: tbcast runs on the CPU only");
    if (!dtype_of_name(name, &dtype))
        return PyErr_Format(PyExc_ValueError, "invalid type: '%s'", name);
    return cast(self, dtype, false, format);
}

PyObject *tbpy_body_type(const tbpy_call *c)
{
    PyObject *self = c->given[TBPY_TYPE_INPUT], *wanted = c->given[TBPY_TYPE_DTYPE];
    tb_memory_format format = TB_PRESERVE_FORMAT;
    tb_dtype dtype;
    char class_name[128];
    tbpy_given_format(c, TBPY_TYPE_MEMORY_FORMAT, &format);
    if (!wanted)
        return PyUnicode_FromFormat("torch.%sTensor", tb_dtypes[tbpy_self_of(c)->dtype].scalar_type);
    if (tbpy_is_dtype(wanted, &dtype))
        return cast(self, dtype, false, format);
    if (tbpy_is_text(wanted)) {
        PyObject *text = tbpy_as_text(wanted);
        PyObject *result = text ? cast_to_named(self, PyUnicode_AsUTF8(text), format) : NULL;
        Py_XDECREF(text);
        return result;
    }
    if (!PyType_Check(wanted))
        return PyErr_Format(PyExc_TypeError, "dtype must be a type, str, or dtype object");
    return name_of_class(wanted, class_name, sizeof class_name) < 0 ? NULL
                                                                    : cast_to_named(self, class_name, format);
}
