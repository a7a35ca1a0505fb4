/* memory_format.c: torch's memory formats. */
#include "core/base/memory_format.h"
#include "core/base/layout.h"

/* The dimensions in memory order, fastest first, for 4 and 5 dimensions. */
static const int fastest_first[2][5] = {{1, 3, 2, 0}, {1, 4, 3, 2, 0}};

static const int *order_of(int ndim) { return fastest_first[ndim - 4]; }

static int rank_of(tb_memory_format format)
{
    return format == TB_CHANNELS_LAST ? 4 : format == TB_CHANNELS_LAST_3D ? 5 : 0;
}

tb_status tb_check_format(tb_memory_format format, int ndim, tb_error *err)
{
    const int rank = rank_of(format);
    if (rank && rank != ndim)
        return tb_fail(err, TB_RUNTIME_ERROR, "required rank %d tensor to use channels_last%s format", rank,
                       rank == 5 ? "_3d" : "");
    return TB_OK;
}

/* ---- channels last ---- */

static void fill_strides(const int64_t *size, int ndim, int64_t *stride)
{
    /* As in torch, a size of 0 makes the strides of all slower dimensions 0. */
    int64_t step = 1;
    for (int i = 0; i < ndim; i++) {
        int d = order_of(ndim)[i];
        stride[d] = step;
        step = tb_saturating_mul(step, size[d]);
    }
}

static bool is_packed(const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t expected = 1;
    for (int i = 0; i < ndim; i++) {
        int d = order_of(ndim)[i];
        if (size[d] == 1)
            continue;
        if (stride[d] != expected)
            return false;
        expected = tb_saturating_mul(expected, size[d]);
    }
    return true;
}

bool tb_is_channels_last(const int64_t *size, const int64_t *stride, int ndim)
{
    return ndim == 4 && is_packed(size, stride, ndim);
}

void tb_channels_last_strides(const int64_t *size, int64_t *stride) { fill_strides(size, 4, stride); }

/* Do the strides grow in channels-last order, gaps allowed?  Strides that fit both formats count as
 * contiguous: a single channel, or one element per sample (N11 with equal strides). */
static bool suggests_channels_last(const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t least = 0;
    if (stride[1] == 0)
        return false;
    for (int i = 0; i < ndim; i++) {
        int d = order_of(ndim)[i];
        if (size[d] == 0 || stride[d] < least || (d == 0 && least == stride[1]))
            return false;
        least = tb_saturating_mul(stride[d], size[d]);
    }
    return true;
}

/* ---- all formats ---- */

void tb_format_strides(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim,
                       int64_t *out)
{
    if (format == TB_PRESERVE_FORMAT)
        tb_preserve_strides(size, stride, ndim, out);
    else if (format == TB_CONTIGUOUS_FORMAT)
        tb_contiguous_strides(size, ndim, out);
    else
        fill_strides(size, ndim, out);
}

bool tb_has_format(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim)
{
    if (rank_of(format) == 0)
        return tb_is_contiguous(size, stride, ndim);
    return ndim == rank_of(format) && is_packed(size, stride, ndim);
}

tb_memory_format tb_suggest_format(const int64_t *size, const int64_t *stride, int ndim)
{
    if ((ndim != 4 && ndim != 5) || !suggests_channels_last(size, stride, ndim))
        return TB_CONTIGUOUS_FORMAT;
    return ndim == 4 ? TB_CHANNELS_LAST : TB_CHANNELS_LAST_3D;
}
