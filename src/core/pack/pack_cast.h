/* pack_cast.h: packing with casts: strided elements in memory become contiguous ones of another dtype in a tile,
 * and back. */
#ifndef TB_PACK_CAST_H
#define TB_PACK_CAST_H

#include "core/pack/transfer.h"

/* n contiguous elements, which may be in tile[0], after their casts: where they are if there are none, else in one of
 * the tiles. */
static inline char *tb_cast_contiguous(const tb_transfer *transfer, char *const tile[2], char *elements,
                                       int64_t n)
{
    for (int c = 0; c < 2 && transfer->cast[c]; c++) {
        char *const to = tile[elements == tile[0]];
        transfer->cast[c](to, elements, n);
        elements = to;
    }
    return elements;
}
/* Packs as tb_pack does and casts what is packed, in two tiles that each hold all elements at their widest (without
 * casts the first one is enough).  Returns the tile that has the result. */
char *tb_pack_cast(const tb_transfer *transfer, char *const tile[2], const char *src, const int64_t *size,
                   const int64_t *stride, int ndim);
/* The reverse, of elements in tile[0]. */
void tb_unpack_cast(const tb_transfer *transfer, char *dst, const int64_t *stride, char *const tile[2],
                    const int64_t *size, int ndim);

#endif
