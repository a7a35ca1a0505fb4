/* along_dim.c: cumsum, softmax, sort and their kin: arguments, warnings and named results; the rest is the
 * core's. */
#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/call/family_call.h"
#include "python/call/given.h"
#include "python/functions/return_types.h"
#include "python/types/dtype.h"

/* The result is the call's out[k]. */
static PyObject *run_one(tb_along_dim_call *call, int k, PyObject *given)
{
    PyObject *out[2] = {NULL, NULL};
    out[k] = given;
    return tbpy_run_family(&tb_along_dim_family, &call->header, false, out) < 0 ? NULL : out[k];
}

/* ---- arguments ---- */

static void begin(tb_along_dim_call *call, const tbpy_call *c)
{
    memset(&call->function, 0, sizeof *call - offsetof(tb_along_dim_call, function));
    call->function = (tb_along_dim_function)c->f->code;
    call->in = tbpy_tensor_of(c->given[0]);
    call->dtype = TB_UNDEFINED;
    call->default_dtype = tbpy_default_dtype();
    call->dims.ndim = 1;
}

/* cumsum, cumprod, softmax, log_softmax: dim, dtype and out are where cumsum has them. */
static PyObject *along_dim(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    tbpy_given_dtype(c, TBPY_CUMSUM_DTYPE, &call.dtype);
    if (tbpy_given_int(c, TBPY_CUMSUM_DIM, &call.dims.size[0]) < 0)
        return NULL;
    return tbpy_run_one(&tb_along_dim_family, &call.header, c->f->inplace,
                        c->given[c->f->inplace ? 0 : TBPY_CUMSUM_OUT]);
}

static PyObject *logsumexp(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    if (tbpy_given_ints(c, TBPY_LOGSUMEXP_DIM, &call.dims) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_LOGSUMEXP_KEEPDIM, &call.keepdim);
    return run_one(&call, 0, c->given[TBPY_LOGSUMEXP_OUT]);
}

/* A function of two results; out= is in that slot. */
static PyObject *run_pair(const tbpy_call *c, tb_along_dim_call *call, int slot)
{
    PyObject *tensors = NULL, *out[2] = {NULL, NULL};
    char name[32];
    if (c->given[slot] && tbpy_given_pair(c, slot, &tensors, out) < 0)
        return NULL;
    const int status = tbpy_run_family(&tb_along_dim_family, &call->header, false, out);
    Py_XDECREF(tensors);
    if (status < 0)
        return NULL;
    snprintf(name, sizeof name, "%s%s", c->f->overloads.function, c->given[slot] ? "_out" : "");
    return tbpy_return_pair(name, out[0], out[1]);
}

static PyObject *running(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    if (tbpy_given_int(c, TBPY_CUMMAX_DIM, &call.dims.size[0]) < 0)
        return NULL;
    return run_pair(c, &call, TBPY_CUMMAX_OUT);
}

/* What is not asked to be sorted is so all the same. */
static PyObject *topk(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    call.dims.size[0] = -1;
    call.descending = true;
    if (tbpy_given_int(c, TBPY_TOPK_K, &call.k) < 0 ||
        tbpy_given_int(c, TBPY_TOPK_DIM, &call.dims.size[0]) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_TOPK_LARGEST, &call.descending);
    return run_pair(c, &call, TBPY_TOPK_OUT);
}

/* median and nanmedian without a dimension. */
static PyObject *median_of_all(const tbpy_call *c)
{
    tb_along_dim_call call;
    tb_tensor flat;
    tb_error err;
    begin(&call, c);
    if (tb_ravel(&flat, call.in, &err) != TB_OK)
        return tbpy_raise(&err);
    call.in = &flat;
    call.whole = true;
    call.dims.size[0] = 0;
    PyObject *result = run_one(&call, 0, NULL);
    tb_tensor_release(&flat);
    return result;
}

static PyObject *median(const tbpy_call *c)
{
    tb_along_dim_call call;
    if (!c->given[TBPY_MEDIAN_DIM])
        return median_of_all(c);
    begin(&call, c);
    if (tbpy_given_int(c, TBPY_MEDIAN_DIM, &call.dims.size[0]) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_MEDIAN_KEEPDIM, &call.keepdim);
    return run_pair(c, &call, TBPY_MEDIAN_OUT);
}

static PyObject *mode(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    call.dims.size[0] = -1;
    if (tbpy_given_int(c, TBPY_MODE_DIM, &call.dims.size[0]) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_MODE_KEEPDIM, &call.keepdim);
    return run_pair(c, &call, TBPY_MODE_OUT);
}

static PyObject *kthvalue(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    call.dims.size[0] = -1;
    if (tbpy_given_index(c, TBPY_KTHVALUE_K, &call.k) < 0 ||
        tbpy_given_int(c, TBPY_KTHVALUE_DIM, &call.dims.size[0]) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_KTHVALUE_KEEPDIM, &call.keepdim);
    return run_pair(c, &call, TBPY_KTHVALUE_OUT);
}

static PyObject *logcumsumexp(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    return tbpy_given_int(c, TBPY_LOGCUMSUMEXP_DIM, &call.dims.size[0]) < 0
               ? NULL
               : run_one(&call, 0, c->given[TBPY_LOGCUMSUMEXP_OUT]);
}

/* sort, argsort; every sort is stable. */
static PyObject *sorted(const tbpy_call *c)
{
    tb_along_dim_call call;
    begin(&call, c);
    call.dims.size[0] = -1;
    if (tbpy_given_int(c, TBPY_SORT_DIM, &call.dims.size[0]) < 0)
        return NULL;
    tbpy_given_bool(c, TBPY_SORT_DESCENDING, &call.descending);
    return c->f->code == TB_ALONG_DIM_SORT ? run_pair(c, &call, TBPY_SORT_OUT)
                                           : run_one(&call, 1, c->given[TBPY_SORT_OUT]);
}

PyObject *tbpy_body_along_dim(const tbpy_call *c)
{
    tb_along_dim_call call;
    switch ((tb_along_dim_function)c->f->code) {
    case TB_ALONG_DIM_MEDIAN:
    case TB_ALONG_DIM_NANMEDIAN:
        return median(c);
    case TB_ALONG_DIM_KTHVALUE:
        return kthvalue(c);
    case TB_ALONG_DIM_MODE:
        return mode(c);
    case TB_ALONG_DIM_LOGCUMSUMEXP:
        return logcumsumexp(c);
    case TB_ALONG_DIM_LOGSUMEXP:
        return logsumexp(c);
    case TB_ALONG_DIM_SORT:
    case TB_ALONG_DIM_ARGSORT:
        return sorted(c);
    case TB_ALONG_DIM_CUMMAX:
    case TB_ALONG_DIM_CUMMIN:
        return running(c);
    case TB_ALONG_DIM_TOPK:
        return topk(c);
    case TB_ALONG_DIM_MSORT:
        begin(&call, c);
        return run_one(&call, 0, c->given[TBPY_MSORT_OUT]);
    default:
        return along_dim(c);
    }
}
