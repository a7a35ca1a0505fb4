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
/* Field by field: a load of two at once would wait until both are written. */
static inline void tb_set_transfer(tb_transfer *t, tb_dtype memory, tb_dtype tile, tb_dtype from,
                                   tb_dtype between, tb_dtype to)
{
    t->memory_itemsize = tb_dtypes[memory].itemsize;
    t->tile_itemsize = tb_dtypes[tile].itemsize;
    t->cast[0] = t->cast[1] = NULL;
    tb_add_cast(t, from, between);
    tb_add_cast(t, between, to);
}
/* From memory to a tile, by way of a third dtype; and from a tile to memory. */
static inline void tb_set_transfer_in(tb_transfer *t, tb_dtype memory, tb_dtype between, tb_dtype tile)
{
    tb_set_transfer(t, memory, tile, memory, between, tile);
}
static inline void tb_set_transfer_out(tb_transfer *t, tb_dtype tile, tb_dtype between, tb_dtype memory)
{
    tb_set_transfer(t, memory, tile, tile, between, memory);
}

#endif
