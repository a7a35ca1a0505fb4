/* diagonal.c: see diagonal.h.  Fills with zeros, and copies the tensor into a view of the diagonal. */
#include "core/create/diagonal.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/memory/split.h"

#include <inttypes.h>

/* Sets the result's sizes: `side` for dimensions a and b, in's sizes for the others. */
static void set_sizes(tb_shape *shape, const tb_tensor *in, int a, int b, int64_t side)
{
    shape->ndim = in->ndim + 1;
    for (int d = 0, from = 0; d < shape->ndim; d++)
        shape->size[d] = d == a || d == b ? side : in->size[from++];
}

static tb_status prepare(void *diag_embed, tb_error *err)
{
    tb_diag_embed *call = diag_embed;
    const tb_tensor *in = call->in;
    const int64_t offset = call->offset;
    int64_t numel;
    int a, b;
    call->out->dtype = in->dtype;
    TB_TRY(tb_check_ndim(in->ndim + 1, err));
    TB_TRY(tb_wrap_dim(call->dim1, in->ndim + 1, &a, err));
    TB_TRY(tb_wrap_dim(call->dim2, in->ndim + 1, &b, err));
    if (a == b) /* includes all 0-dim tensors */
        return tb_fail(err, TB_RUNTIME_ERROR, "diagonal dimensions cannot be identical %" PRId64 ", %" PRId64,
                       call->dim1, call->dim2);
    const uint64_t distance = offset < 0 ? -(uint64_t)offset : (uint64_t)offset;
    const int64_t side = (int64_t)((uint64_t)in->size[in->ndim - 1] + distance);
    if (side < 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "IntArrayRef contains an int that cannot be represented as a SymInt: %" PRId64, side);
    set_sizes(&call->shape, in, a, b, side);
    TB_TRY(tb_check_sizes(call->shape.size, call->shape.ndim, in->itemsize, &numel, err));
    TB_TRY(tb_output_check_dtype(call->out, err));
    tb_output_fit(call->out, TB_WARNING_RESIZE, &call->warnings);
    return tb_output_check_writable(call->out, err);
}

static tb_status compute(void *diag_embed, tb_error *err)
{
    const tb_diag_embed *call = diag_embed;
    tb_tensor *const out = call->out->tensor;
    tb_tensor diagonal;
    /* The view is made before the lock is released: another thread may resize `out` then. */
    TB_TRY(tb_view_diagonal(&diagonal, out, call->offset, call->dim1, call->dim2, err));
    tb_status status = tb_zero(out, call->form == TB_FORM_NEW, call->lock, err);
    if (status == TB_OK)
        status = tb_copy_releasing(&diagonal, call->in, call->lock, err);
    tb_tensor_release(&diagonal);
    return status;
}

const tb_family tb_diag_embed_family = {
    .prepare = prepare, .compute = compute, .reads = {offsetof(tb_diag_embed, in)}};
