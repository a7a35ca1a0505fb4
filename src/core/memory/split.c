/* split.c: views of a part of a tensor: see split.h. */
#include "core/memory/split.h"
#include "core/base/shape.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <stddef.h>

tb_status tb_view_narrow(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t length,
                         tb_error *err)
{
    int d;
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "narrow() cannot be applied to a 0-dim tensor.");
    if (length < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "narrow(): length must be non-negative.");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    const int64_t size = t->size[d];
    if (start < -size || start > size)
        return tb_fail(err, TB_INDEX_ERROR,
                       "start out of range (expected to be in range of [%" PRId64 ", %" PRId64
                       "], but got %" PRId64 ")",
                       -size, size, start);
    if (start < 0)
        start += size;
    if (start > size - length)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "start (%" PRId64 ") + length (%" PRId64 ") exceeds dimension size (%" PRId64 ").",
                       start, length, size);
    return tb_view_slice(out, t, d, start, start + length, 1, err);
}

/* ---- diagonals ---- */

/* Places where the diagonal passes through an a x b matrix. */
static int64_t diagonal_size(int64_t a, int64_t b, int64_t offset)
{
    if (offset >= b || offset <= -a)
        return 0;
    if (offset >= 0)
        b -= offset;
    else
        a += offset;
    return tb_min(a, b);
}

tb_status tb_view_diagonal(tb_tensor *out, const tb_tensor *t, int64_t offset, int64_t dim1, int64_t dim2,
                           tb_error *err)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS], start = t->offset;
    int a, b, n = 0;
    TB_TRY(tb_wrap_dim(dim1, t->ndim, &a, err));
    TB_TRY(tb_wrap_dim(dim2, t->ndim, &b, err));
    if (a == b)
        return tb_fail(err, TB_RUNTIME_ERROR, "diagonal dimensions cannot be identical %" PRId64 ", %" PRId64,
                       dim1, dim2);
    for (int d = 0; d < t->ndim; d++) {
        if (d == a || d == b)
            continue;
        size[n] = t->size[d];
        stride[n++] = t->stride[d];
    }
    size[n] = diagonal_size(t->size[a], t->size[b], offset);
    if (__builtin_add_overflow(t->stride[a], t->stride[b], &stride[n]))
        stride[n] = INT64_MAX; /* of one element at most, or of an empty tensor */
    if (size[n] > 0) {
        int64_t distance;
        int64_t steps = offset >= 0 ? offset : -offset;
        if (__builtin_mul_overflow(steps, t->stride[offset >= 0 ? b : a], &distance) ||
            __builtin_add_overflow(start, distance, &start))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Tensor: invalid storage offset (%" PRId64 " steps along a diagonal)", steps);
    }
    return tb_tensor_view(out, t->storage, t->dtype, size, stride, n + 1, start, err);
}

/* ---- halves of complex numbers ---- */

static tb_status view_half(tb_tensor *out, const tb_tensor *t, int half, tb_error *err)
{
    const tb_dtype real = t->dtype == TB_COMPLEX64 ? TB_FLOAT32 : TB_FLOAT64;
    int64_t stride[TB_MAX_DIMS];
    for (int d = 0; d < t->ndim; d++)
        stride[d] = tb_saturating_mul(t->stride[d], 2);
    /* A doubled offset that does not fit saturates, and tb_tensor_view refuses it. */
    int64_t offset = tb_saturating_mul(t->offset, 2);
    offset = offset == INT64_MAX ? offset : offset + half;
    return tb_tensor_view(out, t->storage, real, t->size, stride, t->ndim, offset, err);
}

tb_status tb_view_real(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    if (tb_dtypes[t->dtype].kind != TB_KIND_COMPLEX)
        return tb_view_alias(out, t, err);
    return view_half(out, t, 0, err);
}

tb_status tb_view_imag(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    if (tb_dtypes[t->dtype].kind != TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, "imag is not implemented for tensors with non-complex dtypes.");
    return view_half(out, t, 1, err);
}

/* ---- pieces ---- */

tb_status tb_pieces_of_length(tb_pieces *pieces, const tb_tensor *t, int64_t length, int64_t dim,
                              tb_error *err)
{
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "split expects at least a 1-dimensional tensor");
    if (length < 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "split expects split_size be non-negative, but got split_size=%" PRId64, length);
    TB_TRY(tb_wrap_dim(dim, t->ndim, &pieces->dim, err));
    const int64_t size = t->size[pieces->dim];
    if (length == 0 && size != 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "split_size can only be 0 if dimension size is 0, but got dimension size of %" PRId64,
                       size);
    pieces->count = size == 0 ? 1 : (size - 1) / length + 1;
    pieces->length = length;
    pieces->lengths = NULL;
    return TB_OK;
}

tb_status tb_pieces_of_lengths(tb_pieces *pieces, const tb_tensor *t, const int64_t *lengths, int64_t count,
                               int64_t dim, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    int64_t sum = 0;
    bool overflow = false;
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "split expects at least a 1-dimensional tensor");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &pieces->dim, err));
    const int shown = count < 1000 ? (int)count : 1000; /* more than the text has room for */
    for (int64_t i = 0; i < count; i++) {
        if (lengths[i] < 0)
            return tb_fail(
                err, TB_RUNTIME_ERROR,
                "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s",
                tb_shape_text(text, sizeof text, lengths, shown));
        overflow |= __builtin_add_overflow(sum, lengths[i], &sum);
    }
    if (overflow || sum != t->size[pieces->dim])
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "split_with_sizes expects split_sizes to sum exactly to %" PRId64
                       " (input tensor's size at dimension %" PRId64 "), but got split_sizes=%s",
                       t->size[pieces->dim], dim, tb_shape_text(text, sizeof text, lengths, shown));
    pieces->count = count;
    pieces->length = 0;
    pieces->lengths = lengths;
    return TB_OK;
}

tb_status tb_pieces_chunks(tb_pieces *pieces, const tb_tensor *t, int64_t chunks, int64_t dim, tb_error *err)
{
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "chunk expects at least a 1-dimensional tensor");
    if (chunks <= 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "chunk expects `chunks` to be greater than 0, got: %" PRId64,
                       chunks);
    TB_TRY(tb_wrap_dim(dim, t->ndim, &pieces->dim, err));
    const int64_t size = t->size[pieces->dim];
    pieces->length = size == 0 ? 0 : (size - 1) / chunks + 1;
    pieces->count = size == 0 ? chunks : (size - 1) / pieces->length + 1;
    pieces->lengths = NULL;
    return TB_OK;
}

tb_status tb_view_piece(tb_tensor *out, const tb_tensor *t, const tb_pieces *pieces, int64_t i,
                        int64_t *start, tb_error *err)
{
    const int64_t size = t->size[pieces->dim], left = size - *start;
    const int64_t length = tb_min(pieces->lengths ? pieces->lengths[i] : pieces->length, left);
    TB_TRY(tb_view_slice(out, t, pieces->dim, *start, *start + length, 1, err));
    *start += length;
    return TB_OK;
}
