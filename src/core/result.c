/* result.c: see result.h.
 *
 * torch (TensorIterator) decides in this order.  All operands of the result's
 * shape: contiguous if all are contiguous, channels-last if all are, their
 * common strides if they are dense and equal.  Otherwise dimensions are sorted
 * by the operands' strides, the first operand with a strict answer decides, and
 * the result is packed in that order.  An operand that is cast beforehand counts
 * with the strides of its cast copy (preserve_format). */
#include "result.h"

#include <string.h>

typedef struct {
    const int64_t *size;
    int64_t stride[TB_MAX_DIMS];
    int ndim;
} input;

static int collect(const tb_call *call, input *inputs)
{
    const tb_op *op = &tb_ops[call->op];
    int n = 0;
    for (int i = 0; i < op->nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (!t && op->numbers_apart)
            continue;
        input *in = &inputs[n++];
        in->size = t ? t->size : NULL;
        in->ndim = t ? t->ndim : 0; /* a number counts as a 0-dim tensor */
        if (!t)
            continue;
        if (t->dtype == tb_input_dtype(op, i, call->compute))
            memcpy(in->stride, t->stride, (size_t)t->ndim * sizeof *t->stride);
        else
            tb_preserve_strides(t->size, t->stride, t->ndim, in->stride);
    }
    return n;
}

/* The rules for operands that all have the result's shape; false if none fits. */
static bool same_shape_strides(const tb_call *call, const input *inputs, int n, int64_t *stride)
{
    const tb_shape *shape = &call->shape;
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
        memcpy(stride, inputs[0].stride, (size_t)shape->ndim * sizeof *stride);
    else
        return false;
    return true;
}

void tb_result_strides(const tb_call *call, int64_t *stride)
{
    const tb_shape *shape = &call->shape;
    input inputs[TB_MAX_INPUTS];
    int64_t expanded[TB_MAX_INPUTS][TB_MAX_DIMS];
    const int64_t *pointers[TB_MAX_INPUTS];
    int perm[TB_MAX_DIMS];
    int n;

    if (call->fallback || tb_ops[call->op].contiguous) {
        tb_contiguous_strides(shape->size, shape->ndim, stride);
        return;
    }
    n = collect(call, inputs);
    if (same_shape_strides(call, inputs, n, stride))
        return;
    for (int i = 0; i < n; i++) {
        tb_expand_strides(inputs[i].size, inputs[i].stride, inputs[i].ndim, shape->size, shape->ndim,
                          expanded[i]);
        pointers[i] = expanded[i];
    }
    tb_sorted_strides(shape->size, shape->ndim, pointers, n, perm, stride);
}
