/* layer_norm.c: layer_norm: its checks, and its dimensions as one. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/kernels/levels/tables.h"

#include <string.h>

/* ---- checks ---- */

static tb_status check_sizes(const tb_along_dim_call *c, tb_error *err)
{
    static const char *const name[] = {"weight", "bias"};
    const tb_tensor *in = c->in;
    const int64_t *size = c->dims.size;
    const int ndim = c->dims.ndim, outer = in->ndim - ndim;
    char text[2][TB_SHAPE_TEXT_MAX];
    if (ndim == 0)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            "element, but got normalized_shape = []");
    tb_shape_text(text[0], sizeof text[0], size, ndim);
    for (int k = 0; k < 2; k++) {
        const tb_tensor *t = c->parameter[k];
        if (t && !tb_same_sizes(t->size, t->ndim, size, ndim))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Expected %s to be of same shape as normalized_shape, but got %s of shape %s and "
                           "normalized_shape = %s",
                           name[k], name[k], tb_shape_text(text[1], sizeof text[1], t->size, t->ndim),
                           text[0]);
    }
    if (outer < 0 || !tb_same_sizes(in->size + outer, ndim, size, ndim))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Given normalized_shape=%s, expected input with shape [*, %s, but got input of size%s",
                       text[0], text[0] + 1, tb_shape_text(text[1], sizeof text[1], in->size, in->ndim));
    return TB_OK;
}

/* All parameters have the input's dtype, or all are float32 beside an input of halves. */
static tb_status check_dtypes(const tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *const *parameter = c->parameter;
    const tb_dtype own = c->in->dtype;
    const tb_tensor *first = parameter[0] ? parameter[0] : parameter[1];
    for (int k = 0; first && first->dtype != own && k < 2; k++)
        if (parameter[k] && parameter[k]->dtype != TB_FLOAT32)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "mixed dtype (CPU): expect parameter to have scalar type of Float");
    if (first && first->dtype != own && !tb_is_half(own))
        return tb_fail(err, TB_RUNTIME_ERROR, "mixed dtype (CPU): all inputs must share same datatype.");
    if (first && parameter[1] && parameter[1]->dtype != first->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar type %s but found %s",
                       tb_dtypes[first->dtype].scalar_type, tb_dtypes[parameter[1]->dtype].scalar_type);
    return tb_dtypes[own].kind == TB_KIND_FLOAT ? TB_OK : tb_fail_kernel("LayerNormKernelImpl", own, err);
}

tb_status tb_check_layer_norm(tb_along_dim_call *c, tb_error *err)
{
    c->value = c->out[0].dtype = c->in->dtype;
    tb_set_shape(&c->shape, c->in);
    TB_TRY(check_sizes(c, err));
    return check_dtypes(c, err);
}

/* ---- running ---- */

/* The last dimension of a view of `t` is all that are normalized. */
static tb_status join_dims(const tb_along_dim_call *c, const tb_tensor *t, tb_tensor *view, tb_error *err)
{
    const int64_t n = tb_numel(c->dims.size, c->dims.ndim);
    const tb_shape shape = {2, {t->numel / n, n}};
    return tb_reshape(view, t, &shape, err);
}

tb_status tb_run_layer_norm(const tb_along_dim_call *c, tb_error *err)
{
    const tb_dtype tile = tb_dtypes[c->value].compute;
    tb_tensor in = {0}, out = {0}, own[2] = {{0}, {0}};
    tb_layer_norm_params params = {.eps = c->eps};
    tb_status status = TB_OK;
    if (c->in->numel == 0)
        return TB_OK;
    for (int k = 0; k < 2 && status == TB_OK; k++)
        if (c->parameter[k])
            status = tb_clone(&own[k], c->parameter[k], tile, false, err);
    if (status == TB_OK)
        status = join_dims(c, c->in, &in, err);
    if (status == TB_OK)
        status = join_dims(c, c->out[0].tensor, &out, err);
    if (status == TB_OK) {
        tb_along_dim_job job = {.in = &in,
                                .out = {&out, NULL},
                                .axis = 1,
                                .value = c->value,
                                .tile = tile,
                                .params = &params,
                                .weight = TB_WEIGHT_MOMENTS};
        params.weight = c->parameter[0] ? tb_data(&own[0]) : NULL;
        params.bias = c->parameter[1] ? tb_data(&own[1]) : NULL;
        memcpy(job.kernel, tb_kernels_active->along_dim->kernel[TB_ALONG_DIM_KERNEL_LAYER_NORM][tile],
               sizeof job.kernel);
        status = tb_along_dim_job_run(&job, c->lock, err);
    }
    tb_tensor_release(&in);
    tb_tensor_release(&out);
    tb_tensor_release(&own[0]);
    tb_tensor_release(&own[1]);
    return status;
}
