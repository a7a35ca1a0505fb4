/* direct.c: the strategy DIRECT.  The kernel runs over rows in place:
 *
 *     (1000,300) + (300)    two dimensions, strides 4 and 1200 of the first, 4 and 0 of the second: one call
 *
 * Rows longer than TB_DIRECT_PIECE are divided into pieces; more than two dimensions take a call for each
 * index of the third. */
#include "core/base/strategies.h"
#include "core/iterate/rows.h"

static int run_kernel(const tb_iteration *iteration, const tb_rows *rows, void *state)
{
    const tb_loop_body *body = iteration->body;
    (void)state;
    return body->kernel(rows->p, rows->inner, rows->outer, rows->n, rows->rows, &body->context);
}

int tb_run_direct(const tb_iteration *iteration, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    if (tb_strided_operands(plan, iteration->body) == 0)
        TB_TOOK(DIRECT);
    else
        TB_TOOK(DIRECT_STRIDED);
    if (plan->ndim > 2 || iteration->chunk != plan->size[0])
        return tb_each_rows(iteration, first, last, run_kernel, NULL);
    int64_t inner[TB_MAX_OPERANDS], outer[TB_MAX_OPERANDS]; /* a single call needs no cursor */
    char *p[TB_MAX_OPERANDS];
    for (int k = 0; k < plan->nop; k++) {
        inner[k] = plan->stride[k][0];
        outer[k] = plan->ndim > 1 ? plan->stride[k][1] : 0;
        p[k] = plan->data[k] + first * outer[k];
    }
    const tb_rows rows = {p, inner, outer, plan->size[0], last - first};
    return run_kernel(iteration, &rows, NULL);
}
