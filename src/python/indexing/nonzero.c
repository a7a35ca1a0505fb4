/* nonzero.c: nonzero, argwhere, masked_select.  The result is made first, in its own memory; out= takes it
 * over after every check has passed and the warning has been issued. */
#include "python/indexing/nonzero.h"

#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/objects.h"
#include "python/base/types.h"
#include "python/call/given.h"
#include "python/call/policy.h"
#include "python/types/tensor.h"

/* ---- out= ---- */

static tb_status check_out(tb_tensor *out, const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    const tb_output output = {.tensor = out, .form = TB_FORM_OUT};
    TB_TRY(tb_output_check_writable(&output, err));
    TB_TRY(tb_output_check_overlap(&output, a, false, err));
    return tb_output_check_overlap(&output, b, false, err);
}

/* Moves `result` into `out`, and returns a new reference to `out`. */
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
        /* The warning may have changed `out` in any way. */
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

/* The coordinates as one tensor for each dimension; a 0-dim tensor counts as 1-dim. */
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
    for (Py_ssize_t i = 0; columns && i < all.size[1]; i++)
        tbpy_put_item(&columns, i, TBPY_NEW_TENSOR(tb_view_select, &all, 1, i));
    tb_tensor_release(&all);
    return columns;
}

static PyObject *nonzero_tensor(PyObject *self)
{
    return TBPY_NEW_TENSOR(tb_nonzero, tbpy_tensor_of(self), &tbpy_gil);
}

static PyObject *nonzero_out(PyObject *self, PyObject *o)
{
    const tb_tensor *out = tbpy_tensor_of(o);
    tb_tensor result;
    tb_error err;
    if (out->dtype != TB_INT64)
        return PyErr_Format(PyExc_RuntimeError,
                            "nonzero: Expected out tensor to have scalar type Long but got scalar type%s",
                            tb_dtypes[out->dtype].scalar_type);
    if (check_out(tbpy_tensor_of(o), tbpy_tensor_of(self), NULL, &err) != TB_OK ||
        tb_nonzero(&result, tbpy_tensor_of(self), &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return deliver(o, &result);
}

PyObject *tbpy_body_nonzero(const tbpy_call *c)
{
    PyObject *self = c->given[c->f->own], *out = c->given[TBPY_NONZERO_OUT];
    const bool as_tuple = c->given[TBPY_NONZERO_AS_TUPLE] == Py_True;
    if (as_tuple && out)
        return PyErr_Format(PyExc_RuntimeError,
                            "nonzero does not support the out kwarg when as_tuple is True");
    return as_tuple ? tbpy_nonzero_tuple(self) : out ? nonzero_out(self, out) : nonzero_tensor(self);
}

PyObject *tbpy_body_argwhere(const tbpy_call *c) { return nonzero_tensor(c->given[c->f->own]); }

/* ---- masked_select ---- */

PyObject *tbpy_body_masked_select(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_self_of(c), *mask = tbpy_given_tensor(c, TBPY_MASKED_SELECT_MASK);
    tb_tensor *out = tbpy_given_tensor(c, TBPY_MASKED_SELECT_OUT), result;
    tb_error err;
    PyObject *const operands[] = {c->given[c->f->own], c->given[TBPY_MASKED_SELECT_MASK]};
    if (tbpy_ask_about("masked_select", operands, 2, 0) < 0)
        return NULL;
    if (!out)
        return TBPY_NEW_TENSOR(tb_masked_select, t, mask, &tbpy_gil);
    if (mask->dtype == TB_BOOL && out->dtype != t->dtype)
        return PyErr_Format(PyExc_RuntimeError,
                            "masked_select(): self and result must have the same scalar type");
    if ((mask->dtype == TB_BOOL && check_out(out, t, mask, &err) != TB_OK) ||
        tb_masked_select(&result, t, mask, &tbpy_gil, &err) != TB_OK)
        return tbpy_raise(&err);
    return deliver(c->given[TBPY_MASKED_SELECT_OUT], &result);
}
