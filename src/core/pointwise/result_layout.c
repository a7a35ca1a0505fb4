/* result_layout.c: see result_layout.h.
 *
 * torch (TensorIterator) decides in this order.  If all operands have the result's shape: contiguous if all
 * are contiguous, channels-last if all are channels-last, their common strides if they are dense and equal.
 * Otherwise the dimensions are sorted by the operands' strides, where the first operand with unequal strides
 * decides, and the result is packed in that order.  An operand that is cast beforehand counts with the
 * strides of its cast copy (preserve_format). */
#include "core/pointwise/result_layout.h"
#include "core/base/memory_format.h"
#include "core/pointwise/operators.h"

#include <string.h>

typedef struct {
    const int64_t *size; /* NULL: a number, which counts as a 0-dim tensor */
    int64_t stride[TB_MAX_DIMS];
    int ndim;
} input;

/* All operands, and a number. */
#define MAX_COUNTED (TB_MAX_INPUTS + 1)

/* Takes the strides of operand i, or of its copy in the compute dtype; torch's kernels read exponents of any
 * dtype without a copy. */
static inline void take(const tb_call *call, int i, input *in)
{
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *t = call->in[i].tensor;
    in->size = t->size;
    in->ndim = t->ndim;
    if (t->dtype == tb_input_dtype(op, i, call->compute) ||
        (op->promotion.fixed >> i & 1 && op->promotion.fixed_dtype[i] == TB_INT64) ||
        op->layout.fresh[tb_dtypes[t->dtype].kind] == TB_LAYOUT_UNCAST)
        memcpy(in->stride, t->stride, (size_t)t->ndim * sizeof *t->stride);
    else
        tb_preserve_strides(t->size, t->stride, t->ndim, in->stride);
}

static int collect(const tb_call *call, input *inputs)
{
    const tb_op *op = &tb_ops[call->op];
    int n = 0;
    for (int i = 0; i < op->nin; i++) {
        if (call->in[i].tensor) {
            take(call, i, &inputs[n++]);
        } else if (!op->layout.without_numbers) {
            inputs[n].size = NULL;
            inputs[n++].ndim = 0;
        }
    }
    return n;
}

/* The rules for operands that all have the result's shape; false if none applies. */
static bool same_shape_strides(const tb_shape *shape, const input *inputs, int n, int64_t *stride)
{
    bool contiguous = true, channels_last = true, dense = true, equal = true;
    for (int i = 0; i < n; i++) {
        const input *in = &inputs[i];
        if (!tb_same_sizes(in->size, in->ndim, shape->size, shape->ndim))
            return false;
        contiguous &= tb_is_contiguous(in->size, in->stride, in->ndim);
        channels_last &= tb_is_channels_last(in->size, in->stride, in->ndim);
        dense &= tb_is_dense(in->size, in->stride, in->ndim);
        equal &= memcmp(in->stride, inputs[0].stride, (size_t)in->ndim * sizeof *stride) == 0;
    }
    if (contiguous)
        tb_contiguous_strides(shape->size, shape->ndim, stride);
    else if (channels_last)
        tb_channels_last_strides(shape->size, stride);
    else if (dense && equal)
        memmove(stride, inputs[0].stride, (size_t)shape->ndim * sizeof *stride);
    else
        return false;
    return true;
}

/* Both sets of rules; `stride` may be an input's own array. */
static void strides_of(const tb_shape *shape, const input *inputs, int n, int64_t *stride)
{
    int64_t expanded[MAX_COUNTED][TB_MAX_DIMS];
    const int64_t *pointers[MAX_COUNTED];
    int perm[TB_MAX_DIMS];

    if (same_shape_strides(shape, inputs, n, stride))
        return;
    for (int i = 0; i < n; i++) {
        tb_expand_strides(inputs[i].size, inputs[i].stride, inputs[i].ndim, shape->size, shape->ndim,
                          expanded[i]);
        pointers[i] = expanded[i];
    }
    tb_sorted_strides(shape->size, shape->ndim, pointers, n, perm, stride);
}

void tb_result_strides(const tb_call *call, int64_t *stride)
{
    const tb_shape *shape = &call->shape;
    input inputs[TB_MAX_INPUTS];

    if (call->fallback || tb_ops[call->op].layout.contiguous)
        tb_contiguous_strides(shape->size, shape->ndim, stride);
    else
        strides_of(shape, inputs, collect(call, inputs), stride);
}

/* The strides of a result that torch computes from its one operand in several steps. */
static void composed_strides(const tb_call *call, int layout, int64_t *stride)
{
    const tb_shape *shape = &call->shape;
    const bool complex = tb_dtypes[call->in[0].tensor->dtype].kind == TB_KIND_COMPLEX;
    input in[2];

    take(call, 0, &in[0]);
    in[1].size = NULL;
    in[1].ndim = 0;
    if (layout == TB_LAYOUT_NUMBER) {
        strides_of(shape, in, 2, stride);
        return;
    }
    for (int d = 0; d < in[0].ndim && complex; d++)
        in[0].stride[d] = tb_saturating_mul(in[0].stride[d], 2); /* the real and imaginary parts are views */
    strides_of(shape, in, 1, in[0].stride);
    if (layout == TB_LAYOUT_ABS) {
        strides_of(shape, in, 2, stride);
        return;
    }
    strides_of(shape, in, 2, in[1].stride);
    in[1].size = in[0].size;
    in[1].ndim = in[0].ndim;
    strides_of(shape, in, 2, stride);
}

static int layout_rule(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    const tb_tensor *in = call->in[0].tensor;
    if (!in)
        return TB_LAYOUT_OPERANDS;
    const int kind = tb_dtypes[in->dtype].kind;
    return call->form == TB_FORM_NEW ? op->layout.fresh[kind] : op->layout.resized[kind];
}

const tb_tensor *tb_resized(const tb_call *call)
{
    const tb_shape *shape = &call->shape;
    const tb_tensor *t = call->form == TB_FORM_OUT             ? call->out
                         : call->form != TB_FORM_NEW           ? NULL
                         : layout_rule(call) == TB_LAYOUT_LIKE ? call->in[0].tensor
                                                               : NULL;
    return t && !tb_same_sizes(t->size, t->ndim, shape->size, shape->ndim) ? t : NULL;
}

const int64_t *tb_output_strides(const tb_call *call, int64_t *stride)
{
    const tb_tensor *in = call->in[0].tensor;
    const int layout = layout_rule(call);

    if (call->fallback)
        return NULL;
    switch (layout) {
    case TB_LAYOUT_COPIED:
    case TB_LAYOUT_CONTIGUOUS:
        return NULL;
    case TB_LAYOUT_PARTS:
        if (tb_dtypes[call->out->dtype].kind != TB_KIND_COMPLEX)
            return NULL;
        break;
    case TB_LAYOUT_LIKE:
        if (tb_resized(call))
            break;
        tb_preserve_strides(in->size, in->stride, in->ndim, stride);
        return stride;
    case TB_LAYOUT_OPERANDS:
    case TB_LAYOUT_UNCAST:
        break;
    default:
        composed_strides(call, layout, stride);
        return stride;
    }
    tb_result_strides(call, stride);
    return stride;
}
