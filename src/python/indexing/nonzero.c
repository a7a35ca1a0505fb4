/* nonzero.c: which elements: nonzero, argwhere, masked_select.  The result is made first, in memory of its
 * own; out= takes it over when every check has passed and the warning has been issued. */
#include "python/indexing/nonzero.h"

#include "python/args/convert.h"
#include "python/args/signature.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/bodies.h"
#include "python/types/tensor.h"

/* ---- out= ---- */

static tb_status check_out(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    const tb_output output = {.tensor = out, .form = TB_FORM_OUT};
    TB_TRY(tb_output_check_writable(&output, err));
    TB_TRY(tb_output_check_overlap(&output, a, false, err));
    return tb_output_check_overlap(&output, b, false, err);
}

/* Gives `result`, which is used up, to `out`: a new reference to it. */
static PyObject *deliver(PyObject *out, tb_tensor *result)
{
    tb_error err;
    char text[TB_WARNING_MAX];
    tb_tensor *to = tbpy_tensor_of(out);
    tb_shape shape;
    tb_output output = {.tensor = to, .form = TB_FORM_OUT, .shape = &shape, .stride = result->stride};
    unsigned warnings = 0;
    tb_status status = TB_RUNTIME_ERROR;
    tb_set_shape(&shape, result);
    tb_output_fit(&output, TB_WARNING_RESIZE, &warnings);
    if (!warnings || tbpy_warn(tb_output_warning(&output, warnings, text, sizeof text)) == 0) {
        /* The warning may have changed `out` altogether. */
        tb_output_fit(&output, TB_WARNING_RESIZE, &warnings);
        status = tb_check_writable(to, &err);
        if (status == TB_OK)
            status = tb_output_make(&output, &err);
        if (status == TB_OK)
            status = tb_copy(to, result, &err);
        if (status != TB_OK)
            tbpy_raise(&err);
    }
    tb_tensor_release(result);
    return status == TB_OK ? Py_NewRef(out) : NULL;
}

/* ---- nonzero ---- */

/* Coordinates as one tensor for each dimension; a 0-dim tensor counts as 1-dim. */
PyObject *tbpy_nonzero_tuple(PyObject *self)
{
    tb_tensor view, all;
    tb_error err;
    tb_status status = tb_view_atleast(&view, tbpy_tensor_of(self), 1, &err);
    if (status == TB_OK) {
        status = tb_nonzero(&all, &view, &tbpy_gil, &err);
        tb_tensor_release(&view);
    }
    if (status != TB_OK)
        return tbpy_raise(&err);
    PyObject *columns = PyTuple_New(all.size[1]);
    for (Py_ssize_t i = 0; columns && i < all.size[1]; i++) {
        PyObject *column = TBPY_NEW_TENSOR(tb_view_select, &all, 1, i);
        if (column)
            PyTuple_SET_ITEM(columns, i, column);
        else
            Py_CLEAR(columns);
    }
    tb_tensor_release(&all);
    return columns;
}

static PyObject *nonzero_tensor(PyObject *self)
{
    return TBPY_NEW_TENSOR(tb_nonzero, tbpy_tensor_of(self), &tbpy_gil);
}

