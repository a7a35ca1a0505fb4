/* index_move.c: moves elements between self and the other side of an index.
 *
 * The result's dimensions have three roles.  Positions: the dimensions of the indices, whose rows become
 * offsets into self (index_rows.h).  Block: the dimensions inside of all positions, moved as a whole at each
 * position.  Outer: the other dimensions, in a loop for each chunk of positions. */
#include "core/base/tuning.h"
#include "core/index/index_plan.h"
#include "core/plan/cursor.h"
#include "core/offsets/index_rows.h"
#include "core/iterate/parallel.h"
#include "core/memory/scratch.h"

#include <string.h>

/* The operands of the plans. */
enum { SELF = TB_AT_OFFSETS, OTHER = TB_BESIDE, SIDES };

typedef struct {
    tb_offset_moves moves;
    tb_plan position;
    int n; /* index tensors */
    tb_index_row row[TB_MAX_DIMS];  /* each tensor's, at the current row of positions */
    const char *start[TB_MAX_DIMS]; /* each tensor's address at the first position */
    int64_t index_stride[TB_MAX_DIMS][TB_MAX_DIMS]; /* [position dimension][index tensor], bytes */
} index_loops;
_Static_assert(sizeof(index_loops) <= TB_SCRATCH_BYTES, "it is kept there");

/* ---- dividing the dimensions ---- */

/* Adds dimension d to the positions.  There may be more index tensors than a plan has operands, so their
 * strides are kept outside of the plan; dimensions are merged only if these allow it, too. */
static void add_position(index_loops *w, const tb_index_plan *plan, int d, const int64_t sides[])
{
    const int next = w->position.ndim;
    bool merges = next > 0;
    for (int k = 0; k < plan->n; k++) {
        const int64_t along = w->index_stride[next][k] = tb_index_plan_strides(plan, k)[d] * 8;
        merges = merges && tb_continues(along, w->position.size[next - 1], w->index_stride[next - 1][k]);
    }
    (merges ? tb_plan_add : tb_plan_append)(&w->position, plan->shape.size[d], sides);
}

static void split_dims(index_loops *w, const tb_index_plan *plan, const int *perm,
                       const tb_index_move_job *sides)
{
    const int64_t itemsize = sides->itemsize, none[SIDES] = {0};
    bool inside = true;
    tb_offset_moves_begin(&w->moves, sides->itemsize, sides->write);
    tb_plan_begin(&w->position, SIDES);
    for (int i = 0; i < plan->shape.ndim; i++) {
        const int d = perm[i];
        const bool indexed = d >= plan->before && d < plan->before + plan->indexed;
        if (plan->shape.size[d] == 1) /* a dimension of size 1 may have any stride */
            continue;
        const int64_t stride[SIDES] = {plan->stride[d] * itemsize, sides->other_stride[d] * itemsize};
        if (indexed || sides->exact) {
            add_position(w, plan, d, stride);
            inside = false;
        } else {
            tb_plan_add(inside ? &w->moves.block : &w->moves.outer, plan->shape.size[d], stride);
        }
    }
    if (w->position.ndim == 0)
        memset(w->index_stride[0], 0, (size_t)plan->n * sizeof w->index_stride[0][0]);
    tb_plan_end(&w->position, none);
    tb_offset_moves_end(&w->moves);
    w->moves.step = w->position.stride[OTHER][0];
}

/* ---- positions ---- */

/* Runs all rows, or up to an index that is out of bounds: returns 1 then. */
static int run(index_loops *w)
{
    const tb_plan *plan = &w->position;
    const tb_index_rows rows = {w->row, w->n, plan->stride[SELF][0]};
    int64_t since = 0;
    tb_cursor at;
    for (int k = 0; k < w->n; k++)
        w->row[k].stride = w->index_stride[0][k];
    tb_cursor_begin(&at, plan, 1);
    do {
        for (int k = 0; k < w->n; k++) {
            w->row[k].start = w->start[k];
            for (int d = 1; d < plan->ndim; d++)
                w->row[k].start += at.index[d] * w->index_stride[d][k];
        }
        const int code =
            tb_index_rows_move(&rows, plan->size[0], &w->moves, at.p[SELF], at.p[OTHER], NULL, &since);
        if (code)
            return code;
    } while (tb_cursor_advance(&at, plan, 1, 1));
    return 0;
}

int tb_index_move(const tb_index_plan *plan, const int *perm, const tb_index_move_job *sides)
{
    tb_storage *storages[TB_MAX_DIMS + 2] = {sides->storage[0], sides->storage[1]};
    char *const scratch = tb_scratch_take();
    index_loops *const w = (index_loops *)(void *)scratch;
    bool fine = true;
    w->n = plan->n;
    split_dims(w, plan, perm, sides);
    w->position.data[SELF] = sides->self;
    w->position.data[OTHER] = sides->other;
    for (int k = 0; k < plan->n; k++) {
        const tb_planned_index *by = &plan->by[k];
        storages[k + 2] = by->tensor->storage;
        w->start[k] = tb_data(by->tensor);
        w->row[k] = (tb_index_row){
            .itemsize = 8,
            .is_checked = by->offsets,
            .below = by->size,
            .bound = by->size,
            .step = tb_saturating_mul(by->step, sides->itemsize) /* of a size of 1: any number */
        };
        fine &= by->size != 0 || by->offsets;
    }
    const int64_t cost = tb_parallel_cost(plan->numel, sides->itemsize, TB_WEIGHT_INDEX);
    int code;
    TB_WITHOUT_LOCK (&code, sides->lock, cost, storages, plan->n + 2)
        code = fine ? run(w) : 1;
    tb_scratch_give(scratch);
    return code;
}

tb_status tb_index_moved(int code, tb_error *err)
{
    if (code == 1)
        return tb_fail(err, TB_INDEX_ERROR, "index is out of bounds: it was changed while it was used");
    return code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err) : TB_OK;
}
