/* transfer.h: the casts between memory and tiles. */
#ifndef TB_TRANSFER_H
#define TB_TRANSFER_H

#include "core/kernels/kernels.h"

#include <stddef.h>

/* How an operand's elements get from memory to the kernel's tile, or, for operand 0, from the tile to memory:
 * up to two casts, NULL if none. */
typedef struct {
    int memory_itemsize, tile_itemsize;
    tb_cast cast[2];
} tb_transfer;

static inline void tb_add_cast(tb_transfer *transfer, tb_dtype from, tb_dtype to)
{
    if (from != to)
        transfer->cast[transfer->cast[0] ? 1 : 0] = tb_kernels_active->cast[from][to];
}
/* From memory to a tile, by way of a third dtype; and from a tile to memory. */
static inline tb_transfer tb_transfer_in(tb_dtype memory, tb_dtype between, tb_dtype tile)
{
    tb_transfer t = {tb_dtypes[memory].itemsize, tb_dtypes[tile].itemsize, {NULL, NULL}};
    tb_add_cast(&t, memory, between);
    tb_add_cast(&t, between, tile);
    return t;
}
static inline tb_transfer tb_transfer_out(tb_dtype tile, tb_dtype between, tb_dtype memory)
{
    tb_transfer t = {tb_dtypes[memory].itemsize, tb_dtypes[tile].itemsize, {NULL, NULL}};
    tb_add_cast(&t, tile, between);
    tb_add_cast(&t, between, memory);
    return t;
}

#endif
