/* reductions.c: sum, mean, max, var and their kin, which one body serves: given[] is NULL where a row has no
 * such argument. */
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

/* correction= or ord: real; of integers torch says first that they have no variance and no norm. */
static int take_number(PyObject *o, tb_reduce_call *call)
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
    call->number = complex                       ? value.v.c[0]
                   : value.kind == TB_KIND_FLOAT ? value.v.f
                                                 : tb_scalar_integer(&value);
    return 0;
}

static int take_arguments(const tbpy_call *c, tb_reduce_call *call)
{
    PyObject *ord = c->given[TBPY_REDUCE_ORD], *correction = c->given[TBPY_REDUCE_CORRECTION];
    call->op = (tb_reduction)c->f->code;
    call->self = tbpy_tensor_of(c->given[TBPY_REDUCE_INPUT]);
    call->given_dims = c->given[TBPY_REDUCE_DIM] != NULL;
    call->without_dims = c->overload == 0;
    call->keepdim = c->given[TBPY_REDUCE_KEEPDIM] == Py_True;
    call->dtype = TB_UNDEFINED;
    call->default_dtype = tbpy_default_dtype();
    call->number = !c->given[TBPY_REDUCE_UNBIASED] || c->given[TBPY_REDUCE_UNBIASED] == Py_True;
    call->dims.ndim = 0;
    tbpy_given_dtype(c, TBPY_REDUCE_DTYPE, &call->dtype);
    if ((ord && take_number(ord, call) < 0) || tbpy_given_ints(c, TBPY_REDUCE_DIM, &call->dims) < 0)
        return -1;
    return correction ? take_number(correction, call) : 0;
}

PyObject *tbpy_body_reduce(const tbpy_call *c)
{
    tb_reduce_call call; /* not zeroed: shapes hold 64 sizes */
    PyObject *given_out = c->given[TBPY_REDUCE_OUT], *out[2] = {given_out, NULL}, *pair = NULL,
             *result = NULL;
    if (c->given[TBPY_REDUCE_OTHER]) {
        PyObject *operands[2] = {c->given[TBPY_REDUCE_INPUT], c->given[TBPY_REDUCE_OTHER]};
        return tbpy_pointwise(c->f->code == TB_REDUCTION_MAX ? TB_OP_MAXIMUM : TB_OP_MINIMUM,
                              given_out ? TB_FORM_OUT : TB_FORM_NEW, operands, given_out);
    }
    if (take_arguments(c, &call) < 0)
        return NULL;
    if (given_out && !TbTensor_Check(given_out) && tbpy_given_pair(c, TBPY_REDUCE_OUT, &pair, out) < 0)
        return NULL;
    if (tbpy_run_family(&tb_reduce_family, &call.header, false, out) == 0)
        result = out[1] ? tbpy_return_pair(c->f, given_out, out[0], out[1]) : out[0];
    Py_XDECREF(pair);
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
