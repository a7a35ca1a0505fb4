/* pack_cast.h: packing with casts: strided elements in memory become contiguous ones of another dtype in a tile,
 * and back. */
#ifndef TB_PACK_CAST_H
#define TB_PACK_CAST_H

#include "core/iterate/copy.h"
#include "core/iterate/iterate.h"

static inline void tb_add_cast(tb_transfer *transfer, tb_dtype from, tb_dtype to)
{
    if (from != to)
        transfer->cast[transfer->cast[0] ? 1 : 0] = tb_kernels_active->cast[from][to];
}
/* From memory to a tile, by way of a third dtype; and from a tile to memory.  Field by field: what reads two at once
 * waits until both have been written. */
static inline void tb_set_transfer_in(tb_transfer *t, tb_dtype memory, tb_dtype between, tb_dtype tile)
{
    t->memory_itemsize = tb_dtypes[memory].itemsize;
    t->tile_itemsize = tb_dtypes[tile].itemsize;
    t->cast[0] = t->cast[1] = NULL;
    tb_add_cast(t, memory, between);
    tb_add_cast(t, between, tile);
}
static inline void tb_set_transfer_out(tb_transfer *t, tb_dtype tile, tb_dtype between, tb_dtype memory)
{
    t->memory_itemsize = tb_dtypes[memory].itemsize;
    t->tile_itemsize = tb_dtypes[tile].itemsize;
    t->cast[0] = t->cast[1] = NULL;
    tb_add_cast(t, tile, between);
    tb_add_cast(t, between, memory);
}

/* n contiguous elements, which may be in tile[0], after their casts: where they are if there are none, else in one of
 * the tiles. */
static inline char *tb_cast_contiguous(const tb_transfer *transfer, char *const tile[2], char *elements,
                                       int64_t n)
{
    if (!transfer->cast[0])
        return elements;
    char *const first = tile[elements == tile[0]];
    transfer->cast[0](first, elements, n);
    if (!transfer->cast[1])
        return first;
    char *const second = tile[first == tile[0]];
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
