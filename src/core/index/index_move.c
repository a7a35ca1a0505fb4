/* index_move.c: moves elements between self and the other side of an index.
 *
 * The result's dimensions have three roles.  Positions: those of the indices, for which offsets into self
 * are computed a chunk at a time.  Block: the dimensions inside of all positions, moved whole at each of
 * them (memcpy where both sides are contiguous).  Outer: the rest, looped over for each chunk.
 *
 * Indices are read once, a chunk of them, and checked before they are followed: an earlier check does
 * not hold any more if another thread has written to them. */
#include "core/base/bounds.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/index/index_plan.h"
#include "core/iterate/cursor.h"
#include "core/iterate/offset_moves.h"
#include "core/iterate/parallel.h"
#include "core/kernels/by_size.h"
#include "core/kernels/loop_pragmas.h"
#include "core/memory/scratch.h"

#include <string.h>

/* Operands of the plans. */
enum { SELF = TB_AT_OFFSETS, OTHER = TB_BESIDE, SIDES };

typedef struct {
    tb_offset_moves moves;
    tb_plan position;
    int n; /* index tensors */
    int64_t offset[TB_INDEX_CHUNK], chunk[TB_INDEX_CHUNK];   /* chunk: indices that were looked at */
    const char *index[TB_MAX_DIMS];        /* at the first position */
    const char *row[TB_MAX_DIMS];          /* at the current row of positions */
    int64_t limit[TB_MAX_DIMS]; /* added to a negative index; 0: offsets, which need no check */
    int64_t step[TB_MAX_DIMS]; /* bytes of self per index */
    int64_t index_stride[TB_MAX_DIMS][TB_MAX_DIMS]; /* [position dimension][index tensor], bytes */
} index_loops;
_Static_assert(sizeof(index_loops) <= TB_SCRATCH_BYTES, "it is kept there");

/* ---- dividing the dimensions ---- */

/* A position's dimension d.  There may be more index tensors than a plan has operands: their strides are
 * beside the plan, and dimensions are merged where they allow it, too. */
