/* offset_moves.h: the inner loops of all indexing: at each of some hundred offsets, an element or a
 * block of elements moves from a table to another side with a regular stride, or from that side to the
 * table. */
#ifndef TB_OFFSET_MOVES_H
#define TB_OFFSET_MOVES_H

#include "core/plan/plan.h"

/* The operands of both plans: the table, and the other side. */
enum { TB_AT_OFFSETS, TB_BESIDE };

/* The caller adds dimensions to the plans between begin and end, innermost first. */
typedef struct {
    tb_plan block; /* moved as a whole at each offset; without dimensions: one element */
    tb_plan outer; /* for each of its elements, all offsets are moved */
    int64_t step; /* bytes of the other side from one offset to the next */
    int64_t scale; /* of blocks: bytes per unit of an offset */
    int64_t each; /* elements moved per offset */
    int itemsize;
    bool to_table;
} tb_offset_moves;

static inline void tb_offset_moves_begin(tb_offset_moves *m, int itemsize, bool to_table)
{
    tb_plan_begin(&m->block, 2);
    tb_plan_begin(&m->outer, 2);
    m->step = 0;
    m->scale = 1;
    m->itemsize = itemsize;
    m->to_table = to_table;
}

static inline void tb_offset_moves_end(tb_offset_moves *m)
{
    const int64_t none[2] = {0};
    tb_plan_end(&m->outer, none);
    m->each = tb_plan_product(&m->outer, 0, m->outer.ndim) * tb_plan_product(&m->block, 0, m->block.ndim);
}

/* The two sides must not share memory.  Elements of the table that several offsets share are written in the
 * order of the offsets. */
void tb_offset_moves_run(tb_offset_moves *m, char *table, char *other, const int64_t *offset, int64_t n);

#endif