static PyObject *nonzero_out(PyObject *self, PyObject *o)
{
    TbTensor *out;
    tb_tensor result;
    tb_error err;
    if (tbpy_as_tensor(o, "nonzero", "out", 0, &out) < 0)
        return NULL;
    if (out->t.dtype != TB_INT64)
        return PyErr_Format(PyExc_RuntimeError,
                            "nonzero: Expected out tensor to have scalar type Long but got scalar type%s",
                            tb_dtypes[out->t.dtype].scalar_type);
    if (check_out(&out->t, tbpy_tensor_of(self), NULL, &err) != TB_OK ||
        tb_nonzero(&result, tbpy_tensor_of(self), &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return deliver(o, &result);
}

static PyObject *function_nonzero(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *kwnames)
{
    static const tbpy_signature signature = {"nonzero", 3, 1, 1, {"input", "as_tuple", "out"}};
    PyObject *given[TBPY_MAX_PARAMS];
    bool as_tuple = false;
    PyObject *self = tbpy_parse_with_input(&signature, args, nargs, kwnames, given);
    if (!self || tbpy_as_bool(given[1], "nonzero", "as_tuple", &as_tuple) < 0)
        return NULL;
    const bool has_out = given[2] && given[2] != Py_None;
    if (as_tuple && has_out)
        return PyErr_Format(PyExc_RuntimeError,
                            "nonzero does not support the out kwarg when as_tuple is True");
    return as_tuple ? tbpy_nonzero_tuple(self) : has_out ? nonzero_out(self, given[2]) : nonzero_tensor(self);
}

/* torch's words where its two signatures, () and (*, bool as_tuple), do not fit. */
static PyObject *fail_nonzero(PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    const Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    if (nargs == 1 && keywords == 0)
        return PyErr_Format(PyExc_TypeError,
                            "nonzero() takes from 1 to 0 positional arguments but 1 were given");
    if (nargs == 0 && keywords == 1)
        return PyErr_Format(PyExc_TypeError,
                            "nonzero() missing 1 required positional arguments: \"as_tuple\"");
    return tbpy_invalid_combination("nonzero", args, nargs, kwnames, " * ()\n * (*, bool as_tuple)\n");
}

static PyObject *method_nonzero(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    bool as_tuple = false;
    const Py_ssize_t keywords = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    if (nargs + keywords == 0)
        return nonzero_tensor(self);
    if (nargs > 0 || keywords > 1 ||
        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "as_tuple") != 0)
        return fail_nonzero(args, nargs, kwnames);
    if (tbpy_as_bool(args[0], "nonzero", "as_tuple", &as_tuple) < 0)
        return NULL;
    return as_tuple ? tbpy_nonzero_tuple(self) : nonzero_tensor(self);
}

/* ---- argwhere ---- */

static const tbpy_signature argwhere_signature = {"argwhere", 1, 1, 1, {"input"}};

static PyObject *argwhere(PyObject *self, PyObject *const *Py_UNUSED(given), int Py_UNUSED(position))
{
    return nonzero_tensor(self);
}

TBPY_FUNCTION_OF(argwhere, argwhere)

static PyObject *method_argwhere(PyObject *self, PyObject *Py_UNUSED(unused)) { return nonzero_tensor(self); }

/* ---- masked_select ---- */

static PyObject *masked_select_out(const tb_tensor *t, const tb_tensor *mask, PyObject *o)
{
    tb_tensor result;
    tb_error err;
    TbTensor *out;
    if (tbpy_as_tensor(o, "masked_select", "out", 0, &out) < 0)
        return NULL;
    if (mask->dtype == TB_BOOL && out->t.dtype != t->dtype)
        return PyErr_Format(PyExc_RuntimeError,
                            "masked_select(): self and result must have the same scalar type");
    if ((mask->dtype == TB_BOOL && check_out(&out->t, t, mask, &err) != TB_OK) ||
        tb_masked_select(&result, t, mask, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return deliver(o, &result);
}

static PyObject *masked_selected(PyObject *self, PyObject *const *given, int position)
{
    TbTensor *mask;
    if (tbpy_as_tensor(given[0], "masked_select", "mask", position, &mask) < 0)
        return NULL;
    if (given[1] && given[1] != Py_None)
        return masked_select_out(tbpy_tensor_of(self), &mask->t, given[1]);
    return TBPY_NEW_TENSOR(tb_masked_select, tbpy_tensor_of(self), &mask->t, &tbpy_gil);
}

static const tbpy_signature masked_select_signature = {"masked_select", 3, 2, 2, {"input", "mask", "out"}};
TBPY_FUNCTION_OF(masked_select, masked_selected)

static PyObject *method_masked_select(PyObject *self, PyObject *const *args, Py_ssize_t nargs,
                                      PyObject *kwnames)
{
    static const tbpy_signature signature = {"masked_select", 1, 1, 1, {"mask"}};
    PyObject *given[2] = {NULL, NULL};
    return tbpy_parse(&signature, args, nargs, kwnames, given) < 0 ? NULL : masked_selected(self, given, 1);
}

/* ---- docstrings ---- */

#define NONZERO_TEXT                                                                                        \
    "The coordinates of the elements that are not zero, in row-major order: (n, ndim), int64.\n\n"          \
    "as_tuple=True gives one tensor of n coordinates for each dimension instead, which can be used as an\n" \
    "index; a 0-dim tensor counts as 1-dim then.  "

PyDoc_STRVAR(nonzero_doc,
             "nonzero($module, input, *, out=None, as_tuple=False)\n--\n\n" NONZERO_TEXT
             "RuntimeError for an out that is not int64 or shares\n"
             "memory with input.  As torch.nonzero.\n\n"
             ">>> torch.nonzero(torch.tensor([[0, 1], [2, 0]]))\ntensor([[0, 1],\n        [1, 0]])\n");
PyDoc_STRVAR(method_nonzero_doc, "nonzero($self, *, as_tuple=False)\n--\n\n" NONZERO_TEXT "TypeError for an\n"
                                 "as_tuple that is no bool.  As torch.Tensor.nonzero.\n\n"
                                 ">>> torch.tensor([0, 5, 6]).nonzero(as_tuple=True)\n(tensor([1, 2]),)\n");

#define ARGWHERE_TEXT                                                                              \
    "The coordinates of the elements that are not zero, in row-major order: (n, ndim), int64.\n\n" \
    "TypeError for what is no tensor.  As torch.argwhere.\n\n>>> torch.argwhere(torch.tensor([0, 5, 6]))\ntensor([[1],\n        [2]])\n"
PyDoc_STRVAR(argwhere_doc, "argwhere($module, input)\n--\n\n" ARGWHERE_TEXT);
PyDoc_STRVAR(method_argwhere_doc, "argwhere($self, /)\n--\n\n" ARGWHERE_TEXT);

#define MASKED_SELECT_TEXT                                                                                 \
    "The elements where mask (bool) is True, in row-major order: 1-dim, the tensor's dtype.\n\n"           \
    "The tensor and the mask are broadcast to one shape.  RuntimeError if they cannot be, for a mask of\n" \
    "another dtype"
PyDoc_STRVAR(
    masked_select_doc,
    "masked_select($module, input, mask, *, out=None)\n--\n\n" MASKED_SELECT_TEXT
    ", for an out of another dtype than input's or in memory that is read.  As torch.masked_select.\n\n"
    ">>> torch.masked_select(torch.tensor([1, 2, 3]), torch.tensor([True, False, True]))\n"
    "tensor([1, 3])\n");
PyDoc_STRVAR(
    method_masked_select_doc,
    "masked_select($self, mask)\n--\n\n" MASKED_SELECT_TEXT ".  As torch.Tensor.masked_select.\n\n"
    ">>> torch.tensor([1, 2, 3]).masked_select(torch.tensor([True, False, True]))\ntensor([1, 3])\n");

PyMethodDef tbpy_nonzero_functions[] = {
    TBPY_FUNCTION_ROW(nonzero, nonzero_doc),
    TBPY_FUNCTION_ROW(argwhere, argwhere_doc),
    TBPY_FUNCTION_ROW(masked_select, masked_select_doc),
    {NULL, NULL, 0, NULL},
};

PyMethodDef tbpy_nonzero_methods[] = {
    TBPY_METHOD_ROW(nonzero, method_nonzero_doc),
    {"argwhere", method_argwhere, METH_NOARGS, method_argwhere_doc},
    TBPY_METHOD_ROW(masked_select, method_masked_select_doc),
    {NULL, NULL, 0, NULL},
};
