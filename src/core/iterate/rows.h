/* rows.h: the rows of an iteration in place, as many at a time as one kernel call takes. */
#ifndef TB_ROWS_H
#define TB_ROWS_H

#include "core/plan/cursor.h"
#include "core/iterate/iterate.h"
#include "core/kernels/loop_pragmas.h"

/* `rows` rows of n elements. */
typedef struct {
    char *const *p;
    const int64_t *inner, *outer;
    int64_t n, rows;
} tb_rows;
typedef int tb_rows_run(const tb_iteration *iteration, const tb_rows *rows, void *state);

/* Runs units [first, last), one call after the other, until a call fails; returns its code.  `run` is a
 * constant at every call, so that the compiler inlines it. */
TB_INLINE int tb_each_rows(const tb_iteration *iteration, int64_t first, int64_t last, tb_rows_run *run,
                           void *state)
{
    const tb_plan *plan = iteration->plan;
    const bool together =
        iteration->chunk == plan->size[0] && plan->ndim > 1; /* rows in pieces run one at a time */
    int64_t inner[TB_MAX_OPERANDS], outer[TB_MAX_OPERANDS];
    tb_cursor at;
    int code = 0;

    for (int k = 0; k < plan->nop; k++) {
        inner[k] = plan->stride[k][0];
        outer[k] = plan->ndim > 1 ? plan->stride[k][1] : 0;
    }
    tb_cursor_locate(&at, plan, 0, iteration->chunk, first);
    while (first < last && code == 0) {
        const int64_t n = tb_min(plan->size[0] - at.index[0], iteration->chunk),
                      count = together ? tb_min(plan->size[1] - at.index[1], last - first) : 1;
        const tb_rows rows = {at.p, inner, outer, n, count};
        code = run(iteration, &rows, state);
        first += count;
        tb_cursor_advance(&at, plan, together, together ? count : n);
    }
    return code;
}

#endif
