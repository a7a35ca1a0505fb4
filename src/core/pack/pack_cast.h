/* pack_cast.h: packing with casts: strided elements in memory become contiguous ones of another dtype in a tile,
 * and back. */
#ifndef TB_PACK_CAST_H
#define TB_PACK_CAST_H

#include "core/pack/pack.h"
#include "core/pack/transfer.h"

/* n contiguous elements after their casts, the first one into `first` and the second one into `second`, which may be
 * where the elements are.  Returns where the result is: the elements themselves without casts. */
static inline char *tb_cast_contiguous(const tb_transfer *transfer, char *first, char *second, char *elements,
                                       int64_t n)
{
    if (!transfer->cast[0])
        return elements;
    transfer->cast[0](first, elements, n);
    if (!transfer->cast[1])
        return first;
    transfer->cast[1](second, first, n);
    return second;
}

/* The function below where there are casts. */
char *tb_pack_and_cast(const tb_transfer *transfer, char *const tile[2], const char *src, const int64_t *size,
                       const int64_t *stride, int ndim);
/* Packs as tb_pack does and casts what is packed, in two tiles that each hold all elements at their widest (without
 * casts the first one is enough).  Returns the tile that has the result. */
static inline char *tb_pack_cast(const tb_transfer *transfer, char *const tile[2], const char *src,
                                 const int64_t *size, const int64_t *stride, int ndim)
{
    if (transfer->cast[0])
        return tb_pack_and_cast(transfer, tile, src, size, stride, ndim);
    tb_pack(tile[0], src, size, stride, ndim, transfer->memory_itemsize);
    return tile[0];
}
/* The reverse, of elements in tile[0]. */
void tb_unpack_cast(const tb_transfer *transfer, char *dst, const int64_t *stride, char *const tile[2],
                    const int64_t *size, int ndim);

#endif