static void add_position(index_loops *w, const tb_index_plan *plan, int d, const int64_t sides[])
{
    const int next = w->position.ndim;
    bool merges = next > 0;
    for (int k = 0; k < plan->n; k++) {
        const int64_t along = w->index_stride[next][k] = tb_index_plan_strides(plan, k)[d] * 8;
        merges =
            merges && along == tb_saturating_mul(w->position.size[next - 1], w->index_stride[next - 1][k]);
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
        if (plan->shape.size[d] == 1) /* whose strides may be any number */
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

/* ---- one contiguous index ---- */

/* Of a dimension of self that is contiguous, elements only: followed as it is, without offsets. */
#define FOLLOW(T, N)                                                                                      \
    static void take_##N(char *other, const char *self, const int64_t *index, int64_t limit, int64_t n)   \
    {                                                                                                     \
        T *o = (T *)other;                                                                                \
        const T *s = (const T *)self;                                                                     \
        TB_UNROLL(4)                                                                                      \
        for (int64_t i = 0; i < n; i++)                                                                   \
            o[i] = s[index[i] + (limit & index[i] >> 63)];                                                \
    }                                                                                                     \
    /* The same with a step, or none for a single value. */                                               \
    static void put_##N(char *self, const char *other, int64_t step, const int64_t *index, int64_t limit, \
                        int64_t n)                                                                        \
    {                                                                                                     \
        T *s = (T *)self;                                                                                 \
        for (int64_t i = 0; i < n; i++)                                                                   \
            s[index[i] + (limit & index[i] >> 63)] = *(const T *)(other + i * step);                      \
    }

TB_EACH_SIZE(FOLLOW)
#undef FOLLOW

/* ---- positions ---- */

static inline int64_t wrapped(int64_t index, int64_t limit) { return index + (limit & index >> 63); }

/* Index k of n positions from `start` in the current row; NULL if one is out of bounds. */
static const int64_t *read_index(index_loops *w, int k, int64_t start, int64_t n)
{
    const int64_t stride = w->index_stride[0][k];
    const char *p = w->row[k] + start * stride;
    if (w->limit[k] == 0 && stride == 8)
        return (const int64_t *)p;
    const bool fine = tb_read_within(w->chunk, p, 8, stride, n, w->limit[k], w->limit[k]);
    return fine || w->limit[k] == 0 ? w->chunk : NULL;
}

/* Offsets into self of n positions from `start` in the current row; false if an index is out of bounds. */
static bool find_offsets(index_loops *w, int64_t start, int64_t n)
{
    const int64_t along = w->position.stride[SELF][0];
    int64_t *offset = w->offset;
    for (int k = 0; k < w->n; k++) {
        const int64_t limit = w->limit[k], step = w->step[k], *index = read_index(w, k, start, n);
        if (!index)
            return false;
        if (k == 0)
            for (int64_t i = 0; i < n; i++)
                offset[i] = wrapped(index[i], limit) * step;
        else
            for (int64_t i = 0; i < n; i++)
                offset[i] += wrapped(index[i], limit) * step;
    }
    if (along != 0) /* a dimension of self among the positions */
        for (int64_t i = 0; i < n; i++)
            offset[i] += (start + i) * along;
    return true;
}

/* One contiguous index, as take and put want it. */
static bool is_plain(const index_loops *w)
{
    const tb_offset_moves *m = &w->moves;
    return m->block.ndim == 0 && m->outer.ndim == 1 && m->outer.size[0] == 1 && w->n == 1 &&
           w->step[0] == m->itemsize && w->position.stride[SELF][0] == 0 &&
           (m->to_table || m->step == m->itemsize);
}

static void move_plain(const index_loops *w, char *self, char *other, const int64_t *index, int64_t n)
{
#define TAKE(T, N) take_##N(other, self, index, w->limit[0], n)
#define PUT(T, N) put_##N(self, other, w->moves.step, index, w->limit[0], n)
    if (w->moves.to_table)
        TB_BY_SIZE(w->moves.itemsize, PUT);
    else
        TB_BY_SIZE(w->moves.itemsize, TAKE);
#undef TAKE
#undef PUT
}

/* A row of positions: the innermost dimension of theirs.  1 if an index is out of bounds. */
static int move_row(index_loops *w, char *self, char *other, int64_t *since)
{
    const int64_t length = w->position.size[0];
    const bool plain = is_plain(w);
    if (plain)
        TB_TOOK(INDEX_PLAIN);
    for (int64_t start = 0; start < length; start += TB_INDEX_CHUNK) {
        const int64_t n = tb_min(length - start, TB_INDEX_CHUNK);
        char *beside = other + start * w->moves.step;
        const int64_t *index = NULL;
        if (plain ? !(index = read_index(w, 0, start, n)) : !find_offsets(w, start, n))
            return 1;
        if (plain)
            move_plain(w, self, beside, index, n);
        else
            tb_offset_moves_run(&w->moves, self, beside, w->offset, n);
        if (tb_interrupted_after(n * w->moves.each, since))
            return TB_RANGE_INTERRUPTED;
    }
    return 0;
}

/* All rows, or up to an index that is out of bounds: 1. */
static int run(index_loops *w)
{
    const tb_plan *plan = &w->position;
    int64_t since = 0;
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do {
        for (int k = 0; k < w->n; k++) {
            w->row[k] = w->index[k];
            for (int d = 1; d < plan->ndim; d++)
                w->row[k] += at.index[d] * w->index_stride[d][k];
        }
        const int code = move_row(w, at.p[SELF], at.p[OTHER], &since);
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
        const tb_indexer *by = &plan->by[k];
        storages[k + 2] = by->tensor->storage;
        w->index[k] = tb_data(by->tensor);
        w->limit[k] = by->size;
        w->step[k] = tb_saturating_mul(by->step, sides->itemsize); /* of a size of 1: any number */
        fine &= by->size != 0 || by->offsets;
    }
    const int64_t cost = tb_parallel_cost(plan->numel, sides->itemsize, TB_WEIGHT_INDEX);
    tb_released_lock released;
    tb_release_lock(&released, sides->lock, cost, storages, plan->n + 2);
    const int code = fine ? run(w) : 1;
    tb_scratch_give(scratch);
    return tb_reacquire_lock(&released, NULL) == TB_OK ? code : TB_RANGE_INTERRUPTED;
}
