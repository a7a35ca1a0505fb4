/* reductions.c: sum, mean, max, var and their kin.  One body serves all rows: its arguments
 * are told apart by name. */
#include "python/args/convert.h"
#include "core/kernels/generated/ops_ids.h"
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/pointwise_call.h"
#include "python/call/family_call.h"
#include "python/call/given.h"
#include "python/functions/return_types.h"
#include "python/types/dtype.h"
#include "python/types/tensor.h"

#include <string.h>

/* ---- arguments ---- */

typedef struct {
    tb_reduce_call call;
    PyObject *out[2]; /* borrowed: out=; then the results */
    PyObject *outs;   /* owned: the tuple they come in */
    PyObject *other;  /* max(input, other) */
} arguments;

/* correction and ord are real; of integers torch says first that they have no variance and no norm. */
static int take_number(const tb_reduce_call *call, PyObject *o, double *number)
{
    tb_scalar value;
    if (tbpy_number(o, &value) < 0)
        return -1;
    const bool complex = value.kind == TB_KIND_COMPLEX, norm = call->op == TB_REDUCTION_NORM;
    if (complex && (norm || value.v.c[1] != 0) && tb_dtypes[call->self->dtype].kind >= TB_KIND_FLOAT) {
        PyErr_SetString(PyExc_RuntimeError,
                        norm ? "linalg.vector_norm: Expected a non-complex scalar as the order of norm."
                             : "value cannot be converted to type double without overflow");
        return -1;
    }
    *number = complex ? value.v.c[0] : value.kind == TB_KIND_FLOAT ? value.v.f : tb_scalar_integer(&value);
    return 0;
}

static int take(const tbpy_call *c, int slot, arguments *a)
{
    const char *name = c->f->slot[slot];
    tb_reduce_call *call = &a->call;
    switch (name[0]) {
    case 'd':
        if (name[1] == 't') {
            tbpy_given_dtype(c, slot, &call->dtype);
            return 0;
        }
        call->given_dims = true;
        return tbpy_given_ints(c, slot, &call->dims);
    case 'k':
        call->keepdim = c->given[slot] == Py_True;
        return 0;
    case 'u':
        call->number = c->given[slot] == Py_True;
        return 0;
    case 'c':
        return take_number(call, c->given[slot], &call->number);
    case 'o':
        if (name[1] == 'r')
            return take_number(call, c->given[slot], &call->number);
        if (name[1] == 'u') {
            call->form = TB_FORM_OUT;
            if (!TbTensor_Check(c->given[slot]))
                return tbpy_given_pair(c, slot, &a->outs, a->out);
            a->out[0] = c->given[slot];
            return 0;
        }
        a->other = c->given[slot];
        return 0;
    default:
        call->self = tbpy_tensor_of(c->given[slot]);
        return 0;
    }
}

static int take_all(const tbpy_call *c, arguments *a)
{
    tb_reduce_call *call = &a->call;
    call->op = (tb_reduction)c->f->code;
    call->form = TB_FORM_NEW;
    call->keepdim = call->given_dims = false;
    call->without_dims = c->overload == 0;
    call->dtype = TB_UNDEFINED;
    call->default_dtype = tbpy_default_dtype();
    call->number = 1;
    call->dims.ndim = 0;
    a->out[0] = a->out[1] = a->outs = a->other = NULL;
    for (int slot = 0; slot < c->f->nslots; slot++)
        if (c->given[slot] && take(c, slot, a) < 0)
            return -1;
    return 0;
}

/* ---- calls ---- */

/* Takes over both results. */
static PyObject *several(const tb_reduce_call *call, PyObject *const *result)
{
    static const char *const names[TB_NREDUCTIONS][2] = {[TB_REDUCTION_MAX] = {"max", "max_out"},
                                                         [TB_REDUCTION_MIN] = {"min", "min_out"},
                                                         [TB_REDUCTION_AMINMAX] = {"aminmax", "aminmax_out"}};
    const char *name = names[call->op][call->form == TB_FORM_OUT];
    if (name)
        return tbpy_return_pair(name, result[0], result[1]);
    PyObject *pair = PyTuple_Pack(2, result[0], result[1]);
    Py_DECREF(result[0]);
    Py_DECREF(result[1]);
    return pair;
}

PyObject *tbpy_body_reduce(const tbpy_call *c)
{
    arguments a; /* not zeroed: shapes hold 64 sizes */
    PyObject *result = NULL;
    if (take_all(c, &a) == 0) {
        if (a.other) {
            PyObject *operands[2] = {c->given[c->f->own], a.other};
            result = tbpy_pointwise(a.call.op == TB_REDUCTION_MAX ? TB_OP_MAXIMUM : TB_OP_MINIMUM,
                                    a.call.form, operands, a.out[0]);
        } else {
            if (tbpy_run_family(&tb_reduce_family, &a.call.header, false, a.out) == 0)
                result = a.out[1] ? several(&a.call, a.out) : a.out[0];
        }
    }
    Py_XDECREF(a.outs);
    return result;
}

PyObject *tbpy_body_sum_to_size(const tbpy_call *c)
{
    PyObject *self = c->given[c->f->own];
    tb_shape size;
    if (tbpy_given_ints(c, TBPY_SUM_TO_SIZE_SIZE, &size) < 0)
        return NULL;
    if (tb_is_summed_size(tbpy_tensor_of(self), &size))
        return Py_NewRef(self);
    return TBPY_NEW_TENSOR(tb_sum_to_size, tbpy_tensor_of(self), &size, &tbpy_gil);
}
