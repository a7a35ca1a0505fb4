/* cursor.h: a position in a plan, and each operand's address there: the only code that turns the number of a
 * piece into indices and moves from one piece to the next.
 *
 * A cursor moves over dimensions from, from + 1, ... of the plan; a piece contains the dimensions before
 * `from` whole. */
#ifndef TB_CURSOR_H
#define TB_CURSOR_H

#include "core/base/arithmetic.h"
#include "core/plan/plan.h"
#include "core/kernels/loop_pragmas.h"

typedef struct {
    int64_t index[TB_PLAN_DIMS];
    char *p[TB_MAX_OPERANDS];
} tb_cursor;

/* Moves to the first piece.  Loops, because memset and memcpy take longer in small calls, whose plan was
 * written just before, word by word. */
static inline void tb_cursor_begin(tb_cursor *c, const tb_plan *plan, int from)
{
    for (int d = from; d < plan->ndim; d++) {
        TB_ONE_BY_ONE;
        c->index[d] = 0;
    }
    for (int k = 0; k < plan->nop; k++) {
        TB_ONE_BY_ONE;
        c->p[k] = plan->data[k];
    }
}

/* The number of pieces if dimension `from` is taken `step` elements at a time. */
static inline int64_t tb_plan_pieces(const tb_plan *plan, int from, int64_t step)
{
    return tb_div_up(plan->size[from], step) * tb_plan_product(plan, from + 1, plan->ndim);
}

/* Moves to piece n, where pieces have `step` elements of dimension `from` and `rows` of the next
 * dimension. */
static inline void tb_cursor_locate_tile(tb_cursor *c, const tb_plan *plan, int from, int64_t step,
                                         int64_t rows, int64_t n)
{
    tb_cursor_begin(c, plan, from);
    for (int d = from; n != 0; d++, step = rows, rows = 1) { /* mostly 0, and divisions show in small calls */
        const int64_t pieces = step == 1 ? plan->size[d] : tb_div_up(plan->size[d], step);
        c->index[d] = n % pieces * step;
        n /= pieces;
        for (int k = 0; k < plan->nop; k++)
            c->p[k] += c->index[d] * plan->stride[k][d];
    }
}
/* Moves to piece n, where pieces have one row. */
static inline void tb_cursor_locate(tb_cursor *c, const tb_plan *plan, int from, int64_t step, int64_t n)
{
    tb_cursor_locate_tile(c, plan, from, step, 1, n);
}

/* Moves `steps` elements along dimension `from`; at its end, `rows` along the next one, then one along those
 * outside.  False if that was the last piece; the cursor is then at the first one again. */
static inline bool tb_cursor_advance_tile(tb_cursor *c, const tb_plan *plan, int from, int64_t steps,
                                          int64_t rows)
{
    for (int d = from; d < plan->ndim; d++, steps = rows, rows = 1) {
        c->index[d] += steps;
        if (c->index[d] < plan->size[d]) {
            for (int k = 0; k < plan->nop; k++)
                c->p[k] += steps * plan->stride[k][d];
            return true;
        }
        c->index[d] -= steps; /* where its addresses are */
        for (int k = 0; k < plan->nop; k++)
            c->p[k] -= c->index[d] * plan->stride[k][d];
        c->index[d] = 0;
    }
    return false;
}
/* The same of one row. */
static inline bool tb_cursor_advance(tb_cursor *c, const tb_plan *plan, int from, int64_t steps)
{
    return tb_cursor_advance_tile(c, plan, from, steps, 1);
}

#endif
