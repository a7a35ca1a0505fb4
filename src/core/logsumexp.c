/* logsumexp.c: log of the sum of exponentials over one or several dimensions: those are made one,
 * by a view or a copy, and the walk along lines does the rest.
 * Relies on: line_functions.h, kernels/kernels.h, kernels/types.h. */
#include "kernels/kernels.h"
#include "kernels/types.h"
#include "line_functions.h"

#include <complex.h>
#include <string.h>

/* ---- complex numbers: the greatest real part is taken off before; for a real result torch drops the
 * imaginary part of the sum (params: not NULL) ---- */

static void complex_rows(const tb_line_block *b)
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

/* `in` with the dimensions that are reduced as its last one, and `out` with one of size 1. */
static tb_status make_views(const tb_line_call *c, tb_tensor *in, tb_tensor *out, tb_error *err)
{
    const tb_tensor *t = c->in, *result = c->out[0];
    bool gone[TB_MAX_DIMS] = {false};
    int64_t order[TB_MAX_DIMS], stride[TB_MAX_DIMS + 1];
    tb_shape shape = {0}, kept = {0};
    tb_tensor permuted;
    int n = 0, d;
    for (int i = 0; i < c->dims.ndim; i++) {
        TB_TRY(tb_wrap_dim(c->dims.size[i], t->ndim, &d, err));
        gone[d] = true;
    }
    for (d = 0; d < t->ndim; d++)
        if (c->dims.ndim > 0 && !gone[d]) {
            order[n++] = d;
            stride[kept.ndim] = result->stride[c->keepdim ? d : kept.ndim];
            kept.size[kept.ndim++] = t->size[d];
        }
    for (d = 0; d < t->ndim; d++)
        if (c->dims.ndim == 0 || gone[d])
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

/* Computed in the wider one of the dtypes of the elements and of the result. */
static void set_kernels(const tb_line_call *c, tb_line_walk *walk)
{
    const tb_dtype given = tb_dtypes[c->value].compute;
    walk->weight = 8;
    walk->passes = true;
    if (tb_dtypes[given].kind == TB_KIND_COMPLEX) {
        walk->tile = TB_COMPLEX128;
        walk->kernel[0] = complex_rows;
        walk->params = tb_dtypes[c->result[0]].kind == TB_KIND_COMPLEX ? NULL : c;
        return;
    }
    walk->tile = tb_promote(given, tb_to_real(tb_dtypes[c->result[0]].compute));
    memcpy(walk->kernel, tb_kernels_active->lines->kernel[TB_LINES_LOGSUMEXP][walk->tile],
           sizeof walk->kernel);
}

tb_status tb_run_logsumexp(tb_line_call *c, const tb_lock *lock, tb_error *err)
{
    const tb_scalar none = {.kind = TB_KIND_FLOAT, .v.f = -INFINITY};
    tb_tensor in, out;
    if (c->out[0]->numel == 0)
        return TB_OK;
    if (c->in->numel == 0)
        return tb_fill(c->out[0], &none, err);
    TB_TRY(make_views(c, &in, &out, err));
    tb_line_walk walk = {.in = &in, .out = {&out, NULL}, .axis = in.ndim - 1, .value = c->value};
    set_kernels(c, &walk);
    const tb_status status = tb_line_walk_run(&walk, lock, err);
    tb_tensor_release(&in);
    tb_tensor_release(&out);
    return status;
}
