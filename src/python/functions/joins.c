/* joins.c: cat, stack and the like: lists of tensors that become one. */
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/family_call.h"
#include "python/call/function_codes.h"
#include "python/call/given.h"

/* This many tensors fit on the stack. */
#define FEW 16

/* ---- tensors with dimensions added ---- */

static const struct rule {
    int below;    /* tensors of fewer dimensions get more: */
    bool columns; /* become columns, or begin with more */
    int dim;      /* along which they are joined; hstack: of the first tensor's dimensions, 0 or 1 */
} rules[] = {
    [TBPY_HSTACK] = {1, false, 1},
    [TBPY_VSTACK] = {2, false, 0},
    [TBPY_DSTACK] = {3, false, 2},
    [TBPY_COLUMN_STACK] = {2, true, 1},
};

static tb_status as_column(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    int64_t size[] = {t->numel, 1};
    bool never;
    return tb_view_reshape(out, t, size, 2, &never, err);
}

/* Views where a tensor has too few dimensions, which the caller releases. */
static int add_dims(const struct rule *rule, PyObject *tensors, const tb_tensor **tensor, tb_tensor *view)
{
    tb_error err;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tensors); i++) {
        tensor[i] = tbpy_tensor_of(PyTuple_GET_ITEM(tensors, i));
        if (tensor[i]->ndim >= rule->below)
            continue;
        const tb_status status = rule->columns ? as_column(&view[i], tensor[i], &err)
                                               : tb_view_atleast(&view[i], tensor[i], rule->below, &err);
        if (status != TB_OK) {
            tbpy_raise(&err);
            return -1;
        }
        tensor[i] = &view[i];
    }
    return 0;
}

static PyObject *run_with_dims(const struct rule *rule, PyObject *tensors, PyObject *out)
{
    const Py_ssize_t n = PyTuple_GET_SIZE(tensors);
    const tb_tensor **tensor = PyMem_Malloc((size_t)n * sizeof *tensor);
    tb_tensor *view = PyMem_Calloc((size_t)n, sizeof *view);
    PyObject *result = NULL;
    if (!tensor || !view) {
        PyErr_NoMemory();
    } else if (add_dims(rule, tensors, tensor, view) == 0) {
        tb_join join = {.tensor = tensor, .n = n, .dim = rule->dim};
        if (rule->below == 1 && tensor[0]->ndim == 1)
            join.dim = 0;
        result = tbpy_run_one(&tb_join_family, &join.header, false, out);
    }
    for (Py_ssize_t i = 0; view && i < n; i++)
        tb_tensor_release(&view[i]);
    PyMem_Free(view);
    PyMem_Free((void *)tensor);
    return result;
}

/* ---- bodies ---- */

PyObject *tbpy_body_join(const tbpy_call *c)
{
    const tb_tensor *few[FEW], **tensor = few;
    PyObject *tensors, *result = NULL;
    tb_join join; /* not zeroed: its shape holds 64 sizes */
    if (tbpy_given_tensors(c, TBPY_JOIN_TENSORS, &tensors) < 0)
        return NULL;
    join.stacks = c->f->code == TBPY_STACK;
    join.dim = 0;
    if (tbpy_given_int(c, TBPY_JOIN_DIM, &join.dim) < 0)
        goto done;
    join.n = PyTuple_GET_SIZE(tensors);
    if (join.n > FEW)
        tensor = PyMem_Malloc((size_t)join.n * sizeof *tensor);
    if (!tensor) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < join.n; i++)
        tensor[i] = tbpy_tensor_of(PyTuple_GET_ITEM(tensors, i));
    join.tensor = tensor;
    result = tbpy_run_one(&tb_join_family, &join.header, false, c->given[TBPY_JOIN_OUT]);
    if (tensor != few)
        PyMem_Free((void *)tensor);
done:
    Py_DECREF(tensors);
    return result;
}

PyObject *tbpy_body_hstack(const tbpy_call *c)
{
    PyObject *tensors, *result;
    if (tbpy_given_tensors(c, TBPY_HSTACK_TENSORS, &tensors) < 0)
        return NULL;
    if (PyTuple_GET_SIZE(tensors) == 0) {
        const char *name =
            c->f->code == TBPY_VSTACK ? "vstack" : c->f->overloads.function; /* row_stack is an alias of it */
        result = PyErr_Format(PyExc_RuntimeError, "%s expects a non-empty TensorList", name);
    } else {
        result = run_with_dims(&rules[c->f->code], tensors, c->given[TBPY_HSTACK_OUT]);
    }
    Py_DECREF(tensors);
    return result;
}
