/* pack_cast.c: see pack_cast.h.  Casts read contiguous elements, and a call each costs more than a few of them: long
 * rows that are contiguous are cast where they lie, what is repeated in a row is cast once. */
#include "core/pack/pack_cast.h"
#include "core/base/shape.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"

/* The elements of the first dimensions that are contiguous together; *dims: how many these are. */
static int64_t contiguous_elements(const int64_t *size, const int64_t *stride, int ndim, int itemsize,
                                   int *dims)
{
    int64_t n = 1;
    int d = 0;
    for (; d < ndim && (stride[d] == n * itemsize || size[d] == 1); d++)
        n *= size[d];
    *dims = d;
    return n;
}

/* Can one cast take rows of n elements from memory, or write them there, without a copy of them? */
static bool casts_rows(const tb_transfer *transfer, int64_t n, int dims, int ndim)
{
    return !transfer->cast[1] && dims == ndim - 1 && n >= TB_CAST_ROW;
}

char *tb_pack_and_cast(const tb_transfer *transfer, char *const tile[2], const char *src, const int64_t *size,
                       const int64_t *stride, int ndim)
{
    const int itemsize = transfer->memory_itemsize;
    char *const first = tile[0];
    int dims;
    const int64_t contiguous = contiguous_elements(size, stride, ndim, itemsize, &dims);
    if (dims == ndim)
        return tb_cast_contiguous(transfer, first, tile[1], (char *)src, contiguous);
    if (casts_rows(transfer, contiguous, dims, ndim)) {
        TB_TOOK(CAST_ROWS);
        const int64_t row = contiguous * transfer->tile_itemsize;
        for (int64_t i = 0; i < size[dims]; i++)
            transfer->cast[0](first + i * row, src + i * stride[dims], contiguous);
        return first;
    }
    const bool repeats = ndim > 1 && stride[0] == 0; /* each element, after it is cast */
    const int64_t n = tb_numel(size + repeats, ndim - repeats);
    tb_pack(first, src, size + repeats, stride + repeats, ndim - repeats, itemsize);
    char *const elements = tb_cast_contiguous(transfer, tile[1], first, first, n);
    if (!repeats)
        return elements;
    TB_TOOK(CAST_BEFORE_REPEAT);
    char *const to = tile[elements == first];
    tb_pack(to, elements, (int64_t[]){size[0], n}, (int64_t[]){0, transfer->tile_itemsize}, 2,
            transfer->tile_itemsize);
    return to;
}

void tb_unpack_cast(const tb_transfer *transfer, char *dst, const int64_t *stride, char *const tile[2],
                    const int64_t *size, int ndim)
{
    const int itemsize = transfer->memory_itemsize;
    char *elements = tile[0];
    int dims;
    const int64_t n = contiguous_elements(size, stride, ndim, itemsize, &dims), all = tb_numel(size, ndim);
    for (int c = 0; c < 2 && transfer->cast[c]; c++) {
        const bool last = c == 1 || !transfer->cast[1];
        if (last && dims == ndim) {
            transfer->cast[c](dst, elements, n);
            return;
        }
        if (casts_rows(transfer, n, dims, ndim)) {
            for (int64_t i = 0; i < size[dims]; i++)
                transfer->cast[0](dst + i * stride[dims], elements + i * n * transfer->tile_itemsize, n);
            return;
        }
        char *const to = tile[elements == tile[0]];
        transfer->cast[c](to, elements, all);
        elements = to;
    }
    tb_unpack(dst, stride, elements, size, ndim, itemsize);
}
