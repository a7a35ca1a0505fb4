/* along_dim.c: cumsum, softmax, sort and their kin, which one body serves: given[] is NULL where a row has no
 * such argument. */
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/family_call.h"
#include "python/call/given.h"
#include "python/functions/return_types.h"
#include "python/types/dtype.h"

/* Every sort is stable, and topk's results are sorted whatever is asked for. */
static int take_arguments(const tbpy_call *c, tb_along_dim_call *call)
{
    call->function = (tb_along_dim_function)c->f->code;
    call->in = tbpy_tensor_of(c->given[TBPY_ALONG_DIM_INPUT]);
    call->keepdim = call->whole = false;
    call->descending = call->function == TB_ALONG_DIM_TOPK;
    call->k = 0;
    call->dtype = TB_UNDEFINED;
    call->default_dtype = tbpy_default_dtype();
    call->dims.ndim = 1;
    call->dims.size[0] = call->function == TB_ALONG_DIM_MSORT ? 0 : -1;
    tbpy_given_dtype(c, TBPY_ALONG_DIM_DTYPE, &call->dtype);
    tbpy_given_bool(c, TBPY_ALONG_DIM_KEEPDIM, &call->keepdim);
    tbpy_given_bool(c, TBPY_ALONG_DIM_DESCENDING, &call->descending);
    tbpy_given_bool(c, TBPY_ALONG_DIM_LARGEST, &call->descending);
    if (call->function == TB_ALONG_DIM_LAYER_NORM) {
        call->parameter[0] = tbpy_given_tensor(c, TBPY_ALONG_DIM_WEIGHT);
        call->parameter[1] = tbpy_given_tensor(c, TBPY_ALONG_DIM_BIAS);
        call->eps = 1e-5;
        return tbpy_given_double(c, TBPY_ALONG_DIM_EPS, &call->eps) < 0
                   ? -1
                   : tbpy_given_ints(c, TBPY_ALONG_DIM_NORMALIZED_SHAPE, &call->dims);
    }
    if (call->function == TB_ALONG_DIM_LOGSUMEXP)
        return tbpy_given_ints(c, TBPY_ALONG_DIM_DIM, &call->dims);
    return (call->function == TB_ALONG_DIM_TOPK ? tbpy_given_int : tbpy_given_index)(c, TBPY_ALONG_DIM_K,
                                                                                     &call->k) < 0
               ? -1
               : tbpy_given_int(c, TBPY_ALONG_DIM_DIM, &call->dims.size[0]);
}

/* median and nanmedian without a dimension. */
static PyObject *median_of_all(tb_along_dim_call *call)
{
    PyObject *out[2] = {NULL, NULL};
    tb_tensor flat;
    tb_error err;
    if (tb_ravel(&flat, call->in, &err) != TB_OK)
        return tbpy_raise(&err);
    call->in = &flat;
    call->whole = true;
    call->dims.size[0] = 0;
    const int status = tbpy_run_family(&tb_along_dim_family, &call->header, false, out);
    tb_tensor_release(&flat);
    return status < 0 ? NULL : out[0];
}

PyObject *tbpy_body_along_dim(const tbpy_call *c)
{
    const int only = c->f->code == TB_ALONG_DIM_ARGSORT; /* of one result: which of the call's it is */
    PyObject *given_out = c->given[c->f->inplace ? TBPY_ALONG_DIM_INPUT : TBPY_ALONG_DIM_OUT];
    PyObject *out[2] = {NULL, NULL}, *pair = NULL;
    tb_along_dim_call call; /* not zeroed: shapes hold 64 sizes */
    if (take_arguments(c, &call) < 0)
        return NULL;
    if ((call.function == TB_ALONG_DIM_MEDIAN || call.function == TB_ALONG_DIM_NANMEDIAN) &&
        !c->given[TBPY_ALONG_DIM_DIM])
        return median_of_all(&call);
    if (c->f->returns == TBPY_RETURN_PLAIN)
        out[only] = given_out;
    else if (given_out && tbpy_given_pair(c, TBPY_ALONG_DIM_OUT, &pair, out) < 0)
        return NULL;
    const int status = tbpy_run_family(&tb_along_dim_family, &call.header, c->f->inplace, out);
    Py_XDECREF(pair);
    if (status < 0)
        return NULL;
    return c->f->returns == TBPY_RETURN_PLAIN ? out[only] : tbpy_return_pair(c->f, given_out, out[0], out[1]);
}
