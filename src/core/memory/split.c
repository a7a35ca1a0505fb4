/* split.c: see split.h. */
#include "core/memory/split.h"
#include "core/base/shape.h"
#include "core/memory/view.h"
#include "core/memory/view_geometry.h"

#include <inttypes.h>
#include <stddef.h>

/* d is a dimension of t. */
static tb_status narrow(tb_tensor *out, const tb_tensor *t, int d, int64_t start, int64_t length,
                        tb_error *err)
{
    const int64_t size = t->size[d];
    if (start < -size || start > size)
        return tb_fail(err, TB_INDEX_ERROR,
                       "start out of range (expected to be in range of [%" PRId64 ", %" PRId64
                       "], but got %" PRId64 ")",
                       -size, size, start);
    if (start < 0)
        start += size;
    if (length < 0 || start > size - length)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "start (%" PRId64 ") + length (%" PRId64 ") exceeds dimension size (%" PRId64 ").",
                       start, length, size);
    return tb_view_slice(out, t, d, start, start + length, 1, err);
}

tb_status tb_view_narrow(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t length,
                         tb_error *err)
{
    int d;
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "narrow() cannot be applied to a 0-dim tensor.");
    if (length < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "narrow(): length must be non-negative.");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    return narrow(out, t, d, start, length, err);
}

tb_status tb_view_narrow_to_copy(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start,
                                 int64_t length, tb_error *err)
{
    int d;
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "narrow() cannot be applied to a 0-dim tensor.");
    if (dim >= t->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  "
                       "(Could this error message be improved?  If so, please report an enhancement request "
                       "to PyTorch.)");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    return narrow(out, t, d, start, length, err);
}

tb_status tb_view_unfold(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t size, int64_t step,
                         tb_error *err)
{
    tb_view_geometry g;
    int d;
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    const int64_t whole = t->ndim ? t->size[d] : 1, stride = t->ndim ? t->stride[d] : 1;
    if (size < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "size is %" PRId64 " but must be >= 0", size);
    if (size > whole)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "maximum size for tensor at dimension %d is %" PRId64 " but size is %" PRId64, d,
                       whole, size);
    if (step <= 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "step is %" PRId64 " but must be > 0", step);
    TB_TRY(tb_check_ndim(t->ndim + 1, err));
    tb_view_geometry_of(&g, t);
    if (t->ndim > 0) {
        g.size[d] = (whole - size) / step + 1;
        g.stride[d] = tb_saturating_mul(stride, step); /* does not fit only if no element uses it */
    }
    g.size[g.ndim] = size;
    g.stride[g.ndim++] = stride;
    return tb_view_of_geometry(out, t, &g, err);
}

/* ---- diagonals ---- */

/* Number of elements on a diagonal of an a x b matrix. */
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
        stride[n] = INT64_MAX; /* the tensor has at most one element */
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

/* ---- real and imaginary parts ---- */

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

tb_status tb_view_as_real(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    tb_view_geometry g;
    if (tb_dtypes[t->dtype].kind != TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, "view_as_real is only supported for complex tensors");
    TB_TRY(tb_check_ndim(t->ndim + 1, err));
    tb_view_geometry_of(&g, t);
    for (int d = 0; d < t->ndim; d++)
        g.stride[d] = tb_saturating_mul(t->stride[d], 2);
    g.size[g.ndim] = 2;
    g.stride[g.ndim++] = 1;
    return tb_tensor_view(out, t->storage, tb_to_real(t->dtype), g.size, g.stride, g.ndim,
                          tb_saturating_mul(t->offset, 2), err);
}

tb_status tb_view_as_complex(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    const int last = t->ndim - 1;
    int64_t stride[TB_MAX_DIMS];
    if (t->dtype != TB_FLOAT32 && t->dtype != TB_FLOAT64)
        return tb_fail(
            err, TB_RUNTIME_ERROR,
            "view_as_complex is only supported for half, float and double tensors, but got a tensor "
            "of scalar type: %s%s",
            tb_dtypes[t->dtype].scalar_type,
            t->dtype == TB_FLOAT16 ? ", for which tbcast has no complex dtype" : "");
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Input tensor must have one or more dimensions");
    if (t->size[last] != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensor must have a last dimension of size 2");
    if (t->stride[last] != 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensor must have a last dimension with stride 1");
    for (int d = 0; d < last; d++) {
        if (t->stride[d] % 2 != 0 && t->size[d] != 1)
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "Tensor must have a stride divisible by 2 for all but last dimension");
        stride[d] = t->stride[d] / 2;
    }
    if (t->offset % 2 != 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensor must have a storage_offset divisible by 2");
    return tb_tensor_view(out, t->storage, tb_to_complex(t->dtype), t->size, stride, last, t->offset / 2,
                          err);
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
    *pieces =
        (tb_pieces){.dim = pieces->dim, .count = size == 0 ? 1 : (size - 1) / length + 1, .length = length};
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
    const int shown = count < 1000 ? (int)count : 1000; /* more than fit the text */
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
    *pieces = (tb_pieces){.dim = pieces->dim, .count = count, .lengths = lengths};
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
    const int64_t length = size == 0 ? 0 : (size - 1) / chunks + 1;
    *pieces = (tb_pieces){
        .dim = pieces->dim, .count = size == 0 ? chunks : (size - 1) / length + 1, .length = length};
    return TB_OK;
}

static tb_status begin_tensor_split(tb_pieces *pieces, const tb_tensor *t, int64_t dim, tb_error *err)
{
    *pieces = (tb_pieces){0};
    if (t->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
    return tb_wrap_dim(dim, t->ndim, &pieces->dim, err);
}

tb_status tb_pieces_sections(tb_pieces *pieces, const tb_tensor *t, int64_t sections, int64_t dim,
                             tb_error *err)
{
    TB_TRY(begin_tensor_split(pieces, t, dim, err));
    if (sections <= 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "number of sections must be larger than 0, got %" PRId64,
                       sections);
    pieces->count = sections;
    pieces->length = t->size[pieces->dim] / sections;
    pieces->longer = t->size[pieces->dim] % sections;
    return TB_OK;
}

tb_status tb_pieces_at_indices(tb_pieces *pieces, const tb_tensor *t, const int64_t *ends, int64_t count,
                               int64_t dim, tb_error *err)
{
    TB_TRY(begin_tensor_split(pieces, t, dim, err));
    pieces->count = count + 1;
    pieces->ends = ends;
    return TB_OK;
}

/* The end of piece i, which begins at `start`; less than `start` if the indices decrease. */
static int64_t end_of_piece(const tb_pieces *pieces, int64_t size, int64_t i, int64_t start)
{
    if (!pieces->ends) {
        const int64_t length = pieces->lengths ? pieces->lengths[i] : pieces->length + (i < pieces->longer);
        return start + tb_min(length, size - start);
    }
    const int64_t end = i + 1 < pieces->count ? pieces->ends[i] : size;
    return tb_max(0, tb_min(end < 0 ? end + size : end, size));
}

tb_status tb_view_piece(tb_tensor *out, const tb_tensor *t, const tb_pieces *pieces, int64_t i,
                        int64_t *start, tb_error *err)
{
    const int64_t end = end_of_piece(pieces, t->size[pieces->dim], i, *start);
    TB_TRY(tb_view_slice(out, t, pieces->dim, *start, end, 1, err));
    *start = end;
    return TB_OK;
}
