/* logsumexp.c: log of the sum of exponentials over one or several dimensions, which become one by a view
 * or a copy. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/math/types.h"
#include "core/memory/view.h"
#include "core/kernels/levels/tables.h"

#include <complex.h>
#include <string.h>

/* ---- complex numbers: the largest real part is subtracted first; for a real result torch drops the
 * imaginary part of the sum (params: not NULL) ---- */

static void complex_rows(const tb_along_dim_block *b)
{
    for (int64_t j = 0; j < b->m; j++) {
        const tb_c128 *x = (const tb_c128 *)(b->in + j * b->in_step);
        tb_c128 *out = (tb_c128 *)(b->out[0] + j * b->out_step[0]);
        double most = -INFINITY;
        double complex sum = 0;
        for (int64_t i = 0; i < b->n; i++)
            most = x[i].re > most ? x[i].re : most;
        most = TB_ISINF(most) ? 0 : most;
        for (int64_t i = 0; i < b->n; i++)
            sum += cexp((x[i].re - most) + x[i].im * I);
        sum = b->params ? log(creal(sum)) : clog(sum);
        *out = (tb_c128){creal(sum) + most, cimag(sum)};
    }
}

/* ---- the dimensions as one ---- */

/* Views of `in` with the reduced dimensions as its last one, and of `out` with one of size 1. */
static tb_status make_views(const tb_along_dim_call *c, tb_tensor *in, tb_tensor *out, tb_error *err)
{
    const tb_tensor *t = c->in, *result = c->out[0].tensor;
    int64_t order[TB_MAX_DIMS], stride[TB_MAX_DIMS + 1];
    tb_shape shape = {0}, kept = {0};
    tb_tensor permuted;
    int n = 0;
    for (int d = 0; d < t->ndim; d++)
        if (!(c->reduced >> d & 1)) {
            order[n++] = d;
            stride[kept.ndim] = result->stride[c->keepdim ? d : kept.ndim];
            kept.size[kept.ndim++] = t->size[d];
        }
    for (int d = 0; d < t->ndim; d++)
        if (c->reduced >> d & 1)
            order[n++] = d;
    shape = kept;
    if (kept.ndim == TB_MAX_DIMS)
        return tb_check_ndim(TB_MAX_DIMS + 1, err);
    stride[kept.ndim] = 1;
    kept.size[kept.ndim++] = 1;
    shape.size[shape.ndim] = t->numel / tb_numel(shape.size, shape.ndim);
    shape.ndim++;
    TB_TRY(tb_view_permute(&permuted, t, order, t->ndim, err));
    tb_status status = tb_reshape(in, &permuted, &shape, err);
    tb_tensor_release(&permuted);
    TB_TRY(status);
    status = tb_tensor_view(out, result->storage, result->dtype, kept.size, stride, kept.ndim, result->offset,
                            err);
    if (status != TB_OK)
        tb_tensor_release(in);
    return status;
}

/* Computes in the wider of the dtypes of the elements and of the result. */
static void set_kernels(const tb_along_dim_call *c, tb_along_dim_job *job)
{
    const tb_dtype given = tb_dtypes[c->value].compute;
    job->weight = TB_WEIGHT_EXPONENTIAL;
    job->passes = true;
    if (tb_dtypes[given].kind == TB_KIND_COMPLEX) {
        job->tile = TB_COMPLEX128;
        job->kernel[0] = complex_rows;
        job->params = tb_dtypes[c->out[0].dtype].kind == TB_KIND_COMPLEX ? NULL : c;
        return;
    }
    job->tile = tb_promote(given, tb_to_real(tb_dtypes[c->out[0].dtype].compute));
    memcpy(job->kernel, tb_kernels_active->along_dim->kernel[TB_ALONG_DIM_KERNEL_LOGSUMEXP][job->tile],
           sizeof job->kernel);
    job->column_scratch = 3 * tb_dtypes[job->tile].itemsize;
}

tb_status tb_run_logsumexp(const tb_along_dim_call *c, tb_error *err)
{
    const tb_scalar none = {.kind = TB_KIND_FLOAT, .v.f = -INFINITY};
    tb_tensor in, out;
    if (c->out[0].tensor->numel == 0)
        return TB_OK;
    if (c->in->numel == 0)
        return tb_fill(c->out[0].tensor, &none, err);
    TB_TRY(make_views(c, &in, &out, err));
    tb_along_dim_job job = {.in = &in, .out = {&out, NULL}, .axis = in.ndim - 1, .value = c->value};
    set_kernels(c, &job);
    const tb_status status = tb_along_dim_job_run(&job, c->lock, err);
    tb_tensor_release(&in);
    tb_tensor_release(&out);
    return status;
}
